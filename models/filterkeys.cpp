// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterkeys.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

#include <array>
#include <cmath>

namespace pilothouse::filter {

using namespace Qt::StringLiterals;
using Number = std::optional<double>;

namespace {

Number seconds(Moment later, Moment earlier)
{
    return later.known() && earlier.known() && later >= earlier ? Number(double((later - earlier).count())) : std::nullopt;
}

Number elapsed(const Job &job, qint64 now)
{
    if (hasEnded(job.state))
        return seconds(job.end, job.start);
    return isActive(job.state) ? seconds(Moment(now), job.start) : std::nullopt;
}

Number remaining(const Job &job, qint64 now)
{
    const Number gone = elapsed(job, now);
    return gone && job.timeLimit.isFinite() && isActive(job.state) ? Number(double(job.timeLimit.seconds().count()) - *gone) : std::nullopt;
}

Number waited(const Job &job, qint64 now)
{
    if (isWaiting(job.state))
        return seconds(Moment(now), job.submit);
    return job.startIsExpected ? std::nullopt : seconds(job.start, job.submit);
}

Number limit(const Job &job, qint64)
{
    if (job.timeLimit.isUnlimited())
        return std::numeric_limits<double>::infinity();
    return job.timeLimit.known() ? Number(double(job.timeLimit.seconds().count())) : std::nullopt;
}

Number memory(const Job &job, qint64)
{
    return job.memory.known() ? Number(double(job.memory.count())) : std::nullopt;
}

Number epoch(Moment moment)
{
    return moment.known() ? Number(double(moment.epoch())) : std::nullopt;
}

// Seconds since it was last alive: 0 while it waits or runs.
Number within(const Job &job, qint64 now)
{
    if (!hasEnded(job.state))
        return 0.0;
    return job.end.known() ? Number(double(std::max<qint64>(0, now - job.end.epoch()))) : std::nullopt;
}

Number known(quint32 value)
{
    return value == 0 ? std::nullopt : Number(double(value));
}

constexpr std::array kKeys{
    Key{"user", "", Kind::Text, &Job::user, false, nullptr},
    Key{"state", "", Kind::State, nullptr, false, nullptr},
    Key{"queue", "partition", Kind::Text, &Job::partition, false, nullptr},
    Key{"account", "", Kind::Text, &Job::account, false, nullptr},
    Key{"qos", "", Kind::Text, &Job::qos, false, nullptr},
    Key{"name", "", Kind::Text, &Job::name, true, nullptr},
    Key{"id", "", Kind::Id, nullptr, false, nullptr},
    Key{"source", "cluster", Kind::Source, nullptr, false, nullptr},
    Key{"node", "nodelist", Kind::Text, &Job::nodes, false, nullptr},
    Key{"reason", "", Kind::Text, &Job::reason, true, nullptr},
    Key{"workdir", "", Kind::Text, &Job::workDir, true, nullptr},
    Key{"comment", "", Kind::Text, &Job::comment, true, nullptr},
    Key{"reservation", "", Kind::Text, &Job::reservation, false, nullptr},
    Key{"feature", "features", Kind::Text, &Job::features, true, nullptr},
    Key{"license", "licenses", Kind::Text, &Job::licenses, true, nullptr},
    Key{"gres", "", Kind::Text, &Job::gres, true, nullptr},
    Key{"gpu", "gpus", Kind::Number, nullptr, false, [](const Job &j, qint64) { return Number(double(j.gpus)); }},
    Key{"cpu", "cpus", Kind::Number, nullptr, false, [](const Job &j, qint64) { return known(j.cpus); }},
    Key{"nodes", "", Kind::Number, nullptr, false, [](const Job &j, qint64) { return known(j.nodeCount); }},
    Key{"mem", "memory", Kind::Bytes, nullptr, false, memory},
    Key{"priority", "prio", Kind::Number, nullptr, false, [](const Job &j, qint64) { return Number(double(j.priority)); }},
    Key{"nice", "", Kind::Number, nullptr, false, [](const Job &j, qint64) { return Number(double(j.nice)); }},
    Key{"place", "", Kind::Number, nullptr, false, [](const Job &j, qint64) { return known(j.place); }},
    Key{"exit", "", Kind::Number, nullptr, false, [](const Job &j, qint64) { return j.exitCode < 0 ? Number() : Number(double(j.exitCode)); }},
    Key{"restarts", "", Kind::Number, nullptr, false, [](const Job &j, qint64) { return Number(double(j.restarts)); }},
    Key{"waited", "", Kind::Duration, nullptr, false, waited},
    Key{"elapsed", "", Kind::Duration, nullptr, false, elapsed},
    Key{"limit", "", Kind::Duration, nullptr, false, limit},
    Key{"remaining", "left", Kind::Duration, nullptr, false, remaining},
    Key{"submitted", "submit", Kind::Time, nullptr, false, [](const Job &j, qint64) { return epoch(j.submit); }},
    Key{"started", "start", Kind::Time, nullptr, false, [](const Job &j, qint64) { return epoch(j.start); }},
    Key{"ended", "end", Kind::Time, nullptr, false, [](const Job &j, qint64) { return hasEnded(j.state) ? epoch(j.end) : Number(); }},
    Key{"within", "", Kind::Within, nullptr, false, within},
};

bool isHeld(JobState state, QByteArrayView reason, quint32)
{
    return isWaiting(state) && (reason.contains("JobHeld") || reason.contains("held state") || state == JobState::RequeueHold);
}

bool never(JobState state, QByteArrayView reason, quint32)
{
    return isWaiting(state) && (reason.contains("NeverSatisfied") || reason == "BadConstraints");
}

template <JobState... wanted> bool among(JobState state, QByteArrayView, quint32)
{
    return ((state == wanted) || ...);
}

constexpr std::array kStateWords{
    StateWord{"waiting", [](JobState s, QByteArrayView, quint32) { return isWaiting(s); }},
    StateWord{"pending", [](JobState s, QByteArrayView, quint32) { return isWaiting(s); }},
    StateWord{"running", among<JobState::Running, JobState::Configuring, JobState::Resizing, JobState::Signaling, JobState::StageOut>},
    StateWord{"active", [](JobState s, QByteArrayView, quint32) { return isActive(s); }},
    StateWord{"ended", [](JobState s, QByteArrayView, quint32) { return hasEnded(s); }},
    StateWord{"held", isHeld},
    StateWord{"never", never},
    StateWord{"failed", among<JobState::Failed, JobState::Timeout, JobState::OutOfMemory, JobState::NodeFail, JobState::BootFail, JobState::Deadline>},
    StateWord{"completed", among<JobState::Completed>},
    StateWord{"completing", among<JobState::Completing>},
    StateWord{"cancelled", among<JobState::Cancelled, JobState::Revoked>},
    StateWord{"timeout", among<JobState::Timeout, JobState::Deadline>},
    StateWord{"oom", among<JobState::OutOfMemory>},
    StateWord{"nodefail", among<JobState::NodeFail, JobState::BootFail>},
    StateWord{"preempted", among<JobState::Preempted>},
    StateWord{"suspended", among<JobState::Suspended, JobState::Stopped>},
    StateWord{"configuring", among<JobState::Configuring>},
    StateWord{"requeued", among<JobState::Requeued, JobState::RequeueHold, JobState::RequeueFed, JobState::SpecialExit>},
    StateWord{"unknown", among<JobState::Other, JobState::NotKnownAnyMore>},
};

Number readBytes(const QString &text)
{
    static const QRegularExpression form(u"^(\\d+(?:\\.\\d+)?)\\s*([kmgtp]?)i?b?$"_s, QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2).toLower();
    const int power = unit.isEmpty() ? 2 : int(u"kmgtp"_s.indexOf(unit)) + 1; // Slurm's plain number is MiB
    return match.captured(1).toDouble() * std::pow(1024.0, power);
}

// 2h, 90m, 1d12h, 45s; 1-12:00, 1-12:00:00, 2:30:00, 10:00 (minutes and seconds, as Slurm reads it); a plain number is minutes.
Number readDuration(const QString &text)
{
    static const QRegularExpression units(u"^(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?$"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression slurm(u"^(?:(\\d+)-)?(\\d+)(?::(\\d+))?(?::(\\d+))?$"_s);
    if (const auto m = units.match(text); m.hasMatch() && !text.isEmpty())
        return m.captured(1).toDouble() * 86400 + m.captured(2).toDouble() * 3600 + m.captured(3).toDouble() * 60 + m.captured(4).toDouble();
    const auto m = slurm.match(text);
    if (!m.hasMatch())
        return std::nullopt;
    const double a = m.captured(2).toDouble(), b = m.captured(3).toDouble(), c = m.captured(4).toDouble();
    if (m.hasCaptured(1))
        return m.captured(1).toDouble() * 86400 + a * 3600 + b * 60 + c;
    if (m.hasCaptured(4))
        return a * 3600 + b * 60 + c;
    return m.hasCaptured(3) ? a * 60 + b : a * 60;
}

Number readTime(const QString &text)
{
    for (const auto &form : {u"yyyy-MM-dd"_s, u"yyyy-MM-ddTHH:mm"_s, u"yyyy-MM-ddTHH:mm:ss"_s}) {
        if (const QDateTime at = QDateTime::fromString(text, form); at.isValid())
            return double(at.toSecsSinceEpoch());
    }
    return std::nullopt;
}

} // namespace

std::span<const Key> keys()
{
    return kKeys;
}

const Key *keyNamed(QStringView name)
{
    for (const Key &key : kKeys) {
        if (name.compare(QLatin1StringView(key.name), Qt::CaseInsensitive) == 0
            || (key.alias[0] && name.compare(QLatin1StringView(key.alias), Qt::CaseInsensitive) == 0))
            return &key;
    }
    return nullptr;
}

std::optional<double> readValue(Kind kind, const QString &text)
{
    switch (kind) {
    case Kind::Number: {
        bool ok = false;
        const double value = text.toDouble(&ok);
        return ok && std::isfinite(value) ? Number(value) : std::nullopt;
    }
    case Kind::Bytes:
        return readBytes(text);
    case Kind::Duration:
    case Kind::Within:
        return readDuration(text);
    case Kind::Time:
        return readTime(text);
    default:
        return std::nullopt;
    }
}

std::span<const StateWord> stateWords()
{
    return kStateWords;
}

} // namespace pilothouse::filter

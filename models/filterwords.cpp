// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterprogram.h"
#include "models/looks.h"

#include <QCoreApplication>

#include <array>
#include <numeric>

namespace pilothouse::filter {

namespace {

constexpr std::array kFields{
    FieldInfo{Field::State, Shape::State, "state", nullptr, QT_TRANSLATE_NOOP("Filter", "running, pending, held, failed …")},
    FieldInfo{Field::Id, Shape::Id, "id", "job", QT_TRANSLATE_NOOP("Filter", "job, array or task: 4711, 4711_12")},
    FieldInfo{Field::Name, Shape::Text, "name", nullptr, QT_TRANSLATE_NOOP("Filter", "name; * and ?; ~ for an expression")},
    FieldInfo{Field::User, Shape::Text, "user", nullptr, QT_TRANSLATE_NOOP("Filter", "user, or me")},
    FieldInfo{Field::Account, Shape::Text, "account", "project", QT_TRANSLATE_NOOP("Filter", "account")},
    FieldInfo{Field::Source, Shape::Source, "source", "cluster", QT_TRANSLATE_NOOP("Filter", "connection or cluster")},
    FieldInfo{Field::Queue, Shape::Text, "queue", "partition", QT_TRANSLATE_NOOP("Filter", "queue (partition)")},
    FieldInfo{Field::Qos, Shape::Text, "qos", nullptr, QT_TRANSLATE_NOOP("Filter", "quality of service")},
    FieldInfo{Field::Gpus, Shape::Number, "gpu", "gpus", QT_TRANSLATE_NOOP("Filter", "GPUs of the whole job")},
    FieldInfo{Field::Reason, Shape::Text, "reason", nullptr, QT_TRANSLATE_NOOP("Filter", "reason as Slurm says it")},
    FieldInfo{Field::Node, Shape::Text, "node", "nodelist", QT_TRANSLATE_NOOP("Filter", "node that it runs on")},
    FieldInfo{Field::Nodes, Shape::Number, "nodes", nullptr, QT_TRANSLATE_NOOP("Filter", "number of nodes")},
    FieldInfo{Field::Cpus, Shape::Number, "cpus", "cpu", QT_TRANSLATE_NOOP("Filter", "CPUs of the whole job")},
    FieldInfo{Field::Memory, Shape::Amount, "mem", "memory", QT_TRANSLATE_NOOP("Filter", "memory asked: 64G")},
    FieldInfo{Field::Priority, Shape::Number, "priority", "prio", QT_TRANSLATE_NOOP("Filter", "priority")},
    FieldInfo{Field::Nice, Shape::Number, "nice", nullptr, QT_TRANSLATE_NOOP("Filter", "nice")},
    FieldInfo{Field::Place, Shape::Number, "place", nullptr, QT_TRANSLATE_NOOP("Filter", "place in its queue")},
    FieldInfo{Field::Elapsed, Shape::Span, "elapsed", nullptr, QT_TRANSLATE_NOOP("Filter", "run time so far: 2h, 30m")},
    FieldInfo{Field::Limit, Shape::Span, "limit", nullptr, QT_TRANSLATE_NOOP("Filter", "time limit: 1d")},
    FieldInfo{Field::Remaining, Shape::Span, "remaining", "left", QT_TRANSLATE_NOOP("Filter", "time left to its limit")},
    FieldInfo{Field::Waited, Shape::Span, "waited", nullptr, QT_TRANSLATE_NOOP("Filter", "time waited: 2h")},
    FieldInfo{Field::Submitted, Shape::Time, "submitted", "submit", QT_TRANSLATE_NOOP("Filter", "2026-03-01, today, or how long ago: <2h")},
    FieldInfo{Field::Started, Shape::Time, "started", "start", QT_TRANSLATE_NOOP("Filter", "2026-03-01, today, or how long ago: <2h")},
    FieldInfo{Field::Ended, Shape::Time, "ended", "end", QT_TRANSLATE_NOOP("Filter", "2026-03-01, today, or how long ago: <2h")},
    FieldInfo{Field::Within, Shape::Within, "within", nullptr, QT_TRANSLATE_NOOP("Filter", "alive within this time: 24h")},
    FieldInfo{Field::Array, Shape::YesNo, "array", nullptr, QT_TRANSLATE_NOOP("Filter", "yes, no, or an array's id")},
    FieldInfo{Field::Mine, Shape::YesNo, "mine", nullptr, QT_TRANSLATE_NOOP("Filter", "your own jobs")},
    FieldInfo{Field::Restarts, Shape::Number, "restarts", nullptr, QT_TRANSLATE_NOOP("Filter", "times it was requeued")},
    FieldInfo{Field::ExitCode, Shape::Number, "exit", nullptr, QT_TRANSLATE_NOOP("Filter", "exit code")},
    FieldInfo{Field::WorkDir, Shape::Text, "workdir", nullptr, QT_TRANSLATE_NOOP("Filter", "working folder")},
    FieldInfo{Field::Comment, Shape::Text, "comment", nullptr, QT_TRANSLATE_NOOP("Filter", "comment")},
};

constexpr quint32 bit(JobState state)
{
    return 1u << quint32(state);
}
constexpr quint32 bit(Look look)
{
    return 1u << quint32(look);
}

constexpr quint32 kWaiting = bit(JobState::Pending) | bit(JobState::Requeued) | bit(JobState::RequeueHold) | bit(JobState::RequeueFed)
    | bit(JobState::SpecialExit) | bit(JobState::ResvDelHold);
constexpr quint32 kBad = bit(JobState::Failed) | bit(JobState::Timeout) | bit(JobState::OutOfMemory) | bit(JobState::NodeFail)
    | bit(JobState::BootFail) | bit(JobState::Deadline);
constexpr quint32 kEnded = kBad | bit(JobState::Completed) | bit(JobState::Cancelled) | bit(JobState::Preempted) | bit(JobState::Revoked)
    | bit(JobState::NotKnownAnyMore);
constexpr quint32 kActive = bit(JobState::Configuring) | bit(JobState::Running) | bit(JobState::Suspended) | bit(JobState::Stopped)
    | bit(JobState::Resizing) | bit(JobState::Signaling) | bit(JobState::StageOut) | bit(JobState::Completing);

// The first word of a set is what the completion proposes; "" after it means another spelling.
constexpr std::array kStates{
    StateWord{"running", {bit(JobState::Running), 0}},
    StateWord{"pending", {kWaiting, 0}},
    StateWord{"waiting", {kWaiting, 0}},
    StateWord{"held", {0, bit(Look::Held)}},
    StateWord{"never", {0, bit(Look::NeverStarts)}},
    StateWord{"active", {kActive, 0}},
    StateWord{"ended", {kEnded, 0}},
    StateWord{"completed", {bit(JobState::Completed), 0}},
    StateWord{"failed", {kBad, 0}},
    StateWord{"cancelled", {bit(JobState::Cancelled), 0}},
    StateWord{"timeout", {bit(JobState::Timeout), 0}},
    StateWord{"out_of_memory", {bit(JobState::OutOfMemory), 0}},
    StateWord{"node_fail", {bit(JobState::NodeFail), 0}},
    StateWord{"boot_fail", {bit(JobState::BootFail), 0}},
    StateWord{"deadline", {bit(JobState::Deadline), 0}},
    StateWord{"preempted", {bit(JobState::Preempted), 0}},
    StateWord{"completing", {bit(JobState::Completing), 0}},
    StateWord{"configuring", {bit(JobState::Configuring), 0}},
    StateWord{"suspended", {bit(JobState::Suspended), 0}},
    StateWord{"stopped", {bit(JobState::Stopped), 0}},
    StateWord{"resizing", {bit(JobState::Resizing), 0}},
    StateWord{"signaling", {bit(JobState::Signaling), 0}},
    StateWord{"stage_out", {bit(JobState::StageOut), 0}},
    StateWord{"requeued", {bit(JobState::Requeued), 0}},
    StateWord{"requeue_hold", {bit(JobState::RequeueHold), 0}},
    StateWord{"requeue_fed", {bit(JobState::RequeueFed), 0}},
    StateWord{"special_exit", {bit(JobState::SpecialExit), 0}},
    StateWord{"resv_del_hold", {bit(JobState::ResvDelHold), 0}},
    StateWord{"revoked", {bit(JobState::Revoked), 0}},
    StateWord{"gone", {bit(JobState::NotKnownAnyMore), 0}},
    StateWord{"other", {bit(JobState::Other), 0}},
};

struct Spelling {
    const char *word;
    const char *means;
};
constexpr std::array kSpellings{
    Spelling{"pd", "pending"},
    Spelling{"r", "running"},
    Spelling{"cg", "completing"},
    Spelling{"cd", "completed"},
    Spelling{"f", "failed"},
    Spelling{"bad", "failed"},
    Spelling{"ca", "cancelled"},
    Spelling{"canceled", "cancelled"},
    Spelling{"to", "timeout"},
    Spelling{"oom", "out_of_memory"},
    Spelling{"outofmemory", "out_of_memory"},
    Spelling{"nf", "node_fail"},
    Spelling{"bf", "boot_fail"},
    Spelling{"dl", "deadline"},
    Spelling{"pr", "preempted"},
    Spelling{"cf", "configuring"},
    Spelling{"starting", "configuring"},
    Spelling{"s", "suspended"},
    Spelling{"st", "stopped"},
    Spelling{"rq", "requeued"},
    Spelling{"rh", "requeue_hold"},
    Spelling{"rf", "requeue_fed"},
    Spelling{"se", "special_exit"},
    Spelling{"rv", "revoked"},
    Spelling{"neverstarts", "never"},
    Spelling{"rd", "resv_del_hold"},
    Spelling{"rs", "resizing"},
    Spelling{"si", "signaling"},
    Spelling{"so", "stage_out"},
};

// How many letters must be changed, added or left out.
int distance(const QString &a, const QString &b)
{
    std::vector<int> row(size_t(b.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        int before = std::exchange(row[0], int(i));
        for (size_t j = 1; j < row.size(); ++j) {
            const int change = before + (a[i - 1] != b[qsizetype(j) - 1]);
            before = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back();
}

} // namespace

std::span<const FieldInfo> fields()
{
    return kFields;
}

const FieldInfo *fieldByKey(QStringView key)
{
    for (const FieldInfo &info : kFields) {
        if (key.compare(QLatin1StringView(info.key), Qt::CaseInsensitive) == 0
            || (info.alias && key.compare(QLatin1StringView(info.alias), Qt::CaseInsensitive) == 0))
            return &info;
    }
    return nullptr;
}

std::span<const StateWord> stateWords()
{
    return kStates;
}

QString nearestState(QStringView word)
{
    const QString typed = word.toString().toLower();
    for (const StateWord &state : kStates) {
        if (typed.size() >= 3 && distance(typed, QLatin1StringView(state.word)) <= 2)
            return QLatin1StringView(state.word);
    }
    return {};
}

std::optional<StateSet> stateByWord(QStringView word)
{
    QLatin1StringView means;
    for (const Spelling &spelling : kSpellings) {
        if (word.compare(QLatin1StringView(spelling.word), Qt::CaseInsensitive) == 0)
            means = QLatin1StringView(spelling.means);
    }
    for (const StateWord &state : kStates) {
        const QLatin1StringView known(state.word);
        if (known == means || word.compare(known, Qt::CaseInsensitive) == 0)
            return state.set;
    }
    return std::nullopt;
}

} // namespace pilothouse::filter

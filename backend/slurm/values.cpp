// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/values.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>

namespace pilothouse::slurm {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool is(QByteArrayView words, std::string_view other)
{
    return std::string_view(words.data(), size_t(words.size())) == other;
}

bool startsWith(QByteArrayView words, std::string_view head)
{
    return std::string_view(words.data(), size_t(words.size())).starts_with(head);
}

std::optional<quint64> digits(QByteArrayView words)
{
    if (words.isEmpty() || words.size() > 20)
        return std::nullopt;
    quint64 value = 0;
    for (const char c : words) {
        if (!isDigit(c))
            return std::nullopt;
        const quint64 digit = quint64(c - '0');
        if (value > (~quint64(0) - digit) / 10)
            return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

// "08", up to four digits; advances.
bool take(QByteArrayView &rest, int count, int &value)
{
    if (rest.size() < count)
        return false;
    value = 0;
    for (int i = 0; i < count; ++i) {
        if (!isDigit(rest[i]))
            return false;
        value = value * 10 + (rest[i] - '0');
    }
    rest = rest.sliced(count);
    return true;
}

bool take(QByteArrayView &rest, char c)
{
    if (rest.isEmpty() || rest[0] != c)
        return false;
    rest = rest.sliced(1);
    return true;
}

// "", "Z", "+0100", "+01:00"
std::optional<Seconds> zoneOf(QByteArrayView rest, Seconds unsaid)
{
    if (rest.isEmpty())
        return unsaid;
    if (is(rest, "Z"))
        return Seconds{0};
    const int sign = rest[0] == '-' ? -1 : 1;
    int hours = 0;
    int minutes = 0;
    if (rest[0] != '+' && rest[0] != '-')
        return std::nullopt;
    rest = rest.sliced(1);
    if (!take(rest, 2, hours))
        return std::nullopt;
    take(rest, ':');
    if (!take(rest, 2, minutes) || !rest.isEmpty())
        return std::nullopt;
    return Seconds(sign * (hours * 3600 + minutes * 60));
}

struct StateName {
    std::string_view name;
    std::string_view compact;
    JobState state;
};

constexpr std::array kStates{
    StateName{"PENDING", "PD", JobState::Pending},          StateName{"RUNNING", "R", JobState::Running},
    StateName{"COMPLETING", "CG", JobState::Completing},    StateName{"CONFIGURING", "CF", JobState::Configuring},
    StateName{"SUSPENDED", "S", JobState::Suspended},       StateName{"COMPLETED", "CD", JobState::Completed},
    StateName{"CANCELLED", "CA", JobState::Cancelled},      StateName{"FAILED", "F", JobState::Failed},
    StateName{"TIMEOUT", "TO", JobState::Timeout},          StateName{"OUT_OF_MEMORY", "OOM", JobState::OutOfMemory},
    StateName{"NODE_FAIL", "NF", JobState::NodeFail},       StateName{"BOOT_FAIL", "BF", JobState::BootFail},
    StateName{"DEADLINE", "DL", JobState::Deadline},        StateName{"PREEMPTED", "PR", JobState::Preempted},
    StateName{"REVOKED", "RV", JobState::Revoked},          StateName{"STOPPED", "ST", JobState::Stopped},
    StateName{"RESIZING", "RS", JobState::Resizing},        StateName{"SIGNALING", "SI", JobState::Signaling},
    StateName{"STAGE_OUT", "SO", JobState::StageOut},       StateName{"REQUEUED", "RQ", JobState::Requeued},
    StateName{"REQUEUE_HOLD", "RH", JobState::RequeueHold}, StateName{"REQUEUE_FED", "RF", JobState::RequeueFed},
    StateName{"SPECIAL_EXIT", "SE", JobState::SpecialExit}, StateName{"RESV_DEL_HOLD", "RD", JobState::ResvDelHold},
};

// The item up to the next comma that is not inside brackets; advances past it.
QByteArrayView nextItem(QByteArrayView &rest)
{
    int depth = 0;
    qsizetype i = 0;
    for (; i < rest.size(); ++i) {
        const char c = rest[i];
        if (c == '(' || c == '[')
            ++depth;
        else if (c == ')' || c == ']')
            --depth;
        else if (c == ',' && depth <= 0)
            break;
    }
    const QByteArrayView item = rest.first(i);
    rest = rest.sliced(std::min(i + 1, rest.size()));
    return item;
}

bool looksLikeGres(QByteArrayView item)
{
    for (const char c : item) {
        if (c == '=' || c == '(')
            return true;
        if (c == ' ' || c == '\t')
            return false;
    }
    return true;
}

// "gpu", "gpu:2", "gpu:a100", "gpu:a100:2", "gpu=2", "gpu:a100=2", each perhaps with "(…)" behind it
void addGpuItem(QByteArrayView item, Gpus &gpus, quint32 &untyped)
{
    const qsizetype bracket = item.indexOf('(');
    if (bracket >= 0)
        item = item.first(bracket);
    quint32 count = 1;
    const qsizetype equals = item.indexOf('=');
    QByteArrayView type;
    if (equals >= 0) {
        count = readNumber32(item.sliced(equals + 1)).value_or(0);
        item = item.first(equals);
        if (item.size() > 4)
            type = item.sliced(4);
    } else if (item.size() > 4) {
        type = item.sliced(4);
        const qsizetype colon = type.lastIndexOf(':');
        if (const auto number = readNumber32(type.sliced(colon + 1))) {
            count = *number;
            type = colon < 0 ? QByteArrayView() : type.first(colon);
        }
    }
    if (type.isEmpty()) {
        untyped += count;
        return;
    }
    const std::string name(type.data(), size_t(type.size()));
    const auto same = std::find_if(gpus.types.begin(), gpus.types.end(), [&](const auto &t) { return t.first == name; });
    if (same == gpus.types.end())
        gpus.types.emplace_back(name, count);
    else
        same->second += count;
}

} // namespace

bool isNothing(QByteArrayView words)
{
    switch (words.size()) {
    case 0:
        return true;
    case 3:
        return is(words, "N/A") || is(words, "n/a");
    case 4:
        return is(words, "None") || is(words, "NONE");
    case 6:
        return is(words, "(null)");
    case 7:
        return is(words, "Unknown");
    case 13:
        return is(words, "None assigned");
    default:
        return false;
    }
}

std::optional<quint64> readNumber(QByteArrayView words)
{
    const auto value = digits(words);
    // NO_VAL and INFINITE of 32 and of 64 bits
    if (!value || *value == 0xfffffffeu || *value == 0xffffffffu || *value >= ~quint64(1))
        return std::nullopt;
    return value;
}

std::optional<quint32> readNumber32(QByteArrayView words)
{
    const auto value = readNumber(words);
    return value && *value < 0xfffffffeu ? std::optional(quint32(*value)) : std::nullopt;
}

std::optional<qint32> readSigned(QByteArrayView words)
{
    const bool negative = !words.isEmpty() && words[0] == '-';
    const auto value = digits(negative ? words.sliced(1) : words);
    if (!value || *value > 0x7fffffffu)
        return std::nullopt;
    return negative ? -qint32(*value) : qint32(*value);
}

Moment readMoment(QByteArrayView words, Seconds offset)
{
    if (const auto epoch = readNumber(words))
        return *epoch < 0xffffffffu ? Moment(qint64(*epoch)) : Moment();
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    QByteArrayView rest = words;
    if (!take(rest, 4, year) || !take(rest, '-') || !take(rest, 2, month) || !take(rest, '-') || !take(rest, 2, day) || !take(rest, 'T')
        || !take(rest, 2, hour) || !take(rest, ':') || !take(rest, 2, minute) || !take(rest, ':') || !take(rest, 2, second))
        return {};
    const auto zone = zoneOf(rest, offset);
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(unsigned(month)), std::chrono::day(unsigned(day))};
    if (!zone || year < 1 || !date.ok() || hour > 23 || minute > 59)
        return {};
    const Seconds at = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(hour) + std::chrono::minutes(minute)
        + Seconds(std::min(second, 59));
    return Moment(at.count() - zone->count());
}

Span readSpan(QByteArrayView words)
{
    if (is(words, "UNLIMITED") || is(words, "infinite") || is(words, "INFINITE"))
        return Span::unlimited();
    qint64 days = 0;
    const qsizetype dash = words.indexOf('-');
    if (dash >= 0) {
        const auto value = digits(words.first(dash));
        if (!value || *value > 24'000)
            return {}; // longer than 65 years is a constant for "not set"
        days = qint64(*value);
        words = words.sliced(dash + 1);
    }
    std::array<qint64, 3> parts{};
    size_t count = 0;
    while (true) {
        const qsizetype colon = words.indexOf(':');
        QByteArrayView part = colon < 0 ? words : words.first(colon);
        if (colon < 0 && count > 0 && part.contains('.'))
            part = part.first(part.indexOf('.')); // TotalCPU prints milliseconds
        const auto value = readNumber(part);
        if (!value || *value > 0x7fffffffu || count == parts.size())
            return {};
        parts[count++] = qint64(*value);
        if (colon < 0)
            break;
        words = words.sliced(colon + 1);
    }
    qint64 seconds = days * 86'400;
    if (dash >= 0) // behind days come hours first
        seconds += parts[0] * 3600 + parts[1] * 60 + parts[2];
    else if (count == 3)
        seconds += parts[0] * 3600 + parts[1] * 60 + parts[2];
    else if (count == 2)
        seconds += parts[0] * 60 + parts[1];
    else
        seconds += parts[0] * 60;
    return seconds > 0x7ffffff0 ? Span() : Span(Seconds(seconds));
}

Memory readMemory(QByteArrayView words)
{
    Memory memory;
    if (!words.isEmpty() && (words.back() == 'c' || words.back() == 'n')) {
        memory.per = words.back() == 'c' ? MemoryPer::Cpu : MemoryPer::Node;
        words = words.chopped(1);
    }
    constexpr std::string_view units = "KMGTPE";
    qint64 unit = 1LL << 20;
    if (!words.isEmpty()) {
        const size_t at = units.find(words.back());
        if (at != std::string_view::npos) {
            unit = 1LL << (10 * (at + 1));
            words = words.chopped(1);
        }
    }
    const qsizetype point = words.indexOf('.');
    const auto whole = digits(point < 0 ? words : words.first(point));
    if (!whole)
        return {};
    double amount = double(*whole);
    double place = 0.1;
    for (qsizetype i = point + 1; point >= 0 && i < words.size(); ++i, place /= 10) {
        if (!isDigit(words[i]))
            return {};
        amount += place * (words[i] - '0');
    }
    const double bytes = amount * double(unit);
    if (bytes >= 1e18 || (*whole == 16'777'216 && unit == 1LL << 40)) // 16777216T is NO_VAL in megabytes
        return {};
    memory.amount = Bytes(std::llround(bytes));
    return memory;
}

Exit readExit(QByteArrayView words)
{
    const qsizetype colon = words.indexOf(':');
    const auto code = readSigned(colon < 0 ? words : words.first(colon));
    const auto signal = colon < 0 ? std::optional<qint32>(0) : readSigned(words.sliced(colon + 1));
    if (!code || !signal)
        return {};
    return {*code, *signal};
}

State readState(QByteArrayView words)
{
    State state;
    const qsizetype by = words.indexOf(" by ");
    if (by > 0) {
        state.by = readNumber32(words.sliced(by + 4));
        words = words.first(by);
    }
    if (words.endsWith('+') && words.size() > 3)
        words = words.chopped(1);
    const auto known
        = std::find_if(kStates.begin(), kStates.end(), [&](const StateName &s) { return is(words, s.name) || is(words, s.compact); });
    if (known != kStates.end())
        state.state = known->state;
    return state;
}

Gpus readGpus(QByteArrayView words)
{
    Gpus gpus;
    if (isNothing(words))
        return gpus;
    quint32 untyped = 0;
    while (!words.isEmpty()) {
        QByteArrayView item = nextItem(words);
        if (!looksLikeGres(item))
            gpus.readable = false;
        if (startsWith(item, "gres/") || startsWith(item, "gres:"))
            item = item.sliced(5);
        if (startsWith(item, "gpu") && (item.size() == 3 || item[3] == ':' || item[3] == '=' || item[3] == '('))
            addGpuItem(item, gpus, untyped);
    }
    for (const auto &type : gpus.types)
        gpus.total += type.second;
    // A generic count beside typed ones tells the same GPUs once more.
    gpus.total = std::max(gpus.total, untyped);
    return gpus;
}

QByteArrayView tresValue(QByteArrayView tres, QByteArrayView name)
{
    while (!tres.isEmpty()) {
        const QByteArrayView item = nextItem(tres);
        if (item.size() > name.size() && item.startsWith(name) && item[name.size()] == '=')
            return item.sliced(name.size() + 1);
    }
    return {};
}

} // namespace pilothouse::slurm

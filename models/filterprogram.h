// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a filter is compiled to, and the tables of its words. Private to the filter's own files.
#pragma once
#include "backend/core/job.h"
#include "models/filter.h"

#include <QRegularExpression>

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace pilothouse::filter {

enum class Shape : quint8 { Text, Number, Amount, Span, Time, State, Id, YesNo, Source, Within };
enum class Field : quint8 {
    State,
    Id,
    Name,
    User,
    Account,
    Source,
    Queue,
    Qos,
    Gpus,
    Reason,
    Node,
    Nodes,
    Cpus,
    Memory,
    Priority,
    Nice,
    Place,
    Elapsed,
    Limit,
    Remaining,
    Waited,
    Submitted,
    Started,
    Ended,
    Within,
    Array,
    Mine,
    Restarts,
    ExitCode,
    WorkDir,
    Comment,
};

struct FieldInfo {
    Field field;
    Shape shape;
    const char *key;
    const char *alias; // another word for it, or null
    const char *hint; // QT_TRANSLATE_NOOP("Filter", …)
};
[[nodiscard]] std::span<const FieldInfo> fields();
[[nodiscard]] const FieldInfo *fieldByKey(QStringView key);

enum class Op : quint8 { Is, IsNot, Like, NotLike, Less, AtMost, More, AtLeast };

struct StateSet {
    quint32 states = 0; // bit by JobState
    quint32 looks = 0; // bit by Look
};
struct StateWord {
    const char *word;
    StateSet set;
};
[[nodiscard]] std::span<const StateWord> stateWords();
[[nodiscard]] std::optional<StateSet> stateByWord(QStringView word);
[[nodiscard]] QString nearestState(QStringView word); // what was probably meant; empty: a state of its own

struct Pattern {
    QString folded; // case-folded words, or a glob of them
    bool glob = false;
    bool part = false; // found anywhere
    std::optional<QRegularExpression> expression;
    [[nodiscard]] bool matches(const QString &words) const;
};

struct TextTest {
    Field field;
    std::vector<Pattern> any;
    bool me = false; // user:me stood among the values
};
struct NumberTest {
    Field field;
    Op op;
    std::vector<double> any; // Is and IsNot may have several
    std::vector<bool> byDay; // of each: a date without a time, with Is: the whole day
    bool byAge = false; // a time field compared with how long ago it was
};
struct StateTest {
    StateSet set;
    std::vector<QString> others; // names of states that this program does not know, case-folded
};
struct IdTest {
    struct One {
        quint32 job = 0;
        quint32 task = kNoTask;
        bool het = false;
        std::optional<Pattern> pattern;
    };
    std::vector<One> any;
};
struct FlagTest {
    Field field;
    bool wanted = true;
};
struct BareTest {
    Pattern name;
    QByteArray digits; // the word, if it can be part of an id
};

using Leaf = std::variant<TextTest, NumberTest, StateTest, IdTest, FlagTest, BareTest>;

struct Node {
    enum class Kind : quint8 { And, Or, Not, Test } kind = Kind::Test;
    int left = -1; // or the index of the leaf
    int right = -1;
};

struct Program {
    std::vector<Node> nodes;
    std::vector<Leaf> leaves;
    int root = -1; // -1: everything passes
    bool usesTime = false;
};

// Values. Each is nullopt when the words are not one.
[[nodiscard]] std::optional<double> readNumber(QStringView words);
[[nodiscard]] std::optional<double> readAmount(QStringView words); // bytes: "64G", "1.5TiB"
[[nodiscard]] std::optional<double> readSpan(QStringView words); // seconds: "2h", "1d12h", "90", "1-04:00", "2:30"
struct Time {
    double epoch = 0;
    bool wholeDay = false;
};
[[nodiscard]] std::optional<Time> readTime(QStringView words); // "2026-03-01", "2026-03-01T10:00", "today", "yesterday", "now"
[[nodiscard]] bool globMatches(QStringView glob, QStringView words);
// Whether a node list such as "n[001-004,9],gpu1" holds a node that the pattern matches.
[[nodiscard]] bool hostlistMatches(const QString &list, const Pattern &pattern);

} // namespace pilothouse::filter

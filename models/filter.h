// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The filter language of the Jobs page and of --filter: user:me state:pending gpu>=4 queue:a100 name~"resnet.*" waited>2h
//   key:a,b         one of these, whatever the case; * and ? stand for any text; name, reason, workdir and comment: contains
//   key=a           the whole of it
//   key>=4 key!=x   < <= > >= = !=; amounts take units: 64G, 2h, 1-12:00, 2026-03-01
//   key~"regex"     found anywhere in it; !~ for not
//   word "words"    in the name or the id; "mine" alone for one's own
//   a b   a|b   -a  both; either; not. Also: and, or, not; brackets
//   #user:me        kept but switched off
// Compiled once, then run over snapshots on a worker; a word is looked at once however many jobs carry it.
#pragma once
#include "backend/core/snapshot.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <tl/expected.hpp>
#include <vector>

namespace pilothouse {

struct FilterError {
    QString message; // translated, says what to do
    int at = 0; // where in the text
    int length = 0;
    friend bool operator==(const FilterError &, const FilterError &) = default;
};

// A piece of the text as the filter field paints it. A token that is off begins with '#'.
struct FilterToken {
    enum class Kind : quint8 { Word, Phrase, Term, Not, And, Or, Open, Close };
    Kind kind = Kind::Word;
    bool off = false;
    bool closed = true; // false: a quote without its end
    int at = 0; // with its '#'
    int length = 0;
    int keyLength = 0; // of a Term, after '#'
    int opLength = 0;
    [[nodiscard]] int end() const { return at + length; }
    [[nodiscard]] int keyAt() const { return at + (off ? 1 : 0); }
    friend bool operator==(const FilterToken &, const FilterToken &) = default;
};
[[nodiscard]] std::vector<FilterToken> filterTokens(const QString &text);
// The text with this token switched off, or on again. Not, Or and brackets cannot be.
[[nodiscard]] QString withToggledToken(const QString &text, const FilterToken &token);
// A value as it stands in a filter: quoted where it must be.
[[nodiscard]] QString quotedForFilter(const QString &value);

namespace filter {
struct Program;
}

class Filter {
public:
    Filter(); // lets everything pass
    [[nodiscard]] static tl::expected<Filter, FilterError> compile(const QString &text);
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool usesTime() const; // the same jobs may pass or not a minute later
    [[nodiscard]] const filter::Program &program() const { return *m_program; }

private:
    explicit Filter(std::shared_ptr<const filter::Program> program) : m_program(std::move(program)) { }
    std::shared_ptr<const filter::Program> m_program;
};

// One filter over the jobs of one snapshot; remembers what it found out about each word.
class FilterRun {
public:
    FilterRun(const Filter &filter, const Snapshot &snapshot, const QString &sourceName, const QDateTime &now, bool stale = false);
    [[nodiscard]] bool passes(const Job &job);

private:
    [[nodiscard]] bool node(int index, const Job &job);
    [[nodiscard]] bool leaf(int index, const Job &job);
    [[nodiscard]] bool word(int leafIndex, Text text);

    Filter m_filter;
    const Snapshot &m_snapshot;
    QString m_sourceName;
    Moment m_now;
    std::vector<QHash<quint32, bool>> m_known; // by leaf
};

// What the completion may propose; made with the rows.
struct KnownWords {
    QStringList users, accounts, queues, qos, reasons, sources;
    friend bool operator==(const KnownWords &, const KnownWords &) = default;
};

struct Proposal {
    QString text; // what stands there afterwards
    QString hint; // what it means, for the list
    int at = 0; // what it replaces
    int length = 0;
    friend bool operator==(const Proposal &, const Proposal &) = default;
};
[[nodiscard]] QList<Proposal> completeFilter(const QString &text, int cursor, const KnownWords &known);

} // namespace pilothouse

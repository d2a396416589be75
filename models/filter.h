// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The filter language of the Jobs page and of --filter: user:me state:pending gpu>=4 queue:a100 name~"resnet.*" waited>2h
//   key:a,b        one of these, whole words, * and ? stand for any text; name, reason, comment, workdir: contains
//   key>4  key!=x  < <= > >= = != ; amounts take units (64G, 2h, 1-12:00, 2026-03-01)
//   key~"regex"    a regular expression anywhere in it
//   word  "words"  in the name, or the id begins with it
//   a b            both; a or b; not a, -a; ( )
//   #user:me       kept but switched off
// Compiled once, run on a worker: each text test is made once per distinct word.
#pragma once
#include "backend/core/job.h"

#include <tl/expected.hpp>

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace pilothouse {

struct FilterError {
    QString message; // translated, says what to do
    int at = 0; // where in the text
    int length = 0;
};

struct FilterToken { // for painting: a term with its key, operator and value is one token
    enum class Kind { Term, Off, Word, Paren };
    Kind kind = Kind::Term;
    int at = 0;
    int length = 0;
    friend bool operator==(const FilterToken &, const FilterToken &) = default;
};

struct FilterCompletion {
    int at = 0; // what the proposals replace
    int length = 0;
    QStringList proposals;
};

namespace filter {
struct Node;
}

class Filter {
public:
    Filter(); // lets everything pass
    [[nodiscard]] static tl::expected<Filter, FilterError> compile(const QString &text);
    [[nodiscard]] bool passesAll() const { return !m_root; }

private:
    friend class FilterRun;
    std::shared_ptr<const filter::Node> m_root;
};

// One filter over the jobs of one snapshot. Not shared between threads.
class FilterRun {
public:
    // now: the source's clock, for waited, elapsed, remaining and within.
    FilterRun(const Filter &filter, const TextPool &words, QString sourceName, Moment now);
    ~FilterRun();
    [[nodiscard]] bool passes(const Job &job);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

[[nodiscard]] QList<FilterToken> filterTokens(const QString &text);
// The text with the token that covers position switched off, or on again.
[[nodiscard]] QString toggleFilterToken(const QString &text, int position);
// known gives the words that a key can take now ("user" → alice, bob); state words and keys are known here.
[[nodiscard]] FilterCompletion completeFilter(const QString &text, int cursor, const std::function<QStringList(const QString &key)> &known);

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The filter language's grammar: text → tree. What the leaves mean is filterkeys' and filter's business.
#pragma once
#include "models/filter.h"
#include "models/filterkeys.h"

#include <QRegularExpression>

#include <vector>

namespace pilothouse::filter {

enum class Op : quint8 { Is, IsNot, Less, AtMost, More, AtLeast, Matches };

struct Value {
    QString text;
    double number = 0;
    QRegularExpression pattern; // of a glob, or of Op::Matches
    bool isPattern = false;
    const StateWord *state = nullptr;
};

struct Node {
    enum class Type : quint8 { And, Or, Not, Leaf } type = Type::And;
    std::vector<Node> children;
    const Key *key = nullptr; // null in a Leaf: a bare word
    Op op = Op::Is;
    std::vector<Value> values; // any of them
    int leaf = 0; // number of the leaf, for what a run remembers
};

struct Lexeme {
    enum class Type : quint8 { Term, Open, Close, And, Or, Not } type = Type::Term;
    int at = 0;
    int length = 0;
    bool off = false; // #term
    bool negated = false; // -term
    QString key; // empty: a bare word
    QString op;
    QString value; // as typed between the quotes
    bool quoted = false;
};

[[nodiscard]] tl::expected<std::vector<Lexeme>, FilterError> lex(const QString &text);
// Null when nothing is left to test (empty, or all switched off).
[[nodiscard]] tl::expected<std::shared_ptr<const Node>, FilterError> parse(const QString &text);

} // namespace pilothouse::filter

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterleaf.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace filter {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Filter)
};

constexpr int kLongestFilter = 4096;
constexpr int kDeepest = 64;

class Parser {
public:
    explicit Parser(const QString &text) : m_text(text), m_tokens(filterTokens(text)) { }

    tl::expected<Program, FilterError> parse()
    {
        if (m_text.size() > kLongestFilter)
            return fail(Words::tr("The filter is longer than %1 characters; shorten it.").arg(kLongestFilter), 0, int(m_text.size()));
        const auto root = any(0);
        if (!root)
            return tl::unexpected(root.error());
        if (m_at < m_tokens.size())
            return fail(Words::tr("This bracket closes nothing; remove it."), token().at, 1);
        m_program.root = *root;
        return std::move(m_program);
    }

private:
    using Kind = FilterToken::Kind;
    using Index = tl::expected<int, FilterError>; // -1: nothing that counts

    [[nodiscard]] bool atEnd() const { return m_at >= m_tokens.size(); }
    [[nodiscard]] const FilterToken &token() const { return m_tokens[m_at]; }
    [[nodiscard]] static tl::unexpected<FilterError> fail(QString message, int at, int length)
    {
        return tl::unexpected(FilterError{std::move(message), at, length});
    }
    int add(Node node)
    {
        m_program.nodes.push_back(node);
        return int(m_program.nodes.size()) - 1;
    }
    int join(Node::Kind kind, int left, int right) { return left < 0 ? right : right < 0 ? left : add({kind, left, right}); }

    Index any(int depth)
    {
        auto left = all(depth);
        while (left && !atEnd() && token().kind == Kind::Or) {
            const FilterToken bar = token();
            ++m_at;
            if (atEnd() || token().kind == Kind::Or || token().kind == Kind::And || token().kind == Kind::Close)
                return fail(Words::tr("Something must follow the “or”."), bar.at, bar.length);
            const auto right = all(depth);
            if (!right)
                return right;
            left = join(Node::Kind::Or, *left, *right);
        }
        return left;
    }

    Index all(int depth)
    {
        int left = -1;
        bool first = true;
        while (!atEnd() && token().kind != Kind::Close) {
            if (token().kind == Kind::Or) {
                if (first)
                    return fail(Words::tr("Something must stand before the “or”."), token().at, token().length);
                break;
            }
            if (token().kind == Kind::And) {
                const FilterToken word = token();
                ++m_at;
                const bool last = atEnd() || token().kind == Kind::Close || token().kind == Kind::Or || token().kind == Kind::And;
                if (first || last)
                    return fail(Words::tr("Something must stand on both sides of the “and”."), word.at, word.length);
            }
            const auto right = one(depth);
            if (!right)
                return right;
            left = first ? *right : join(Node::Kind::And, left, *right);
            first = false;
        }
        return left;
    }

    Index one(int depth)
    {
        const FilterToken here = token();
        if (depth > kDeepest)
            return fail(Words::tr("Too many brackets inside each other."), here.at, 1);
        ++m_at;
        if (here.kind == Kind::Not) {
            if (atEnd() || token().kind == Kind::Close || token().kind == Kind::Or || token().kind == Kind::And)
                return fail(Words::tr("Something must follow the “not”."), here.at, here.length);
            const auto inner = one(depth + 1);
            if (!inner || *inner < 0)
                return inner;
            return add({Node::Kind::Not, *inner, -1});
        }
        if (here.kind == Kind::Open) {
            const auto inner = any(depth + 1);
            if (!inner)
                return inner;
            if (atEnd())
                return fail(Words::tr("This bracket is not closed; add a )."), here.at, 1);
            ++m_at;
            return inner;
        }
        return leafOf(here);
    }

    Index leafOf(const FilterToken &here)
    {
        if (here.off)
            return -1;
        if (!here.closed)
            return fail(Words::tr("The quote is not closed; add a \"."), here.at, here.length);
        auto leaf = makeLeaf(m_text, here);
        if (!leaf)
            return tl::unexpected(leaf.error());
        m_program.usesTime = m_program.usesTime || leaf->usesTime;
        m_program.leaves.push_back(std::move(leaf->leaf));
        const int index = add({Node::Kind::Test, int(m_program.leaves.size()) - 1, -1});
        return leaf->turned ? add({Node::Kind::Not, index, -1}) : index;
    }

    const QString &m_text;
    std::vector<FilterToken> m_tokens;
    size_t m_at = 0;
    Program m_program;
};

} // namespace

} // namespace filter

Filter::Filter() : m_program(std::make_shared<filter::Program>())
{
}

tl::expected<Filter, FilterError> Filter::compile(const QString &text)
{
    auto program = filter::Parser(text).parse();
    if (!program)
        return tl::unexpected(program.error());
    return Filter(std::make_shared<const filter::Program>(std::move(*program)));
}

bool Filter::isEmpty() const
{
    return m_program->root < 0;
}

bool Filter::usesTime() const
{
    return m_program->usesTime;
}

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filterparse.h"

#include <QCoreApplication>

namespace pilothouse::filter {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLongestFilter = 4096;
constexpr int kDeepest = 64;
constexpr int kLongestPattern = 1000;

tl::unexpected<FilterError> wrong(const QString &message, int at, int length)
{
    return tl::unexpected(FilterError{message, at, std::max(1, length)});
}

bool endsWord(QChar c)
{
    return c.isSpace() || c == u'(' || c == u')';
}

// "…" with \" and \\ ; answers the end behind the closing mark, or -1.
int readQuoted(const QString &text, int at, QString &into)
{
    for (int i = at + 1; i < text.size(); ++i) {
        if (text[i] == u'"')
            return i + 1;
        if (text[i] == u'\\' && i + 1 < text.size() && (text[i + 1] == u'"' || text[i + 1] == u'\\'))
            ++i;
        into += text[i];
    }
    return -1;
}

QString operatorAt(const QString &text, int at)
{
    for (const auto &op : {u">="_s, u"<="_s, u"!="_s, u":"_s, u"="_s, u">"_s, u"<"_s, u"~"_s}) {
        if (QStringView(text).mid(at).startsWith(op))
            return op;
    }
    return {};
}

tl::expected<Lexeme, FilterError> lexTerm(const QString &text, int at)
{
    Lexeme term{.at = at};
    int i = at;
    if (text[i] == u'#') {
        term.off = true;
        ++i;
    }
    if (i + 1 < text.size() && (text[i] == u'-' || text[i] == u'!') && !endsWord(text[i + 1])) {
        term.negated = true;
        ++i;
    }
    int end = i;
    while (end < text.size() && (text[end].isLetter() || text[end] == u'_'))
        ++end;
    const QString op = end > i ? operatorAt(text, end) : QString();
    if (!op.isEmpty()) {
        term.key = text.mid(i, end - i);
        term.op = op;
        i = end + int(op.size());
    }
    while (i < text.size() && !endsWord(text[i])) {
        if (text[i] == u'"') {
            term.quoted = true;
            const int behind = readQuoted(text, i, term.value);
            if (behind < 0)
                return wrong(QCoreApplication::translate("Filter", "This quotation mark is never closed: add another \" behind the words."), i, int(text.size()) - i);
            i = behind;
        } else {
            term.value += text[i++];
        }
    }
    term.length = i - at;
    return term;
}

} // namespace

tl::expected<std::vector<Lexeme>, FilterError> lex(const QString &text)
{
    if (text.size() > kLongestFilter)
        return wrong(QCoreApplication::translate("Filter", "This filter is too long: at most 4096 characters."), kLongestFilter, int(text.size()) - kLongestFilter);
    std::vector<Lexeme> all;
    for (int i = 0; i < text.size();) {
        if (text[i].isSpace()) {
            ++i;
            continue;
        }
        if (text[i] == u'(' || text[i] == u')') {
            all.push_back({.type = text[i] == u'(' ? Lexeme::Type::Open : Lexeme::Type::Close, .at = i, .length = 1});
            ++i;
            continue;
        }
        if ((text[i] == u'-' || text[i] == u'!') && i + 1 < text.size() && text[i + 1] == u'(') {
            all.push_back({.type = Lexeme::Type::Not, .at = i, .length = 1});
            ++i;
            continue;
        }
        auto term = lexTerm(text, i);
        if (!term)
            return tl::unexpected(term.error());
        if (term->key.isEmpty() && !term->quoted && !term->negated && !term->off) {
            const QString word = term->value.toLower();
            if (word == u"and"_s)
                term->type = Lexeme::Type::And;
            else if (word == u"or"_s || word == u"|"_s)
                term->type = Lexeme::Type::Or;
            else if (word == u"not"_s)
                term->type = Lexeme::Type::Not;
        }
        i = term->at + term->length;
        all.push_back(std::move(*term));
    }
    return all;
}

namespace {

class Parser {
public:
    explicit Parser(std::vector<Lexeme> lexemes) : m_all(std::move(lexemes)) {}

    tl::expected<std::shared_ptr<const Node>, FilterError> run()
    {
        auto tree = either(0);
        if (!tree)
            return tl::unexpected(tree.error());
        if (m_at < m_all.size())
            return wrong(QCoreApplication::translate("Filter", "This bracket closes nothing: take it away or open one before it."), m_all[m_at].at, 1);
        if (tree->type == Node::Type::And && tree->children.empty())
            return nullptr;
        return std::make_shared<const Node>(std::move(*tree));
    }

private:
    using Parsed = tl::expected<Node, FilterError>;

    [[nodiscard]] bool at(Lexeme::Type type) const { return m_at < m_all.size() && m_all[m_at].type == type; }

    Parsed either(int depth)
    {
        Node any{.type = Node::Type::Or};
        for (;;) {
            auto side = all(depth);
            if (!side)
                return side;
            const bool empty = side->type == Node::Type::And && side->children.empty();
            if (empty && (at(Lexeme::Type::Or) || !any.children.empty()) && !m_sawOff)
                return wrong(QCoreApplication::translate("Filter", "Something is missing beside this or."), m_all[std::min(m_at, m_all.size() - 1)].at, 2);
            if (!empty)
                any.children.push_back(std::move(*side));
            if (!at(Lexeme::Type::Or))
                break;
            ++m_at;
        }
        if (any.children.empty())
            return Node{};
        return any.children.size() == 1 ? Parsed(std::move(any.children.front())) : Parsed(std::move(any));
    }

    Parsed all(int depth)
    {
        Node every;
        while (m_at < m_all.size() && !at(Lexeme::Type::Or) && !at(Lexeme::Type::Close)) {
            if (at(Lexeme::Type::And)) {
                ++m_at;
                continue;
            }
            if (m_all[m_at].off) {
                m_sawOff = true;
                ++m_at;
                continue;
            }
            auto one = unary(depth);
            if (!one)
                return one;
            if (one->type != Node::Type::And || !one->children.empty())
                every.children.push_back(std::move(*one));
        }
        return every.children.size() == 1 ? Parsed(std::move(every.children.front())) : Parsed(std::move(every));
    }

    Parsed unary(int depth)
    {
        if (depth > kDeepest)
            return wrong(QCoreApplication::translate("Filter", "Too many brackets within brackets."), m_all[m_at].at, 1);
        const Lexeme here = m_all[m_at++];
        if (here.type == Lexeme::Type::Not) {
            if (m_at >= m_all.size() || at(Lexeme::Type::Close) || at(Lexeme::Type::Or) || at(Lexeme::Type::And))
                return wrong(QCoreApplication::translate("Filter", "Something is missing behind this not."), here.at, here.length);
            auto inner = unary(depth + 1);
            if (!inner)
                return inner;
            return negate(std::move(*inner));
        }
        if (here.type == Lexeme::Type::Open) {
            auto inner = either(depth + 1);
            if (!inner)
                return inner;
            if (!at(Lexeme::Type::Close))
                return wrong(QCoreApplication::translate("Filter", "This bracket is never closed: add ) behind what belongs in it."), here.at, 1);
            ++m_at;
            return inner;
        }
        auto leaf = term(here);
        if (!leaf)
            return leaf;
        return here.negated ? negate(std::move(*leaf)) : std::move(*leaf);
    }

    static Node negate(Node node)
    {
        Node flipped{.type = Node::Type::Not};
        flipped.children.push_back(std::move(node));
        return flipped;
    }

    Parsed term(const Lexeme &lexeme)
    {
        Node leaf{.type = Node::Type::Leaf};
        leaf.leaf = m_leaves++;
        if (lexeme.key.isEmpty()) {
            leaf.values.push_back({.text = lexeme.value});
            return leaf;
        }
        leaf.key = keyNamed(lexeme.key);
        if (!leaf.key)
            return wrong(QCoreApplication::translate("Filter", "There is no word %1 to filter by. Known: %2.").arg(lexeme.key, keyList()), lexeme.at, lexeme.length);
        if (lexeme.value.isEmpty() && !lexeme.quoted)
            return wrong(QCoreApplication::translate("Filter", "A value is missing behind %1.").arg(lexeme.key + lexeme.op), lexeme.at, lexeme.length);
        leaf.op = operatorOf(lexeme.op);
        if (auto trouble = readValues(leaf, lexeme))
            return tl::unexpected(*trouble);
        return leaf;
    }

    static Op operatorOf(const QString &op)
    {
        if (op == u">"_s)
            return Op::More;
        if (op == u">="_s)
            return Op::AtLeast;
        if (op == u"<"_s)
            return Op::Less;
        if (op == u"<="_s)
            return Op::AtMost;
        if (op == u"!="_s)
            return Op::IsNot;
        return op == u"~"_s ? Op::Matches : Op::Is;
    }

    static QString keyList()
    {
        QStringList names;
        for (const Key &key : keys())
            names << QString::fromLatin1(key.name);
        return names.join(u", "_s);
    }

    static bool isWords(Kind kind) { return kind == Kind::Text || kind == Kind::State || kind == Kind::Source || kind == Kind::Id; }

    static std::optional<FilterError> readValues(Node &leaf, const Lexeme &lexeme)
    {
        const auto fail = [&](const QString &message) { return FilterError{message, lexeme.at, lexeme.length}; };
        const bool words = isWords(leaf.key->kind);
        if (words && leaf.op != Op::Is && leaf.op != Op::IsNot && leaf.op != Op::Matches)
            return fail(QCoreApplication::translate("Filter", "%1 is no amount: use %1:value or %1~\"pattern\".").arg(lexeme.key));
        if (!words && leaf.op == Op::Matches)
            return fail(QCoreApplication::translate("Filter", "%1 is an amount: use %1>value, %1<value or %1:value.").arg(lexeme.key));
        const QStringList parts = leaf.op == Op::Matches || lexeme.quoted ? QStringList{lexeme.value} : lexeme.value.split(u',', Qt::SkipEmptyParts);
        for (const QString &part : parts) {
            Value value{.text = part};
            if (leaf.op == Op::Matches) {
                if (auto trouble = compilePattern(value, part))
                    return fail(*trouble);
            } else if (words) {
                if (auto trouble = readWord(value, leaf.key->kind, part, lexeme.quoted))
                    return fail(*trouble);
            } else if (const auto number = readValue(leaf.key->kind, part)) {
                value.number = *number;
            } else {
                return fail(howToWrite(leaf.key->kind).arg(part));
            }
            leaf.values.push_back(std::move(value));
        }
        return leaf.values.empty() ? std::optional(fail(QCoreApplication::translate("Filter", "A value is missing behind %1.").arg(lexeme.key + lexeme.op))) : std::nullopt;
    }

    static std::optional<QString> readWord(Value &value, Kind kind, const QString &part, bool quoted)
    {
        if (kind == Kind::State) {
            for (const StateWord &word : stateWords()) {
                if (part.compare(QLatin1StringView(word.word), Qt::CaseInsensitive) == 0)
                    value.state = &word;
            }
        }
        if (!quoted && (part.contains(u'*') || part.contains(u'?'))) {
            value.isPattern = true;
            QString pattern = QRegularExpression::escape(part);
            pattern.replace(u"\\*"_s, u".*"_s).replace(u"\\?"_s, u"."_s);
            value.pattern = QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                                               QRegularExpression::CaseInsensitiveOption | QRegularExpression::DotMatchesEverythingOption);
        }
        return std::nullopt;
    }

    static std::optional<QString> compilePattern(Value &value, const QString &pattern)
    {
        if (pattern.size() > kLongestPattern)
            return QCoreApplication::translate("Filter", "This pattern is too long: at most 1000 characters.");
        value.isPattern = true;
        // A pattern that would run for ever on some name gives up instead (PCRE's own limits).
        value.pattern = QRegularExpression(u"(*LIMIT_MATCH=200000)(*LIMIT_DEPTH=2000)"_s + pattern, QRegularExpression::CaseInsensitiveOption);
        if (!value.pattern.isValid())
            return QCoreApplication::translate("Filter", "This pattern cannot be read: %1.").arg(value.pattern.errorString());
        value.pattern.optimize();
        return std::nullopt;
    }

    static QString howToWrite(Kind kind)
    {
        switch (kind) {
        case Kind::Bytes:
            return QCoreApplication::translate("Filter", "%1 is no amount of memory: write 64G, 500M or 1T.");
        case Kind::Duration:
        case Kind::Within:
            return QCoreApplication::translate("Filter", "%1 is no length of time: write 2h, 90m, 1d12h or 1-12:00:00.");
        case Kind::Time:
            return QCoreApplication::translate("Filter", "%1 is no time: write 2026-03-01 or 2026-03-01T14:30.");
        default:
            return QCoreApplication::translate("Filter", "%1 is no number.");
        }
    }

    std::vector<Lexeme> m_all;
    size_t m_at = 0;
    int m_leaves = 0;
    bool m_sawOff = false;
};

} // namespace

tl::expected<std::shared_ptr<const Node>, FilterError> parse(const QString &text)
{
    auto lexemes = lex(text);
    if (!lexemes)
        return tl::unexpected(lexemes.error());
    return Parser(std::move(*lexemes)).run();
}

} // namespace pilothouse::filter

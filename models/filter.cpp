// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter.h"

#include "models/filterparse.h"

#include <unordered_map>

namespace pilothouse {

using namespace filter;
using namespace Qt::StringLiterals;

Filter::Filter() = default;

tl::expected<Filter, FilterError> Filter::compile(const QString &text)
{
    auto root = parse(text);
    if (!root)
        return tl::unexpected(root.error());
    Filter compiled;
    compiled.m_root = std::move(*root);
    return compiled;
}

struct FilterRun::Private {
    std::shared_ptr<const Node> root;
    const TextPool &words;
    QString source;
    qint64 now;
    std::unordered_map<quint64, bool> seen; // (leaf, Text) → passed

    bool test(const Node &node, const Job &job);
    bool leaf(const Node &node, const Job &job);
    bool remembered(const Node &node, Text text, bool (Private::*check)(const Node &, QByteArrayView));
    bool textPasses(const Node &node, QByteArrayView bytes);
    bool wordInName(const Node &node, QByteArrayView bytes);
    bool statePasses(const Node &node, const Job &job);
    bool idPasses(const Node &node, const Job &job);
    bool numberPasses(const Node &node, const Job &job) const;
};

FilterRun::FilterRun(const Filter &filter, const TextPool &words, QString sourceName, Moment now)
    : d(new Private{filter.m_root, words, std::move(sourceName), now.epoch(), {}})
{
}

FilterRun::~FilterRun() = default;

bool FilterRun::passes(const Job &job)
{
    return !d->root || d->test(*d->root, job);
}

bool FilterRun::Private::test(const Node &node, const Job &job)
{
    switch (node.type) {
    case Node::Type::And:
        return std::all_of(node.children.begin(), node.children.end(), [&](const Node &child) { return test(child, job); });
    case Node::Type::Or:
        return std::any_of(node.children.begin(), node.children.end(), [&](const Node &child) { return test(child, job); });
    case Node::Type::Not:
        return !test(node.children.front(), job);
    case Node::Type::Leaf:
        return leaf(node, job);
    }
    return false;
}

bool FilterRun::Private::leaf(const Node &node, const Job &job)
{
    if (!node.key)
        return idPasses(node, job) || remembered(node, job.name, &Private::wordInName);
    switch (node.key->kind) {
    case Kind::Text: {
        const bool user = node.key->text == &Job::user;
        const bool me = user && node.op != Op::Matches
            && std::any_of(node.values.begin(), node.values.end(), [](const Value &v) { return v.text == u"me"_s; });
        if (me && job.mine)
            return node.op == Op::Is;
        return remembered(node, job.*(node.key->text), &Private::textPasses);
    }
    case Kind::State:
        return statePasses(node, job);
    case Kind::Source:
        return textPasses(node, source.toUtf8());
    case Kind::Id:
        return idPasses(node, job) != (node.op == Op::IsNot);
    default:
        return numberPasses(node, job);
    }
}

bool FilterRun::Private::remembered(const Node &node, Text text, bool (Private::*check)(const Node &, QByteArrayView))
{
    const auto [found, fresh] = seen.try_emplace(quint64(node.leaf) << 32 | text.at(), false);
    if (fresh)
        found->second = (this->*check)(node, words.bytes(text));
    return found->second;
}

namespace {

bool valueMatches(const Value &value, const QString &text, bool contains)
{
    if (value.isPattern)
        return value.pattern.match(text).hasMatch();
    return contains ? text.contains(value.text, Qt::CaseInsensitive) : text.compare(value.text, Qt::CaseInsensitive) == 0;
}

// A job that waits in several partitions, "a100,h100", is in each of them.
bool anyPart(const Value &value, const QString &text, bool contains)
{
    if (valueMatches(value, text, contains))
        return true;
    if (!text.contains(u','))
        return false;
    const QStringList parts = text.split(u',');
    return std::any_of(parts.begin(), parts.end(), [&](const QString &part) { return valueMatches(value, part, contains); });
}

} // namespace

bool FilterRun::Private::textPasses(const Node &node, QByteArrayView bytes)
{
    const QString text = QString::fromUtf8(bytes);
    const bool contains = node.key->contains || node.op == Op::Matches;
    const bool any = std::any_of(node.values.begin(), node.values.end(), [&](const Value &value) { return anyPart(value, text, contains); });
    return any != (node.op == Op::IsNot);
}

bool FilterRun::Private::wordInName(const Node &node, QByteArrayView bytes)
{
    return QString::fromUtf8(bytes).contains(node.values.front().text, Qt::CaseInsensitive);
}

bool FilterRun::Private::statePasses(const Node &node, const Job &job)
{
    const QByteArrayView reason = words.bytes(job.reason);
    const QString said = words.string(job.stateText);
    const bool any = std::any_of(node.values.begin(), node.values.end(), [&](const Value &value) {
        return value.state ? value.state->matches(job.state, reason, job.priority) : valueMatches(value, said, node.op == Op::Matches);
    });
    return any != (node.op == Op::IsNot);
}

// "4711", "4711_12" (the task, or the waiting rest that holds it is not unfolded here), "4711*".
bool FilterRun::Private::idPasses(const Node &node, const Job &job)
{
    const quint32 master = job.arrayJobId ? job.arrayJobId : job.hetJobId ? job.hetJobId : job.jobId;
    QString id = QString::number(master);
    if (job.key.task != kNoTask)
        id += u'_' + QString::number(job.key.task);
    else if (job.hetJobId)
        id += u'+' + QString::number(job.hetOffset);
    const bool bare = node.key == nullptr;
    return std::any_of(node.values.begin(), node.values.end(), [&](const Value &value) {
        if (value.isPattern)
            return value.pattern.match(id).hasMatch();
        if (bare)
            return !value.text.isEmpty() && value.text[0].isDigit() && id.startsWith(value.text);
        return id == value.text || QString::number(master) == value.text || QString::number(job.jobId) == value.text;
    });
}

bool FilterRun::Private::numberPasses(const Node &node, const Job &job) const
{
    const std::optional<double> is = node.key->number(job, now);
    if (!is)
        return false; // not known: neither more nor less
    return std::any_of(node.values.begin(), node.values.end(), [&](const Value &value) {
        switch (node.op) {
        case Op::Less:
            return *is < value.number;
        case Op::AtMost:
            return *is <= value.number;
        case Op::More:
            return *is > value.number;
        case Op::AtLeast:
            return *is >= value.number;
        case Op::IsNot:
            return *is != value.number;
        default: // within:24h means up to that long ago; any other amount is just that
            return node.key->kind == Kind::Within ? *is <= value.number : *is == value.number;
        }
    });
}

} // namespace pilothouse

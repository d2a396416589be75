// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/jsonlines.h"

namespace pilothouse {

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

constexpr size_t kDeepest = 64;

// Feeds the parser and counts the lines that it has taken.
class CountingBytes {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    CountingBytes(const char *at, int *line) : m_at(at), m_line(line) { }
    reference operator*() const { return *m_at; }
    CountingBytes &operator++()
    {
        *m_line += *m_at == '\n';
        ++m_at;
        return *this;
    }
    friend bool operator==(const CountingBytes &a, const CountingBytes &b) { return a.m_at == b.m_at; }
    friend bool operator!=(const CountingBytes &a, const CountingBytes &b) { return !(a == b); }

private:
    const char *m_at;
    int *m_line;
};

class Builder final : public json::json_sax_t {
public:
    explicit Builder(const int &line) : m_line(line) { }

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(json::number_integer_t value) override { return put(value); }
    bool number_unsigned(json::number_unsigned_t value) override { return put(value); }
    bool number_float(json::number_float_t value, const json::string_t &) override { return put(value); }
    bool string(json::string_t &value) override { return put(std::move(value)); }
    bool binary(json::binary_t &) override { return false; }
    bool key(json::string_t &value) override
    {
        m_open.back()->members.emplace_back(QString::fromStdString(value),
                                            LinedJson{.line = m_line, .value = {}, .members = {}, .items = {}});
        return true;
    }
    bool start_object(std::size_t) override { return put(json::object()); }
    bool start_array(std::size_t) override { return put(json::array()); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool parse_error(std::size_t, const std::string &, const json::exception &error) override
    {
        m_words = QString::fromUtf8(error.what());
        return false;
    }

    LinedJson root;
    [[nodiscard]] QString words() const { return m_words; }

private:
    bool put(json value)
    {
        const bool opens = value.is_structured();
        LinedJson *place = &root;
        if (!m_open.empty() && m_open.back()->value.is_array()) {
            place = &m_open.back()->items.emplace_back();
            place->line = m_line;
        } else if (!m_open.empty()) {
            place = &m_open.back()->members.back().second; // its line is its key's
        } else {
            place->line = m_line;
        }
        place->value = std::move(value);
        if (opens)
            m_open.push_back(place);
        if (m_open.size() > kDeepest)
            m_words = u"nested too deeply"_s;
        return m_open.size() <= kDeepest;
    }
    bool leave()
    {
        m_open.pop_back();
        return true;
    }

    const int &m_line;
    // Stays valid: while a value is open nothing is added beside it.
    std::vector<LinedJson *> m_open;
    QString m_words;
};

} // namespace

json LinedJson::plain() const
{
    json whole = value;
    for (const auto &[key, member] : members)
        whole[key.toStdString()] = member.plain();
    for (const LinedJson &item : items)
        whole.push_back(item.plain());
    return whole;
}

Result<LinedJson> readLinedJson(const QByteArray &text)
{
    int line = 1;
    Builder builder(line);
    const char *const begin = text.constData();
    if (!json::sax_parse(CountingBytes(begin, &line), CountingBytes(begin + text.size(), &line), &builder))
        return failure(Error::Kind::BadInput, u"line %1"_s.arg(line), builder.words());
    return std::move(builder.root);
}

} // namespace pilothouse

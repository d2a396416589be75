// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plaintext.h"

#include <array>
#include <utility>

namespace pilothouse::plaintext {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<std::pair<char32_t, const char *>, 26> kNamed{{
    {0x00ad, "SHY"}, {0x034f, "CGJ"}, {0x061c, "ALM"}, {0x115f, "HCF"}, {0x1160, "HJF"}, {0x180e, "MVS"}, {0x200b, "ZWSP"},
    {0x200e, "LRM"}, {0x200f, "RLM"}, {0x2028, "LS"},  {0x2029, "PS"},  {0x202a, "LRE"}, {0x202b, "RLE"}, {0x202c, "PDF"},
    {0x202d, "LRO"}, {0x202e, "RLO"}, {0x2060, "WJ"},  {0x2066, "LRI"}, {0x2067, "RLI"}, {0x2068, "FSI"}, {0x2069, "PDI"},
    {0x3164, "HF"},  {0xfeff, "BOM"}, {0xffa0, "HHF"}, {0xfff9, "IAA"}, {0xfffb, "IAT"},
}};

QString nameOf(char32_t c)
{
    for (const auto &[code, name] : kNamed) {
        if (code == c)
            return u'⟦' + QLatin1StringView(name) + u'⟧';
    }
    return u"⟦U+%1⟧"_s.arg(QString::number(c, 16).toUpper(), 4, '0'_L1);
}

bool isHidden(char32_t c)
{
    if ((c >= 0x80 && c < 0xa0) || (c >= 0x2061 && c <= 0x206f) || (c >= 0xe0000 && c <= 0xe0fff))
        return true;
    for (const auto &[code, name] : kNamed) {
        if (code == c)
            return true;
    }
    return false;
}

bool needsWork(QStringView words)
{
    for (const QChar c : words) {
        if (c < u' ' || c >= u'\x7f')
            return true;
    }
    return false;
}

QString cut(QString words, qsizetype longest)
{
    if (words.size() <= longest)
        return words;
    qsizetype at = std::max<qsizetype>(0, longest - 1);
    if (at > 0 && words[at - 1].isHighSurrogate())
        --at;
    words.truncate(at);
    return words + u'…';
}

// QString::fromUtf8 drops a byte order mark at the start without a word.
QString decoded(QByteArrayView bytes)
{
    const QString words = QString::fromUtf8(bytes);
    return bytes.startsWith("\xef\xbb\xbf") ? QChar(QChar::ByteOrderMark) + words : words;
}

} // namespace

QString visible(QStringView words)
{
    if (!needsWork(words))
        return words.toString();
    QString out;
    out.reserve(words.size() + 8);
    char32_t before = 0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        char32_t c = words[i].unicode();
        if (words[i].isHighSurrogate() && i + 1 < words.size() && words[i + 1].isLowSurrogate())
            c = QChar::surrogateToUcs4(words[i], words[i + 1]);
        else if (words[i].isSurrogate())
            c = QChar::ReplacementCharacter;
        // Joiners shape letters and emoji; after a plain Latin letter they only hide something.
        const bool idleJoiner = (c == 0x200c || c == 0x200d) && before < 0x80;
        if (c < 0x20)
            out += QChar(char16_t(0x2400 + c));
        else if (c == 0x7f)
            out += u'␡';
        else if (isHidden(c) || idleJoiner)
            out += nameOf(c);
        else
            out += QString::fromUcs4(&c, 1);
        before = c;
        if (c > 0xffff)
            ++i;
    }
    return out;
}

QString visible(QByteArrayView bytes)
{
    return visible(decoded(bytes));
}

QString cell(QByteArrayView bytes, qsizetype longest)
{
    // Four bytes make one character at most: the tail of a long one need not be decoded.
    return cell(decoded(bytes.first(std::min(bytes.size(), (longest + 1) * 4))), longest);
}

QString cell(QStringView words, qsizetype longest)
{
    return isolated(cut(visible(words.first(std::min(words.size(), longest + 1))), longest));
}

QString isolated(const QString &safe)
{
    for (const QChar c : safe) {
        if (c.unicode() >= 0x590 && (c.direction() == QChar::DirR || c.direction() == QChar::DirAL))
            return QChar(0x2068) + safe + QChar(0x2069);
    }
    return safe;
}

QString asRichText(const QString &safe)
{
    QString escaped = safe.toHtmlEscaped();
    escaped.replace(u'\n', "<br>"_L1);
    return u"<span>"_s + escaped + u"</span>"_s;
}

} // namespace pilothouse::plaintext

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/jobrecord.h"

#include <algorithm>
#include <array>

namespace pilothouse::slurm {

namespace {

// Each stands alone on its line and may hold blanks, "Key=" look-alikes and line feeds.
constexpr std::array kWholeLines{"Comment", "AdminComment", "SystemComment", "Command", "WorkDir",     "StdErr",
                                 "StdIn",   "StdOut",       "SubmitLine",    "Extra",   "BurstBuffer", "MailUser"};

bool isKey(QByteArrayView words)
{
    if (words.isEmpty() || !((words[0] >= 'A' && words[0] <= 'Z') || (words[0] >= 'a' && words[0] <= 'z')))
        return false;
    return std::all_of(words.begin(), words.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '/' || c == ':';
    });
}

bool isWholeLine(QByteArrayView key)
{
    return std::any_of(kWholeLines.begin(), kWholeLines.end(), [&](const char *k) { return key == QByteArrayView(k); });
}

Field field(QByteArrayView key, QByteArrayView value)
{
    return {QString::fromUtf8(key), QString::fromUtf8(value)};
}

void readTokens(QByteArrayView line, QList<Field> &fields)
{
    while (!line.isEmpty()) {
        const qsizetype blank = line.indexOf(' ');
        const QByteArrayView token = blank < 0 ? line : line.first(blank);
        line = blank < 0 ? QByteArrayView() : line.sliced(blank + 1);
        const qsizetype equals = token.indexOf('=');
        if (equals > 0 && isKey(token.first(equals)))
            fields.append(field(token.first(equals), token.sliced(equals + 1)));
        else if (!fields.isEmpty() && !token.isEmpty())
            fields.last().value += QLatin1Char(' ') + QString::fromUtf8(token);
    }
}

// Behind the name: exactly as long as it is known to be, else up to the line that follows it (HetJobIdSet only in a het job).
qsizetype endOfName(QByteArrayView rest, const QByteArray &name)
{
    if (!name.isEmpty() && rest.startsWith(name) && rest.sliced(name.size()).startsWith("\n   "))
        return name.size();
    qsizetype end = rest.indexOf("\n   UserId=");
    const qsizetype het = rest.indexOf("\n   HetJobIdSet=");
    if (het >= 0 && het < end)
        end = het;
    return end < 0 ? rest.size() : end;
}

QByteArrayView takeLine(QByteArrayView &rest)
{
    const qsizetype end = rest.indexOf('\n');
    const QByteArrayView line = end < 0 ? rest : rest.first(end);
    rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
    return line;
}

void readLines(QByteArrayView rest, const ChosenTexts &texts, QList<Field> &fields)
{
    constexpr QByteArrayView indent("   ");
    while (!rest.isEmpty()) {
        const QByteArrayView from = rest;
        QByteArrayView line = takeLine(rest);
        if (line.startsWith("JobId="))
            return; // the next record
        if (!line.startsWith(indent)) {
            if (!line.isEmpty() && !fields.isEmpty()) // a value went on over a line feed
                fields.last().value += QLatin1Char('\n') + QString::fromUtf8(line);
            continue;
        }
        line = line.sliced(indent.size());
        const qsizetype equals = line.indexOf('=');
        const QByteArrayView key = equals > 0 ? line.first(equals) : QByteArrayView();
        if (!isWholeLine(key)) {
            readTokens(line, fields);
            continue;
        }
        QByteArrayView value = line.sliced(equals + 1);
        const QByteArrayView whole = from.sliced(indent.size() + equals + 1);
        if (key == QByteArrayView("Comment") && !texts.comment.isEmpty() && whole.startsWith(texts.comment)) {
            value = whole.first(texts.comment.size());
            rest = whole.sliced(texts.comment.size());
            takeLine(rest);
        }
        fields.append(field(key, value));
    }
}

} // namespace

QList<Field> readJobRecord(QByteArrayView out, quint32 rawId, const ChosenTexts &texts)
{
    const QByteArray head = "JobId=" + QByteArray::number(rawId) + ' ';
    qsizetype at = out.startsWith(head) ? 0 : out.indexOf("\n" + head);
    if (at < 0)
        return {};
    at += out[at] == '\n' ? 1 : 0;
    const QByteArrayView record = out.sliced(at);
    QList<Field> fields;
    constexpr QByteArrayView nameKey("JobName=");
    const qsizetype name = record.indexOf(nameKey);
    if (name < 0)
        return {};
    readTokens(record.first(name), fields);
    const QByteArrayView rest = record.sliced(name + nameKey.size());
    const qsizetype end = endOfName(rest, texts.name);
    fields.append(field("JobName", rest.first(end)));
    if (end < rest.size())
        readLines(rest.sliced(end + 1), texts, fields);
    return fields;
}

} // namespace pilothouse::slurm

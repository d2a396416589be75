// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jobexport.h"

#include "models/joborder.h"
#include "models/jobvalues.h"
#include "models/plaintext.h"

#include <QCoreApplication>
#include <QSet>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(JobExport)
};

class Writer {
public:
    Writer(const JobExport &jobs, std::span<const JobColumn> columns) : m_jobs(jobs), m_columns(columns) { }

    template <class Each> void forEach(Each each) const
    {
        for (const JobExport::Record &record : m_jobs.records) {
            const Snapshot &snapshot = *m_jobs.snapshots[record.slot];
            each(snapshot.jobs[record.at],
                 JobContext{snapshot, m_jobs.now, m_jobs.sourceNames.value(record.slot),
                            record.slot < m_jobs.stale.size() && m_jobs.stale[record.slot]});
        }
    }

    [[nodiscard]] QByteArray json() const
    {
        QByteArray out = "[";
        bool first = true;
        forEach([&out, &first](const Job &job, const JobContext &context) {
            nlohmann::ordered_json object;
            for (const JobValue &one : valuesOf(job, context)) {
                if (one.value.isNull())
                    object[one.key] = nullptr;
                else if (one.value.typeId() == QMetaType::Bool)
                    object[one.key] = one.value.toBool();
                else if (one.value.typeId() == QMetaType::LongLong)
                    object[one.key] = one.value.toLongLong();
                else
                    object[one.key] = one.value.toString().toStdString();
            }
            out += first ? "\n " : ",\n ";
            out += QByteArray::fromStdString(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
            first = false;
        });
        return out + (first ? "]\n" : "\n]\n");
    }

    [[nodiscard]] QByteArray csv(ByteOrderMark mark) const
    {
        QString out;
        if (mark == ByteOrderMark::Yes)
            out += QChar(QChar::ByteOrderMark);
        QStringList line;
        for (const JobColumn column : m_columns)
            line << QLatin1StringView(infoOf(column).key);
        out += line.join(u',') + u"\r\n"_s;
        forEach([this, &out](const Job &job, const JobContext &context) {
            QStringList cells;
            for (const JobColumn column : m_columns) {
                const QVariant value = valueOf(column, job, context);
                // A number is no formula, also below zero.
                cells << (value.typeId() == QMetaType::QString ? csvCell(value.toString()) : value.toString());
            }
            out += cells.join(u',') + u"\r\n"_s;
        });
        return out.toUtf8();
    }

    [[nodiscard]] QStringList titles() const
    {
        QStringList all;
        for (const JobColumn column : m_columns)
            all << titleOf(column);
        return all;
    }
    [[nodiscard]] QStringList shown(const Job &job, const JobContext &context) const
    {
        QStringList cells;
        for (const JobColumn column : m_columns)
            cells << cellText(column, job, context).whole();
        return cells;
    }

    [[nodiscard]] QByteArray markdown() const
    {
        QString out;
        const auto line = [&out](const QStringList &cells) {
            out += u'|';
            for (const QString &cell : cells)
                out += u' ' + markdownCell(cell) + u" |"_s;
            out += u'\n';
        };
        line(titles());
        out += u'|';
        for (const JobColumn column : m_columns)
            out += infoOf(column).numeric ? u" ---: |"_s : u" --- |"_s;
        out += u'\n';
        forEach([&](const Job &job, const JobContext &context) { line(shown(job, context)); });
        return out.toUtf8();
    }

    [[nodiscard]] QByteArray html() const
    {
        QString out = u"<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>"_s
            + Words::tr("Jobs").toHtmlEscaped()
            + u"</title>\n<style>table{border-collapse:collapse;font:13px sans-serif}td,th{padding:4px 12px;text-align:left}"
              "th{border-bottom:1px solid #999}.n{text-align:right}</style></head>\n<body><table>\n"_s;
        const auto line = [this, &out](const QStringList &cells, const QString &tag) {
            out += u"<tr>"_s;
            for (qsizetype i = 0; i < cells.size(); ++i) {
                const bool numeric = infoOf(m_columns[size_t(i)]).numeric;
                out += u'<' + tag + (numeric ? u" class=\"n\">"_s : u">"_s) + cells[i].toHtmlEscaped() + u"</"_s + tag + u'>';
            }
            out += u"</tr>\n"_s;
        };
        line(titles(), u"th"_s);
        forEach([&](const Job &job, const JobContext &context) { line(shown(job, context), u"td"_s); });
        return (out + u"</table></body></html>\n"_s).toUtf8();
    }

    // A longer cell is not cut: it pushes the rest of its own line aside.
    static constexpr int kWidestTextColumn = 40;

    [[nodiscard]] QByteArray text() const
    {
        std::vector<QStringList> lines{titles()};
        forEach([&](const Job &job, const JobContext &context) { lines.push_back(shown(job, context)); });
        std::vector<int> widths(m_columns.size(), 0);
        for (const QStringList &line : lines) {
            for (size_t i = 0; i < widths.size(); ++i)
                widths[i] = std::min(kWidestTextColumn, std::max(widths[i], terminalWidth(line[qsizetype(i)])));
        }
        QString out;
        for (const QStringList &line : lines) {
            QString row;
            for (size_t i = 0; i < widths.size(); ++i) {
                const QString &cell = line[qsizetype(i)];
                const QString pad(std::max(0, widths[i] - terminalWidth(cell)), u' ');
                row += (i == 0 ? QString() : u"  "_s) + (infoOf(m_columns[i]).numeric ? pad + cell : cell + pad);
            }
            while (row.endsWith(u' '))
                row.chop(1);
            out += row + u'\n';
        }
        return out.toUtf8();
    }

private:
    const JobExport &m_jobs;
    std::span<const JobColumn> m_columns;
};

bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf && c != 0x303f) || (c >= 0xac00 && c <= 0xd7a3)
        || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6)
        || (c >= 0x1f300 && c <= 0x1f64f) || (c >= 0x1f900 && c <= 0x1f9ff) || (c >= 0x20000 && c <= 0x3fffd);
}

} // namespace

std::optional<ListFormat> listFormatByKey(QStringView key)
{
    if (key == u"text")
        return ListFormat::Text;
    if (key == u"csv")
        return ListFormat::Csv;
    if (key == u"json")
        return ListFormat::Json;
    if (key == u"markdown")
        return ListFormat::Markdown;
    return key == u"html" ? std::optional(ListFormat::Html) : std::nullopt;
}

int terminalWidth(QStringView words)
{
    int width = 0;
    for (const char32_t c : words.toUcs4()) {
        const QChar::Category kind = QChar::category(c);
        if (kind == QChar::Mark_NonSpacing || kind == QChar::Mark_Enclosing || kind == QChar::Other_Format)
            continue;
        width += isWide(c) ? 2 : 1;
    }
    return width;
}

QString csvCell(const QString &words)
{
    QString safe = plaintext::visible(words);
    // Spreadsheets run what begins so; and where the semicolon separates cells, what stands behind one.
    const auto runs = [](QChar c) { return u"=+-@\t\r\uff1d\uff0b\uff0d\uff20"_s.contains(c); };
    for (qsizetype at = safe.size() - 1; at >= 0; --at) {
        qsizetype before = at - 1;
        while (before >= 0 && (safe[before] == u' ' || safe[before] == u'"'))
            --before;
        if (runs(safe[at]) && (at == 0 || (before >= 0 && safe[before] == u';')))
            safe.insert(at, u'\'');
    }
    const bool plain = std::ranges::none_of(safe, [](QChar c) { return u",;\"\n\t"_s.contains(c); });
    if (plain && !safe.startsWith(u' ') && !safe.endsWith(u' '))
        return safe;
    safe.replace(u'"', "\"\""_L1);
    return u'"' + safe + u'"';
}

QString markdownCell(const QString &words)
{
    QString out;
    for (const QChar c : words) {
        if (c == u'<')
            out += u"&lt;"_s;
        else if (c == u'>')
            out += u"&gt;"_s;
        else if (c == u'&')
            out += u"&amp;"_s;
        else if (u"\\`*_[]()#|~!"_s.contains(c))
            out += QString(u'\\') + c;
        else
            out += c;
    }
    return out;
}

JobExport exportOf(const JobRows &rows, const QList<int> &chosen)
{
    JobExport made;
    made.snapshots = rows.snapshots;
    QSet<quint64> taken;
    const auto take = [&made, &taken](quint32 at, quint16 slot) {
        const quint64 id = quint64(slot) << 32 | at;
        if (taken.contains(id))
            return;
        taken.insert(id);
        made.records.push_back({at, slot});
    };
    for (const int number : chosen) {
        if (number < 0 || size_t(number) >= rows.rows.size())
            continue;
        const JobRow &row = rows.rows[size_t(number)];
        if (row.kind == RowKind::Array) {
            for (const quint32 record : rows.arrays[row.at].records)
                take(record, row.slot);
        } else if (row.kind != RowKind::Group) {
            take(row.at, row.slot);
        }
    }
    return made;
}

QByteArray writeJobs(const JobExport &jobs, std::span<const JobColumn> columns, ListFormat format, ByteOrderMark mark)
{
    const Writer writer(jobs, columns);
    switch (format) {
    case ListFormat::Csv:
        return writer.csv(mark);
    case ListFormat::Json:
        return writer.json();
    case ListFormat::Markdown:
        return writer.markdown();
    case ListFormat::Html:
        return writer.html();
    case ListFormat::Text:
        break;
    }
    return writer.text();
}

Result<QByteArray> listJobs(const std::vector<SnapshotPtr> &snapshots, const QHash<quint16, SourceInfo> &sources, const JobView &view,
                            std::span<const JobColumn> columns, ListFormat format, const Clock &clock)
{
    const auto filter = Filter::compile(view.filter);
    if (!filter) {
        return failure(Error::Kind::BadInput, Words::tr("The filter"),
                       Words::tr("%1 (at character %2)").arg(filter.error().message, QString::number(filter.error().at + 1)));
    }
    OrderInput input;
    input.snapshots = snapshots;
    for (const SnapshotPtr &snapshot : snapshots) {
        input.sourceNames << sources.value(snapshot->source).name;
        input.stale.push_back(false);
    }
    input.view = view;
    input.filter = *filter;
    input.now = clock.now();
    input.fold = false;
    const auto rows = orderJobs(input, {});
    JobExport jobs{snapshots, input.sourceNames, input.stale, input.now, {}};
    for (const JobRow &row : rows->rows)
        jobs.records.push_back({row.at, row.slot});
    return writeJobs(jobs, columns, format);
}

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "app/languages.h"
#include "models/filter.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

struct OptionInfo {
    const char *name;
    const char *value; // nullptr: none
    const char *help;
};

constexpr std::array kOptions{
    OptionInfo{"profile", "NAME", QT_TRANSLATE_NOOP("CommandLine", "Connect to this profile only; may be given several times.")},
    OptionInfo{"profile-file", "FILE", QT_TRANSLATE_NOOP("CommandLine", "Read profiles from this file.")},
    OptionInfo{"list", "WHAT", QT_TRANSLATE_NOOP("CommandLine", "Print what a page would show and end; needs no display. WHAT: jobs.")},
    OptionInfo{"filter", "EXPR",
               QT_TRANSLATE_NOOP("CommandLine", "With --list: only what the filter lets pass, such as \"user:me state:pending\".")},
    OptionInfo{"columns", "A,B,…", QT_TRANSLATE_NOOP("CommandLine", "With --list: these columns in this order.")},
    OptionInfo{"format", "FORMAT", QT_TRANSLATE_NOOP("CommandLine", "With --list: text, csv or json.")},
    OptionInfo{"screenshots", "DIR",
               QT_TRANSLATE_NOOP("CommandLine", "Write every page as a PNG into the folder and end; needs no display.")},
    OptionInfo{"theme", "THEME", QT_TRANSLATE_NOOP("CommandLine", "light or dark; the desktop's if left out.")},
    OptionInfo{"lang", "LANGUAGE", QT_TRANSLATE_NOOP("CommandLine", "en or zh_CN; the system's if left out.")},
    OptionInfo{"size", "WxH", QT_TRANSLATE_NOOP("CommandLine", "Size of the window, such as 1280x800.")},
    OptionInfo{"answers", "FILE", QT_TRANSLATE_NOOP("CommandLine", "For tests: answers to log-in prompts, in a file of mode 0600.")},
    OptionInfo{"version", nullptr, QT_TRANSLATE_NOOP("CommandLine", "Print the version and end.")},
    OptionInfo{"help", nullptr, QT_TRANSLATE_NOOP("CommandLine", "Print this help and end.")},
};

void addOptions(QCommandLineParser &parser)
{
    for (const OptionInfo &option : kOptions) {
        QStringList names{QString::fromLatin1(option.name)};
        if (names[0] == "help"_L1)
            names.prepend(u"h"_s);
        else if (names[0] == "version"_L1)
            names.prepend(u"v"_s);
        parser.addOption({names, Words::tr(option.help), option.value ? QString::fromUtf8(option.value) : QString()});
    }
}

tl::unexpected<Error> refuse(const QString &words)
{
    return failure(Error::Kind::BadInput, {}, words);
}

// One of a few words; the refusal names them all.
template <class T, size_t N> Result<T> oneOf(const QCommandLineParser &parser, const QString &option,
                                             const std::array<std::pair<const char *, T>, N> &allowed, T otherwise)
{
    if (!parser.isSet(option))
        return otherwise;
    QStringList names;
    for (const auto &[name, value] : allowed) {
        if (parser.value(option) == QLatin1StringView(name))
            return value;
        names << QString::fromLatin1(name);
    }
    return refuse(Words::tr("--%1 takes %2, not \"%3\"").arg(option, names.join(u", "_s), parser.value(option)));
}

Result<QList<JobColumn>> readColumns(const QString &text)
{
    QList<JobColumn> columns;
    for (const QString &key : text.split(u',')) {
        const auto column = jobColumnByKey(key.trimmed());
        if (!column) {
            QStringList keys;
            for (const JobColumnInfo &info : jobColumns())
                keys << QString::fromLatin1(info.key);
            return refuse(Words::tr("--columns does not know \"%1\"; it takes %2").arg(key.trimmed(), keys.join(u", "_s)));
        }
        if (columns.contains(*column))
            return refuse(Words::tr("--columns has \"%1\" twice").arg(key.trimmed()));
        columns << *column;
    }
    return columns;
}

Result<QSize> readSize(const QString &text)
{
    static const QRegularExpression form(u"^(\\d{1,5})x(\\d{1,5})$"_s);
    const auto match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (!match.hasMatch() || size.width() < 640 || size.height() < 480 || size.width() > 8192 || size.height() > 8192)
        return refuse(Words::tr("--size takes WIDTHxHEIGHT from 640x480 to 8192x8192, not \"%1\"").arg(text));
    return size;
}

Result<QString> checkFilter(const QString &text)
{
    const auto compiled = Filter::compile(text);
    if (compiled)
        return text;
    const FilterError &error = compiled.error();
    return refuse(Words::tr("--filter: %1").arg(error.message) + u"\n  "_s + text + u"\n  "_s + QString(error.at, u' ')
                  + QString(std::max(error.length, 1), u'^'));
}

// Options that say nothing without another one are a mistake, not to be passed over.
Result<> checkCompany(const QCommandLineParser &parser)
{
    for (const QString &option : {u"filter"_s, u"columns"_s, u"format"_s}) {
        if (parser.isSet(option) && !parser.isSet(u"list"_s))
            return refuse(Words::tr("--%1 goes with --list").arg(option));
    }
    if (parser.isSet(u"list"_s) && parser.isSet(u"screenshots"_s))
        return refuse(Words::tr("--list and --screenshots exclude each other"));
    for (const OptionInfo &option : kOptions) {
        const QString name = QString::fromLatin1(option.name);
        if (option.value && parser.values(name).contains(QString()))
            return refuse(Words::tr("--%1 needs a value").arg(name));
        if (option.value && name != "profile"_L1 && parser.values(name).size() > 1)
            return refuse(Words::tr("--%1 stands twice").arg(name));
    }
    if (!parser.positionalArguments().isEmpty())
        return refuse(Words::tr("\"%1\" is not an option; see --help").arg(parser.positionalArguments().first()));
    return {};
}

} // namespace

Result<CommandLine> readCommandLine(const QStringList &words)
{
    QCommandLineParser parser;
    addOptions(parser);
    CommandLine line;
    if (!parser.parse(words))
        return refuse(parser.errorText());
    if (parser.isSet(u"help"_s) || parser.isSet(u"version"_s)) {
        line.mode = parser.isSet(u"help"_s) ? CommandLine::Mode::Help : CommandLine::Mode::Version;
        return line;
    }
    if (const auto fits = checkCompany(parser); !fits)
        return tl::unexpected(fits.error());

    static constexpr std::array kWhat{std::pair{"jobs", CommandLine::Mode::List}};
    static constexpr std::array kFormats{std::pair{"text", ListFormat::Text}, std::pair{"csv", ListFormat::Csv},
                                         std::pair{"json", ListFormat::Json}};
    static constexpr std::array kLooks{std::pair{"light", CommandLine::Look::Light}, std::pair{"dark", CommandLine::Look::Dark}};
    const auto mode = oneOf(parser, u"list"_s, kWhat, CommandLine::Mode::Window);
    const auto format = oneOf(parser, u"format"_s, kFormats, ListFormat::Text);
    const auto look = oneOf(parser, u"theme"_s, kLooks, CommandLine::Look::System);
    const auto columns = parser.isSet(u"columns"_s) ? readColumns(parser.value(u"columns"_s)) : Result<QList<JobColumn>>();
    const auto size = parser.isSet(u"size"_s) ? readSize(parser.value(u"size"_s)) : Result<QSize>();
    const auto filter = checkFilter(parser.value(u"filter"_s));
    const QString language = parser.value(u"lang"_s);
    if (!mode)
        return tl::unexpected(mode.error());
    if (!format)
        return tl::unexpected(format.error());
    if (!look)
        return tl::unexpected(look.error());
    if (!columns)
        return tl::unexpected(columns.error());
    if (!size)
        return tl::unexpected(size.error());
    if (!filter)
        return tl::unexpected(filter.error());
    if (!language.isEmpty() && !languages().contains(language))
        return refuse(Words::tr("--%1 takes %2, not \"%3\"").arg(u"lang"_s, languages().join(u", "_s), language));

    line.mode = parser.isSet(u"screenshots"_s) ? CommandLine::Mode::Screenshots : *mode;
    line.profiles = parser.values(u"profile"_s);
    line.profileFile = parser.value(u"profile-file"_s);
    line.answersFile = parser.value(u"answers"_s);
    line.filter = *filter;
    line.columns = *columns;
    line.format = *format;
    line.screenshotFolder = parser.value(u"screenshots"_s);
    line.look = *look;
    line.language = language;
    line.size = *size;
    return line;
}

QString helpText()
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        Words::tr("A console for people whose jobs run on Slurm clusters. With no option it opens its window."));
    addOptions(parser);
    return parser.helpText() + u'\n'
        + Words::tr("Exit codes of --list: 0 all was read; 1 something was not; 2 a mistake in the options; 3 a log-in needs a person.")
        + u'\n';
}

QString languageOf(const QStringList &words)
{
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (words[i] == "--lang"_L1)
            return words.value(i + 1);
        if (words[i].startsWith("--lang="_L1))
            return words[i].mid(7);
    }
    return {};
}

} // namespace pilothouse

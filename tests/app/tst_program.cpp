// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, run as a person runs it, over a Slurm whose commands are scripts.
#include "tests/support/runner.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

struct Ran {
    int code = -1;
    QString out;
    QString err;
};

void write(const QString &name, const QByteArray &content)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QJsonObject job(int id, const char *state, const char *name, const QJsonObject &more = {})
{
    QJsonObject row{{u"JobArrayID"_s, id}, {u"JobID"_s, id}, {u"State"_s, QLatin1StringView(state)}, {u"Name"_s, QString::fromUtf8(name)}};
    for (auto field = more.begin(); field != more.end(); ++field)
        row.insert(field.key(), field.value());
    return row;
}

} // namespace

class Program : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    [[nodiscard]] QString at(const QString &name) const { return m_home->filePath(name); }

    void setScene(const QJsonArray &jobs, const QJsonObject &fail = {})
    {
        const QJsonObject defaults{{u"Partition"_s, u"batch"_s},
                                   {u"UserName"_s, u"alice"_s},
                                   {u"UserID"_s, 2001},
                                   {u"Account"_s, u"physics"_s},
                                   {u"Reason"_s, u"None"_s},
                                   {u"PriorityLong"_s, 100},
                                   {u"Nice"_s, 0},
                                   {u"NumCPUs"_s, 1},
                                   {u"NumNodes"_s, 1},
                                   {u"TimeLimit"_s, u"1:00:00"_s},
                                   {u"SubmitTime"_s, 1800000000},
                                   {u"RestartCnt"_s, 0}};
        const QJsonObject scene{{u"jobs"_s, jobs}, {u"defaults"_s, defaults}, {u"fail"_s, fail}};
        write(at(u"bin/scene.json"_s), QJsonDocument(scene).toJson());
    }

    void prepare(QProcess &process, bool display = false) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString &name : environment.keys()) {
            if (name.startsWith(u"XDG_"_s) || name.startsWith(u"SLURM"_s) || name == u"DISPLAY"_s || name == u"WAYLAND_DISPLAY"_s)
                environment.remove(name);
        }
        environment.insert(u"HOME"_s, m_home->path());
        environment.insert(u"XDG_RUNTIME_DIR"_s, at(u"run"_s));
        environment.insert(u"PATH"_s, at(u"bin"_s) + u':' + environment.value(u"PATH"_s));
        environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
        environment.remove(u"QT_QPA_PLATFORM"_s);
        if (display)
            environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        process.setProcessEnvironment(environment);
        process.setProgram(QStringLiteral(PILOTHOUSE_PROGRAM));
        process.setWorkingDirectory(m_home->path());
        process.setStandardInputFile(QProcess::nullDevice());
    }

    [[nodiscard]] Ran run(const QStringList &words) const
    {
        QProcess process;
        prepare(process);
        process.setArguments(words);
        process.start();
        if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
            return {.code = -1, .out = {}, .err = process.errorString() + QString::fromUtf8(process.readAllStandardError())};
        return {.code = process.exitCode(),
                .out = QString::fromUtf8(process.readAllStandardOutput()),
                .err = QString::fromUtf8(process.readAllStandardError())};
    }

    [[nodiscard]] static QStringList rows(const Ran &ran)
    {
        QStringList all;
        const QJsonArray jobs = QJsonDocument::fromJson(ran.out.toUtf8()).array();
        for (const QJsonValue &one : jobs)
            all << one[u"id"_s].toString() + u' ' + one[u"state"_s].toString() + u' ' + one[u"name"_s].toString();
        all.sort();
        return all;
    }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        for (const QString &name : {u"bin"_s, u"run"_s, u".config/pilothouse"_s})
            QVERIFY(QDir().mkpath(at(name)));
        ::chmod(QFile::encodeName(at(u"run"_s)).constData(), 0700);
        for (const QString &tool : {u"squeue"_s, u"scontrol"_s, u"sacct"_s, u"sinfo"_s, u"sprio"_s, u"sdiag"_s, u"scancel"_s}) {
            QVERIFY(QFile::copy(QStringLiteral(PILOTHOUSE_TEST_FOLDER "/fakeslurm.py"), at(u"bin/"_s + tool)));
            ::chmod(QFile::encodeName(at(u"bin/"_s + tool)).constData(), 0755);
        }
        write(at(u".config/pilothouse/profiles.json"_s), R"({"pilothouse":1,"profiles":[{"name":"here","kind":"slurm","local":true}]})");
        setScene({job(1, "RUNNING", "train"), job(2, "PENDING", "=cmd|' /C calc'!A0")});
    }

    void versionAndHelpNeedNothing()
    {
        QCOMPARE(run({u"--version"_s}).out, u"pilothouse " PILOTHOUSE_VERSION "\n"_s);
        const Ran help = run({u"--help"_s});
        QCOMPARE(help.code, 0);
        for (const QString &option :
             {u"--profile-file"_s, u"--list"_s, u"--filter"_s, u"--columns"_s, u"--format"_s, u"--screenshots"_s, u"--answers"_s})
            QVERIFY2(help.out.contains(option), qPrintable(option));
    }

    void aMistakeEndsWith2AndSaysWhatIsAllowed()
    {
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"xml"_s});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.err, u"pilothouse: --format takes text, csv, json, not \"xml\"\n"_s);
        QCOMPARE(ran.out, QString());
    }

    void aListThatWasReadWholeEndsWith0()
    {
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(rows(ran), (QStringList{u"1 RUNNING train"_s, u"2 PENDING =cmd|' /C calc'!A0"_s}));
    }

    void aFilterLeavesOutWhatItShould()
    {
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s, u"--filter"_s, u"state:running"_s});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(rows(ran), QStringList{u"1 RUNNING train"_s});
    }

    void aCellThatASpreadsheetWouldRunIsMadeHarmless()
    {
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"csv"_s, u"--columns"_s, u"name"_s});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        for (const QString &line : ran.out.split(u'\n'))
            QVERIFY2(!line.startsWith(u'=') && !line.startsWith(u"\"="_s), qPrintable(line));
        QVERIFY(ran.out.contains(u"calc"_s));
    }

    void anEmptyQueueIsAnEmptyList()
    {
        setScene({});
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(ran.out.simplified().remove(u' '), u"[]"_s);
    }

    void aFailedReadIsNoListAndNever0() // an error is not an empty queue
    {
        setScene({job(1, "RUNNING", "train")},
                 {{u"squeue"_s, QJsonArray{1, u"slurm_load_jobs error: Unable to contact slurm controller (connect failure)"_s}}});
        for (const QString &format : {u"text"_s, u"csv"_s, u"json"_s}) {
            const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, format});
            QCOMPARE(ran.code, 1);
            QCOMPARE(ran.out, QString());
            QVERIFY2(ran.err.contains(u"here: "_s), qPrintable(ran.err));
        }
    }

    void aMissingSqueueIsTold()
    {
        QVERIFY(QFile::remove(at(u"bin/squeue"_s)));
        const Ran ran = run({u"--list"_s, u"jobs"_s});
        QCOMPARE(ran.code, 1);
        QCOMPARE(ran.out, QString());
        QVERIFY2(ran.err.contains(u"squeue"_s), qPrintable(ran.err));
    }

    void aRowThatCannotBeReadIsToldAndTheOthersStand() // JID-01
    {
        setScene({job(1, "RUNNING", "train"), QJsonObject{{u"raw"_s, u"5\u001fgarbage"_s}}, job(3, "PENDING", "later")});
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s});
        QCOMPARE(ran.code, 1);
        QCOMPARE(rows(ran), (QStringList{u"1 RUNNING train"_s, u"3 PENDING later"_s}));
        QVERIFY2(ran.err.contains(u"here: 1 rows could not be read"_s) && ran.err.contains(u"garbage"_s), qPrintable(ran.err));
    }

    void oneClusterThatFailsDoesNotHideTheOther()
    {
        write(at(u"two.json"_s), R"({"pilothouse":1,"profiles":[{"name":"here","kind":"slurm","local":true},
            {"name":"away","kind":"slurm","ssh":{"host":"127.0.0.1","port":1,"config":"none"}}]})");
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s, u"--profile-file"_s, at(u"two.json"_s)});
        QCOMPARE(ran.code, 1);
        QCOMPARE(rows(ran).size(), 2);
        QVERIFY2(ran.err.contains(u"away: "_s), qPrintable(ran.err));
    }

    void profilesThatAreNotThereAreAMistake()
    {
        Ran ran = run({u"--list"_s, u"jobs"_s, u"--profile"_s, u"nowhere"_s});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(u"has no profile \"nowhere\"; it has here"_s), qPrintable(ran.err));
        ran = run({u"--list"_s, u"jobs"_s, u"--profile-file"_s, at(u"none.json"_s)});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(u"there is no such profile file"_s), qPrintable(ran.err));
        write(at(u"bad.json"_s), "{\"pilothouse\": 1,\n\"profiles\": [{\"name\": \"a\", \"kind\": \"slurm\",\n\"password\": \"x\"}]}");
        ran = run({u"--list"_s, u"jobs"_s, u"--profile-file"_s, at(u"bad.json"_s)});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(u"bad.json, line 3: \"password\" looks like a secret"_s), qPrintable(ran.err));
        QVERIFY(!ran.err.contains(u"\"x\""_s));
    }

    void answersThatOthersCouldReadAreRefused()
    {
        write(at(u"answers.json"_s), "{\"answers\":[]}");
        ::chmod(QFile::encodeName(at(u"answers.json"_s)).constData(), 0644);
        QCOMPARE(run({u"--list"_s, u"jobs"_s, u"--answers"_s, at(u"answers.json"_s)}).code, 2);
    }

    void aFilterWithAMistakeEndsWith2AndNoList()
    {
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--filter"_s, u"gpu>=many"_s});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, QString());
        QVERIFY2(ran.err.contains(u"many"_s), qPrintable(ran.err));
    }

    void whatIsListedMustBeKnown()
    {
        const Ran ran = run({u"--list"_s, u"dreams"_s});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, QString());
        QVERIFY2(ran.err.contains(u"jobs"_s), qPrintable(ran.err));
    }

    // Whatever its words and code.
    void noFailureOfSqueueEndsWith0_data()
    {
        QTest::addColumn<int>("code");
        for (const int code : {1, 2, 126, 127, 255})
            QTest::addRow("%d", code) << code;
    }
    void noFailureOfSqueueEndsWith0()
    {
        QFETCH(const int, code);
        setScene({job(1, "RUNNING", "train")}, {{u"squeue"_s, QJsonArray{code, u"something went wrong"_s}}});
        const Ran ran = run({u"--list"_s, u"jobs"_s, u"--format"_s, u"json"_s});
        QCOMPARE(ran.code, 1);
        QCOMPARE(ran.out, QString());
    }

    void aFullPipeEndIsNever0()
    {
        QProcess process;
        prepare(process);
        process.setArguments({u"--list"_s, u"jobs"_s});
        process.setStandardOutputFile(u"/dev/full"_s);
        process.start();
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 1);
    }

    void withNoDisplayTheWindowIsNotTried()
    {
        const Ran ran = run({});
        QCOMPARE(ran.code, 1);
        QVERIFY2(ran.err.contains(u"there is no display"_s), qPrintable(ran.err));
    }

    void everyPageIsWrittenAsAPicture()
    {
        const Ran ran = run({u"--screenshots"_s, at(u"tour"_s), u"--theme"_s, u"dark"_s, u"--lang"_s, u"en"_s, u"--size"_s, u"1280x800"_s});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const QStringList files = QDir(at(u"tour"_s)).entryList({u"*.png"_s});
        QVERIFY2(files.contains(u"jobs-dark-en.png"_s), qPrintable(files.join(u' ')));
        for (const QString &file : files)
            QCOMPARE(QImage(at(u"tour/"_s + file)).size(), QSize(1280, 800));
        QVERIFY(!QFile::exists(at(u".local/share/pilothouse/store.sqlite"_s))); // a tour leaves no trace
    }

    void aSecondStartRaisesTheFirstAndEnds()
    {
        QProcess first;
        prepare(first, true);
        first.start();
        // Its socket is there once it listens.
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(at(u"run/pilothouse"_s)).entryList({u"window-*"_s}, QDir::System).isEmpty(), 20'000);
        QProcess second;
        prepare(second, true);
        second.setArguments({u"--profile"_s, u"here"_s});
        second.start();
        QVERIFY(second.waitForFinished(20'000));
        QCOMPARE(second.exitCode(), 0);
        QCOMPARE(first.state(), QProcess::Running);
        // The window that is there did what the second start wished, and keeps it.
        const auto filter = [this] {
            const QSettings kept(at(u".config/pilothouse/pilothouse.ini"_s), QSettings::IniFormat);
            return kept.value(u"jobs/view"_s).toMap().value(u"filter"_s).toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(filter(), u"source:here"_s, 20'000);

        first.kill(); // its socket is left behind
        QVERIFY(first.waitForFinished());
        QVERIFY(QFile::remove(at(u".local/share/pilothouse/store.sqlite-wal"_s)));
        QProcess third;
        prepare(third, true);
        third.start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(at(u".local/share/pilothouse/store.sqlite-wal"_s)), 20'000);
        QCOMPARE(third.state(), QProcess::Running);
        third.terminate();
        QVERIFY(third.waitForFinished(20'000));
        QCOMPARE(third.exitStatus(), QProcess::NormalExit);
        for (const QString &name : {u".local/share/pilothouse/store.sqlite"_s, u".config/pilothouse/pilothouse.ini"_s}) {
            struct stat facts = {};
            QCOMPARE(::stat(QFile::encodeName(at(name)).constData(), &facts), 0);
            QCOMPARE(facts.st_mode & 0777u, 0600u);
        }
    }
};
PILOTHOUSE_TEST(Program)

#include "tst_program.moc"

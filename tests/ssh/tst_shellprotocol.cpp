// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/shellprotocol.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace pilothouse;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Command command(QByteArrayList words)
{
    Command made;
    made.words = std::move(words);
    return made;
}

struct Streams {
    QByteArray out, err;
};

// What a real shell answers to the prelude and the batch, by way of a log-in shell if one is named.
Streams answer(const QStringList &shell, const QByteArray &script,
               const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(shell.first(), shell.mid(1));
    process.write(script);
    process.closeWriteChannel();
    process.waitForFinished(120'000);
    return {process.readAllStandardOutput(), process.readAllStandardError()};
}

Result<std::vector<Reply>> throughShell(const QList<Command> &commands, const QStringList &shell = {u"/bin/sh"_s},
                                        const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment())
{
    const QByteArray mark = newMark();
    const auto batch = batchScript(commands, mark);
    if (!batch)
        return tl::unexpected(batch.error());
    QElapsedTimer timer;
    timer.start();
    const Streams streams = answer(shell, shellPrelude(FarEnd::Remote) + *batch, environment);
    ReplyReader reader(commands, mark);
    reader.addOut(streams.out);
    reader.addErr(streams.err);
    return reader.take(std::chrono::milliseconds(timer.elapsed()));
}

} // namespace

class ShellProtocolTest : public QObject {
    Q_OBJECT
private slots:
    void output_errors_and_status_come_back_apart();
    void bytes_of_every_value_survive_plain_and_compressed();
    void a_command_reads_its_input_and_nothing_else();
    void hostile_words_run_nothing();
    void the_environment_is_clean();
    void a_time_zone_is_always_set();
    void a_signal_to_an_idle_shell_meets_no_other_process();
    void every_login_shell_gives_the_same_answer_data();
    void every_login_shell_gives_the_same_answer();
    void a_greeting_before_and_after_is_ignored();
    void pieces_of_any_size_give_the_same_replies();
    void a_broken_off_answer_is_never_a_reply();
    void half_a_batch_runs_nothing();
    void a_command_over_its_limit_is_ended_data();
    void a_command_over_its_limit_is_ended();
    void a_missing_command_has_its_status();
    void too_much_is_said();
    void a_large_reply_is_read_in_linear_time();
};

void ShellProtocolTest::output_errors_and_status_come_back_apart()
{
    const auto replies
        = throughShell({command({"sh", "-c", "echo out; echo err >&2; exit 3"}), command({"true"}), command({"printf", "no line feed"})});
    QVERIFY(replies);
    QCOMPARE(replies->size(), 3);
    QCOMPARE((*replies)[0].out, "out\n"_ba);
    QCOMPARE((*replies)[0].err, "err\n"_ba);
    QCOMPARE((*replies)[0].exitStatus, 3);
    QCOMPARE((*replies)[1].out, ""_ba);
    QCOMPARE((*replies)[1].exitStatus, 0);
    QCOMPARE((*replies)[2].out, "no line feed"_ba);
}

void ShellProtocolTest::bytes_of_every_value_survive_plain_and_compressed()
{
    QTemporaryDir folder;
    QByteArray bytes;
    for (int i = 0; i < 256 * 40; ++i)
        bytes += char(i * 7 / 3);
    bytes += "\n\n";
    QFile file(folder.filePath(u"bytes"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    Command plain = command({"cat", file.fileName().toUtf8()});
    Command packed = command({"sh", "-c", "cat \"$0\"; echo oops >&2; exit 7", file.fileName().toUtf8()});
    packed.large = true;
    const auto replies = throughShell({plain, packed, plain});
    QVERIFY(replies);
    QCOMPARE((*replies)[0].out, bytes);
    QCOMPARE((*replies)[1].out, bytes);
    QCOMPARE((*replies)[1].err, "oops\n"_ba);
    QCOMPARE((*replies)[1].exitStatus, 7);
    QCOMPARE((*replies)[2].out, bytes);
}

void ShellProtocolTest::a_command_reads_its_input_and_nothing_else() // LRG-07: a command that asks finds its input closed
{
    Command fed = command({"cat"});
    fed.input = "#!/bin/sh\necho 'it''s' \\ !\n";
    Command fedLarge = fed;
    fedLarge.large = true;
    const auto replies = throughShell({command({"cat"}), fed, fedLarge, command({"echo", "behind"})});
    QVERIFY(replies);
    QCOMPARE((*replies)[0].out, ""_ba);
    QCOMPARE((*replies)[1].out, fed.input);
    QCOMPARE((*replies)[2].out, fed.input);
    QCOMPARE((*replies)[3].out, "behind\n"_ba);
    Command zero = command({"cat"});
    zero.input = QByteArray("a\0b", 3);
    QCOMPARE(throughShell({zero}).error().kind, Error::Kind::BadInput);
}

void ShellProtocolTest::hostile_words_run_nothing() // NAM-07
{
    QTemporaryDir folder;
    const QByteArray canary = folder.filePath(u"canary"_s).toUtf8();
    for (const QByteArray &word : {"x'; touch " + canary + "; '", "$(touch " + canary + ")", "`touch " + canary + "`",
                                   "a\ntouch " + canary + "\n", "}\n{ touch " + canary + "\n"}) {
        const auto replies = throughShell({command({"printf", "%s", word})});
        QVERIFY(replies);
        QCOMPARE(replies->front().out, word);
        QVERIFY(!QFile::exists(QString::fromUtf8(canary)));
    }
}

void ShellProtocolTest::the_environment_is_clean()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto &name :
         {u"SQUEUE_FORMAT"_s, u"SINFO_SORT"_s, u"SACCT_FORMAT"_s, u"SLURM_CLUSTERS"_s, u"SCONTROL_ALL"_s, u"SLURM_JOB_ID"_s})
        environment.insert(name, u"bad"_s);
    environment.insert(u"SLURM_CONF"_s, u"/kept"_s);
    environment.insert(u"LC_ALL"_s, u"de_DE"_s);
    const auto replies = throughShell({command({"env"})}, {u"/bin/sh"_s}, environment);
    QVERIFY(replies);
    const QByteArrayList lines = replies->front().out.split('\n');
    QVERIFY(lines.contains("SLURM_CONF=/kept"));
    QVERIFY(lines.contains("SLURM_TIME_FORMAT=%s"));
    QVERIFY(lines.contains("SLURM_BITSTR_LEN=0"));
    QVERIFY(lines.contains("LC_ALL=C.UTF-8") || lines.contains("LC_ALL=C.utf8") || lines.contains("LC_ALL=C"));
    for (const QByteArray &line : lines)
        QVERIFY2(!line.endsWith("=bad"), line.constData());
}

void ShellProtocolTest::a_signal_to_an_idle_shell_meets_no_other_process()
{
    // The command has ended, and its number may be another's by now: the trap must not kill it.
    const auto batch = batchScript({command({"true"})}, newMark());
    const Streams streams
        = answer({u"/bin/sh"_s}, shellPrelude(FarEnd::Remote) + *batch + "kill() { echo \"killed $*\"; }\ncommand kill -TERM $$\n");
    QVERIFY2(streams.out.contains(" e 0 0 p"), streams.out.constData()); // it ran
    QVERIFY2(!streams.out.contains("killed"), streams.out.constData());
}

// Without TZ the C library looks at /etc/localtime for each time that it prints.
void ShellProtocolTest::a_time_zone_is_always_set()
{
    const auto zone = [](const QString &given) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(u"TZ"_s);
        if (!given.isNull())
            environment.insert(u"TZ"_s, given);
        const auto replies
            = throughShell({command({"sh", "-c", "env | grep '^TZ='; date -d @1700000000 +%H"})}, {u"/bin/sh"_s}, environment);
        return replies ? replies->front().out : replies.error().detail.toUtf8();
    };
    QProcess here;
    here.start(u"env"_s, {u"-u"_s, u"TZ"_s, u"date"_s, u"-d"_s, u"@1700000000"_s, u"+%H"_s});
    QVERIFY(here.waitForFinished());
    QCOMPARE(zone({}), "TZ=:/etc/localtime\n" + here.readAllStandardOutput()); // the same time as without
    QCOMPARE(zone(u"XXX-5"_s), "TZ=XXX-5\n03\n"_ba); // a person's own stays
}

void ShellProtocolTest::every_login_shell_gives_the_same_answer_data()
{
    QTest::addColumn<QStringList>("shell");
    for (const char *name : {"sh", "bash", "dash", "tcsh", "fish"})
        QTest::newRow(name) << QStringList{QString::fromLatin1(name), u"-c"_s, u"exec /bin/sh"_s};
    QTest::newRow("bash as the shell itself") << QStringList{u"bash"_s};
}

void ShellProtocolTest::every_login_shell_gives_the_same_answer() // SSH-01
{
    QFETCH(QStringList, shell);
    Command large = command({"sh", "-c", "echo \"$1\"; exit 4", "-", "a'b!c\\d $x"});
    large.large = true;
    const auto replies = throughShell({large}, shell);
    QVERIFY(replies);
    QCOMPARE(replies->front().out, "a'b!c\\d $x\n"_ba);
    QCOMPARE(replies->front().exitStatus, 4);
}

void ShellProtocolTest::a_greeting_before_and_after_is_ignored() // SSH-04
{
    QList<Command> commands{command({"squeue"})};
    ReplyReader reader(commands, "m"_ba.repeated(32));
    reader.addOut(
        "Welcome\n{ \"jobs\": [\nline 3\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b 0\n4711|x\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm e 0 0 p\nbye\n");
    reader.addErr("motd\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b 0\n\nmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm e 0\n");
    const auto replies = reader.take(1ms);
    QVERIFY(replies);
    QCOMPARE(replies->front().out, "4711|x\n"_ba);
    QCOMPARE(replies->front().err, ""_ba);
}

void ShellProtocolTest::pieces_of_any_size_give_the_same_replies()
{
    const QList<Command> commands{command({"echo", "one"}), command({"sh", "-c", "printf '\n'; echo two >&2"}), command({"echo", "three"})};
    const QByteArray mark = newMark();
    const Streams streams = answer({u"/bin/sh"_s}, shellPrelude(FarEnd::Remote) + *batchScript(commands, mark));
    for (const qsizetype size : {1, 2, 3, 7, 33, 1000}) {
        ReplyReader reader(commands, mark);
        for (qsizetype at = 0; at < streams.out.size(); at += size)
            reader.addOut(QByteArrayView(streams.out).sliced(at, std::min(size, streams.out.size() - at)));
        for (qsizetype at = 0; at < streams.err.size(); at += size)
            reader.addErr(QByteArrayView(streams.err).sliced(at, std::min(size, streams.err.size() - at)));
        const auto replies = reader.take(1ms);
        QVERIFY(replies);
        QCOMPARE((*replies)[0].out, "one\n"_ba);
        QCOMPARE((*replies)[1].out, "\n"_ba);
        QCOMPARE((*replies)[1].err, "two\n"_ba);
        QCOMPARE((*replies)[2].out, "three\n"_ba);
    }
}

void ShellProtocolTest::a_broken_off_answer_is_never_a_reply() // SSH-20
{
    Command large = command({"seq", "2000"});
    large.large = true;
    const QList<Command> commands{command({"seq", "50"}), large};
    const QByteArray mark = newMark();
    const Streams streams = answer({u"/bin/sh"_s}, shellPrelude(FarEnd::Remote) + *batchScript(commands, mark));
    for (qsizetype cut = 0; cut < streams.out.size(); cut += 13) {
        ReplyReader reader(commands, mark);
        reader.addErr(streams.err);
        reader.addOut(streams.out.first(cut));
        const auto replies = reader.take(1ms);
        QVERIFY(!replies);
        QCOMPARE(replies.error().kind, Error::Kind::Incomplete);
    }
    ReplyReader reader(commands, mark);
    reader.addOut(streams.out);
    QCOMPARE(reader.take(1ms).error().kind, Error::Kind::Incomplete); // the error stream is missing
}

void ShellProtocolTest::half_a_batch_runs_nothing()
{
    QTemporaryDir folder;
    const QByteArray canary = folder.filePath(u"canary"_s).toUtf8();
    const QByteArray script = *batchScript({command({"touch", canary}), command({"touch", canary + "2"})}, newMark());
    for (qsizetype cut = 0; cut < script.size() - 2; cut += 5) {
        answer({u"/bin/sh"_s}, shellPrelude(FarEnd::Remote) + script.first(cut));
        QVERIFY(QDir(folder.path()).isEmpty());
    }
    answer({u"/bin/sh"_s}, shellPrelude(FarEnd::Remote) + script);
    QVERIFY(!QDir(folder.path()).isEmpty());
}

void ShellProtocolTest::a_command_over_its_limit_is_ended_data()
{
    QTest::addColumn<bool>("hasTimeout");
    QTest::newRow("with timeout(1)") << true;
    QTest::newRow("without") << false;
}

void ShellProtocolTest::a_command_over_its_limit_is_ended() // LRG-07
{
    QFETCH(bool, hasTimeout);
    QTemporaryDir folder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!hasTimeout) { // first in the path: a timeout that does not work
        QFile broken(folder.filePath(u"timeout"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("#!/bin/sh\nexit 1\n");
        broken.close();
        broken.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        environment.insert(u"PATH"_s, folder.path() + u':' + environment.value(u"PATH"_s));
    }
    Command slow = command({"sh", "-c", "echo $$ > \"$0\"; sleep 50; echo late", folder.filePath(u"pid"_s).toUtf8()});
    slow.limit = 1000ms;
    QElapsedTimer timer;
    timer.start();
    const auto replies = throughShell({slow}, {u"/bin/sh"_s}, environment);
    QVERIFY(timer.elapsed() < 40'000); // the command itself takes 50 s
    QVERIFY(!replies);
    QCOMPARE(replies.error().kind, Error::Kind::TimedOut);
    QCOMPARE(replies.error().subject, u"sh"_s);
    QFile pid(folder.filePath(u"pid"_s));
    QVERIFY(pid.open(QIODevice::ReadOnly));
    QVERIFY(!QFile::exists(u"/proc/"_s + QString::fromLatin1(pid.readAll().trimmed())));
    Command quick = command({"sh", "-c", "cat; exit 5"});
    quick.input = "in";
    const auto fine = throughShell({quick, command({"cat"})}, {u"/bin/sh"_s}, environment);
    QVERIFY(fine);
    QCOMPARE(fine->front().out, "in"_ba);
    QCOMPARE(fine->front().exitStatus, 5);
}

void ShellProtocolTest::a_missing_command_has_its_status()
{
    const auto replies = throughShell({command({"no-such-command-here", "-h"})});
    QVERIFY(replies);
    QCOMPARE(replies->front().exitStatus, 127);
    QVERIFY(replies->front().err.contains("no-such-command-here"));
}

void ShellProtocolTest::too_much_is_said()
{
    Command much = command({"seq", "100000"});
    much.maxBytes = 1000;
    QCOMPARE(throughShell({much}).error().kind, Error::Kind::TooLarge);
    much.large = true;
    QCOMPARE(throughShell({much}).error().kind, Error::Kind::TooLarge);
}

void ShellProtocolTest::a_large_reply_is_read_in_linear_time()
{
    const QList<Command> commands{command({"squeue"})};
    const auto milliseconds = [&](qsizetype megabytes) {
        const QByteArray mark = newMark();
        ReplyReader reader(commands, mark);
        const QByteArray piece = QByteArray("4711|alice|R|x\n").repeated(2184);
        QElapsedTimer timer;
        timer.start();
        reader.addOut("\n" + mark + " b 0\n");
        for (qsizetype i = 0; i < megabytes * 32; ++i)
            reader.addOut(piece);
        reader.addOut("\n" + mark + " e 0 0 p\n");
        reader.addErr("\n" + mark + " b 0\n\n" + mark + " e 0\n");
        const bool right = reader.take(1ms).value().front().out.size() == megabytes * 32 * piece.size();
        return right ? std::max<qint64>(1, timer.elapsed()) : -1;
    };
    const qint64 small = milliseconds(8);
    const qint64 large = milliseconds(64);
    QVERIFY(small > 0 && large > 0);
    QVERIFY2(large < small * 32 + 2000, qPrintable(u"%1 ms for 8 MB, %2 ms for 64 MB"_s.arg(small).arg(large)));
}

PILOTHOUSE_TEST(ShellProtocolTest)
#include "tst_shellprotocol.moc"

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/agentfilter.h"
#include "backend/ssh/sshstring.h"
#include "tests/ssh/silentagent.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QTest>

using namespace pilothouse;
using namespace pilothouse::test;
using namespace std::chrono_literals;

namespace {

// libssh's side of it: a question, and a read that waits for the answer, though not longer than a test may.
class Client {
public:
    explicit Client(AgentFilter &filter) : m_fd(filter.takeClientEnd())
    {
        const timeval limit{30, 0};
        setsockopt(m_fd.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        QByteArray question;
        appendString(question, "\x0b"); // which keys there are
        (void)send(m_fd.get(), question.constData(), size_t(question.size()), MSG_NOSIGNAL);
    }
    [[nodiscard]] QByteArray answer() const // "late" when none came, not even the end
    {
        QByteArray bytes(100, Qt::Uninitialized);
        const ssize_t got = recv(m_fd.get(), bytes.data(), size_t(bytes.size()), 0);
        return got < 0 ? QByteArray("late") : bytes.first(got);
    }

private:
    Fd m_fd;
};

} // namespace

class AgentFilterTest : public QObject {
    Q_OBJECT
private slots:
    void an_agent_that_says_nothing_is_left_in_time();
    void a_stop_ends_the_wait_for_an_agent();
    void an_agent_with_a_full_queue_is_left_when_stopped();
    void a_person_behind_the_agent_is_told_of_and_may_take_time();

private:
    Bell m_bell;
};

void AgentFilterTest::an_agent_that_says_nothing_is_left_in_time()
{
    SilentAgent agent;
    const auto filter = AgentFilter::open(QFile::decodeName(agent.path()), {m_bell, {}}, 200ms);
    QVERIFY(filter);
    const Client client(*filter);
    QVERIFY(agent.waitForQuestion());
    QCOMPARE(client.answer(), QByteArray());
    QVERIFY(filter->wasSilent());
}

void AgentFilterTest::a_stop_ends_the_wait_for_an_agent()
{
    SilentAgent agent;
    std::stop_source stop;
    const Bell bell;
    const auto filter = AgentFilter::open(QFile::decodeName(agent.path()), {bell, stop.get_token()});
    QVERIFY(filter);
    const Client client(*filter);
    QVERIFY(agent.waitForQuestion());
    stop.request_stop();
    bell.ring();
    QCOMPARE(client.answer(), QByteArray());
    QVERIFY(!filter->wasSilent());
}

void AgentFilterTest::an_agent_with_a_full_queue_is_left_when_stopped()
{
    const SilentAgent agent(0);
    std::vector<Fd> queue;
    const sockaddr_un address = agent.address();
    int code = 0;
    while (code == 0 && queue.size() < 100) {
        queue.emplace_back(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        code = ::connect(queue.back().get(), reinterpret_cast<const sockaddr *>(&address), sizeof address);
    }
    QVERIFY(code != 0); // full
    std::stop_source stop;
    const Bell bell;
    stop.request_stop();
    bell.ring();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!AgentFilter::open(QFile::decodeName(agent.path()), {bell, stop.get_token()}));
    QVERIFY2(timer.elapsed() < 4000, qPrintable(QString::number(timer.elapsed()))); // unstopped it is 5 s
}

void AgentFilterTest::a_person_behind_the_agent_is_told_of_and_may_take_time()
{
    SilentAgent agent;
    const auto filter = AgentFilter::open(QFile::decodeName(agent.path()), {m_bell, {}});
    QVERIFY(filter);
    std::mutex mutex;
    QList<bool> told;
    const auto seen = [&] {
        const std::scoped_lock lock(mutex);
        return told;
    };
    filter->setWaiting([&](bool waits) {
        const std::scoped_lock lock(mutex);
        told += waits;
    });
    const Client client(*filter);
    QVERIFY(agent.waitForQuestion());
    QTRY_COMPARE_WITH_TIMEOUT(seen(), QList<bool>{true}, 30'000);
    QByteArray bytes;
    appendString(bytes, "\x06");
    agent.answer(bytes);
    QCOMPARE(client.answer(), bytes);
    QCOMPARE(seen(), (QList<bool>{true, false}));
}

PILOTHOUSE_TEST(AgentFilterTest)
#include "tst_agentfilter.moc"

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

class PromptersTest : public QObject {
    Q_OBJECT
private slots:
    void answers_go_only_to_the_prompt_they_are_for();
    void a_file_that_others_could_read_is_refused();
    void nobody_says_what_was_asked();

private:
    QTemporaryDir m_folder;
    [[nodiscard]] QString file(const QByteArray &text, mode_t mode = 0600) const
    {
        const QString name = m_folder.filePath(u"answers"_s);
        QFile::remove(name);
        QFile made(name);
        if (made.open(QIODevice::WriteOnly))
            made.write(text);
        made.close();
        chmod(QFile::encodeName(name).constData(), mode);
        return name;
    }
    [[nodiscard]] static Prompt asking(const QStringList &texts, const QString &user = u"alice"_s, const QString &host = u"login1"_s)
    {
        Prompt prompt;
        prompt.host = host;
        prompt.user = user;
        for (const QString &text : texts)
            prompt.questions += Question{text, false};
        return prompt;
    }
};

static const QByteArray kAnswers = R"({"answers":[{"user":"alice","host":"login1","match":"assword","answer":"s3cret"},
    {"user":"alice","host":"login1","match":"code","answer":"123456"}]})";

void PromptersTest::answers_go_only_to_the_prompt_they_are_for() // SSH-06
{
    const auto prompter = filePrompter(file(kAnswers));
    QVERIFY(prompter);
    QCOMPARE(*(*prompter)->ask(asking({u"Password: "_s}), {}), QList<QByteArray>{"s3cret"});
    QCOMPARE(*(*prompter)->ask(asking({u"Your code: "_s, u"Password: "_s}), {}), QList<QByteArray>({"123456", "s3cret"}));
    for (const Prompt &prompt : {asking({u"Passphrase: "_s}), asking({u"Password: "_s}, u"bob"_s),
                                 asking({u"Password: "_s}, u"alice"_s, u"gate"_s), asking({u"Password: "_s, u"Mother's name: "_s})}) {
        const auto answers = (*prompter)->ask(prompt, {});
        QVERIFY(!answers);
        QCOMPARE(answers.error().kind, Error::Kind::NeedsPerson);
        QVERIFY(!answers.error().detail.contains(u"s3cret"_s));
    }
    Prompt again = asking({u"Password: "_s});
    again.attempt = 2;
    QCOMPARE((*prompter)->ask(again, {}).error().kind, Error::Kind::NeedsPerson);
}

void PromptersTest::a_file_that_others_could_read_is_refused()
{
    for (const mode_t mode : {0644, 0640, 0660, 0700, 0400})
        QCOMPARE(filePrompter(file(kAnswers, mode)).error().kind, Error::Kind::BadInput);
    const QString name = file(kAnswers);
    const QString link = m_folder.filePath(u"link"_s);
    QVERIFY(QFile::link(name, link));
    QCOMPARE(filePrompter(link).error().kind, Error::Kind::BadInput);
    QCOMPARE(filePrompter(m_folder.path()).error().kind, Error::Kind::BadInput);
    QCOMPARE(filePrompter(m_folder.filePath(u"missing"_s)).error().kind, Error::Kind::BadInput);
    const QString pipe = m_folder.filePath(u"pipe"_s);
    QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QCOMPARE(filePrompter(pipe).error().kind, Error::Kind::BadInput);
    QCOMPARE(filePrompter(file("{")).error().kind, Error::Kind::BadInput);
    QCOMPARE(filePrompter(file(R"({"answers":[{"answer":"s3cret"}]})")).error().kind, Error::Kind::BadInput);
}

void PromptersTest::nobody_says_what_was_asked()
{
    const auto answers = nobodyPrompter()->ask(asking({u"Password: "_s}), {});
    QCOMPARE(answers.error().kind, Error::Kind::NeedsPerson);
    QCOMPARE(answers.error().detail, u"Password:"_s);
}

PILOTHOUSE_TEST(PromptersTest)
#include "tst_prompters.moc"

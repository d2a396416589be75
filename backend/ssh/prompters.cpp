// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"

#include "backend/ssh/fd.h"

#include <QFile>

#include <nlohmann/json.hpp>

#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Answer {
    QString user, host, match;
    QByteArray answer;
};

class FilePrompter final : public Prompter {
public:
    explicit FilePrompter(std::vector<Answer> answers) : m_answers(std::move(answers)) { }
    ~FilePrompter() override
    {
        for (Answer &each : m_answers)
            wipe(each.answer);
    }
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token) override
    {
        if (prompt.attempt > 1)
            return failure(Error::Kind::NeedsPerson, prompt.host, u"the answer in the file was refused: "_s + askedBy(prompt));
        QList<QByteArray> given;
        for (const Question &question : prompt.questions) {
            const auto fits = [&](const Answer &each) {
                return each.user == prompt.user && each.host == prompt.host && !each.match.isEmpty() && question.text.contains(each.match);
            };
            const auto found = std::find_if(m_answers.begin(), m_answers.end(), fits);
            if (found == m_answers.end())
                return needsPerson(prompt);
            // A copy of its own: it is wiped after use.
            given += QByteArray(found->answer.constData(), found->answer.size());
        }
        return given;
    }

private:
    std::vector<Answer> m_answers;
};

class NobodyPrompter final : public Prompter {
public:
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token) override { return needsPerson(prompt); }
};

Result<QByteArray> readPrivate(const QString &name)
{
    const Fd fd(open(QFile::encodeName(name).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd)
        return failure(Error::Kind::BadInput, name, QString::fromLocal8Bit(strerror(errno)));
    struct stat facts{};
    if (fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
        return failure(Error::Kind::BadInput, name, u"not a regular file"_s);
    if (facts.st_uid != geteuid())
        return failure(Error::Kind::BadInput, name, u"belongs to another account"_s);
    if ((facts.st_mode & 07777) != 0600)
        return failure(Error::Kind::BadInput, name, u"must be readable by its owner alone (mode 0600)"_s);
    QFile file;
    if (facts.st_size > (1 << 20) || !file.open(fd.get(), QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failure(Error::Kind::BadInput, name, u"unreadable"_s);
    return file.read(facts.st_size);
}

} // namespace

QString askedBy(const Prompt &prompt)
{
    QStringList texts;
    for (const Question &question : prompt.questions)
        texts += question.text.trimmed();
    return texts.join(u" / "_s);
}

tl::unexpected<Error> needsPerson(const Prompt &prompt)
{
    return failure(Error::Kind::NeedsPerson, prompt.host, askedBy(prompt));
}

void wipe(QByteArray &secret)
{
    // explicit_bzero is not optimised away; a shared copy would be detached and left, so secrets are never shared.
    explicit_bzero(secret.data(), size_t(secret.size()));
    secret.clear();
}

Result<std::shared_ptr<Prompter>> filePrompter(const QString &file)
{
    auto text = readPrivate(file);
    if (!text)
        return tl::unexpected(text.error());
    auto json = nlohmann::json::parse(text->cbegin(), text->cend(), nullptr, false);
    wipe(*text);
    if (!json.is_object() || !json.contains("answers") || !json["answers"].is_array())
        return failure(Error::Kind::BadInput, file, u"not a file of answers"_s);
    std::vector<Answer> answers;
    bool complete = true;
    for (auto &each : json["answers"]) {
        const auto word = [&](const char *key) {
            QByteArray copy;
            if (each.is_object() && each.contains(key) && each[key].is_string()) {
                auto &read = each[key].template get_ref<std::string &>();
                copy = QByteArray::fromStdString(read);
                explicit_bzero(read.data(), read.size());
            }
            return copy;
        };
        answers.push_back(
            {QString::fromUtf8(word("user")), QString::fromUtf8(word("host")), QString::fromUtf8(word("match")), word("answer")});
        complete = complete && !answers.back().match.isEmpty();
    }
    if (!complete) {
        for (Answer &each : answers)
            wipe(each.answer);
        return failure(Error::Kind::BadInput, file, u"an answer without \"match\""_s);
    }
    return std::make_shared<FilePrompter>(std::move(answers));
}

std::shared_ptr<Prompter> nobodyPrompter()
{
    return std::make_shared<NobodyPrompter>();
}

} // namespace pilothouse

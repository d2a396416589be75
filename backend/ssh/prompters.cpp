// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/prompters.h"

#include "backend/ssh/fd.h"

#include <QFile>

#include <nlohmann/json.hpp>

#include <array>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

QString asked(const Prompt &prompt)
{
    QStringList texts;
    for (const Question &question : prompt.questions)
        texts += question.text.trimmed();
    return texts.join(u" / "_s);
}

tl::unexpected<Error> needsPerson(const Prompt &prompt)
{
    return failure(Error::Kind::NeedsPerson, prompt.host, asked(prompt));
}

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
            return failure(Error::Kind::NeedsPerson, prompt.host, u"the answer in the file was refused: "_s + asked(prompt));
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

// Words of a server, made harmless for a terminal.
QByteArray printable(const QString &text)
{
    QString clean;
    for (const QChar c : text)
        clean += c.isPrint() || c == u'\n' ? c : QChar(u'\ufffd');
    return clean.toLocal8Bit();
}

// The terminal without echo while this lives.
class Quiet {
public:
    Quiet(int fd, bool wanted) : m_fd(fd), m_changed(wanted && tcgetattr(fd, &m_before) == 0)
    {
        if (!m_changed)
            return;
        termios silent = m_before;
        silent.c_lflag &= ~tcflag_t(ECHO);
        tcsetattr(fd, TCSAFLUSH, &silent);
    }
    ~Quiet()
    {
        if (m_changed)
            tcsetattr(m_fd, TCSAFLUSH, &m_before);
    }
    Q_DISABLE_COPY_MOVE(Quiet)

private:
    int m_fd;
    termios m_before{};
    bool m_changed;
};

class TerminalPrompter final : public Prompter {
public:
    Result<QList<QByteArray>> ask(const Prompt &prompt, std::stop_token stop) override
    {
        const Fd terminal(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
        if (!terminal)
            return needsPerson(prompt);
        for (const QString &text : {prompt.title, prompt.instruction})
            if (!text.isEmpty())
                say(terminal.get(), printable(text) + '\n');
        QList<QByteArray> given;
        for (const Question &question : prompt.questions) {
            say(terminal.get(), printable(question.text));
            const Quiet quiet(terminal.get(), !question.echo);
            auto line = readLine(terminal.get(), stop);
            if (!question.echo)
                say(terminal.get(), "\n");
            if (!line)
                return tl::unexpected(line.error());
            given += std::move(*line);
        }
        return given;
    }

private:
    static void say(int fd, QByteArrayView text)
    {
        while (!text.isEmpty()) {
            const ssize_t put = write(fd, text.data(), size_t(text.size()));
            if (put <= 0)
                return;
            text = text.sliced(put);
        }
    }
    static Result<QByteArray> readLine(int fd, const std::stop_token &stop)
    {
        const Bell bell;
        const std::stop_callback wake(stop, [&bell] { bell.ring(); });
        QByteArray line;
        line.reserve(1024); // no copies are left behind while it grows
        while (line.size() < 1023) {
            std::array<pollfd, 2> ends{{{fd, POLLIN, 0}, {bell.fd(), POLLIN, 0}}};
            if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR)
                return failure(Error::Kind::Stopped);
            if (stop.stop_requested())
                return failure(Error::Kind::Stopped);
            char c = 0;
            if (!(ends[0].revents & (POLLIN | POLLHUP)))
                continue;
            if (read(fd, &c, 1) != 1)
                return failure(Error::Kind::Stopped);
            if (c == '\n')
                break;
            line += c;
        }
        return line;
    }
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
    const auto json = nlohmann::json::parse(text->cbegin(), text->cend(), nullptr, false);
    wipe(*text);
    if (!json.is_object() || !json.contains("answers") || !json["answers"].is_array())
        return failure(Error::Kind::BadInput, file, u"not a file of answers"_s);
    std::vector<Answer> answers;
    for (const auto &each : json["answers"]) {
        const auto word = [&](const char *key) {
            return each.is_object() && each.contains(key) && each[key].is_string()
                ? QByteArray::fromStdString(each[key].template get<std::string>())
                : QByteArray();
        };
        if (word("match").isEmpty())
            return failure(Error::Kind::BadInput, file, u"an answer without \"match\""_s);
        answers.push_back(
            {QString::fromUtf8(word("user")), QString::fromUtf8(word("host")), QString::fromUtf8(word("match")), word("answer")});
    }
    return std::make_shared<FilePrompter>(std::move(answers));
}

std::shared_ptr<Prompter> terminalPrompter()
{
    return std::make_shared<TerminalPrompter>();
}

std::shared_ptr<Prompter> nobodyPrompter()
{
    return std::make_shared<NobodyPrompter>();
}

} // namespace pilothouse

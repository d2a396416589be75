// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/slurm/toolerror.h"

#include <array>

using namespace Qt::StringLiterals;

namespace pilothouse::slurm {

namespace {

struct Saying {
    const char *words; // lower case
    Error::Kind kind;
};

constexpr std::array kSayings{
    // Words of munge are of a file or a socket as often as not.
    Saying{"munge", Error::Kind::NotAllowed},
    Saying{"authentication", Error::Kind::NotAllowed},
    Saying{"expired credential", Error::Kind::NotAllowed},
    Saying{"rewound credential", Error::Kind::NotAllowed},
    Saying{"unable to contact slurm controller", Error::Kind::Busy},
    Saying{"socket timed out", Error::Kind::Busy},
    Saying{"zero bytes were transmitted", Error::Kind::Busy},
    Saying{"problem talking to the database", Error::Kind::Busy},
    Saying{"unable to connect to database", Error::Kind::Busy},
    Saying{"connection refused", Error::Kind::Busy},
    Saying{"resource temporarily unavailable", Error::Kind::Busy},
    Saying{"invalid job id", Error::Kind::NotFound},
    Saying{"couldn't get steps", Error::Kind::NotFound},
    Saying{"no steps running", Error::Kind::NotFound}, // since 24.11
    Saying{"access/permission denied", Error::Kind::NotAllowed},
    Saying{"permission denied", Error::Kind::NotAllowed},
    Saying{"invalid user id", Error::Kind::NotAllowed},
    Saying{"unrecognized option", Error::Kind::Unsupported},
    Saying{"invalid option", Error::Kind::Unsupported},
    Saying{"invalid field", Error::Kind::Unsupported},
    Saying{"has been removed", Error::Kind::Unsupported},
    Saying{"invalid job format specification", Error::Kind::Unsupported},
    Saying{"accounting storage is disabled", Error::Kind::Unsupported},
};

bool isBlank(const QByteArray &bytes)
{
    return bytes.trimmed().isEmpty();
}

// Said by the loader or a shell at the start of any program, and of no meaning for what it does.
bool isOfTheMachine(const QByteArray &line)
{
    return line.startsWith("ERROR: ld.so: object ") || line.contains("warning: setlocale: ");
}

} // namespace

QString words(QByteArrayView bytes)
{
    return QString::fromUtf8(bytes.first(std::min<qsizetype>(bytes.size(), 2'000))).trimmed();
}

QByteArray wordsOf(const Reply &reply)
{
    QByteArrayList lines = reply.err.split('\n');
    lines.removeIf(isOfTheMachine);
    return lines.join('\n').trimmed();
}

bool isUnknownJob(const Reply &reply)
{
    return reply.exitStatus != 127 && reply.exitStatus != 126 && wordsOf(reply).toLower().contains("invalid job id");
}

Error toolError(const Reply &reply, const QString &tool)
{
    const QByteArray told = wordsOf(reply);
    const QByteArray said = told.isEmpty() ? reply.out.left(2'000) : told.left(2'000);
    Error error{Error::Kind::BadReply, tool, words(said)};
    if (error.detail.isEmpty())
        error.detail = u"exit %1"_s.arg(reply.exitStatus);
    if (reply.exitStatus == 127 || reply.exitStatus == 126) {
        error.kind = Error::Kind::NotFound;
        return error;
    }
    const QByteArray lower = said.toLower();
    for (const Saying &saying : kSayings) {
        if (lower.contains(saying.words)) {
            error.kind = saying.kind;
            break;
        }
    }
    return error;
}

std::optional<Error> failureOf(const Reply &reply, const QString &tool)
{
    // A busy controller may answer nothing on stdout with exit 0.
    if (reply.exitStatus == 0 && (!isBlank(reply.out) || wordsOf(reply).isEmpty()))
        return std::nullopt;
    return toolError(reply, tool);
}

QByteArray unknownField(const Reply &reply)
{
    for (const QByteArray &line : reply.err.split('\n')) {
        for (const char *head : {"Invalid job format specification: ", "Invalid field requested: "}) {
            const qsizetype at = line.indexOf(head);
            if (at >= 0)
                return line.sliced(at + qsizetype(qstrlen(head))).replace('"', "").trimmed();
        }
        const qsizetype removed = line.indexOf(" has been removed");
        if (removed > 0)
            return line.first(removed).sliced(line.lastIndexOf(' ', removed - 1) + 1);
    }
    return {};
}

} // namespace pilothouse::slurm

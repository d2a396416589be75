// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/errortext.h"

#include "models/plaintext.h"

#include <QCoreApplication>

#include <utility>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

struct Sentences {
    QString about; // with %1 for the subject
    QString bare; // when there is no subject
    QString advice;
};

Sentences ofLink(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::HostKeyUnknown:
        return {Words::tr("The host key of %1 is not known yet."), Words::tr("The host key is not known yet."),
                Words::tr("Compare the fingerprint with the one your site gives out, log in once with ssh, then try again.")};
    case Error::Kind::HostKeyChanged:
        return {Words::tr("The host key of %1 has changed."), Words::tr("The host key has changed."),
                Words::tr("Nothing was sent. Ask your site whether the key was replaced; if so, remove the old line with ssh-keygen -R.")};
    case Error::Kind::HostKeyRevoked:
        return {Words::tr("The host key of %1 is revoked."), Words::tr("The host key is revoked."),
                Words::tr("Nothing was sent. Do not log in there; ask your site.")};
    case Error::Kind::NeedsPerson:
        return {Words::tr("%1 asks for something only you can answer."), Words::tr("The server asks for something only you can answer."),
                Words::tr("Load your key with ssh-add, then try again. Questions are answered at a terminal: pilothouse --list jobs.")};
    case Error::Kind::LoginRefused:
        return {Words::tr("%1 did not let you log in."), Words::tr("The server did not let you log in."),
                Words::tr("Check the user name and the key in the profile; ssh -v to the same host shows more.")};
    default:
        return {Words::tr("%1 cannot be reached."), Words::tr("The far end cannot be reached."),
                Words::tr("Check the network, VPN and jump host. It is tried again by itself.")};
    }
}

Sentences ofAnswer(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::NotAllowed:
        return {Words::tr("You are not allowed to do this to %1."), Words::tr("You are not allowed to do this."),
                Words::tr("Ask the owner, a coordinator of the account or an administrator.")};
    case Error::Kind::NotFound:
        return {Words::tr("%1 was not found."), Words::tr("It was not found."),
                Words::tr("It may have ended or been moved. Refresh and look again.")};
    case Error::Kind::Busy:
        return {Words::tr("%1 is busy and did not answer in time."), Words::tr("The controller is busy and did not answer in time."),
                Words::tr("The last good list stays. It is asked again later, more slowly.")};
    case Error::Kind::TimedOut:
        return {Words::tr("%1 took too long and was ended."), Words::tr("The command took too long and was ended."),
                Words::tr("Try again later; if it stays so, the command hangs at the far end.")};
    case Error::Kind::BadReply:
        return {Words::tr("The answer of %1 could not be read."), Words::tr("The answer could not be read."),
                Words::tr("The last good list stays. The activity log has the words; please report them.")};
    case Error::Kind::Incomplete:
        return {Words::tr("The answer of %1 broke off."), Words::tr("The answer broke off."),
                Words::tr("Nothing of it was used. It is asked again by itself.")};
    case Error::Kind::TooLarge:
        return {Words::tr("%1 is larger than this program takes."), Words::tr("The answer is larger than this program takes."),
                Words::tr("Ask for less: narrow it to your own jobs or one queue.")};
    default:
        return {Words::tr("%1 does not offer this."), Words::tr("This is not offered here."),
                Words::tr("A newer version or another setting of the site is needed.")};
    }
}

Sentences ofHere(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::ReadOnly:
        return {Words::tr("%1 is read-only."), Words::tr("The profile is read-only."),
                Words::tr("Nothing was sent. Change the profile if you want to act there.")};
    case Error::Kind::BadInput:
        return {Words::tr("%1 cannot be used as it is."), Words::tr("The input cannot be used as it is."),
                Words::tr("Correct it and try again.")};
    case Error::Kind::Storage:
        return {Words::tr("%1 could not be read or written."), Words::tr("A file could not be read or written."),
                Words::tr("Check free space and rights. Until then it is kept in memory only.")};
    default:
        return {Words::tr("%1 was stopped."), Words::tr("It was stopped."), Words::tr("Start it again if you still want it.")};
    }
}

Sentences sentencesOf(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::Unreachable:
    case Error::Kind::HostKeyUnknown:
    case Error::Kind::HostKeyChanged:
    case Error::Kind::HostKeyRevoked:
    case Error::Kind::NeedsPerson:
    case Error::Kind::LoginRefused:
        return ofLink(kind);
    case Error::Kind::NotAllowed:
    case Error::Kind::NotFound:
    case Error::Kind::Busy:
    case Error::Kind::TimedOut:
    case Error::Kind::BadReply:
    case Error::Kind::Incomplete:
    case Error::Kind::TooLarge:
    case Error::Kind::Unsupported:
        return ofAnswer(kind);
    case Error::Kind::ReadOnly:
    case Error::Kind::BadInput:
    case Error::Kind::Storage:
    case Error::Kind::Stopped:
        break;
    }
    return ofHere(kind);
}

} // namespace

ErrorText errorText(const Error &error)
{
    const Sentences words = sentencesOf(error.kind);
    const QString subject = plaintext::cell(error.subject);
    return {subject.isEmpty() ? words.bare : words.about.arg(subject), words.advice, plaintext::visible(error.detail.trimmed())};
}

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What can fail returns Result<T>: a value, or an Error with a kind for the program, a subject for the sentence and a detail for the log.
#pragma once
#include <QMetaType>
#include <QObject>
#include <QString>

#include <tl/expected.hpp>

namespace pilothouse {

struct Error {
    Q_GADGET
public:
    enum class Kind {
        Unreachable, // name, TCP, time-out of the link, connection lost
        HostKeyUnknown, // subject: host; detail: fingerprint
        HostKeyChanged, // subject: host; detail: both fingerprints
        HostKeyRevoked,
        NeedsPerson, // a prompt had nobody to answer it; detail: the server's question
        LoginRefused, // all log-in methods were tried; detail: methods left
        NotAllowed, // the far end knows us and says no
        NotFound, // no such job, file, command
        Busy, // the controller did not answer in time; try later
        TimedOut, // our own limit on a command
        BadReply, // an answer that could not be read; never taken for an empty one
        Incomplete, // the answer broke off: no exit status or no end mark
        TooLarge, // a bound was reached
        Unsupported, // this version or site lacks it
        ReadOnly, // the profile forbids writing
        BadInput, // what a person typed or a file holds
        Storage, // disk full, file unreadable
        Stopped, // we were asked to stop
    };
    Q_ENUM(Kind)

    Kind kind = Kind::BadReply;
    QString subject; // whom or what it is about: "login1", "job 4711"
    QString detail; // as the tool said it, for the log; never holds a secret

    friend bool operator==(const Error &, const Error &) = default;
};

// No try by ourselves would help, and many would lock the account or ask without end: only a person's does.
[[nodiscard]] constexpr bool waitsForPerson(Error::Kind kind)
{
    switch (kind) {
    case Error::Kind::NeedsPerson:
    case Error::Kind::LoginRefused:
    case Error::Kind::HostKeyChanged:
    case Error::Kind::HostKeyUnknown:
    case Error::Kind::HostKeyRevoked:
    case Error::Kind::BadInput: // a file that cannot be read stays so until it is mended
    case Error::Kind::Stopped: // the person closed a prompt
        return true;
    default:
        return false;
    }
}

template <class T = void> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(Error::Kind kind, QString subject = {}, QString detail = {})
{
    return tl::unexpected(Error{kind, std::move(subject), std::move(detail)});
}

} // namespace pilothouse

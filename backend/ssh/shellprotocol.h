// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a batch of commands goes to a /bin/sh and its answers come back: framed by a random mark, so that nothing else can be taken for them.
#pragma once
#include "backend/ssh/shell.h"

#include <optional>

namespace pilothouse {

enum class FarEnd { Remote, Here }; // here: nothing is compressed, and commands stay in the shell's process group

// Sent once to a fresh /bin/sh: clean environment, search path, the functions that batches use. Prints nothing.
[[nodiscard]] QByteArray shellPrelude(FarEnd farEnd);

// 32 hex digits from the system's random source.
[[nodiscard]] QByteArray newMark();

// One compound command: a shell that gets only a part of it runs nothing of it. BadInput for NUL in a word or input, or no words.
[[nodiscard]] Result<QByteArray> batchScript(const QList<Command> &commands, const QByteArray &mark);

// What a batch may take at the far end, which keeps the limits.
[[nodiscard]] std::chrono::milliseconds totalLimit(const QList<Command> &commands);

// The first of the times by which they must be sent; 0: none has one.
[[nodiscard]] std::chrono::milliseconds earliestSendBy(const QList<Command> &commands);

// Reads both streams of the shell, however they are cut into pieces. Each byte is searched once.
class ReplyReader {
public:
    ReplyReader(const QList<Command> &commands, QByteArray mark);

    void addOut(QByteArrayView piece) { add(m_out, piece); }
    void addErr(QByteArrayView piece) { add(m_err, piece); }
    [[nodiscard]] bool begun() const { return m_begun; } // the shell reached our first command
    [[nodiscard]] bool done() const { return m_fault || (m_out.next == m_limits.size() && m_err.next == m_limits.size()); }
    // All replies; Incomplete when the answer broke off; TimedOut when a command used up its limit (elapsed: since the batch was sent).
    [[nodiscard]] Result<std::vector<Reply>> take(std::chrono::milliseconds elapsed);
    // What came in before the first mark: a greeting, or the complaint of a log-in shell; cut to its last 500 bytes.
    [[nodiscard]] QByteArray chatter() const;

private:
    struct Limit {
        QByteArray name; // the command's first word
        std::chrono::milliseconds time;
        qint64 bytes;
    };
    struct Stream {
        QByteArray buffer;
        qsizetype searched = 0;
        size_t next = 0; // command whose begin or end is awaited
        bool inside = false;
        bool isOut = false;
    };
    void add(Stream &stream, QByteArrayView piece);
    [[nodiscard]] bool step(Stream &stream);
    void endOne(Stream &stream, qsizetype dataLength, const QByteArrayList &words);
    void fail(Error error);

    QByteArray m_mark; // with the line feed before and the blank behind
    std::vector<Limit> m_limits;
    std::vector<Reply> m_replies;
    Stream m_out, m_err;
    QByteArray m_chatter;
    bool m_begun = false;
    std::chrono::steady_clock::time_point m_since; // when the command that runs began, as we saw it
    std::optional<Error> m_fault;
};

} // namespace pilothouse

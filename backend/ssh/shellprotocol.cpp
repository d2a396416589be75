// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/shellprotocol.h"

#include "backend/ssh/inflate.h"
#include "backend/ssh/quote.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cstring>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

// Slurm's own variables would change what its commands print or which cluster they ask; where the cluster is may stay.
// Without TZ the C library looks at /etc/localtime anew for each time that is printed: half of what squeue takes for 30,000 jobs.
// A command runs in the background of its shell, so that a signal to the shell ends it (the trap) and does not wait for it.
// A path that lacks squeue is completed from the profile, in a shell of its own so that the profile can neither print nor leave.
constexpr auto kPrelude = R"sh({
unset BASH_ENV ENV CDPATH TMOUT GREP_OPTIONS POSIXLY_CORRECT COLUMNS LINES GZIP
for ph_v in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p'); do
case $ph_v in
SLURM_CONF|SLURM_CONF_SERVER|SLURM_JWT|SLURM_SACK_SOCKET|SLURM_SACK_KEY) ;;
SLURM_*|SQUEUE_*|SINFO_*|SACCT_*|SACCTMGR_*|SCONTROL_*|SPRIO_*|SSHARE_*|SREPORT_*|SSTAT_*|SDIAG_*|SCANCEL_*|SBATCH_*|SALLOC_*|SRUN_*) unset "$ph_v" ;;
esac
done
LC_ALL=C
locale -a 2>/dev/null </dev/null | grep -qi '^C\.utf-*8$' && LC_ALL=C.UTF-8
SLURM_TIME_FORMAT=%s SLURM_BITSTR_LEN=0 TZ=${TZ-:/etc/localtime}
export LC_ALL SLURM_TIME_FORMAT SLURM_BITSTR_LEN TZ
command -v squeue >/dev/null 2>&1 || {
ph_p=$( (. /etc/profile; printf '\n%s' "$PATH") </dev/null 2>/dev/null | tail -n 1)
case $ph_p in /*) PATH=$ph_p ;; esac
PATH=$PATH:/usr/bin:/bin:/usr/local/bin:/opt/slurm/bin:/usr/local/slurm/bin
export PATH
}
ph_t= ph_g=
timeout -k 1 5 true >/dev/null 2>&1 </dev/null && ph_t=1
command -v setsid >/dev/null 2>&1 && ph_g=setsid
ph_with() {
ph_s=$1
shift
ph_p= ph_w=
trap '[ -z "$ph_p" ] || kill -TERM "$ph_p" 2>/dev/null; exit 143' HUP TERM
if [ -n "$ph_t" ]; then
{ timeout @FOREGROUND@ -k 2 "$ph_s" "$@" <&6 6<&- & } 6<&0
ph_p=$!
else
{ $ph_g "$@" <&6 6<&- & } 6<&0
ph_p=$!
[ -z "$ph_g" ] || ph_p=-$ph_p
(sleep "$ph_s"; kill -TERM "$ph_p"; sleep 2; kill -KILL "$ph_p") >/dev/null 2>&1 </dev/null 3>&- 4>&- 5>&- &
ph_w=$!
fi
wait "${ph_p#-}"
ph_r=$? ph_p=
[ -z "$ph_w" ] || kill "$ph_w" 2>/dev/null
return "$ph_r"
}
ph_begin() {
printf '\n%s b %s\n' "$ph_m" "$1"
printf '\n%s b %s\n' "$ph_m" "$1" >&2
}
ph_end() {
printf '\n%s e %s %s %s\n' "$ph_m" "$1" "$2" "$3"
printf '\n%s e %s\n' "$ph_m" "$1" >&2
}
exec 5>&1
ph_small() {
ph_with "$@" 5>&-
ph_r=$? ph_f=p
}
@LARGE@
}
)sh";

constexpr auto kLargePacked = R"sh(if printf x 2>/dev/null | gzip -1 >/dev/null 2>&1; then
ph_large() {
ph_r=$( { { ph_with "$@" 3>&- 4>&- 5>&-; echo $? >&3; } | gzip -1 >&4 3>&- 5>&-; } 3>&1 4>&5)
ph_f=z
}
else
ph_large() { ph_small "$@"; }
fi)sh";
constexpr auto kLargePlain = R"sh(ph_large() { ph_small "$@"; })sh";

constexpr std::chrono::seconds kToEnd{2}; // what ph_with gives a command between TERM and KILL
constexpr qsizetype kLongestLine = 80; // a mark line: mark, letter, number, status, flag

qint64 seconds(std::chrono::milliseconds limit)
{
    return std::max<qint64>(1, std::chrono::ceil<std::chrono::seconds>(limit).count());
}

} // namespace

QByteArray shellPrelude(FarEnd farEnd)
{
    QByteArray text(kPrelude);
    text.replace("@FOREGROUND@", farEnd == FarEnd::Here ? "--foreground" : "");
    text.replace("@LARGE@", farEnd == FarEnd::Here ? kLargePlain : kLargePacked);
    return text;
}

QByteArray newMark()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex();
}

Result<QByteArray> batchScript(const QList<Command> &commands, const QByteArray &mark)
{
    QByteArray script = "{ ph_m=" + mark + "\n";
    for (qsizetype i = 0; i < commands.size(); ++i) {
        const Command &command = commands[i];
        if (command.words.isEmpty() || command.words.first().isEmpty())
            return failure(Error::Kind::BadInput, u"empty command"_s);
        auto line = quoteWords(command.words);
        if (!line)
            return tl::unexpected(line.error());
        const QByteArray number = QByteArray::number(i);
        script += "ph_begin " + number + "\n";
        const QByteArray call = (command.large ? "ph_large " : "ph_small ") + QByteArray::number(seconds(command.limit)) + ' ' + *line;
        if (command.input.isEmpty()) {
            script += call + " </dev/null\nph_end " + number + " \"$ph_r\" $ph_f\n";
        } else {
            const auto input = quoteWord(command.input);
            if (!input)
                return tl::unexpected(input.error());
            // The end is told from inside the pipe: that is where the status is known.
            script += "printf %s " + *input + " | { " + call + "\nph_end " + number + " \"$ph_r\" $ph_f\n}\n";
        }
    }
    script += "}\n";
    return script;
}

std::chrono::milliseconds totalLimit(const QList<Command> &commands)
{
    std::chrono::milliseconds sum{0};
    for (const Command &command : commands)
        sum += command.limit + kToEnd;
    return sum;
}

std::chrono::milliseconds earliestSendBy(const QList<Command> &commands)
{
    std::chrono::milliseconds earliest{0};
    for (const Command &command : commands) {
        if (command.sendBy.count() > 0 && (earliest.count() == 0 || command.sendBy < earliest))
            earliest = command.sendBy;
    }
    return earliest;
}

ReplyReader::ReplyReader(const QList<Command> &commands, QByteArray mark) : m_mark('\n' + mark + ' ')
{
    for (const Command &command : commands)
        m_limits.push_back({command.words.value(0), command.limit, command.maxBytes});
    m_replies.resize(m_limits.size());
    m_out.isOut = true;
}

void ReplyReader::add(Stream &stream, QByteArrayView piece)
{
    if (m_fault)
        return;
    stream.buffer.append(piece);
    while (!m_fault && stream.next < m_limits.size() && step(stream)) { }
    if (m_fault || stream.next == m_limits.size())
        return;
    if (!stream.inside) { // what is before a begin is not ours; a mark cut in two must stay
        const qsizetype surplus = stream.buffer.size() - m_mark.size() - kLongestLine;
        if (surplus > 4096) {
            m_chatter = (m_chatter + stream.buffer.first(surplus)).right(500);
            stream.buffer.remove(0, surplus);
            stream.searched = std::max<qsizetype>(0, stream.searched - surplus);
        }
    } else if (stream.buffer.size() > m_limits[stream.next].bytes + m_mark.size() + kLongestLine) {
        fail({Error::Kind::TooLarge, QString::fromUtf8(m_limits[stream.next].name),
              u"more than %1 bytes"_s.arg(m_limits[stream.next].bytes)});
    }
}

// Looks for the next mark line; true if one was found and used up.
bool ReplyReader::step(Stream &stream)
{
    const QByteArray &buffer = stream.buffer;
    const void *hit
        = memmem(buffer.constData() + stream.searched, size_t(buffer.size() - stream.searched), m_mark.constData(), size_t(m_mark.size()));
    if (!hit) {
        stream.searched = std::max<qsizetype>(0, buffer.size() - m_mark.size() + 1);
        return false;
    }
    const qsizetype at = static_cast<const char *>(hit) - buffer.constData();
    stream.searched = at;
    const qsizetype from = at + m_mark.size();
    const qsizetype lineEnd = buffer.indexOf('\n', from);
    if (lineEnd < 0)
        return false;
    const QByteArrayList words = buffer.mid(from, lineEnd - from).split(' ');
    const bool isBegin = words.first() == "b";
    if (words.size() < 2 || words[1].toULongLong() != stream.next || isBegin == stream.inside) {
        fail({Error::Kind::BadReply, {}, u"the answer's frame is damaged"_s});
        return false;
    }
    if (isBegin) {
        if (!m_begun)
            m_chatter = (m_chatter + buffer.first(at)).right(500);
        m_begun = true;
        if (stream.isOut)
            m_since = std::chrono::steady_clock::now();
    } else {
        endOne(stream, at, words);
    }
    stream.inside = isBegin;
    stream.buffer.remove(0, lineEnd + 1);
    stream.searched = 0;
    if (!isBegin)
        ++stream.next;
    return true;
}

void ReplyReader::endOne(Stream &stream, qsizetype dataLength, const QByteArrayList &words)
{
    const Limit &limit = m_limits[stream.next];
    Reply &reply = m_replies[stream.next];
    if (dataLength > limit.bytes)
        return fail({Error::Kind::TooLarge, QString::fromUtf8(limit.name), u"more than %1 bytes"_s.arg(limit.bytes)});
    if (!stream.isOut) {
        reply.err = stream.buffer.first(dataLength);
        return;
    }
    bool isNumber = false;
    reply.exitStatus = words.value(2).toInt(&isNumber);
    reply.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_since);
    if (!isNumber)
        return fail({Error::Kind::Incomplete, QString::fromUtf8(limit.name), u"ended without a status"_s});
    if (words.value(3) == "z") {
        auto plain = gunzip(QByteArrayView(stream.buffer).first(dataLength), limit.bytes);
        if (!plain)
            return fail({plain.error().kind, QString::fromUtf8(limit.name), plain.error().detail});
        reply.out = std::move(*plain);
    } else {
        reply.out = stream.buffer.first(dataLength);
    }
}

QByteArray ReplyReader::chatter() const
{
    const QByteArray waiting = m_begun ? QByteArray() : m_out.buffer.right(500) + m_err.buffer.right(500);
    return (m_chatter + waiting).right(500);
}

void ReplyReader::fail(Error error)
{
    if (!m_fault)
        m_fault = std::move(error);
}

Result<std::vector<Reply>> ReplyReader::take(std::chrono::milliseconds elapsed)
{
    if (m_fault)
        return tl::unexpected(*m_fault);
    for (size_t i = 0; i < std::min(m_out.next, m_replies.size()); ++i) {
        const int status = m_replies[i].exitStatus; // of timeout(1), or of a command that the signal ended
        if ((status == 124 || status == 137 || status == 143) && elapsed >= m_limits[i].time)
            return failure(Error::Kind::TimedOut, QString::fromUtf8(m_limits[i].name),
                           u"ended after %1 ms"_s.arg(m_limits[i].time.count()));
    }
    if (!done())
        return failure(Error::Kind::Incomplete, QString::fromUtf8(m_limits.at(std::min(m_out.next, m_err.next)).name),
                       QString::fromUtf8(chatter()));
    return std::move(m_replies);
}

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/ssh/inflate.h"

#include <algorithm>

#include <zlib.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGzip = 15 + 16; // largest window, gzip head expected
constexpr qsizetype kFirst = 64 << 10;

struct Stream {
    z_stream z{};
    bool ready = inflateInit2(&z, kGzip) == Z_OK;
    ~Stream()
    {
        if (ready)
            inflateEnd(&z);
    }
};

} // namespace

Result<QByteArray> gunzip(QByteArrayView packed, qint64 maxBytes)
{
    Stream stream;
    if (!stream.ready || packed.size() > std::numeric_limits<int>::max())
        return failure(Error::Kind::BadReply, {}, u"zlib could not start"_s);
    z_stream &z = stream.z;
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
    z.avail_in = uInt(packed.size());
    QByteArray out;
    qsizetype used = 0;
    for (;;) {
        if (used == out.size()) {
            if (used > maxBytes)
                return failure(Error::Kind::TooLarge, {}, u"more than %1 bytes"_s.arg(maxBytes));
            out.resize(std::min<qint64>(std::max({kFirst, used * 2, packed.size() * 4}), maxBytes + 1));
        }
        z.next_out = reinterpret_cast<Bytef *>(out.data()) + used;
        z.avail_out = uInt(std::min<qsizetype>(out.size() - used, 1 << 30));
        const uInt room = z.avail_out;
        const int code = inflate(&z, Z_NO_FLUSH);
        used += room - z.avail_out;
        if (code == Z_STREAM_END)
            break;
        if (code != Z_OK || (z.avail_in == 0 && z.avail_out != 0))
            return failure(Error::Kind::BadReply, {}, u"the compressed reply is damaged or broken off"_s);
    }
    if (used > maxBytes)
        return failure(Error::Kind::TooLarge, {}, u"more than %1 bytes"_s.arg(maxBytes));
    out.resize(used);
    return out;
}

} // namespace pilothouse

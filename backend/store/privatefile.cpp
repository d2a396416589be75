// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/privatefile.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

QString systemWords(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) { }
    ~Descriptor() { close(); }
    Q_DISABLE_COPY_MOVE(Descriptor)
    [[nodiscard]] int get() const { return m_fd; }
    int close() { return m_fd < 0 ? 0 : ::close(std::exchange(m_fd, -1)); }

private:
    int m_fd;
};

// Nobody else may read what is written behind this descriptor.
Result<> claim(int fd, const QString &name, mode_t kind, mode_t mode)
{
    struct stat facts = {};
    if (::fstat(fd, &facts) != 0)
        return failure(Error::Kind::Storage, name, systemWords(errno));
    if ((facts.st_mode & S_IFMT) != kind)
        return failure(Error::Kind::NotAllowed, name, kind == S_IFDIR ? u"not a folder"_s : u"not a plain file"_s);
    if (facts.st_uid != ::geteuid())
        return failure(Error::Kind::NotAllowed, name, u"belongs to another user"_s);
    if (kind == S_IFREG && facts.st_nlink != 1)
        return failure(Error::Kind::NotAllowed, name, u"has a second name (hard link)"_s);
    if ((facts.st_mode & 07777) != mode && ::fchmod(fd, mode) != 0)
        return failure(Error::Kind::Storage, name, systemWords(errno));
    return {};
}

Result<> makePlainFolders(const QString &folder)
{
    if (QFileInfo(folder).isDir())
        return {};
    if (const QString above = QFileInfo(folder).path(); above != folder) {
        if (const auto made = makePlainFolders(above); !made)
            return made;
    }
    if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
        return failure(Error::Kind::Storage, folder, systemWords(errno));
    return {};
}

} // namespace

Result<> makePrivateFolder(const QString &folder)
{
    if (const auto made = makePlainFolders(folder); !made)
        return made;
    // A person may keep the folder elsewhere behind a link; what it leads to must be theirs.
    const Descriptor fd(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() < 0)
        return failure(Error::Kind::Storage, folder, systemWords(errno));
    return claim(fd.get(), folder, S_IFDIR, 0700);
}

Result<> makePrivateFile(const QString &file)
{
    const Descriptor fd(
        ::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600));
    if (fd.get() < 0) {
        if (errno == ELOOP)
            return failure(Error::Kind::NotAllowed, file, u"is a symbolic link"_s);
        if (errno == EISDIR || errno == ENXIO)
            return failure(Error::Kind::NotAllowed, file, u"not a plain file"_s);
        if (errno == EACCES || errno == EPERM)
            return failure(Error::Kind::NotAllowed, file, systemWords(errno));
        return failure(Error::Kind::Storage, file, systemWords(errno));
    }
    return claim(fd.get(), file, S_IFREG, 0600);
}

Result<> writePrivateFile(const QString &file, const QByteArray &content)
{
    QByteArray name = QFile::encodeName(file) + ".XXXXXX";
    Descriptor fd(::mkostemp(name.data(), O_CLOEXEC)); // 0600 by itself
    if (fd.get() < 0)
        return failure(Error::Kind::Storage, file, systemWords(errno));
    const auto failed = [&](int error) {
        ::unlink(name.constData());
        return failure(Error::Kind::Storage, file, systemWords(error));
    };
    for (qsizetype at = 0; at < content.size();) {
        const ssize_t wrote = ::write(fd.get(), content.constData() + at, size_t(content.size() - at));
        if (wrote < 0 && errno != EINTR)
            return failed(errno);
        at += std::max<ssize_t>(wrote, 0);
    }
    if (::fsync(fd.get()) != 0 || fd.close() != 0)
        return failed(errno);
    if (::rename(name.constData(), QFile::encodeName(file).constData()) != 0)
        return failed(errno);
    // The name, too, must survive a machine that goes down.
    const Descriptor folder(::open(QFile::encodeName(QFileInfo(file).path()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.get() >= 0)
        (void)::fsync(folder.get()); // some file systems refuse it of a folder
    return {};
}

} // namespace pilothouse

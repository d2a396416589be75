// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sources.h"

#include "backend/slurm/slurmsource.h"
#include "backend/ssh/sshshell.h"
#include "backend/store/profiles.h"

#include <QCoreApplication>

namespace pilothouse {

using namespace Qt::StringLiterals;

namespace {

constexpr int kThreads = 3; // one polls, one fetches a detail, one acts

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Sources)
};

// For a profile whose ssh_config cannot be read: the source is there and says so at each read.
class NoShell final : public Shell {
public:
    NoShell(QString host, Error why) : m_host(std::move(host)), m_why(std::move(why)) { }
    Result<std::vector<Reply>> run(QList<Command>, Urgency, std::stop_token) override { return tl::unexpected(m_why); }
    LinkFacts facts() const override { return {}; }
    void retryNow() override { }
    QString host() const override { return m_host; }

private:
    QString m_host;
    Error m_why;
};

} // namespace

QString profileFileOf(const CommandLine &line)
{
    return line.profileFile.isEmpty() ? defaultProfileFile() : line.profileFile;
}

Result<ChosenProfiles> chooseProfiles(const CommandLine &line)
{
    const QString name = profileFileOf(line);
    auto file = loadProfileFile(name);
    if (!file) {
        const bool mayBeMissing = line.profileFile.isEmpty() && line.profiles.isEmpty() && line.mode != CommandLine::Mode::List;
        if (file.error().kind == Error::Kind::NotFound && mayBeMissing)
            return ChosenProfiles{};
        const QString what = file.error().kind == Error::Kind::NotFound ? Words::tr("there is no such profile file; see docs/profiles.md")
                                                                        : file.error().detail;
        return failure(Error::Kind::BadInput, file.error().subject, file.error().subject + u": "_s + what);
    }
    ChosenProfiles chosen{.profiles = {}, .notes = {}};
    for (const QString &note : file->notes)
        chosen.notes << name + u", "_s + note;
    if (line.profiles.isEmpty()) {
        chosen.profiles = file->profiles;
    } else {
        for (const QString &wanted : line.profiles) {
            const auto found = std::ranges::find(file->profiles, wanted, &Profile::name);
            if (found == file->profiles.end()) {
                QStringList names;
                for (const Profile &profile : file->profiles)
                    names << profile.name;
                return failure(Error::Kind::BadInput, name,
                               Words::tr("%1 has no profile \"%2\"; it has %3").arg(name, wanted, names.join(u", "_s)));
            }
            chosen.profiles << *found;
        }
    }
    if (chosen.profiles.isEmpty() && line.mode == CommandLine::Mode::List)
        return failure(Error::Kind::BadInput, name, Words::tr("%1 has no profiles").arg(name));
    return chosen;
}

std::vector<SourceUnit> makeSources(const QList<Profile> &profiles, const std::shared_ptr<Prompter> &prompter)
{
    std::vector<SourceUnit> units;
    for (const Profile &profile : profiles) {
        SourceUnit unit;
        unit.info = {.index = quint16(units.size()),
                     .name = profile.name,
                     .kind = profile.kind,
                     .readOnly = profile.readOnly,
                     .minimumInterval = profile.minimumInterval};
        auto shell = makeShell(profile, prompter);
        unit.shell = shell ? *shell : std::make_shared<NoShell>(profile.ssh.host, shell.error());
        unit.source = std::make_shared<SlurmSource>(unit.info, unit.shell);
        unit.local = profile.local;
        unit.pool = std::make_unique<QThreadPool>();
        unit.pool->setMaxThreadCount(kThreads);
        unit.pool->setExpiryTimeout(-1);
        units.push_back(std::move(unit));
    }
    return units;
}

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Targets as a person would have chosen them from a fake cluster, and outcomes in words.
#pragma once
#include "backend/core/action.h"

#include <QMetaEnum>

namespace pilothouse::test {

using namespace Qt::StringLiterals;

inline Target target(const QString &id, quint32 job, quint32 task = kNoTask)
{
    Target t;
    t.key = {job, task, 3};
    t.jobId = job;
    t.id = id;
    t.submit = Moment(1796130000);
    t.user = u"alice"_s;
    t.cluster = u"lab"_s;
    t.state = JobState::Running;
    return t;
}

inline QString fates(const Result<Outcome> &outcome)
{
    if (!outcome)
        return u"error "_s + QString::fromLatin1(QMetaEnum::fromType<Error::Kind>().valueToKey(int(outcome.error().kind)));
    static const QStringList names{u"Done"_s,         u"Sent"_s,    u"AlreadyOver"_s, u"NotAllowed"_s, u"NotFound"_s,
                                   u"ChangedSince"_s, u"NotSent"_s, u"Unknown"_s,     u"Refused"_s};
    QStringList all;
    for (const TargetOutcome &t : outcome->targets)
        all.append(t.target.id + u' ' + names[int(t.fate)]);
    all.sort();
    return all.join(u", "_s);
}

} // namespace pilothouse::test

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The body shared by the two runners (with and without a GUI).
#pragma once
#include "tests/support/runner.h"

#include <QTest>

namespace pilothouse::test {

std::vector<Factory> &factories()
{
    static std::vector<Factory> all;
    return all;
}

int runAll(const QStringList &arguments)
{
    QStringList rest = arguments;
    QString only;
    if (const qsizetype at = rest.indexOf(QStringLiteral("--class")); at > 0 && at + 1 < rest.size()) {
        only = rest[at + 1];
        rest.remove(at, 2);
    }
    int failed = 0;
    int ran = 0;
    for (const Factory &factory : factories()) {
        const std::unique_ptr<QObject> object = factory();
        if (!only.isEmpty() && only != QString::fromLatin1(object->metaObject()->className()))
            continue;
        ++ran;
        failed += QTest::qExec(object.get(), rest);
    }
    return ran == 0 ? 1 : std::min(failed, 125);
}

} // namespace pilothouse::test

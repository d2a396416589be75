// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes numbered entries into a store and prints each number once it is kept: store_writer FILE FIRST COUNT [act]
// With "act" it asks for one act first and then waits to be killed. "trouble: …" is printed for an entry that is only in memory.
#include "backend/store/store.h"

#include <QCoreApplication>

#include <cstdio>
#include <unistd.h>

using namespace pilothouse;
using namespace Qt::StringLiterals;

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    auto store = Store::open(words.value(1));
    if (!store) {
        std::printf("refused: %s\n", qPrintable(store.error().detail));
        return 1;
    }
    const int first = words.value(2).toInt();
    const auto entry = [](int number, const QString &kind, qint64 act) {
        return LogEntry{.at = QDateTime::currentDateTimeUtc(),
                        .source = u"hpc"_s,
                        .kind = kind,
                        .subject = QString::number(number),
                        .command = {},
                        .answer = {},
                        .act = act};
    };
    if (words.value(4) == "act"_L1) {
        (void)(*store)->add(entry(first, u"asked"_s, 1));
        (void)(*store)->add(entry(first + 1, u"asked"_s, 2));
        (void)(*store)->add(entry(first + 1, u"sent"_s, 2));
        (void)(*store)->add(entry(first + 2, u"asked"_s, 3));
        (void)(*store)->add(entry(first + 2, u"sent"_s, 3));
        (void)(*store)->add(entry(first + 2, u"done"_s, 3));
        std::puts("waiting");
        std::fflush(stdout);
        ::pause();
    }
    for (int number = first; number < first + words.value(3).toInt(); ++number) {
        if (const auto kept = (*store)->add(entry(number, u"note"_s, 0)))
            std::printf("%d\n", number);
        else
            std::printf("trouble: %s\n", qPrintable(kept.error().detail));
        std::fflush(stdout);
    }
    std::printf("in the log: %zu\n", (*store)->log(Store::kMostEntries).value_or(std::vector<LogEntry>{}).size());
    return 0;
}

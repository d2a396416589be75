// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One binary holds the test classes of a folder: PILOTHOUSE_TEST(ClassName) below a class enters it, the runner runs all.
#pragma once
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace pilothouse::test {

using Factory = std::function<std::unique_ptr<QObject>()>;

std::vector<Factory> &factories();

struct Enter {
    explicit Enter(Factory factory) { factories().push_back(std::move(factory)); }
};

// Runs every entered class; with --class NAME only that one; other arguments go to Qt Test.
int runAll(const QStringList &arguments);

} // namespace pilothouse::test

#define PILOTHOUSE_TEST(Class)                                                                                                             \
    static const ::pilothouse::test::Enter enter##Class{[]() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); }};

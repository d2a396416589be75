// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One window a person and profile file: a second start hands its wish to the first and ends. The socket lies in a folder of mode 0700.
#pragma once
#include "backend/core/result.h"

#include <QLocalServer>
#include <QObject>
#include <QStringList>

#include <memory>

namespace pilothouse {

struct StartWish { // what a second start asks the first for
    QStringList profiles;
    QString activationToken; // of the desktop: lets the first window come to the front
    friend bool operator==(const StartWish &, const StartWish &) = default;
};

class SingleInstance : public QObject {
    Q_OBJECT
public:
    explicit SingleInstance(const QString &profileFile, QObject *parent = nullptr);
    ~SingleInstance() override;

    enum class Role { First, Second };
    // First: we listen from now on. Second: the first has taken the wish. Error: the first runs but does not answer, or no folder
    // can be had that is ours alone.
    [[nodiscard]] Result<Role> claim(const StartWish &wish);
    [[nodiscard]] const QString &socketName() const { return m_socket; }

signals:
    void wished(const pilothouse::StartWish &wish);

private:
    void greet();
    [[nodiscard]] Result<bool> handOver(const StartWish &wish); // false: nobody listens

    QString m_folder;
    QString m_socket;
    QLocalServer m_server;
};

} // namespace pilothouse

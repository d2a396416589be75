// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The pages at the left, with a count each; folds to icons.
#pragma once
#include "widgets/parts.h"

class QVBoxLayout;

namespace pilothouse {

class RailItem;

class Rail final : public Surface {
    Q_OBJECT
public:
    explicit Rail(QWidget *parent = nullptr);
    void addPage(const QString &name, const char *icon, const QString &title);
    void setCurrent(const QString &name);
    void setCount(const QString &name, const QString &count);
    void setFolded(bool folded);
    [[nodiscard]] bool folded() const { return m_folded; }
    [[nodiscard]] QPoint settingsAt() const;

signals:
    void chosen(const QString &name);
    void foldWanted(bool folded);
    void aboutWanted();
    void settingsWanted(const QPoint &global); // its menu stands over this point

private:
    bool m_folded = false;
    QList<RailItem *> m_items;
    RailItem *m_brand;
    RailItem *m_settings;
    RailItem *m_fold;
    QVBoxLayout *m_pages;
};

} // namespace pilothouse

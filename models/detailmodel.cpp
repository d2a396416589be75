// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/detailmodel.h"

namespace pilothouse {

void DetailModel::setSections(const std::vector<DetailSection> &sections)
{
    std::vector<Line> next;
    for (const DetailSection &section : sections) {
        if (!section.title.isEmpty())
            next.push_back({{section.title, {}, {}}, true});
        for (const DetailRow &row : section.rows)
            next.push_back({row, false});
    }
    const int before = int(m_lines.size());
    const int after = int(next.size());
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_lines.resize(next.size());
        endInsertRows();
    } else if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_lines.resize(next.size());
        endRemoveRows();
    }
    int first = -1;
    int last = -1;
    for (int i = 0; i < after; ++i) {
        if (m_lines[size_t(i)] == next[size_t(i)])
            continue;
        first = first < 0 ? i : first;
        last = i;
    }
    m_lines = std::move(next);
    if (first >= 0)
        emit dataChanged(index(first), index(last));
}

int DetailModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

QVariant DetailModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || size_t(index.row()) >= m_lines.size())
        return {};
    const Line &line = m_lines[size_t(index.row())];
    switch (role) {
    case LabelRole:
        return line.row.label;
    case ValueRole:
        return line.row.value;
    case SecondaryRole:
        return line.row.secondary;
    case IsTitleRole:
        return line.isTitle;
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        QStringList parts{line.row.label, line.row.value, line.row.secondary};
        parts.removeAll(QString());
        return parts.join(QChar(u' '));
    }
    default:
        return {};
    }
}

} // namespace pilothouse

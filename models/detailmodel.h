// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Summary of one job: sections of label, value and secondary value. Made anew when the job, its detail or the clock moves.
#pragma once
#include "backend/core/source.h"
#include "models/jobtext.h"

#include <QAbstractListModel>

#include <vector>

namespace pilothouse {

struct DetailRow {
    QString label;
    QString value;
    QString secondary; // "· 1 node", "of 480 GiB"
    friend bool operator==(const DetailRow &, const DetailRow &) = default;
};

struct DetailSection {
    QString title; // empty for the first
    std::vector<DetailRow> rows;
    friend bool operator==(const DetailSection &, const DetailSection &) = default;
};

// detail may be null: then only what the list told. All raw fields stand in the last section.
[[nodiscard]] std::vector<DetailSection> detailOf(const Job &job, const JobContext &context, const JobDetail *detail);
// Of a whole array: counts, and its main record.
[[nodiscard]] DetailSection arraySection(const std::array<quint32, kLookCount> &counts, quint32 tasks);

class DetailModel final : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { LabelRole = Qt::UserRole + 1, ValueRole, SecondaryRole, IsTitleRole };
    using QAbstractListModel::QAbstractListModel;

    void setSections(const std::vector<DetailSection> &sections); // rows that stay are changed in place

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        DetailRow row;
        bool isTitle = false;
        friend bool operator==(const Line &, const Line &) = default;
    };
    std::vector<Line> m_lines;
};

} // namespace pilothouse

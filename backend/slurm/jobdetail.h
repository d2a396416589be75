// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// All that the cluster tells of one job: scontrol's fields in their order, accounting's steps and attempts.
#pragma once
#include "backend/core/source.h"
#include "backend/ssh/shell.h"

namespace pilothouse::slurm {

// NotFound when neither the controller nor accounting knows the job. What failed beside the rest stands in partial.
[[nodiscard]] Result<JobDetail> fetchDetail(Shell &shell, const Job &job, std::stop_token stop);

struct ChosenTexts { // what people chose, exactly, so that no look-alike in it is taken for a field
    QByteArray name;
    QByteArray comment;
};
// The record of this raw id in the long form of "scontrol show job"; empty if it is not there.
[[nodiscard]] QList<Field> readJobRecord(QByteArrayView out, quint32 rawId, const ChosenTexts &texts);

// Rows of "sacct -D": attempts oldest first, steps of the last one. Records of another job that had the same id long ago are left out.
void readAttempts(const std::vector<std::vector<QByteArrayView>> &rows, quint32 rawId, JobDetail &detail);
[[nodiscard]] const QByteArrayList &attemptFields();

} // namespace pilothouse::slurm

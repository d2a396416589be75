// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the long form of "scontrol show job": lines of Key=value, and lines that are one value to their end.
#pragma once
#include "backend/slurm/jobdetail.h"

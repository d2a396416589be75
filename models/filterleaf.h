// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One token of a filter as a test, or what is wrong with it. Private to the filter's own files.
#pragma once
#include "models/filterprogram.h"

namespace pilothouse::filter {

struct MadeLeaf {
    Leaf leaf;
    bool usesTime = false;
    bool turned = false; // != and !~: passes where the leaf does not
};
[[nodiscard]] tl::expected<MadeLeaf, FilterError> makeLeaf(const QString &text, const FilterToken &token);

} // namespace pilothouse::filter

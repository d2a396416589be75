// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// JSON with the line of each value, so that a mistake in a file written by hand can be pointed at.
#pragma once
#include "backend/core/result.h"

#include <QByteArray>
#include <QString>

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace pilothouse {

struct LinedJson {
    int line = 1;
    nlohmann::json value; // of a scalar; for an object or array only its type
    std::vector<std::pair<QString, LinedJson>> members; // in the file's order; a key may stand twice
    std::vector<LinedJson> items;

    [[nodiscard]] nlohmann::json plain() const; // the whole value without lines
};

// BadInput: subject "line N", detail the parser's own words.
[[nodiscard]] Result<LinedJson> readLinedJson(const QByteArray &json);

} // namespace pilothouse

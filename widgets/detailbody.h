// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of a job's detail as widgets: made once for a shape, then followed in place while only words and bars change.
#pragma once
#include "models/jobdetailtext.h"
#include "widgets/parts.h"

#include <QSet>

class QVBoxLayout;

namespace pilothouse {

class ThinBar;

class DetailBody final : public QWidget {
public:
    // open: titles of the sections that were unfolded by hand; kept by whoever outlives this body.
    DetailBody(std::vector<DetailSection> sections, QSet<QString> &open);
    // False: the shape is another one, and nothing was changed. A selection of text, the focus and the scroll survive a true.
    [[nodiscard]] bool follow(const std::vector<DetailSection> &sections);

private:
    struct Line {
        Label *value = nullptr;
        ThinBar *bar = nullptr; // where the row has one
    };
    struct Block {
        Label *note = nullptr; // where the section has a title
        std::vector<Line> lines;
    };
    [[nodiscard]] Block addSection(const DetailSection &section, QVBoxLayout *body, size_t number);
    [[nodiscard]] QWidget *addRows(const DetailSection &section, size_t number, Block &block);
    void addFold(const DetailSection &section, QWidget *rows, QLayout *head, size_t number);

    QSet<QString> &m_open;
    std::vector<DetailSection> m_sections; // as they are shown
    std::vector<Block> m_blocks;
};

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The job that is chosen, to read: head, Stop, Summary. Keeps its scroll and folds over refreshes.
#pragma once
#include "models/jobdetailtext.h"
#include "widgets/console.h"
#include "widgets/parts.h"

#include <QSet>

class QGridLayout;
class QScrollArea;
class QVBoxLayout;

namespace pilothouse {

class DetailPanel final : public Surface {
    Q_OBJECT
public:
    explicit DetailPanel(const Console &console, QWidget *parent = nullptr);
    void showJob(std::optional<JobKey> key); // nullopt: nothing is chosen
    void refresh(); // after new rows
    void tick(); // once a second: clocks
    [[nodiscard]] std::optional<JobKey> key() const { return m_key; }

signals:
    void stopWanted(const std::vector<pilothouse::Target> &targets);
    void closeWanted();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Shown { // a job by value: it stays readable when it leaves the page
        Job job;
        SnapshotPtr snapshot;
        QString source;
        QString idText;
        bool array = false;
        bool stale = false;
        bool readOnly = false;
    };
    void buildHead(QVBoxLayout *column);
    [[nodiscard]] JobContext context() const;
    void head();
    void fill();
    void addSection(const DetailSection &section);
    void ask();

    const Console &m_console;
    std::optional<JobKey> m_key;
    std::optional<Shown> m_shown;
    std::optional<JobDetail> m_detail;
    std::optional<Error> m_detailError;
    bool m_asking = false;
    int m_askedAgo = 0;
    QSet<QString> m_open; // sections unfolded by hand
    std::vector<DetailSection> m_filled;

    Surface *m_headGround;
    Glyph *m_glyph;
    Label *m_name;
    Label *m_age;
    Label *m_ids;
    Label *m_state;
    Button *m_stop;
    QWidget *m_body = nullptr;
    QScrollArea *m_scroll;
    Label *m_nothing;
};

} // namespace pilothouse

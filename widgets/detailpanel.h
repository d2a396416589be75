// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The job that is chosen, to read: head, Stop, Summary. Keeps its scroll and folds over refreshes.
#pragma once
#include "models/jobdetailtext.h"
#include "widgets/console.h"
#include "widgets/parts.h"

#include <QSet>
#include <QTimer>

class QScrollArea;
class QVBoxLayout;

namespace pilothouse {

class DetailBody;

class DetailPanel final : public Surface {
    Q_OBJECT
public:
    explicit DetailPanel(const Console &console, QWidget *parent = nullptr);
    // nullopt: nothing is chosen. rest: the waiting rest of an array as a row of its own, whose key is the array's.
    void showJob(std::optional<JobKey> key, bool rest = false);
    void refresh(); // after new rows, a new link, a passed second; nothing is done while the panel is hidden
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
        bool onPage = false; // it has a row; else it is in the source's last list all the same, or gone
        bool gone = false; // not even there: what is shown is how it was last seen
        bool lost = false; // its source's link is down
        bool readOnly = false;
        std::chrono::milliseconds age{0}; // of what is shown
    };
    void buildHead(QVBoxLayout *column);
    [[nodiscard]] JobContext context() const;
    [[nodiscard]] int row() const; // -1: not on the page
    void look();
    [[nodiscard]] std::chrono::milliseconds ageOf(const Snapshot &snapshot) const;
    void head();
    [[nodiscard]] QString whyNoStop(Look look) const; // empty: Stop can be pressed
    void fill();
    void ask();

    const Console &m_console;
    std::optional<JobKey> m_key;
    bool m_rest = false;
    std::optional<Shown> m_shown;
    std::optional<JobDetail> m_detail;
    std::optional<Error> m_detailError;
    bool m_asking = false;
    std::chrono::milliseconds m_askedAt{0}; // Clock::sinceBoot()
    QTimer m_askSoon; // rows that are only passed by are not asked for
    QSet<QString> m_open; // sections unfolded by hand

    Surface *m_headGround;
    Glyph *m_glyph;
    Label *m_name;
    Label *m_age;
    Label *m_ids;
    Label *m_state;
    Button *m_stop;
    DetailBody *m_body = nullptr;
    QScrollArea *m_scroll;
    Label *m_nothing;
};

} // namespace pilothouse

// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A believable day of a small lab: two clusters, running, waiting and ended jobs, an array.
#pragma once
#include "tests/widgets/world.h"

namespace pilothouse::test {

struct DayJob {
    quint32 id;
    const char *name, *user, *queue;
    quint32 gpus;
    JobState state;
    int elapsedMinutes, limitMinutes;
    quint32 place, placeOf;
    int startsIn; // minutes; 0: not known
    const char *reason, *nodes;
};

inline SnapshotPtr dayOfHpcA()
{
    using enum JobState;
    static constexpr std::array kJobs{
        DayJob{481207, "llama-8b-sft-lr2e-5", "robin", "h100", 8, Running, 702, 1440, 0, 0, 0, "", "h100-07"},
        DayJob{481212, "resnet50-imagenet-seed1", "robin", "a100", 4, Running, 545, 720, 0, 0, 0, "", "a100-03"},
        DayJob{481213, "resnet50-imagenet-seed2", "robin", "a100", 4, Running, 545, 720, 0, 0, 0, "", "a100-03"},
        DayJob{481214, "resnet50-imagenet-seed3", "robin", "a100", 4, Running, 544, 720, 0, 0, 0, "", "a100-04"},
        DayJob{480977, "llama-8b-sft-lr5e-5", "kim", "h100", 8, Running, 1296, 1440, 0, 0, 0, "", "h100-02"},
        DayJob{481243, "gnn-molprop-hid512", "mika", "a100", 1, Running, 122, 360, 0, 0, 0, "", "a100-09"},
        DayJob{481240, "unet3d-kits23-fold0", "sam", "a100", 2, Running, 250, 480, 0, 0, 0, "", "a100-11"},
        DayJob{481241, "unet3d-kits23-fold1", "sam", "a100", 2, Running, 250, 480, 0, 0, 0, "", "a100-11"},
        DayJob{481188, "cfd_wing_mesh_v7", "noor", "cpu", 0, Running, 1692, 4320, 0, 0, 0, "", "cpu-[012-027]"},
        DayJob{481233, "mlp-mixer-s16-seed0", "robin", "a100", 4, Running, 151, 720, 0, 0, 0, "", "a100-14"},
        DayJob{481234, "mlp-mixer-s16-seed1", "robin", "a100", 4, Running, 151, 720, 0, 0, 0, "", "a100-14"},
        DayJob{481235, "mlp-mixer-s16-seed2", "robin", "a100", 4, Running, 151, 720, 0, 0, 0, "", "a100-15"},
        DayJob{481311, "llama-8b-sft-lr1e-5", "robin", "h100", 8, Pending, 0, 1440, 3, 118, 248, "Resources", ""},
        DayJob{481298, "resnet50-imagenet-seed4", "robin", "a100", 4, Pending, 0, 720, 12, 340, 138, "Priority", ""},
        DayJob{481305, "unet3d-kits23-fold2", "sam", "a100", 2, Pending, 0, 480, 29, 340, 283, "QOSMaxGRESPerUser", ""},
        DayJob{481320, "eval-llama-8b-mmlu", "robin", "a100", 1, Pending, 0, 120, 0, 0, 0, "Dependency", ""},
        DayJob{481222, "bert-large-squad", "kim", "a100", 4, Pending, 0, 600, 0, 0, 0, "JobHeldUser", ""},
        DayJob{480810, "cosmo-nbody-2048", "noor", "cpu", 0, Pending, 0, 2880, 0, 0, 0, "BadConstraints", ""},
        DayJob{481176, "vit-l16-in21k-bs4096", "robin", "a100", 4, OutOfMemory, 112, 360, 0, 0, 0, "", "a100-17"},
        DayJob{481199, "clip-b32-laion-sub", "alex", "a100", 4, Failed, 9, 720, 0, 0, 0, "", "a100-08"},
        DayJob{481150, "resnet50-imagenet-seed0", "robin", "a100", 4, Completed, 708, 720, 0, 0, 0, "", "a100-03"},
        DayJob{481230, "debug-nccl-allreduce", "robin", "debug", 2, Cancelled, 2, 30, 0, 0, 0, "", "a100-01"},
    };
    JobMaker maker(0);
    const auto fill = [&maker](Job &job, const DayJob &from) {
        job.partition = maker.text(from.queue);
        job.account = maker.text("vision-lab");
        job.qos = maker.text("normal");
        job.gpus = from.gpus;
        job.cpus = from.gpus > 0 ? from.gpus * 8 : 512;
        job.nodeCount = 1;
        job.memory = Bytes(qint64(from.gpus > 0 ? from.gpus * 60 : 128) << 30);
        job.memoryPer = MemoryPer::Node;
        job.timeLimit = Span(Seconds(from.limitMinutes * 60));
        job.mine = qstrcmp(from.user, "robin") == 0;
        job.place = from.place;
        job.placeOf = from.placeOf;
        job.reason = maker.text(from.reason);
        job.nodes = maker.text(from.nodes);
        job.priority = from.state == Pending ? 2230 : 0;
        job.workDir = maker.text("/home/robin/runs/2027-01");
        const qint64 ago = from.elapsedMinutes * 60;
        if (hasEnded(from.state)) {
            job.end = Moment(kNow - 3600);
            job.start = Moment(kNow - 3600 - ago);
            job.exitCode = from.state == Failed ? 1 : 0;
        } else if (from.state == Running) {
            job.start = Moment(kNow - ago - 8);
        } else if (from.startsIn > 0) {
            job.start = Moment(kNow + from.startsIn * 60);
            job.startIsExpected = true;
        }
        job.submit = Moment(kNow - ago - 3 * 3600 - 2460);
    };
    for (const DayJob &from : kJobs)
        fill(maker.add(from.id, from.name, from.user, from.state), from);
    for (quint32 task = 0; task < 176; ++task) {
        const JobState state = task < 144 ? (task % 48 == 40 ? Failed : task == 99 ? Timeout : Completed) : Running;
        Job &job = maker.addTask(481190, task, 481190 + (task == 255 ? 0 : 1000 + task), state);
        fill(job, {481190, "sweep-vit-b16-aug", "robin", "a100", 1, state, 38, 240, 0, 0, 0, "", "a100-20"});
        job.name = maker.text("sweep-vit-b16-aug");
        job.user = maker.text("robin");
    }
    Job &rest = maker.addRest(481190, "176-255", 80);
    fill(rest, {481190, "sweep-vit-b16-aug", "robin", "a100", 1, Pending, 0, 240, 0, 0, 0, "Priority", ""});
    rest.name = maker.text("sweep-vit-b16-aug");
    rest.user = maker.text("robin");
    auto made = maker.snapshot();
    made->version = QStringLiteral("24.11.5");
    made->cluster = QStringLiteral("hpc-a");
    made->cost.roundTrip = std::chrono::milliseconds(38);
    return made;
}

inline SnapshotPtr dayOfHpcB()
{
    JobMaker maker(1);
    Job &one = maker.add(77120, "esm2-650m-finetune", "noor", JobState::Running);
    one.partition = maker.text("h100");
    one.gpus = 16;
    one.cpus = 128;
    one.start = Moment(kNow - 180'660);
    one.timeLimit = Span(Seconds(345'600));
    one.nodes = maker.text("b-h100-[01-02]");
    Job &two = maker.add(77164, "esm2-3b-finetune", "noor", JobState::Pending);
    two.partition = maker.text("h100");
    two.gpus = 32;
    two.place = 4;
    two.placeOf = 77;
    two.reason = maker.text("Priority");
    two.timeLimit = Span(Seconds(345'600));
    auto made = maker.snapshot();
    made->version = QStringLiteral("22.05.8");
    made->cluster = QStringLiteral("hpc-b");
    made->cost.roundTrip = std::chrono::milliseconds(61);
    return made;
}

} // namespace pilothouse::test

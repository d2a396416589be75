// SPDX-FileCopyrightText: Pilothouse contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every reader of Slurm's words, by name: for the fuzz tests and for libFuzzer.
#pragma once
#include "backend/core/wait.h"
#include "backend/slurm/cluster.h"
#include "backend/slurm/diag.h"
#include "backend/slurm/jobdetail.h"
#include "backend/slurm/nodelist.h"
#include "backend/slurm/nodes.h"
#include "backend/slurm/sacct.h"
#include "backend/slurm/squeue.h"
#include "backend/slurm/sstat.h"
#include "backend/slurm/stop.h"
#include "backend/slurm/taskset.h"
#include "backend/slurm/values.h"
#include "tests/slurm/samples.h"

#include <array>

namespace pilothouse::test {

struct FuzzTarget {
    const char *name;
    void (*read)(const QByteArray &bytes);
    const char *seed; // words that the reader knows
};

inline const std::array kFuzzTargets{
    FuzzTarget{"values",
               [](const QByteArray &b) {
                   (void)slurm::readNumber(b), (void)slurm::readMoment(b), (void)slurm::readSpan(b), (void)slurm::readMemory(b),
                       (void)slurm::readExit(b);
                   (void)slurm::readState(b), (void)slurm::readGpus(b), (void)slurm::tresValue(b, "mem"), (void)slurm::readNodeState(b);
               },
               "3-12:00:01,gres/gpu:a100=4(S:0-1),2026-12-01T08:28:25+0100,16777216T"},
    FuzzTarget{"ids",
               [](const QByteArray &b) {
                   if (const auto id = slurm::JobId::read(b))
                       (void)id->waiting.count(), (void)id->waiting.list(100), (void)id->waiting.contains(7);
               },
               "5101_[60-89,91-94:2,96-98%7]"},
    FuzzTarget{"nodelist", [](const QByteArray &b) { (void)slurm::countNodes(b), (void)slurm::expandNodes(b, 50); },
               "nodeA,nodeB[001,003-004]x[1-2],c"},
    FuzzTarget{"squeue",
               [](const QByteArray &b) {
                   TextPool words;
                   (void)slurm::readSqueue(
                       {b, {}, 0},
                       slurm::SqueueQuestion({"JobArrayID", "State", "UserID", "MinMemory", "tres-alloc", "SubmitTime", "Comment", "Name"},
                                             "M"),
                       words, {"alice", 2001}, 0);
               },
               "24_[2-9%2]\x1fPENDING\x1f"
               "2001\x1f"
               "1G\x1f"
               "cpu=1,mem=1G\x1f"
               "1796130000\x1f"
               "a\x1f\x1eMname\x1f\x1dM\n7\x1fRUNNING\x1f"
               "1\x1f"
               "0\x1f\x1f"
               "1\x1f\x1f\x1eM\x1f\x1dM\n"},
    FuzzTarget{"sacct",
               [](const QByteArray &b) {
                   TextPool words;
                   (void)slurm::readSacct({b, {}, 0},
                                          slurm::SacctQuestion({"JobID", "JobIDRaw", "State", "End", "AllocTRES", "JobName"}, "|M"), words,
                                          {"alice", 2001}, 0);
               },
               "24_3|M28|MCANCELLED by 1|M1796130000|Mcpu=1,gres/gpu=1|Mname|M\n"},
    FuzzTarget{"scontrol job", [](const QByteArray &b) { (void)slurm::readJobRecord(b, 7, {"na me", "com\nment"}); },
               "JobId=7 JobName=na me\n   UserId=alice(2001) A=b\n   Comment=com\nment\n   WorkDir=/a b\n\n"},
    FuzzTarget{"scontrol partition",
               [](const QByteArray &b) {
                   TextPool words;
                   (void)slurm::readPartitions({b, {}, 0}, words);
               },
               "PartitionName=batch MaxTime=1-00:00:00 PriorityTier=1 State=UP TotalNodes=2\n"},
    FuzzTarget{"scontrol config", [](const QByteArray &b) { (void)slurm::readCluster({b, {}, 0}); },
               "ClusterName = lab\nSLURM_VERSION = 22.05.8\n"},
    FuzzTarget{
        "scontrol node", [](const QByteArray &b) { (void)slurm::readNodes({b, {}, 0}); },
        "NodeName=g1 CPUAlloc=4 CPUTot=4 Gres=gpu:tesla:2 GresUsed=gpu:tesla:2(IDX:0-1) State=IDLE+DRAIN RealMemory=8000 Reason=x [root@1796130000]\n"},
    FuzzTarget{"sprio", [](const QByteArray &b) { (void)slurm::readPriorities({b, {}, 0}); }, kSprioRow},
    FuzzTarget{"sstat", [](const QByteArray &b) { (void)slurm::readSstat({b, {}, 0}); }, kSstatRows},
    FuzzTarget{"attempts",
               [](const QByteArray &b) {
                   JobDetail detail;
                   const auto rows = slurm::splitRows(b, "|M", size_t(slurm::attemptFields().size()), nullptr);
                   slurm::readAttempts(rows, 15, detail);
                   slurm::addUses({{QString::fromUtf8(b.left(20)), {}, 1, Bytes(1), Seconds(1)}}, detail);
               },
               "15|Mjob|MRUNNING|M1796130000|M1796130001|MUnknown|Mn1|M0:0|M|M|M00:00:00|M\n"
               "15.0|Mpython|MRUNNING|M1796130000|M1796130001|MUnknown|Mn1|M0:0|M8|M1K|M00:00:01|M\n"},
    FuzzTarget{"reason", [](const QByteArray &b) { (void)waitOf(b); }, "BeginTime,JobHeldUser"},
    FuzzTarget{
        "sdiag", [](const QByteArray &b) { (void)slurm::readDiag({b, {}, 0}); },
        "sdiag output at x (1796113781)\nRemote Procedure Call statistics by message type\n\tREQUEST_X ( 1) count:1 ave_time:2 total_time:2\n"},
    FuzzTarget{"scancel", [](const QByteArray &b) { (void)slurm::fateOf(slurm::scancelSays(b, "80")); }, kScancelRefusal},
};

} // namespace pilothouse::test

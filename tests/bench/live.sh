#!/bin/bash
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# groups: live start refresh ssh poll idle jobs
# What needs the whole program and a real cluster. `live.sh GROUP…` measures these only; PILOTHOUSE_BENCH_RUNS is how often (9).
# It starts what it needs, a display and clusters in a folder of its own, and ends it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
build=${PILOTHOUSE_BUILD:-$PWD/build/release}
program=${PILOTHOUSE_BIN:-$build/app/pilothouse}
probe=$build/tests/bench/xprobe
runs=${PILOTHOUSE_BENCH_RUNS:-9}
seconds=${PILOTHOUSE_BENCH_SECONDS:-60}
wanted=" $* "
failed=0
root=() alice=() # how to run something in the cluster as whom
base=$(mktemp -d /tmp/phb.XXXXXX)
chmod 755 "$base" # people of the clusters pass through it

wants() { [[ "$wanted" = "  " || "$wanted" = *" live "* || "$wanted" = *" $1 "* ]]; }
note() { echo "live.sh: $*" >&2; }
miss() { note "$*" && failed=1; }

# shellcheck disable=SC2329 # the trap calls it
cleanup() {
    change_no_more
    [ -z "${xvfb:-}" ] || kill "$xvfb"
    scripts/lab down --all --dir "$base/lab" >&2
    rm -rf "$base"
}
changer=
change_no_more() {
    [ -z "$changer" ] && return
    kill "$changer" && wait "$changer" 2>/dev/null
    exec 9>&- # scontrol sees the end of its input
    changer=
}
trap cleanup EXIT
trap 'exit 1' INT TERM

start_display() {
    Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$base/display" >/dev/null 2>&1 &
    xvfb=$!
    for _ in {1..100}; do
        [ -s "$base/display" ] && DISPLAY=:$(cat "$base/display") && export DISPLAY && return
        sleep 0.1
    done
    note "no display came up" && exit 1
}

# cluster ROWS OPTION…: the filled cluster that is measured from now on, in place of the one before.
cluster() {
    note "a queue of $*"
    scripts/lab fill "$@" --dir "$base/lab" >"$base/lab.out" 2>"$base/lab.err" || { cat "$base/lab.err" >&2 && exit 1; }
    # shellcheck source=/dev/null
    . "$base/lab/22.05-fill/lab.env"
    eval "root=($(scripts/lab exec --fill --dir "$base/lab" --show env))" # the way in, without the time that scripts/lab takes
    eval "alice=($(scripts/lab exec --fill --as alice --dir "$base/lab" --show env))"
    rows=$("${root[@]}" squeue -h -o %i | wc -l)
}

home() { mktemp -d "$base/home.XXXXXX"; }

# ours PROBE-WORD…: the program as on its first day: an empty home, no settings, nothing cached.
ours() {
    local home
    home=$(home)
    env -i PATH="$PATH" DISPLAY="$DISPLAY" LANG=C.UTF-8 HOME="$home" XDG_RUNTIME_DIR="$home" \
        "$probe" "$@" "$program" --profile-file "$LAB_PROFILE"
}
sview() { "$probe" "$@" "${alice[@]}" env DISPLAY="$DISPLAY" sview; }

median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)]; else exit 1 }'; }
value() { awk -v name="$1" '$1 == name { print $2 }'; } # of one line of the probe
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.3f", a / b; else exit 1 }'; }

# How long the way into the cluster takes: sview has it before it starts, we have not.
way_in_ms() {
    local from
    for ((i = 0; i < runs; i++)); do
        from=$(date +%s%N)
        "${alice[@]}" true
        echo $((($(date +%s%N) - from) / 1000)) # in us
    done | median | awk '{ print $1 / 1000 }'
}

# start_in_turn PREFIX: ours and sview, one after the other.
start_in_turn() {
    local way in_window in_rows
    way=$(way_in_ms)
    rm -f "$base/ours" "$base/sview"
    for ((i = 0; i < runs; i++)); do
        ours start 10 >>"$base/ours" || miss "ours did not start"
        sview start 45 >>"$base/sview" || miss "sview did not start"
    done
    in_window=$(value window_ms <"$base/sview" | median | awk -v way="$way" '{ print $1 - way }')
    in_rows=$(value rows_ms <"$base/sview" | median | awk -v way="$way" '{ print $1 - way }')
    echo "$1.queue_rows $rows rows"
    echo "$1.window_ms $(value window_ms <"$base/ours" | median) ms"
    echo "$1.rows_ms $(value rows_ms <"$base/ours" | median) ms"
    echo "$1.sview_window_ms $in_window ms"
    echo "$1.sview_rows_ms $in_rows ms"
    echo "$1.window_vs_sview $(ratio "$(value window_ms <"$base/ours" | median)" "$in_window") ratio"
    echo "$1.rows_vs_sview $(ratio "$(value rows_ms <"$base/ours" | median)" "$in_rows") ratio"
}

# One waiting job gets another nice value once a second.
change_every_second() {
    local job
    job=$("${root[@]}" squeue -h -t PD -o %A | sed -n 1p)
    exec 9> >("${root[@]}" scontrol >/dev/null 2>&1)
    for ((n = 0; ; n++)); do echo "update jobid=$job nice=$((n % 50))" && sleep 1; done >&9 &
    changer=$!
}

freeze() {
    local home mine theirs
    change_every_second
    home=$(home)
    env HOME="$home" XDG_RUNTIME_DIR="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_STATE_HOME="$home" XDG_CACHE_HOME="$home" \
        "$build/tests/bench/bench_window" "$LAB_PROFILE" "$runs" || miss "bench_window failed"
    # From outside, by the same yardstick: the longest answer to "are you there?" while the queue changes.
    mine=$(ours ping "$seconds" | value freeze_ms)
    theirs=$(sview ping "$seconds" | value freeze_ms)
    change_no_more
    [ -n "$mine" ] && [ -n "$theirs" ] || { miss "a ping was not answered: ours ${mine:--}, sview ${theirs:--}" && return; }
    echo "refresh.ping_ms $mine ms"
    echo "refresh.sview_ping_ms $theirs ms"
    echo "refresh.freeze_vs_sview $(ratio "$mine" "$theirs") ratio"
}

idle() { # NAME MODE
    ours "$2" "$seconds" >"$base/idle" || { miss "$2 failed" && return; }
    echo "idle.queue_rows $rows rows"
    echo "$1 $(value cpu_percent <"$base/idle") percent"
}

start_display
if wants start || wants refresh || wants ssh || wants poll || wants idle; then
    cluster 30000 --plain --with sview
    if wants start; then start_in_turn start; fi
    if wants refresh; then freeze; fi
    if wants ssh; then "$build/tests/bench/bench_poll" "$LAB_PROFILE" rtts ssh.poll_rtts_30k "$runs" || miss "bench_poll failed"; fi
    if wants poll; then "$build/tests/bench/bench_poll" "$LAB_PROFILE" rpcs poll.rpcs "$runs" || miss "bench_poll failed"; fi
    if wants idle; then idle idle.cpu_percent idle; idle idle.hidden_cpu_percent hidden; fi
fi
if wants start; then # beside it: a queue of arrays, which sview folds and is spared most of its work
    cluster 30000 --with sview
    start_in_turn start.arrays
fi
if wants ssh; then
    cluster 200
    "$build/tests/bench/bench_poll" "$LAB_PROFILE" rtts ssh.poll_rtts "$runs" || miss "bench_poll failed"
fi
if wants jobs; then
    cluster 100000
    ours idle "$((seconds + 30))" >"$base/large" || miss "the large queue failed"
    echo "jobs.rss_rows $rows rows"
    [ -s "$base/large" ] && echo "jobs.rss_mib $(value rss_mib <"$base/large") MiB"
fi
exit $failed

# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
# The checks of selftest.sh, which sets run, version, base, lab and sources lab.env.

check() {
    local what=$1
    shift
    if "$@" > /dev/null 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED ($version): $what"
    fi
}

# What the lab must not change. Listening sockets of other programs come and go: only system-wide ports count.
machine() {
    sha256sum /var/lib/dpkg/status /etc/passwd /etc/group /etc/shadow /etc/hosts 2> /dev/null
    find /etc/systemd /etc/ssh /etc/slurm /etc/munge /run/munge /run/sshd /run/mysqld -printf '%p %s %T@\n' 2> /dev/null | sort
    hostname
    grep -c . /proc/self/mounts
    ss -Hltn | awk '{ n = split($4, a, ":"); if (a[n] < 20000) print $4 }' | sort
}

# pid:start-time of every process in the lab's pid namespace
lab_processes() {
    local space pid started
    space=$(readlink "/proc/$1/ns/pid")
    for pid in $(cd /proc && echo [0-9]*); do
        [ "$(readlink "/proc/$pid/ns/pid" 2> /dev/null)" = "$space" ] || continue
        started=$(sed 's/.*) //' "/proc/$pid/stat" 2> /dev/null | cut -d' ' -f20)
        [ -z "$started" ] || echo "$pid:$started" # it may have ended in between
    done
}

none_alive() {
    local each
    for each in $1; do
        [ "$(sed 's/.*) //' "/proc/${each%:*}/stat" 2> /dev/null | cut -d' ' -f20)" = "${each#*:}" ] && return 1
    done
    [ -n "$1" ]
}

# An `up` that is killed half-way takes back what it began; a stale record of another start of the machine is nobody's.
check_killed() {
    local up pid processes
    "$lab" up --slurm "$version" --dir "$base" > /dev/null 2>&1 &
    up=$!
    for _ in {1..200}; do
        [ -s "$base/$version/log/boot.log" ] && break
        sleep 0.05
    done
    kill -STOP "$up" # looking takes a while, and it must not end meanwhile
    read -r pid _ < "$base/$version/init.pid"
    processes=$(lab_processes "$pid")
    check "up is killed" kill -KILL "$up"
    wait "$up" 2> /dev/null
    for _ in {1..200}; do
        [ -e "$base/$version" ] || break
        sleep 0.05
    done
    check "  and leaves no folder" [ ! -e "$base/$version" ]
    check "  and no process" none_alive "$processes"

    sleep 300 &
    pid=$!
    mkdir -p "$base/$version"
    echo "$pid $(sed 's/.*) //' "/proc/$pid/stat" | cut -d' ' -f20) 01234567-89ab-cdef-0123-456789abcdef" > "$base/$version/init.pid"
    check "a record of before the machine's last start is removed" run down
    check "  and the process that has its pid now lives" kill "$pid"
    wait "$pid" 2> /dev/null
}

check_files() {
    local file
    for file in passwords answers-password.json answers-kbd.json answers-passphrase.json ssh/alice_ed25519 etc/slurmdbd.conf etc/jwt.key; do
        check "$file is for its owner only" [ "$(stat -c %a "$LAB_DIR/$file")" = 600 ]
    done
    for file in profile profile-bob profile-carol profile-dave profile-jump profile-password profile-kbd profile-passphrase answers-password answers-kbd; do
        check "$file.json is JSON" python3 -m json.tool "$LAB_DIR/$file.json"
    done
    check "the canary folder is empty" [ -z "$(ls -A "$LAB_CANARY")" ]
    check "the canary folder is the same inside" run exec --as alice sh -c "touch '$LAB_CANARY/x'"
    check "  and outside" rm "$LAB_CANARY/x"
}

check_words() {
    local words=('a b' '' '*' '$HOME' '"q"' "it's" $'new\nline' '-n' '--' 'ünï' $'\xff')
    check "exec passes words exactly" cmp <(run exec printf '<%s>' "${words[@]}") <(printf '<%s>' "${words[@]}")
    check "exec --as passes words exactly" cmp <(run exec --as alice printf '<%s>' "${words[@]}") <(printf '<%s>' "${words[@]}")
    run exec sh -c 'exit 7'
    check "exec passes the exit code" [ $? = 7 ]
    check "exec passes standard input" [ "$(echo in | run exec cat)" = in ]
    check "exec passes standard error" [ "$(run exec sh -c 'echo e >&2' 2>&1 > /dev/null)" = e ]
}

check_people() {
    check "four nodes are idle" [ "$(run exec sinfo -h -N -p debug -t idle -o %N | wc -l)" = 4 ]
    check "a user is who he is" [ "$(run exec --as carol id -un)" = carol ]
    check "uids are high" [ "$(run exec id -u alice)" -gt 60000 ]
    check "a job runs as its owner" [ "$(run exec --as alice timeout 30 srun -p debug id -un)" = alice ]
    check "a GPU is given" [ -n "$(run exec --as alice timeout 30 srun -p gpu --gres=gpu:1 printenv CUDA_VISIBLE_DEVICES)" ]
    check "dave is an operator" sh -c 'grep -q Operator "$1"' sh <(run exec sacctmgr -n show user dave format=adminlevel)
    check "bob is a coordinator" sh -c 'grep -q bob "$1"' sh <(run exec sacctmgr -n show account chem withcoord format=coord)
    check "fair shares are there" sh -c 'grep -q subphys "$1"' sh <(run exec sshare -a)
}

check_sockets() {
    local inodes
    inodes=$(for pid in $(lab_processes "$LAB_PID"); do ls -l "/proc/${pid%:*}/fd" 2> /dev/null; done | grep -o 'socket:\[[0-9]*' | cut -d[ -f2 | sort -u)
    check "sockets listen" [ -n "$inodes" ]
    # state 0A is LISTEN; 0100007F is 127.0.0.1
    check "everything listens on 127.0.0.1 only" [ -z "$(awk '$4 == "0A" { split($2, a, ":"); print a[1], $10 }' /proc/net/tcp /proc/net/tcp6 \
        | while read -r address inode; do grep -qx "$inode" <<< "$inodes" && [ "$address" != 0100007F ] && echo "$address"; done)" ]
}

log_in() { timeout 20 ssh -F none -o IdentitiesOnly=yes -o UserKnownHostsFile="$LAB_KNOWN_HOSTS" -o StrictHostKeyChecking=yes "$@" 2> /dev/null < /dev/null; }

check_logins() {
    local user way
    for user in alice bob carol dave; do
        local key="LAB_KEY_${user^^}"
        check "$user logs in by key" [ "$(log_in -o BatchMode=yes -i "${!key}" -p "$LAB_SSH_PORT" "$user@127.0.0.1" id -un)" = "$user" ]
    done
    check "squeue works over ssh" log_in -o BatchMode=yes -i "$LAB_KEY_ALICE" -p "$LAB_SSH_PORT" alice@127.0.0.1 'squeue -h'
    check "the jump host passes on" [ "$(log_in -o BatchMode=yes -i "$LAB_KEY_ALICE" -p "$LAB_SSH_PORT" \
        -o "ProxyCommand=ssh -F none -o BatchMode=yes -o UserKnownHostsFile=$LAB_KNOWN_HOSTS -i $LAB_KEY_ALICE -W %h:%p -p $LAB_JUMP_PORT bob@127.0.0.1" \
        alice@127.0.0.1 id -un)" = alice ]
    printf '#!/bin/sh\nsed -n "s/^alice://p" "%s"\n' "$LAB_PASSWORDS" > "$base/ask"
    chmod 700 "$base/ask"
    for way in password keyboard-interactive; do
        check "log-in by $way" [ "$(SSH_ASKPASS=$base/ask SSH_ASKPASS_REQUIRE=force log_in -o PubkeyAuthentication=no \
            -o PreferredAuthentications=$way -p "$LAB_SSH_PORT" alice@127.0.0.1 id -un)" = alice ]
    done
    printf '#!/bin/sh\necho wrong\n' > "$base/ask"
    check "a wrong password is refused" [ -z "$(SSH_ASKPASS=$base/ask SSH_ASKPASS_REQUIRE=force log_in -o PubkeyAuthentication=no \
        -o NumberOfPasswordPrompts=1 -p "$LAB_SSH_PORT" alice@127.0.0.1 id -un)" ]
    check "a terminal is given" sh -c 'grep -q /dev/pts "$1"' sh <(log_in -tt -o BatchMode=yes -i "$LAB_KEY_ALICE" -p "$LAB_SSH_PORT" alice@127.0.0.1 tty)
    run up --max-sessions 2 > /dev/null
    check "--max-sessions changes a running sshd" grep -qx "MaxSessions 2" "$LAB_DIR/ssh/sshd.conf"
    check "  which still lets in" log_in -o BatchMode=yes -i "$LAB_KEY_ALICE" -p "$LAB_SSH_PORT" alice@127.0.0.1 true
}

check_rest() {
    local token api
    token=$(run token alice)
    check "a token is given" [ -n "$token" ]
    case $version in 20.11) api=v0.0.36 ;; 22.05) api=v0.0.38 ;; *) api=v0.0.42 ;; esac
    python3 - "$LAB_REST_PORT" "$token" "/slurm/$api/ping" > "$base/ping.json" 2> "$base/ping.err" << 'PY'
import sys, urllib.request
port, token, path = sys.argv[1:]
request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={
    "X-SLURM-USER-NAME": "alice", "X-SLURM-USER-TOKEN": token})
print(urllib.request.urlopen(request, timeout=10).read().decode())
PY
    check "slurmrestd answers to it" grep -q pings "$base/ping.json"
}

check_services() {
    check "a node's daemon is stopped" run service slurmd-n2 kill
    check "  and status says so" sh -c 'grep -q "not running: slurmd-n2" "$1"' sh <(run status)
    check "  and it is started again" run service slurmd-n2 start
    check "the controller is paused" run service slurmctld pause
    check "  and resumed" run service slurmctld resume
    check "  and answers" run exec timeout 20 squeue -h
}

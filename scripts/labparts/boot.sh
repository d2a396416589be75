#!/bin/bash
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Inside a lab's root: `boot.sh boot` starts the daemons and stays as process 1; `boot.sh start|stop NAME`
# starts or stops one of them later on.
set -u
umask 022
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root
. /lab/boot.env # LAB_MODE, LAB_SERVICES, LAB_NODES, LAB_USERS (name:uid ...), the ports, LAB_REST_PLUGINS
log=/var/log/lab db=/var/lib/lab/db

note() { printf '%(%T)T %s\n' -1 "$*"; }

fail() {
    echo "$*" > /lab/failed
    note "failed: $*"
    exit 1
}

# wait_for SECONDS COMMAND...: until COMMAND (a program) succeeds; no single try may hang.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    while [ $SECONDS -le $end ]; do
        timeout 5 "$@" > /dev/null 2>&1 && return 0
        sleep 0.05
    done
    return 1
}

wait_for_port() { wait_for 60 bash -c 'ss -Hltn "sport = :$0" | grep -q .' "$1"; }

add_users() {
    local user name uid
    for user in $LAB_USERS; do
        name=${user%:*} uid=${user#*:}
        echo "$name:x:$uid:$uid::/home/$name:/bin/bash" >> /etc/passwd
        echo "$name:x:$uid:" >> /etc/group
        echo "$name:!:19000:0:99999:7:::" >> /etc/shadow
        mkdir -m 755 "/home/$name"
        cp /etc/skel/.[a-z]* "/home/$name"
        chown -R "$uid:$uid" "/home/$name"
    done
    [ ! -s /lab/passwords ] || chpasswd < /lab/passwords
}

start_munged() {
    if [ ! -s /etc/munge/munge.key ]; then
        (umask 077 && head -c 128 /dev/urandom > /etc/munge/munge.key)
        chown munge: /etc/munge/munge.key
    fi
    mkdir -p /run/munge /var/log/munge /var/lib/munge
    chown munge: /run/munge /var/log/munge /var/lib/munge
    setpriv --reuid=munge --regid=munge --clear-groups munged --num-threads=2
}

start_mariadb() {
    mkdir -p /run/mysqld $db
    if [ ! -d $db/mysql ]; then
        mysql_install_db --no-defaults --datadir=$db --user=root --skip-test-db \
            --auth-root-authentication-method=socket > $log/mysql_install.log 2>&1 || return 1
    fi
    mysqld --no-defaults --user=root --datadir=$db --socket=/run/mysqld/mysqld.sock --pid-file=/run/mysqld/mysqld.pid \
        --skip-networking --skip-log-bin --innodb-buffer-pool-size=64M --innodb-log-file-size=8M \
        --innodb-lock-wait-timeout=900 --innodb-flush-log-at-trx-commit=0 --innodb-use-native-aio=0 \
        --log-error=$log/mariadb.log < /dev/null > /dev/null 2>&1 &
    wait_for 60 mysql --no-defaults -S /run/mysqld/mysqld.sock -e 'select 1'
}

start_slurmdbd() {
    local older=/usr/lib/pilothouse-lab # an older libmariadb where the root's own kills slurmdbd
    [ -d $older ] && local -x LD_LIBRARY_PATH=$older
    slurmdbd < /dev/null 2>> $log/start.log
    wait_for_port "$LAB_DBD_PORT"
}

start_slurmctld() {
    mkdir -p /var/lib/lab
    [ -d /var/lib/lab/slurmctld ] || mkdir -m 700 /var/lib/lab/slurmctld
    slurmctld < /dev/null 2>> $log/start.log
    wait_for 60 sinfo -h
}

start_slurmd() { slurmd -N "$1" < /dev/null 2>> $log/start.log; }

start_slurmrestd() {
    # It refuses to run as root or as Slurm's own user, and reads its standard input when there is one.
    # shellcheck disable=SC2086 # the plugins are two words, or none
    SLURM_JWT=daemon setpriv --reuid=65534 --regid=65534 --clear-groups \
        slurmrestd $LAB_REST_PLUGINS -a rest_auth/jwt "127.0.0.1:$LAB_REST_PORT" < /dev/null > $log/slurmrestd.log 2>&1 &
    echo $! > /run/slurmrestd.pid
    wait_for_port "$LAB_REST_PORT"
}

start_sshd() { # sshd NAME PORT
    mkdir -p /run/sshd
    /usr/sbin/sshd -f "/lab/ssh/$1.conf" -E "$log/$1.log"
    wait_for_port "$2"
}

start() {
    case $1 in
        munged) start_munged ;;
        mariadb) start_mariadb ;;
        slurmdbd) start_slurmdbd ;;
        slurmctld) start_slurmctld ;;
        slurmd-*) start_slurmd "${1#slurmd-}" ;;
        slurmrestd) start_slurmrestd ;;
        sshd) start_sshd sshd "$LAB_SSH_PORT" ;;
        jump) start_sshd jump "$LAB_JUMP_PORT" ;;
        *) echo "no service $1" >&2 && return 2 ;;
    esac
}

pid_file() {
    case $1 in
        munged) echo /run/munge/munged.pid ;;
        mariadb) echo /run/mysqld/mysqld.pid ;;
        slurmd-*) echo "/run/slurmd.${1#slurmd-}.pid" ;;
        *) echo "/run/$1.pid" ;;
    esac
}

# A finished process stays as a zombie until process 1 has reaped it: it is as good as gone.
alive() { [ -r "/proc/$1/stat" ] && ! grep -q ') Z ' "/proc/$1/stat"; }

stop() { # stop NAME SIGNAL
    local pid
    pid=$(cat "$(pid_file "$1")" 2> /dev/null) || { echo "$1 does not run" >&2 && return 3; }
    kill -"$2" "$pid" || return 1
    case $2 in STOP | CONT | HUP) return 0 ;; esac
    for _ in {1..300}; do
        alive "$pid" || return 0
        sleep 0.05
    done
    kill -KILL "$pid"
}

# Accounts take seconds to make: they are made once and the database folder is kept.
seed() {
    bash /lab/bin/accounts.sh > $log/accounts.log 2>&1 || fail "accounts could not be made, see log/accounts.log"
    stop slurmdbd TERM && stop mariadb TERM || fail "the database did not stop"
    cp -a --sparse=always $db /lab/db
}

boot() {
    local service
    echo "127.0.0.1 localhost lab $LAB_NODES" > /etc/hosts # the only addresses that anything in here knows
    echo lab > /etc/hostname
    sed -i 's/^hosts:.*/hosts: files/' /etc/nsswitch.conf
    add_users & # hashing the passwords takes its time
    local users=$!
    for service in $LAB_SERVICES; do
        # Whoever looks up a person needs them all to be there.
        case $service in slurmctld | sshd) wait $users ;; esac
        start "$service" || fail "$service did not start, see log/"
        note "$service"
    done
    wait $users
    # shellcheck disable=SC2153 # boot.env sets it
    [ "$LAB_MODE" != seed ] || seed
    local idle=${LAB_NODES//[^ ]/}
    [ -z "$LAB_NODES" ] || wait_for 60 bash -c '[ "$(sinfo -h -N -p debug -t idle -o %N | wc -l)" = '"$((${#idle} + 1))"' ]' \
        || fail "the nodes did not become idle, see log/"
    note ready
    touch /lab/ready
    [ "$LAB_MODE" != seed ] || exit 0
    # Process 1 from here on: bash reaps whatever the daemons leave behind.
    trap : HUP INT TERM
    while :; do
        sleep 3600 &
        wait $!
    done
}

case $1 in
    boot) boot ;;
    start) start "$2" ;;
    stop) stop "$2" "${3:-TERM}" ;;
    alive) alive "$(cat "$(pid_file "$2")")" ;;
esac

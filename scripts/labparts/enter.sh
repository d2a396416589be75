#!/bin/bash
# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# enter.sh STATE ROOT: the first process of a lab's own mount, pid, host name and ipc namespaces.
# It lays a throw-away layer over ROOT, which stays as it is, and goes on as boot.sh inside. When this process
# ends, the kernel ends every other process of the lab and drops its mounts: that is all `down` has to do.
set -eu
state=$1 root=$2

# /proc is still the machine's own here, so these are the machine's pid and the start time that belongs to it.
read -r -a stat < /proc/self/stat
echo "${stat[0]} ${stat[21]} $(cat /proc/sys/kernel/random/boot_id)" > "$state/init.pid"
[ -e "$state/boot.env" ] # `remove` takes it away before it looks for the pid

chroot "$root" hostname lab

mnt=$state/mnt
mount -t tmpfs -o mode=755,size=75% lab "$mnt"
mkdir "$mnt/upper" "$mnt/work" "$mnt/root"
mount -t overlay lab -o "lowerdir=$root,upperdir=$mnt/upper,workdir=$mnt/work" "$mnt/root"
new=$mnt/root

mount -t proc proc "$new/proc"
mount --bind /sys "$new/sys" 2>/dev/null || mount --rbind /sys "$new/sys"

mount -t tmpfs -o mode=755,size=1m dev "$new/dev"
for node in null zero full random urandom tty; do
    : > "$new/dev/$node"
    mount --bind "/dev/$node" "$new/dev/$node"
done
mkdir "$new/dev/pts" "$new/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$new/dev/pts"
mount -t tmpfs -o mode=1777,size=64m shm "$new/dev/shm"
ln -s pts/ptmx "$new/dev/ptmx"
ln -s /proc/self/fd "$new/dev/fd"
# A GPU's file must be a device, or Slurm sets no CUDA_VISIBLE_DEVICES.
for node in fakegpu0 fakegpu1; do
    : > "$new/dev/$node"
    mount --bind /dev/null "$new/dev/$node"
done

mkdir -p "$new/lab" "$new/etc/slurm" "$new/var/log/lab" "$new$state/canary"
mount --bind "$state" "$new/lab"
mount --bind "$state/etc" "$new/etc/slurm"
mount --bind "$state/log" "$new/var/log/lab"
# At the same path inside and outside: a file that an awkward name makes is found wherever it was made.
mount --bind "$state/canary" "$new$state/canary"

# Saved folders of the cache (a finished database, a full queue) become this lab's own copies.
for saved in db slurmctld; do
    if [ -L "$state/saved-$saved" ]; then
        mkdir -p "$new/var/lib/lab/$saved"
        cp -a --sparse=always "$state/saved-$saved/." "$new/var/lib/lab/$saved/"
    fi
done

cd "$new"
exec chroot . /bin/bash /lab/bin/boot.sh boot

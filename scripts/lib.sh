# SPDX-FileCopyrightText: Pilothouse contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# What scripts/run, test, bench and lint share. Sourced with the working directory at the top of the tree.
# shellcheck shell=bash

say() { echo "$(basename "$0"): $*" >&2; }

# packages_of SECTION…: their names on this release of Debian.
packages_of() {
    local release
    # shellcheck source=/dev/null
    release=$(. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && echo "${VERSION_ID:-}")
    awk -v sections=" $* " -v release="${release:-12}" '
        /^#/ || NF < 2 || !index(sections, " " $1 " ") { next }
        { fits = NF == 2; for (i = 3; i <= NF; i++) if ($i == release) fits = 1; if (fits) print $2 }' scripts/packages | sort -u
}

# unpack SECTION FOLDER: the section's packages laid out in a folder, once; nothing is installed and nothing started.
unpack() {
    local folder=$2 wanted words
    mapfile -t wanted < <(packages_of "$1")
    [ ! -e "$folder/.complete" ] || return 0
    if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
        echo "no Debian: $1 can't be unpacked"
        return 1
    fi
    rm -rf "$folder"
    mkdir -p "$folder/packages"
    if ! words=$(cd "$folder/packages" && apt-get download -q "${wanted[@]}" 2>&1); then
        # The lists of packages may be missing or old.
        [ "$(id -u)" -ne 0 ] || apt-get update -q >/dev/null 2>&1
        words=$(cd "$folder/packages" && apt-get download -q "${wanted[@]}" 2>&1) || { echo "$words" | grep '^E:'; return 1; }
    fi
    for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder" || return 1; done
    touch "$folder/.complete"
}

# need SECTION…: installs what is missing of scripts/packages. Not root: names it and goes on with what is there.
need() {
    local wanted missing=()
    # What the lab needs besides where it isn't root who starts it.
    [[ " $* " != *" lab "* ]] || [ "$(id -u)" -eq 0 ] || set -- "$@" rootless
    wanted=$(packages_of "$@")
    if ! command -v dpkg-query >/dev/null; then
        say "no Debian: see that these, or what they are called here, are installed: ${wanted//$'\n'/ }"
        return 0
    fi
    mapfile -t missing < <(
        comm -23 <(echo "$wanted") <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p' | sort -u))
    [ "${#missing[@]}" -eq 0 ] && return 0
    if [ "$(id -u)" -ne 0 ]; then
        say "going on without these packages; an administrator can install them by: apt-get install --no-install-recommends ${missing[*]}"
        return 0
    fi
    say "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    # A service that a package brings must not start.
    apt-get update -q >&2 || say "the package lists could not be renewed"
    apt-get install -y -q --no-install-recommends "${missing[@]}" >&2 || say "not everything could be installed; going on with what is there"
}

# build PRESET TARGET…: configures once, then only what changed. Prints only what a person needs.
build() {
    local preset=$1 folder=build/$1
    shift
    [ -w "${HOME:-/nonexistent}" ] || export CCACHE_DIR="$PWD/build/ccache"
    if [ ! -f "$folder/build.ninja" ]; then
        command -v cmake >/dev/null || { say "no cmake: nothing can be built"; return 1; }
        cmake --preset "$preset" >build/"$preset"-configure.log 2>&1 || { cat build/"$preset"-configure.log >&2; return 1; }
    fi
    cmake --build "$folder" --target "$@" >&2
}

has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }

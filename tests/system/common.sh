# What the checks share; each of them begins with this. A check ends with exit code 0 if it
# passed, 77 if it was skipped, and another one if it failed. Needs bash 5.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# One folder for all that the checks have compiled.
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR

temporary=$(mktemp -d)
# No table of the checkout answers.
export PERFECTPLAY_TABLES=$temporary/tables

# What a check has to do at its end, beside the removal of its folder.
at_end() { :; }
finish() {
    local code=$? pid
    trap - EXIT
    set +e
    ((prepared < 500000)) || echo "prepared: $(((prepared + 500000) / 1000000)) s"
    for pid in $(jobs -p); do kill -KILL "$pid" && wait "$pid"; done 2>/dev/null
    at_end
    rm -rf "$temporary"
    exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Says what a recorded run is cited for.
figure() { echo "figure: $*"; }

# Ends a check that cannot be made here.
skip() {
    echo "skipped: $*"
    exit 77
}

# Says that a part of a check cannot be made here: which, and why.
skip_part() { echo "not checked: $1: $2"; }

# Shows text without the paths of this machine.
show() {
    local text
    text=$(tr -d '\0')
    text=${text//"$temporary"/TEMPORARY}
    text=${text//"$PWD"/.}
    printf '%s\n' "${text//"$HOME"/'~'}"
}

fail() {
    echo "error: $*" | show >&2
    exit 1
}

# Runs a command, and shows the end of what it printed only if it fails.
quietly() {
    if ! "$@" >"$temporary/log" 2>&1; then
        tail -n 60 "$temporary/log" | show >&2
        fail "this failed: $*"
    fi
}

# Runs a command that installs or compiles, whose time is told apart from the check's own: the sum in microseconds.
prepared=0
prepare() {
    local start=${EPOCHREALTIME/[.,]/} code=0
    "$@" || code=$?
    prepared=$((prepared + ${EPOCHREALTIME/[.,]/} - start))
    return "$code"
}

# Makes sure that `cargo NAME` exists.
need() {
    cargo "$1" --version >/dev/null 2>&1 && return
    echo "installing cargo-$1"
    prepare quietly cargo install --locked --target-dir "$CARGO_TARGET_DIR/tools" "cargo-$1"
}

# Sets options to those with which cargo compiles for another target, in the environment of cross; fails if its
# standard library can neither be installed, nor be built by Debian's rustc-web from its rust-web-src.
has_target() {
    options=(--target "$1" --locked) cross=(env)
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1" ] || timeout 120 rustup target add "$1" >/dev/null 2>&1 && return
    has_web_sources || install_packages rustc-web rust-web-src
    has_web_sources || return
    options+=("-Zbuild-std=std,panic_abort")
    cross+=(RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc)
}

has_web_sources() { [ -d "$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ]; }

# The same, and without it the check is skipped.
find_target() {
    has_target "$1" || skip "the target $1 is not installed, nor Debian's rustc-web and rust-web-src"
}

install_from_debian() { { apt-get update && apt-get install --yes --no-install-recommends "$@"; } >/dev/null 2>&1; }

# install_packages PACKAGE...: of Debian, if that is possible.
install_packages() {
    ((EUID == 0)) && command -v apt-get >/dev/null || return 0
    echo "installing $*"
    prepare install_from_debian "$@" || true
}

# Sets CHROMIUM to a browser, unless it names one; without one, and without npm, the check is skipped.
find_browser() {
    command -v npm >/dev/null || skip "npm is not installed"
    # Without windows it takes a third of Chromium's processor time.
    local browser=${CHROMIUM:-/usr/bin/chromium-headless-shell}
    [ -x "$browser" ] || install_packages chromium-headless-shell
    [ -x "$browser" ] || browser=/usr/bin/chromium
    [ -x "$browser" ] || install_packages chromium
    [ -x "$browser" ] || skip "there is no browser; CHROMIUM names one"
    export CHROMIUM=$browser
}

# Builds the program, and sets program to it.
build_program() {
    prepare quietly cargo build --release --locked
    program=$CARGO_TARGET_DIR/release/perfectplay
}

# Builds number-40: sets table to its file, and duration to the microseconds that it took; leaves a copy
# in $temporary/good.
build_table() {
    local start=${EPOCHREALTIME/[.,]/}
    table=$PERFECTPLAY_TABLES/number-40.table
    succeed build number-40
    duration=$((${EPOCHREALTIME/[.,]/} - start))
    succeed verify number-40
    cp "$table" "$temporary/good"
    echo "number-40: built in $((duration / 1000)) ms, $(wc -c <"$table") bytes, verified"
}

# Runs the program with these arguments and standard input: sets code, and leaves
# what it printed in $temporary/out and $temporary/err.
run() {
    code=0
    timeout 300 "$program" "$@" >"$temporary/out" 2>"$temporary/err" || code=$?
}

# After `run`: fails unless it ended with one of these codes, and with one line of
# error if with another than 0. Warnings may come before it.
expect() {
    local lines allowed
    lines=$(grep -cv '^warning: ' "$temporary/err" || true)
    for allowed in "$@"; do
        if ((code == allowed && lines == (code != 0))) &&
            { ((code == 0)) || grep -q '^error: ' "$temporary/err"; }; then
            return
        fi
    done
    tail -n 20 "$temporary/out" "$temporary/err" | show >&2
    fail "exit code $code and $lines lines of error, instead of $*"
}

# Runs the program, which must succeed.
succeed() {
    run "$@"
    expect 0
}

# Makes a Python with these packages in $temporary/venv, or fails.
make_python() { prepare install_python "$@"; }
install_python() {
    python3 -m venv "$temporary/venv" >/dev/null 2>&1 &&
        "$temporary/venv/bin/pip" install --quiet "$@" >/dev/null 2>&1
}

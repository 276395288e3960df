#!/usr/bin/env bash
# ARM, a big-endian machine, an old x86_64 and Windows make the same tables and give the same answers.
# Needs Debian's qemu-user, and for each machine its compiler, or wine64, all of which it installs; and the Rust
# targets, which rustup installs, or Debian's rustc-web and rust-web-src, which it installs, too, and which build
# their standard libraries; and Python with virtual environments, to read Parquet files.
# MACHINES (aarch64 s390x) are tried; `old` and `windows` are the others.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/everything.sh"
. "$(dirname "$0")/wine.sh"

# compare_rows FOLDER: Parquet files have the rows of the CSV files, and their statistics are those of the rows.
compare_rows() {
    "$temporary/venv/bin/python" - "$1" >"$temporary/log" 2>&1 <<'END'
import csv
import sys

from pyarrow import parquet

for name in ("positions", "losing"):
    with open(f"{sys.argv[1]}/{name}.csv", newline="") as file:
        names, *rows = csv.reader(file)
    with parquet.ParquetFile(f"{sys.argv[1]}/{name}.parquet") as file:
        table, groups = file.read(), [file.metadata.row_group(at) for at in range(file.num_row_groups)]
    assert table.column_names == names, table.column_names
    columns = table.to_pydict().values()
    texts = [[str(value).lower() for value in column] for column in columns]
    wrong = [(at, row, stored) for at, (row, stored) in enumerate(zip(rows, zip(*texts))) if row != [*stored]]
    assert table.num_rows == len(rows) and not wrong, f"{name}, {len(wrong)} rows: {wrong[:3]}"
    (group,) = groups
    for at, column in enumerate(columns):
        known = group.column(at).statistics
        if known and known.has_min_max:
            assert (known.min, known.max) == (min(column), max(column)), (names[at], known)
END
}
if make_python pyarrow; then
    also() { compare_rows "$@"; }
else
    skip_part "rows of Parquet files" "pyarrow cannot be installed"
fi

build_program
native=$program
make_inputs
try_everything "this machine ($(uname -m))" "$native"
checked=0

# share_work WHO COMMAND...: a table whose blocks are computed by the program here and by that of COMMAND in turn.
share_work() {
    local who=$1 folder=$temporary/shared block=0 blocks both=("$native")
    shift
    mkdir "$folder"
    blocks=$("$native" plan tower-5 --block 256KiB --json | grep -o '"block":' | wc -l)
    ((blocks > 10)) || fail "the plan has $blocks blocks"
    cd "$folder"
    for ((block = 0; block < blocks; block++)); do
        ((block % 2)) && both=("$@") || both=("$native")
        quietly "${both[@]}" block --quiet tower-5 "$block" --store store --block 256KiB
    done
    quietly "$@" merge --quiet tower-5 --store store --tables merged
    quietly "$native" build --quiet tower-5 --tables built
    cmp merged/tower-5.table built/tower-5.table || fail "$who: blocks of two machines make another table"
    cd "$OLDPWD"
    rm -r "$folder"
    echo "$who: $blocks blocks, half of them from here, make the same table"
}

# try_machine WHO COMMAND...
try_machine() {
    try_everything "$@"
    share_work "$@"
    checked=$((checked + 1))
}

# build_for TARGET: builds the program for it, and sets program; options and cross are set.
build_for() {
    local linker=${1^^}
    export "CARGO_TARGET_${linker//-/_}_LINKER=$compiler"
    # Elsewhere than the other artifacts, which may be another compiler's.
    prepare quietly env CARGO_TARGET_DIR="$artifacts" "${cross[@]}" \
        cargo build --release "${options[@]}" -p perfectplay-cli --bin perfectplay
    program=$artifacts/$1/release/perfectplay
}

# try_linux NAME ARCHITECTURE: of Debian's compiler, and of its packages.
try_linux() {
    local target=$1-unknown-linux-gnu
    compiler=$1-linux-gnu-gcc
    command -v "$compiler" >/dev/null && command -v "qemu-$1" >/dev/null ||
        install_packages "gcc-$1-linux-gnu" "libc6-dev-$2-cross" qemu-user
    if ! { command -v "$compiler" && command -v "qemu-$1"; } >/dev/null; then
        skip_part "$1" "Debian's gcc-$1-linux-gnu, libc6-dev-$2-cross and qemu-user are not installed"
    elif ! has_target "$target"; then
        skip_part "$1" "the target $target is not installed, nor Debian's rustc-web and rust-web-src"
    else
        build_for "$target"
        # A big-endian machine writes the rows of Parquet files in another encoding.
        [ "$1" != s390x ] || differing=(--exclude='*.parquet')
        try_machine "$1" "qemu-$1" -L "/usr/$1-linux-gnu" "$program"
        differing=()
    fi
}

# Where the program would choose instructions that the processor lacks, it would end by a signal.
try_old() {
    command -v qemu-x86_64 >/dev/null || install_packages qemu-user
    if [ "$(uname -m)" != x86_64 ]; then
        skip_part "an old x86_64" "this machine is another one"
    elif ! command -v qemu-x86_64 >/dev/null; then
        skip_part "an old x86_64" "Debian's qemu-user is not installed"
    else
        try_machine "x86_64 without popcnt, SSSE3 and AVX" qemu-x86_64 -cpu qemu64,-popcnt,-ssse3 "$native"
    fi
}

try_windows() {
    local target=x86_64-pc-windows-gnu
    if ! find_wine; then
        skip_part Windows "Debian's gcc-mingw-w64-x86-64-win32 and wine64 are not installed"
    elif ! has_target "$target"; then
        skip_part Windows "the target $target is not installed, nor Debian's rustc-web and rust-web-src"
    else
        build_for "$target"
        start_wine
        try_machine "Windows (Wine)" "$wine" "$program.exe"
    fi
}

artifacts=$CARGO_TARGET_DIR/machines
for machine in ${MACHINES:-aarch64 s390x}; do
    case $machine in
        aarch64) try_linux aarch64 arm64 ;;
        s390x) try_linux s390x s390x ;;
        old) try_old ;;
        windows) try_windows ;;
        *) fail "there is no machine $machine: aarch64, s390x, old, windows" ;;
    esac
done
((checked > 0)) || skip "no other machine can be tried"
figure "${compared[*]}: $(find "$everything/tables" -name '*.table' | wc -l) tables and $(cat "$everything"/*.answers | wc -l) answers, the same bytes as here"

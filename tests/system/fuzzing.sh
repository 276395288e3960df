#!/usr/bin/env bash
# No bytes and no text make readers, solvers, the server or the client panic, and whatever is asked has one answer.
# FUZZ_SECONDS (8) and FUZZ_RUNS (no end) are for each target: what comes first ends it. FUZZ_TARGETS names
# some; those of FUZZ_ADDRESSES (none) are compiled with AddressSanitizer, for which everything is compiled once
# more. What it learns stays in fuzz/corpus, which is made small again when it has grown; with FUZZ_KEEP=N the N
# smallest inputs of each target that reach all that others of them do not become its seeds in fuzz/seeds. What has
# found a fault goes there, too: the gate tries all of them that are files' damage. Needs cargo-fuzz, which it installs.
. "$(dirname "$0")/common.sh"

# A target's files beyond which those are left out that reach nothing new.
most_files=4000

need fuzz
export RUSTC_BOOTSTRAP=1 # sanitizers, on the stable toolchain, too

# Sets sanitizer to what a target is compiled with. The readers of tables have unsafe code; without it a sanitizer
# finds nothing that a panic does not tell, and takes half of the time.
choose_sanitizer() {
    local which=none
    [[ " ${FUZZ_ADDRESSES:-} " != *" $1 "* ]] || which=address
    sanitizer=(--sanitizer "$which" --target-dir "$CARGO_TARGET_DIR/fuzz-$which")
}

# The number of files in a folder.
files() { find "$1" -type f | wc -l; }

# Fuzzes a target, and adds a line to the report.
fuzz() {
    local target=$1 corpus=fuzz/corpus/$1 arguments=("-max_total_time=${FUZZ_SECONDS:-8}" -timeout=60) runs seconds coverage
    local folders=("$corpus")
    choose_sanitizer "$target"
    mkdir -p "$corpus"
    [ -d "fuzz/seeds/$target" ] && folders+=("fuzz/seeds/$target")
    [ -f "fuzz/dictionaries/$target" ] && arguments+=("-dict=fuzz/dictionaries/$target")
    [ -n "${FUZZ_RUNS:-}" ] && arguments+=("-runs=$FUZZ_RUNS")
    quietly cargo fuzz run "${sanitizer[@]}" "$target" "${folders[@]}" -- "${arguments[@]}"
    read -r runs seconds < <(sed -nE 's/^Done ([0-9]+) runs in ([0-9]+) second.*/\1 \2/p' "$temporary/log")
    coverage=$(grep -aoE 'cov: [0-9]+' "$temporary/log" | tail -n 1)
    printf '%-16s %9s executions in %4s s, %s, %s files\n' \
        "$target" "$runs" "$seconds" "$coverage" "$(files "$corpus")" >>"$temporary/report"
    if (($(files "$corpus") > most_files)); then
        quietly cargo fuzz cmin "${sanitizer[@]}" "$target" "$corpus"
    fi
}

# Makes seeds of what was learned.
keep() {
    local target=$1 least=$temporary/least/$1 seeds=fuzz/seeds/$1 file
    choose_sanitizer "$target"
    mkdir -p "$least" "$seeds"
    quietly cargo fuzz run "${sanitizer[@]}" "$target" "$least" "fuzz/corpus/$target" "$seeds" -- -merge=1
    find "$least" -type f -size -5 -printf '%s %p\n' | sort -n | sed -n "1,${FUZZ_KEEP}p" | while read -r _ file; do
        cp "$file" "$seeds"
    done
    echo "$target: $(files "$seeds") seeds of $(files "$least")"
}

read -ra targets <<<"${FUZZ_TARGETS:-$(cargo fuzz list | tr '\n' ' ')}"
if [ -z "${FUZZ_TARGETS:-}${FUZZ_ADDRESSES:-}" ]; then
    # At once, as that uses all processors.
    choose_sanitizer all
    prepare quietly cargo fuzz build "${sanitizer[@]}"
else
    for target in "${targets[@]}"; do
        choose_sanitizer "$target"
        prepare quietly cargo fuzz build "${sanitizer[@]}" "$target"
    done
fi
for target in "${targets[@]}"; do
    fuzz "$target"
done
cat "$temporary/report"
if [ -n "${FUZZ_KEEP:-}" ]; then
    for target in "${targets[@]}"; do keep "$target"; done
fi
figure "${#targets[@]} targets, $(awk '{ runs += $2; seconds += $5 } END { print runs " executions in " seconds " s" }' "$temporary/report")"

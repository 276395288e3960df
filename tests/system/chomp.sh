#!/usr/bin/env bash
# Large bars of Chomp have the first bites that a second program and others found, killed and in little memory.
# CHOMP_BARS (12x14 8x22) are solved both ways; 10x42 takes a quarter of an hour and 4 GB of memory more. CHOMP_SAMPLE
# (200000) entries are verified. Needs Python and 5 GB of disk; as root it makes a control group of version 1 for memory.
. "$(dirname "$0")/common.sh"

build_program
published=crates/games/tests/published/first-bites.txt

# Those of a bar and of all inside of it, by the program: rows,columns,row,column.
openings() {
    succeed openings chomp "$1" --format csv --quiet
    sed 1d "$temporary/out" | cut -d , -f 1-4 | sort
}

rustfmt --check --edition 2024 tables/chomp_by_tails.rs || fail "tables/chomp_by_tails.rs is not formatted"
prepare quietly rustc --edition 2024 -O -C target-cpu=native tables/chomp_by_tails.rs -o "$temporary/tails"
for bar in ${CHOMP_BARS:-12x14 8x22}; do
    "$temporary/tails" ${bar/x/ } | sed 1d | sort >"$temporary/tails.csv"
    openings "$bar" >"$temporary/openings.csv"
    cmp "$temporary/tails.csv" "$temporary/openings.csv" || fail "two programs differ in bars up to $bar"
    echo "$bar: $(wc -l <"$temporary/openings.csv") first bites that win, the same by both programs"
done

# A build that is killed goes on.
table=$PERFECTPLAY_TABLES/chomp-10x42.table
for seconds in 2 4 1 3; do
    "$program" build chomp-10x42 >/dev/null 2>&1 &
    sleep "$seconds"
    kill -KILL $! 2>/dev/null || true
    { wait $! || true; } 2>/dev/null
    [ ! -e "$table" ] || fail "a build that was killed after $seconds s has left a table"
done
"$program" build chomp-10x42 >"$temporary/log" 2>&1 || { tail "$temporary/log"; fail "a build does not go on"; }
grep -h 'going on\|built in' "$temporary/log"
# Its bytes are those in the manifest.
"$program" verify --sample "${CHOMP_SAMPLE:-200000}" chomp-10x42

openings 10x42 >"$temporary/openings.csv"
python3 - "$published" "$temporary/openings.csv" "$program" <<'PYTHON'
import json, subprocess, sys
from collections import defaultdict

published, openings, program = sys.argv[1:]
found = defaultdict(set)
for line in open(openings):
    rows, columns, row, column = line.strip().split(",")
    found[int(rows), int(columns)].add(f"{row},{column}")
compared = 0
for line in open(published):
    bar, colon, bites = line.strip().partition(": ")
    if bar.startswith("#"):
        continue
    bar = tuple(int(side) for side in bar.split("x"))
    if bar in found:
        assert found[bar] == set(bites.split()), f"{bar}: {found[bar]}, published {bites}"
        compared += 1
print(f"10x42: {compared} of {len(found)} bars are published, with the same bites;",
      "three win", [bar for bar, bites in found.items() if len(bites) == 3])

def bite(rows, row, column):
    """The bar after a bite, by the plain rules."""
    return tuple(min(left, column) if at >= row else left for at, left in enumerate(rows))

def bites(rows):
    """Every bar that a bite leads to."""
    return {bite(rows, row, column) for row, left in enumerate(rows) for column in range(left)}

def lost(positions):
    """Of many positions, whether each is lost, by the table."""
    positions = sorted(positions)
    texts = "".join(",".join(map(str, rows)) + "\n" for rows in positions)
    answers = subprocess.run([program, "probe", "chomp", "-"], input=texts, capture_output=True, text=True, check=True)
    outcomes = [json.loads(line)["value"]["outcome"] == "loss" for line in answers.stdout.splitlines()]
    return dict(zip(positions, outcomes, strict=True))

# A lost position has no bite to a lost one, and each bite from it one to a lost position.
for row, column in [(4, 35), (6, 29), (7, 25)]:
    after = bite((42,) * 10, row, column)
    children = bites(after)
    grandchildren = {child: bites(child) for child in children}
    known = lost({after} | children | set().union(*grandchildren.values()))
    assert known[after] and not any(known[child] for child in children)
    for child, leads_to in grandchildren.items():
        assert not any(child) or any(known[other] for other in leads_to), child
    print(f"{row},{column}: its {len(children)} answers are won, as the rules and {len(known)} entries say")
PYTHON

group=/sys/fs/cgroup/memory/perfectplay-$$
if mkdir "$group" 2>/dev/null; then
    at_end() { rmdir "$group"; }
    rm "$table"
    echo $((1 << 30)) >"$group/memory.limit_in_bytes"
    (echo $BASHPID >"$group/cgroup.procs" && exec "$program" build chomp-10x42) >"$temporary/log" 2>&1 ||
        { tail "$temporary/log"; fail "no build within 1 GiB"; }
    echo "built in a control group of 1 GiB: $(grep -h 'built in' "$temporary/log")"
    "$program" verify --quick chomp-10x42
else
    skip_part "a control group" "the system does not let this user make one"
fi

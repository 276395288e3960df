#!/usr/bin/env bash
# What registries are told of a release is of their form, its notes lead somewhere from where they are shown, the data set has
# positions with the values that the program gives, and crates are published until crates.io has them all.
# Needs only Python, and for CITATION.cff virtual environments.
. "$(dirname "$0")/common.sh"

build_program
# A copy without an address, which gets another one than the project may have.
git ls-files -z | xargs -0 cp --parents --no-dereference -t "$temporary"
"$temporary/release/constants" address none
git init --quiet "$temporary"
git ls-files -z | git -C "$temporary" add --force --pathspec-from-file=- --pathspec-file-nul
address=https://github.com/somebody/perfectplay
# must_be_refused MESSAGE SCRIPT [ARGUMENT...]: one line says what is wrong.
must_be_refused() {
    local message=$1 script=$temporary/release/$2
    shift 2
    if "$script" "$@" >"$temporary/log" 2>&1; then fail "$script $* is accepted"; fi
    grep -q "^error: .*$message" "$temporary/log" || fail "$script $* says: $(cat "$temporary/log")"
    (($(wc -l <"$temporary/log") == 1)) || fail "$script $* says more than one line"
}
for wrong in https://github.com https://github.com/somebody "$address.git" "$address/" "http${address#https}"; do
    must_be_refused 'expected an address' constants address "$wrong"
done
must_be_refused '--out needs a value' crates --out
must_be_refused 'is not understood' notes --undated
GIT_DIR=/nowhere must_be_refused 'this needs git' constants --check
"$temporary/release/constants" address "$address"
"$temporary/release/constants" --check
"$temporary/release/constants" registries "crates pypi npm image pages"
"$temporary/release/constants" --check
grep -q 'https://somebody.github.io/perfectplay/' "$temporary/README.md" || fail "README does not lead to the page"
grep -q 'ghcr.io/somebody/perfectplay' "$temporary/docs/server.md" || fail "the server's document does not name the image"
! grep -q 'not on npm' "$temporary/npm/README.md" || fail "the package on npm says that it is not there"
grep -q 'cargo install perfectplay-cli' "$temporary/crates/cli/README.md" || fail "the crate does not say how it is installed"
# Hosts show these elsewhere: notes on a page of releases, READMEs on those of packages.
"$temporary/release/notes" --unreleased >"$temporary/notes.md"
for file in notes.md npm/README.md python/README.md $(grep -L '^publish = false' crates/*/Cargo.toml | sed 's/Cargo.toml/README.md/'); do
    if grep -n '\](\([^h]\|h[^t]\)' "$temporary/$file"; then fail "$file has links that lead nowhere elsewhere"; fi
done
grep -q "($address/blob/v[0-9.]*/docs/install.md#install)" "$temporary/notes.md" || fail "notes do not say how to install"
if grep -n '^  *[^- ]' "$temporary/notes.md"; then fail "notes have paragraphs of several lines"; fi
if make_python 'cffconvert==2.*'; then
    quietly "$temporary/venv/bin/cffconvert" --validate --infile "$temporary/CITATION.cff"
    echo "CITATION.cff is valid"
else
    skip_part CITATION.cff "cffconvert cannot be installed"
fi
"$temporary/release/constants" registries none
"$temporary/release/constants" address none
git -C "$temporary" diff --exit-code || fail "without its address a file is another one"
"$temporary/release/constants" address "$address"
must_be_refused 'there is no program' registries --program "$temporary/nothing" --out "$temporary/registries"
"$temporary/release/registries" --program "$program" --out "$temporary/registries"
python3 - "$temporary/registries" "$address" <<'END'
import csv
import json
import re
import sys
from pathlib import Path

out, address = Path(sys.argv[1]), sys.argv[2]
server = json.loads((out / "server.json").read_text())
assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"]), server["name"]
assert server["name"] == "io.github.somebody/perfectplay"
assert 1 <= len(server["description"]) <= 100
assert re.fullmatch(r"\d+\.\d+\.\d+\S*", server["version"]) and server["packages"][0]["version"] == server["version"]
for name in ["number-63", "chomp"]:
    metadata = json.loads((out / f"zenodo-{name}.json").read_text())["metadata"]
    assert metadata.keys() >= {"title", "upload_type", "description", "creators", "license", "access_right"}
    assert metadata["related_identifiers"][0]["identifier"] == address
card = (out / "data-set/README.md").read_text()
assert card.startswith("---\n") and not re.search("ADDRESS|VERSION|COUNT|ROWS|CONFIGS|SEED", card), card
files = re.findall("data_files: (.*)", card)
assert len(files) == 6, files
for file in files:
    with open(out / "data-set" / file, newline="", encoding="utf-8") as opened:
        rows = list(csv.DictReader(opened))
    positions = {}
    for row in rows:
        positions.setdefault(row["position"], []).append(row["best"])
    assert len(positions) == 1000, (file, len(positions))
    # Each position has a real choice.
    assert all({"0", "1"} <= set(best) for best in positions.values()), file
    print(f"{file}: {len(positions)} positions, {len(rows)} moves")
END
# The same command draws the same positions again; a position's value is what the program says of it.
succeed build
for game in number stake chomp; do
    while IFS=$'\t' read -r position value; do
        said=$("$program" probe "$game" "$position" --json | python3 -c "
import json, sys
value = json.load(sys.stdin)['value']
print(value['score'] if 'score' in value else value['outcome'] + (f\" in {value['plies']}\" if 'plies' in value else ''))")
        [ "${value#+}" = "$said" ] || fail "$game $position is $said, and the data set has $value"
    done < <(python3 -c "
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline='')))
for row in rows[::len(rows) // 20]: print(row['position'], row['value'], sep='\t')" "$temporary/registries/data-set/$game.csv")
done
figure "entries for MCP servers and Zenodo, and a data set of 6000 positions with the value of each move"

# A crates.io that has one crate already and takes two new ones at once, cargo that refuses as it does, and no waiting.
mkdir "$temporary/crates-io" "$temporary/bin"
export PUBLISHED=$temporary/crates-io CARGO
CARGO=$(command -v cargo)
cat >"$temporary/bin/cargo" <<'END'
#!/usr/bin/env bash
[ "$1" = publish ] || exec "$CARGO" "$@"
taken=0
while read -r name; do
    [[ " $* " != *" --exclude $name "* ]] || continue
    [ ! -e "$PUBLISHED/$name" ] || { echo "error: crate $name already exists on crates.io index" >&2; exit 101; }
    ((taken += 1))
    ((taken <= 2)) || { echo "error: status 429 Too Many Requests" >&2; exit 101; }
    echo '{"vers":"0.0.1"}' >"$PUBLISHED/$name"
    echo "{\"vers\":\"$VERSION\"}" >>"$PUBLISHED/$name"
done < <("$CARGO" metadata --no-deps --format-version 1 --locked | grep -o '"name":"perfectplay[a-z-]*","version"' | cut -d '"' -f 4)
END
cat >"$temporary/bin/curl" <<'END'
#!/usr/bin/env bash
[ -z "${SILENT:-}" ] || { printf 503; exit; }
while [ "$1" != --output ]; do shift; done
cp "$PUBLISHED/${!###*/}" "$2" 2>/dev/null && printf 200 || printf 404
END
printf '#!/bin/sh\necho sleep >>"$PUBLISHED.waited"\n' >"$temporary/bin/sleep"
chmod +x "$temporary/bin"/*
VERSION=$(release/constants | sed -n 's/^version //p')
export VERSION
echo '{"vers":"0.0.1"}' >"$PUBLISHED/perfectplay-core"
echo "{\"vers\":\"$VERSION\"}" >>"$PUBLISHED/perfectplay-core"
publish() { PATH=$temporary/bin:$PATH release/publish-crates; }
if SILENT=yes publish 2>"$temporary/log"; then fail "crates are published while crates.io does not answer"; fi
grep -q 'answers 503' "$temporary/log" || fail "it is not said that crates.io does not answer"
quietly publish
wanted=$(grep -L '^publish = false' crates/*/Cargo.toml | xargs sed -n 's/^name = "\(perfectplay-.*\)"/\1/p' | sort)
diff <(ls "$PUBLISHED") - <<<"$wanted" || fail "not all crates are published, or others are"
(($(wc -l <"$PUBLISHED.waited") > 3)) || fail "nothing was waited for"
quietly publish
grep -q '^to be published' "$temporary/log" && fail "what is there is published again"
echo "crates are published until all $(wc -l <<<"$wanted") are there, and none twice"

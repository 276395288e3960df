#!/usr/bin/env bash
# A first release, made from a clone with an address that is thrown away afterwards: from its files alone the program, a new
# crate, Python, npm and the page without a server answer the same questions by the same JSON.
# FIRST (no): without yes the check is skipped, for it compiles everything anew, with all optimisations. Needs what release/all
# needs, and minisign.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/python.sh"

[ "${FIRST:-no}" = yes ] || skip "it takes long; FIRST=yes makes it"
find_python
find_target wasm32-unknown-unknown
need cyclonedx
command -v minisign >/dev/null || install_packages minisign
command -v minisign >/dev/null || skip "minisign is not installed"
tools=$CARGO_TARGET_DIR/tools/python-wheel
[ -x "$tools/bin/maturin" ] || prepare quietly "$python" -m venv --clear "$tools"
[ -x "$tools/bin/maturin" ] || prepare quietly "$tools/bin/pip" install --quiet 'maturin[zig]>=1.16,<2'

# A clone at the same place each time, so that what has not changed is not compiled again.
clone=$CARGO_TARGET_DIR/first-release/perfectplay
rm -rf "$clone"
git clone --quiet . "$clone"
export CARGO_TARGET_DIR=$CARGO_TARGET_DIR/first-release/target
cd "$clone"
release/constants address https://code.invalid/somebody/perfectplay
release/constants --check
grep -q 'git clone https://code.invalid/somebody/perfectplay' README.md || fail "README lacks the address"
if grep -q 'address follows' README.md; then fail "README says that the address follows"; fi
git -c user.name=- -c user.email=- commit --quiet --all --message 'The address'
# Its own checks see it with the address from then on.
prepare quietly .ci/checks/registries
cd "$OLDPWD"
files=$temporary/release
PYTHON=$tools/bin/python prepare quietly "$clone/release/all" --out "$files"
key=$temporary/key
quietly minisign -G -W -p "$key.pub" -s "$key.key"
MINISIGN_SECRET_KEY=$(<"$key.key") quietly "$clone/release/sign" "$files"
"$clone/release/smoke-test" "$files" | show
[ -n "$("$clone/release/notes" --unreleased)" ] || fail "there are no notes of the release"
figure "$(find "$files" -type f | wc -l) files, $(du -sb "$files" | cut -f 1) bytes, signed by a key made for it"

# From here on nothing but these files, and what registries have of others.
cd "$temporary"
printf '2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n' >board.txt
printf '%s\n' 'number/2 3 4 5 6' tower/GGR/GRB/RRB contour/1 stake/01.1/00../.01./...1 tokens/P.P chomp/3,3,1 >questions
tar -xzf "$files"/perfectplay-*-linux-*.tar.gz
program=$(echo "$temporary"/perfectplay-*-linux-*/perfectplay)
"$program" unpack --quiet --from "$files" --tables tables
while IFS=/ read -r game position; do
    board=()
    [ "$game" != contour ] || board=(--board board.txt)
    "$program" probe "$game" "$position" "${board[@]}" --json --tables tables
done <questions >expected.json

mkdir crates project
for crate in "$files"/perfectplay-*.crate; do tar -xzf "$crate" -C crates; done
cat >project/Cargo.toml <<'END'
[package]
name = "project"
version = "0.0.0"
edition = "2024"

[dependencies]
perfectplay = "*"
serde_json = "1"

[patch.crates-io]
END
for crate in crates/perfectplay*; do
    name=$(basename "$crate" | sed 's/-[0-9.]*$//')
    echo "$name = { path = \"../$crate\" }" >>project/Cargo.toml
done
mkdir project/src
cat >project/src/main.rs <<'END'
use perfectplay::{Oracle, Plies, Question};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let oracle = Oracle::open("tables")?;
    let board = std::fs::read_to_string("board.txt")?;
    for line in std::fs::read_to_string("questions")?.lines() {
        let (name, position) = line.split_once('/').expect("a game and a position");
        let mut game = oracle.game_named(name)?.shared();
        if name == "contour" {
            game = game.on_board(board.as_str().into())?;
        }
        let question = Question::parse(&game, position)?.with_plies(Plies::IfQuick);
        println!("{}", serde_json::to_string(&oracle.answer(&question)?)?);
    }
    Ok(())
}
END
prepare quietly cargo build --release --manifest-path project/Cargo.toml
"$CARGO_TARGET_DIR/release/project" >crate.json

quietly install_environment new "$python"
quietly install_into new --no-index --find-links "$files" perfectplay
cat >ask.py <<'END'
import json
from pathlib import Path

import perfectplay as pp

oracle = pp.Oracle("tables")
for line in Path("questions").read_text().splitlines():
    game, position = line.split("/", 1)
    board = Path("board.txt").read_text() if game == "contour" else None
    print(json.dumps(oracle.answer(game, position, board=board).to_dict(), separators=(",", ":")))
END
"$temporary/new/bin/python" -I ask.py >python.json

mkdir npm
cd npm
quietly npm init --yes
quietly npm install --offline "$files"/perfectplay-*.tgz
cd ..
cat >npm/ask.mjs <<'END'
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'perfectplay';

const oracle = await load();
for (const file of readdirSync('tables')) {
  if (file.endsWith('.table')) oracle.addTable(file.slice(0, -6), readFileSync(`tables/${file}`));
}
const board = readFileSync('board.txt', 'utf8');
for (const line of readFileSync('questions', 'utf8').trim().split('\n')) {
  const [, game, position] = /^([^/]*)[/](.*)$/.exec(line);
  console.log(JSON.stringify(oracle.answer(game, position, game === 'contour' ? { board } : {})));
}
END
node npm/ask.mjs >npm.json

tar -xzf "$files"/perfectplay-*-site.tar.gz
while IFS=/ read -r game position; do
    board=()
    [ "$game" != contour ] || board=("$(cat board.txt)")
    node "$clone/release/ask-site.mjs" perfectplay-*-site "$game" "$position" "${board[@]}"
done <questions >site.json

for part in crate python npm site; do
    diff expected.json $part.json || fail "$part answers differently"
done
figure "program, crate, Python, npm and site answer $(wc -l <questions) questions by the same $(wc -c <expected.json) bytes"

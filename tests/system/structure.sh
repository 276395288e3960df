#!/usr/bin/env bash
# No file imports itself through others, and every dependency is used.
# Of Rust it sees what modules import, by whatever name, and not paths that functions write out.
# Needs Python 3, and cargo-machete and cargo-modules, which it installs in some minutes.
. "$(dirname "$0")/common.sh"

install() { cargo install --locked --target-dir "$CARGO_TARGET_DIR/tools" "cargo-$1" >"$temporary/log" 2>&1; }
# Later versions of cargo-modules need Rust 1.98.
for tool in machete@0.9.2 modules@0.27.0; do
    cargo "${tool%@*}" --version >/dev/null 2>&1 || prepare install "$tool" ||
        skip "cargo-$tool cannot be installed: $(tail -n 1 "$temporary/log" | show)"
done

quietly cargo machete
echo "cargo-machete finds no dependency without use"
unread=$(sed -n 's/^error when handling \(.*\): can.*/\1/p' "$temporary/log" | xargs)
[ -z "$unread" ] || skip_part "dependencies in $unread" "cargo-machete does not find their workspace"

# no_circle WHAT: fails if the imports, lines of a file or module and one that it imports, lead in a circle.
imports=0
no_circle() {
    sort -u >"$temporary/imports"
    imports=$((imports + $(wc -l <"$temporary/imports")))
    tsort "$temporary/imports" >/dev/null 2>"$temporary/log" ||
        fail "of $1 these import themselves through others: $(sed -n 's/^tsort: //p' "$temporary/log" | grep -v ' contains a loop:$' | xargs)"
}

# Of every workspace the libraries, and the programs that have no library: a manifest, a package and what of it.
mapfile -t manifests < <(git ls-files '*Cargo.toml' | xargs grep -l '^\[workspace\]')
mapfile -t libraries < <(for manifest in "${manifests[@]}"; do
    cargo metadata --no-deps --format-version 1 --locked --manifest-path "$manifest" | python3 -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    kinds = [kind for target in package["targets"] for kind in target["kind"]]
    targets = ["--lib"] if {"lib", "cdylib"} & set(kinds) else []
    targets = targets or ["--bin=" + target["name"] for target in package["targets"] if target["kind"] == ["bin"]]
    for target in targets:
        print(sys.argv[1], package["name"], target)' "$manifest"
done)
[ "${#libraries[@]}" -ge "${#manifests[@]}" ] || fail "a workspace has no library and no program"
for library in "${libraries[@]}"; do
    read -r manifest package target <<<"$library"
    prepare cargo modules dependencies --manifest-path "$manifest" "$target" --package "$package" --all-features \
        --no-externs --no-sysroot >"$temporary/graph" 2>"$temporary/log" ||
        fail "cargo modules dependencies --package $package: $(show <"$temporary/log")"
    # A parent consists of what is below it, so that it may import that. What is no module is in the one that
    # its name begins with.
    no_circle "$package" < <(awk -F '"' '
        /\/\/ "(crate|mod)" node$/ { modules[$2] }
        /\/\/ "uses" edge$/ && $2 in modules {
            to = $4
            while (!(to in modules) && sub(/::[^:]*$/, "", to));
            if (to in modules && index(to "::", $2 "::") != 1) print $2, to
        }' "$temporary/graph")
done

mapfile -t scripts < <(git ls-files '*.js' '*.mjs')
no_circle "the scripts" < <(awk -F "'" '
    /^(import|export|\}).* from .\.|import\(?.\./ {
        folder = FILENAME
        sub("[^/]*$", "", folder)
        to = folder $2
        while (sub("/[.]/", "/", to) || sub("[^/]+/[.][.]/", "", to));
        print FILENAME, to
    }' "${scripts[@]}")
figure "no circle among $imports imports of ${#libraries[@]} libraries and programs and ${#scripts[@]} scripts"

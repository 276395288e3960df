#!/usr/bin/env bash
# The program, and the tests of crates, work on Windows, as far as Wine is like it.
# Needs Debian's gcc-mingw-w64-x86-64-win32 and wine64, which it installs, and the Rust target
# x86_64-pc-windows-gnu, which rustup installs, or Debian's rustc-web and rust-web-src, which build its
# standard library. WINDOWS_TESTS (none) are the crates whose tests run, too.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/wine.sh"

target=x86_64-pc-windows-gnu

find_wine || skip "Debian's gcc-mingw-w64-x86-64-win32 and wine64 are not installed"
find_target "$target"
# Elsewhere than the other artifacts, which may be another compiler's.
export CARGO_TARGET_DIR=$CARGO_TARGET_DIR/windows
read -ra crates <<<"${WINDOWS_TESTS:-}"
prepare quietly "${cross[@]}" cargo build -p perfectplay-cli "${options[@]}"
for crate in "${crates[@]}"; do options+=(-p "perfectplay-$crate"); done
# Without the examples in documents, which another compiler's rustdoc would have to compile.
test=("${cross[@]}" cargo test --tests "${options[@]}")
((${#crates[@]} == 0)) || prepare quietly "${test[@]}" --no-run
program=$CARGO_TARGET_DIR/$target/debug/perfectplay.exe
echo "the program builds for $target"

start_wine
run_wine() { timeout 600 "$wine" "$program" "$@"; }

# A name with a space and a letter beyond ASCII.
export PERFECTPLAY_TABLES='C:\my tablés'
quietly run_wine build
quietly run_wine verify --quick --complete
echo "the default tables, built under Wine: the bytes of the manifest"

# Another process has a table mapped while it is replaced, which Wine refuses.
mkfifo "$temporary/questions"
run_wine probe number - <"$temporary/questions" >"$temporary/answers" &
reader=$!
exec 3>"$temporary/questions"
printf '2 3 4\r\n' >&3
until [ -s "$temporary/answers" ]; do
    kill -0 "$reader" 2>/dev/null || fail "the program ended without an answer"
    sleep 0.1
done
if run_wine build number-20 --force >"$temporary/log" 2>&1; then
    fail "a mapped table was replaced: say so in docs/tables.md"
fi
grep -q 'number-20.table: cannot put the complete file there: .*; another program may have it open' "$temporary/log" ||
    fail "$(<"$temporary/log")"
printf '2 3 4 5 6\r\n' >&3
exec 3>&-
wait "$reader" || fail "the program that has the table mapped ended with exit code $?"
[ "$(grep -c '"table":"number-20"' "$temporary/answers")" = 2 ] || fail "$(<"$temporary/answers")"
quietly run_wine build number-20 --force
quietly run_wine verify number-20
echo "a mapped table is not replaced, and stays what it was"

((${#crates[@]})) || exit 0
unset PERFECTPLAY_TABLES
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine
quietly "${test[@]}" --no-fail-fast
figure "$(grep -c '^test .* ok$' "$temporary/log") tests pass"

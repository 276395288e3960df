#!/usr/bin/env bash
# A release passes its smoke test, and spoilt ones do not; the same sources elsewhere make the same bytes.
# RELEASES (1): 2 makes it again, in another folder, which compiles everything again. Needs what release/build needs.
. "$(dirname "$0")/common.sh"

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
release=$temporary/release
need cyclonedx
# Nearly all of its time is the compiler's.
prepare quietly release/build --out "$release"
release/smoke-test "$release" | show

# Makes a copy of the release, to be spoilt.
spoilt=$temporary/spoilt
copy_release() {
    rm -rf "$spoilt"
    cp -r "$release" "$spoilt"
}
sum_anew() { (cd "$spoilt" && rm SHA256SUMS && sha256sum -- * >../sums && mv ../sums SHA256SUMS); }
must_be_refused() {
    if release/smoke-test "$spoilt" >"$temporary/log" 2>&1; then
        fail "the smoke test accepts $1"
    fi
    echo "$1: $(grep '^error: ' "$temporary/log" | tail -n 1 | show)"
}
# Changes a bit, of whatever byte is there.
change_byte() {
    local old
    old=$(dd if="$1" bs=1 skip="$2" count=1 2>/dev/null | od -An -tu1)
    # shellcheck disable=SC2059
    printf "\\$(printf '%03o' $((old ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
copy_release
change_byte "$(echo "$spoilt"/perfectplay-*.tar.gz)" 1000000
must_be_refused "a changed byte"
copy_release
truncate --size=-1 "$spoilt/tower-6.table.zst"
sum_anew
must_be_refused "a table that was cut off"
copy_release
archive=$(echo "$spoilt"/perfectplay-*.tar.gz)
tar -xzf "$archive" -C "$temporary"
folder=$temporary/$(basename "$archive" .tar.gz)
rm "$folder/man/man1/perfectplay-probe.1"
release/archive "$folder" "$archive"
sum_anew
must_be_refused "an archive without a page of the manual"

((${RELEASES:-1} > 1)) || exit 0
# The same sources elsewhere, where and when all is different that may be.
mkdir "$temporary/a copy"
git ls-files -z | xargs -0 cp --parents --no-dereference -t "$temporary/a copy"
umask 077
prepare quietly env CARGO_TARGET_DIR="$temporary/a copy/target" CARGO_BUILD_JOBS=1 TZ=Asia/Kathmandu LC_ALL=C \
    "$temporary/a copy/release/build" --out "$temporary/again"
umask 022
diff -r "$release" "$temporary/again" || fail "the same sources elsewhere make another release"
figure "the same sources elsewhere, with another time zone, locale, umask and one job, make the same bytes"

#!/usr/bin/env bash
# A release is signed by a key made here, is good by the one command that docs/install.md names, and not once spoilt.
# Needs minisign, which it installs.
. "$(dirname "$0")/common.sh"

command -v minisign >/dev/null || install_packages minisign
command -v minisign >/dev/null || skip "minisign is not installed"
build_program
version=$("$program" --version)
version=${version#* }

# A small release: a table, and an archive with the program as it is built here.
release=$temporary/release
succeed build number-20
succeed pack number-20 --out "$release"
name=perfectplay-$version-x86_64-unknown-linux-musl
mkdir "$temporary/$name"
cp "$program" "$temporary/$name"
release/archive "$temporary/$name" "$release/$name.tar.gz"
sum_anew() { (cd "$1" && sha256sum -- *.tar.gz *.zst manifest.toml README.md >SHA256SUMS); }
sum_anew "$release"

# The commands of the document, as they stand there.
documented() { sed -n "/^\`\`\`sh\$/,/^\`\`\`\$/{/^$1 /p;}" docs/install.md | head -n 1; }
verify=$(documented minisign)
sums=$(documented sha256sum)
[ "$verify" = "minisign -Vm SHA256SUMS -p minisign.pub" ] || fail "docs/install.md has another command: $verify"
check() { (cd "$1" && bash -c "$verify" && bash -c "$sums") >"$temporary/log" 2>&1; }
must_be_refused() {
    if check "$2"; then fail "$1 is accepted"; fi
    echo "$1: $(tail -n 1 "$temporary/log" | show)"
}

# Without a key nothing is signed, which is said, and an old signature goes.
: >"$release/SHA256SUMS.minisig"
said=$(env -u MINISIGN_SECRET_KEY release/sign "$release")
[ "$said" = "note: the release is not signed: MINISIGN_SECRET_KEY is not set" ] || fail "without a key: $said"
[ ! -e "$release/SHA256SUMS.minisig" ] && [ ! -e "$release/minisign.pub" ] || fail "there is a signature without a key"
echo "$said"

# Makes a key pair, with a password or without, and signs a copy of the release by it: key NAME [PASSWORD]
sign() {
    local key=$temporary/$1
    if (($# > 1)); then
        printf '%s\n%s\n' "$2" "$2" | quietly minisign -G -p "$key.pub" -s "$key.key"
    else
        quietly minisign -G -W -p "$key.pub" -s "$key.key"
    fi
    cp -r "$release" "$temporary/signed-$1"
    MINISIGN_SECRET_KEY=$(<"$key.key") MINISIGN_PASSWORD=${2:-} quietly release/sign "$temporary/signed-$1"
    cmp <(tail -n 1 "$key.pub") <(tail -n 1 "$temporary/signed-$1/minisign.pub") || fail "another public key is published"
    check "$temporary/signed-$1" || fail "a signed release is refused: $(show <"$temporary/log")"
    echo "signed by a key $1: $(head -n 1 "$temporary/log")"
}
sign without-password
sign with-password "a word"
signed=$temporary/signed-without-password
grep -q "^Trusted comment: perfectplay $version\$" <(cd "$signed" && $verify) || fail "the version is not signed"
# The same list and key, the same signature.
again=$temporary/again
cp -r "$release" "$again"
MINISIGN_SECRET_KEY=$(<"$temporary/without-password.key") quietly release/sign "$again"
diff -r "$signed" "$again" || fail "the signature is another one the second time"

# A key that cannot be used is an error, and leaves nothing.
for wrong in "no key" "$(<"$temporary/with-password.key")"; do
    if MINISIGN_SECRET_KEY=$wrong MINISIGN_PASSWORD=wrong release/sign "$again" >"$temporary/log" 2>&1; then
        fail "a release is signed by a wrong key or password"
    fi
    grep -q '^error: minisign does not take MINISIGN_SECRET_KEY: ' "$temporary/log" || fail "$(show <"$temporary/log")"
    [ ! -e "$again/SHA256SUMS.minisig" ] || fail "what is left is a signature"
done

# Changes the lowest bit of a byte.
change_byte() {
    local old
    old=$(dd if="$1" bs=1 skip="$2" count=1 2>/dev/null | od -An -tu1)
    # shellcheck disable=SC2059
    printf "\\$(printf '%03o' $((old ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
spoilt=$temporary/spoilt
spoil() {
    rm -rf "$spoilt"
    cp -r "$signed" "$spoilt"
}
# Every byte of the list, and of the signature behind its first line, which is not signed.
refused=0
spoil_each() {
    local file=$1 first=$2 place text
    text=$(<"$signed/$file")
    for ((place = first; place < $(wc -c <"$signed/$file"); place++)); do
        # The last bits of a letter before `=` stand for nothing, so that another letter may be the same signature.
        [ "${text:place+1:1}" != = ] || continue
        cp "$signed/$file" "$spoilt/$file"
        change_byte "$spoilt/$file" "$place"
        if (cd "$spoilt" && bash -c "$verify") >"$temporary/log" 2>&1; then
            fail "byte $place of $file is changed, and it is accepted"
        fi
        refused=$((refused + 1))
    done
    cp "$signed/$file" "$spoilt/$file"
}
spoil
spoil_each SHA256SUMS 0
spoil_each SHA256SUMS.minisig "$(head -n 1 "$signed/SHA256SUMS.minisig" | wc -c)"
figure "each of $refused bytes of the list and its signature changed: refused"
spoil
change_byte "$spoilt/$name.tar.gz" 1000
must_be_refused "a changed file" "$spoilt"
sum_anew "$spoilt"
must_be_refused "a changed file and a new list" "$spoilt"
spoil
cp "$temporary/with-password.pub" "$spoilt/minisign.pub"
must_be_refused "another key" "$spoilt"

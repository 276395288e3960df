#!/usr/bin/env bash
# The wheels and the source distribution of the Python package install by pip alone, into each Python, and answer.
# WHEELS (this) are made: `this` for this machine, `musl` for Linux with musl, whose Rust target rustup installs. Needs
# Python 3.11 or later with virtual environments, and tries other versions if they are here; the network, for maturin, zig
# and others of PyPI; docker, to ask on Alpine Linux, unless MUSL_PYTHON is a Python that uses musl.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/python.sh"

find_python
# Always in the same place: where zig is belongs to what cargo looks at, and elsewhere it would compile everything again.
tools=$CARGO_TARGET_DIR/tools/python-wheel
prepare quietly "$python" -m venv --clear "$tools"
prepare quietly "$tools/bin/pip" install --quiet --disable-pip-version-check \
    'maturin[zig]>=1.16,<2' abi3audit auditwheel twine
version=$(sed -n 's/^version = "\(.*\)"/\1/p' python/Cargo.toml)
question="import perfectplay as pp; print(pp.Oracle().answer('number', '2 3 4 5 6').value)"

# make_wheels NAME OPTION...: makes wheels in $temporary/NAME, and sets wheel to the last one.
make_wheels() {
    PYTHON=$tools/bin/python prepare quietly release/wheel --out "$temporary/$1" "${@:2}"
    wheel=$(echo "$temporary/$1"/perfectplay-*.whl)
}

# examine_wheel: it uses the stable ABI alone, runs on systems as old as it says, and lacks no file.
examine_wheel() {
    local name=${wheel##*/} platform file
    # A wheel for one version of Python alone has no `abi3` in its name.
    case $name in perfectplay-"$version"-cp311-abi3-*.whl) ;; *) fail "the wheel is $name" ;; esac
    platform=${name##*-abi3-}
    platform=${platform%.whl}
    quietly "$tools/bin/abi3audit" --strict --assume-minimum-abi3 3.11 "$wheel"
    quietly "$tools/bin/twine" check --strict "$wheel"
    # Of musl it knows a file of Alpine Linux alone, while zig links libc.so, which musl's loader takes for itself.
    if [[ $platform == manylinux* ]]; then
        quietly "$tools/bin/auditwheel" show "$wheel"
        # Lines are wrapped.
        xargs <"$temporary/log" | grep -qF "is consistent with the following platform tag: $platform" ||
            fail "$name runs on fewer systems than it says: $(xargs <"$temporary/log")"
    fi
    rm -rf "$temporary/unpacked"
    "$python" -m zipfile -e "$wheel" "$temporary/unpacked"
    (cd "$temporary/unpacked" && find . -type f | sed "s|^\./||;s|perfectplay-$version\.dist-info|INFO|") >"$temporary/files"
    for file in $(cd python && git ls-files perfectplay) \
        INFO/licenses/{LICENSE-MIT,LICENSE-APACHE,THIRD-PARTY-LICENSES,RUST-LIBRARY-LICENSES.html}; do
        grep -Fqx "$file" "$temporary/files" || fail "$name lacks $file"
    done
    if grep -rlF -e "$PWD" -e "$HOME/" "$temporary/unpacked"; then
        fail "$name names folders of this machine"
    fi
    figure "a wheel of $(wc -c <"$wheel") bytes for $platform, which uses the stable ABI of Python 3.11 alone"
}

# ask ENVIRONMENT: what is installed there answers, from a folder where nothing else is.
ask() {
    local said
    said=$(cd "$temporary/unpacked/perfectplay-$version.dist-info" && "$temporary/$1/bin/python" -I -W error -c "$question" 2>&1) || fail "$1: $said"
    [ "$said" = "win in 5" ] || fail "$1: the answer is $said"
}

make_wheels this
examine_wheel
asked=()
for each in "${versions[@]}"; do
    if ! interpreter=$(find_version "$each"); then
        skip_part "Python $each" "it is not here"
        continue
    fi
    quietly install_environment "$each" "$interpreter"
    quietly install_into "$each" --no-index "$wheel"
    ask "$each"
    asked+=("$each")
done
echo "by pip alone it installs, and answers, with Python ${asked[*]}"

sdist=$temporary/this/perfectplay-$version.tar.gz
quietly "$tools/bin/twine" check --strict "$sdist"
tar -tzf "$sdist" >"$temporary/files"
for crate in $(sed -n 's|.*path = "\.\./\(crates/[a-z]*\)".*|\1|p' python/Cargo.toml) python; do
    for file in Cargo.toml LICENSE-MIT LICENSE-APACHE; do
        grep -Fqx "perfectplay-$version/$crate/$file" "$temporary/files" || fail "${sdist##*/} lacks $crate/$file"
    done
done
# It has all that it is made of, and the package that it makes has the same files. Only the compiler takes long.
quietly install_environment source "$python"
prepare quietly env CARGO_TARGET_DIR="$native" CARGO_NET_OFFLINE="${CARGO_NET_OFFLINE:-false}" \
    "$temporary/source/bin/python" -m pip install --disable-pip-version-check "$sdist"
ask source
installed() { (cd "$temporary/$1"/lib/python*/site-packages/perfectplay && find . -type f ! -path '*__pycache__*' | sort); }
diff <(installed source) <(installed "${asked[0]}") || fail "the source distribution makes another package than the wheel"
figure "a source distribution of $(wc -c <"$sdist") bytes, from which pip makes the same package"

# resolve_symbols LIBRARY: musl has all symbols that the wheel wants, but those of Python, and no other library is wanted.
resolve_symbols() {
    local module=$temporary/unpacked/perfectplay/_native.abi3.so libraries
    libraries=$(objdump -p "$module" | sed -n 's/^ *NEEDED *//p' | xargs)
    [ "$libraries" = libc.so ] || fail "${wheel##*/} wants these libraries: $libraries"
    nm -D --undefined-only "$module" | awk '$1 != "w" { print $NF }' | grep -vE '^_?Py' | sort >"$temporary/wanted"
    nm -D --defined-only "$1" | awk '{ print $NF }' | sort >"$temporary/there"
    grep -qx malloc "$temporary/wanted" || fail "the symbols of ${wheel##*/} cannot be read"
    if comm -23 "$temporary/wanted" "$temporary/there" | grep .; then
        fail "${wheel##*/} wants these symbols, which musl has not"
    fi
}

try_musl() {
    local machine target library said
    machine=$(uname -m)
    target=$machine-unknown-linux-musl
    if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] && ! timeout 120 rustup target add "$target" >/dev/null 2>&1; then
        skip_part "a wheel for musl" "the target $target cannot be installed"
        return
    fi
    make_wheels musl --target "$target"
    examine_wheel
    library=/lib/ld-musl-$machine.so.1
    [ -e "$library" ] || install_packages musl binutils
    if [ -e "$library" ] && command -v nm objdump >/dev/null; then
        resolve_symbols "$library"
        echo "musl has all symbols that the wheel wants"
    else
        skip_part "the symbols of musl" "Debian's musl and binutils are not installed"
    fi
    if [ -n "${MUSL_PYTHON:-}" ]; then
        said=$(PYTHONPATH=$temporary/unpacked "$MUSL_PYTHON" -B -W error -c "$question" 2>&1) || fail "$MUSL_PYTHON: $said"
    elif docker info >/dev/null 2>&1; then
        prepare quietly docker pull --quiet python:3.11-alpine
        said=$(docker run --rm --network none --volume "$temporary/musl:/wheels:ro" python:3.11-alpine sh -c \
            "pip install --quiet --root-user-action=ignore --no-index --find-links /wheels perfectplay && python -I -c \"$question\"") ||
            fail "it cannot be installed on Alpine Linux: $said"
    else
        skip_part "an answer with musl" "there is neither docker, nor a Python that uses musl, in MUSL_PYTHON"
        return
    fi
    [ "$said" = "win in 5" ] || fail "with musl the answer is $said"
    echo "it answers with musl"
}

for each in ${WHEELS:-this}; do
    case $each in
        this) ;;
        musl) try_musl ;;
        *) fail "there is no wheel $each: this, musl" ;;
    esac
done

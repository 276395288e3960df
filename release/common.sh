# What the scripts share that make a part of a release in a folder of its own; each of them begins with this.
# shellcheck shell=bash
start=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    echo "error: $*" >&2
    exit 1
}

# choose_out DEFAULT [ARGUMENT...]: sets out to the folder, which --out names, and which has no file yet.
choose_out() {
    out=$1
    shift
    case ${1:-} in
        '') ;;
        --out)
            [ -n "${2:-}" ] || fail "--out needs a value"
            out=$2
            ;;
        -h | --help)
            sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$0"
            exit
            ;;
        *) fail "$1 is not understood; $0 [--out DIR]" ;;
    esac
    # As seen from where the command was given.
    case $out in /* | ?:[/\\]*) ;; *) out=$start/$out ;; esac
    mkdir -p "$out"
    [ -z "$(ls -A "$out")" ] || fail "$out is not empty; remove it, or choose another folder with --out"
}

python=$(command -v python3 || command -v python) || fail "there is no python3"
version=$("$python" release/constants | sed -n 's/^version //p')

# add_licences FOLDER: those of the code of others that is in the module.
add_licences() {
    local library_licences
    cp LICENSE-MIT LICENSE-APACHE "$1"
    library_licences=$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html
    [ -f "$library_licences" ] || fail "the toolchain lacks the licences of its library: $library_licences"
    cp "$library_licences" "$1/RUST-LIBRARY-LICENSES.html"
    "$python" release/third-party-licenses wasm32-unknown-unknown crates/wasm/Cargo.toml >"$1/THIRD-PARTY-LICENSES"
}

# Writes SHA256SUMS over the files in out, and shows it.
sum_up() {
    (
        cd "$out"
        sums=$(if command -v sha256sum >/dev/null; then sha256sum -- *; else shasum -a 256 -- *; fi)
        tee SHA256SUMS <<<"$sums"
    )
}

# How checks use Python; those of the package begin with this after common.sh.
# shellcheck shell=bash

# The versions that the package is for, the oldest first.
mapfile -t versions < <(sed -n 's/^  "Programming Language :: Python :: \(3\.[0-9]*\)",$/\1/p' python/pyproject.toml)

# For compiling the package, apart from the program: its profile is another.
native=$CARGO_TARGET_DIR/python

# find_version VERSION: prints the Python of a version, such as 3.12, if it can make virtual environments: one on
# PATH, of pyenv, of uv, or of a machine of GitHub. One without the global lock does not count: it has not the stable
# ABI before 3.15, and is another platform to wheels.
find_version() {
    local one homes=("${PYENV_ROOT:-$HOME/.pyenv}/versions" "${UV_PYTHON_INSTALL_DIR:-$HOME/.local/share/uv/python}")
    local tools=${RUNNER_TOOL_CACHE:-/opt/hostedtoolcache}/Python
    for one in "python$1" python3 "${homes[0]}/$1".*/bin/python3 "${homes[1]}/cpython-$1".*/bin/python3 \
        "$tools/$1".*/*/bin/python3; do
        "$one" - "$1" 2>/dev/null <<'PYTHON' && return
import sys, sysconfig, ensurepip, venv
if "%d.%d" % sys.version_info[:2] != sys.argv[1] or sysconfig.get_config_var("Py_GIL_DISABLED"):
    sys.exit(1)
print(sys.executable)
PYTHON
    done
    return 1
}

# Sets python to that of the least version that is here; without any the check is skipped.
find_python() {
    local version
    for version in "${versions[@]}"; do
        python=$(find_version "$version") && return
    done
    skip "there is no Python with virtual environments of version ${versions[*]}"
}

# new_environment NAME PYTHON [PACKAGE...]: makes a virtual environment in $temporary/NAME, with these packages.
new_environment() { prepare quietly install_environment "$@"; }
install_environment() {
    "$2" -m venv "$temporary/$1" || return
    (($# == 2)) || install_into "$1" "${@:3}"
}

# install_into NAME ARGUMENT...: what pip installs.
install_into() { "$temporary/$1/bin/python" -m pip install --quiet --disable-pip-version-check "${@:2}"; }

# install_package NAME [PARTS]: installs the package for this machine in an environment, with optional parts of it.
install_package() {
    # Compiled with the same Python each time: another one, also of another name, would compile everything again.
    export PYO3_PYTHON=$python
    prepare quietly "$temporary/$1/bin/python" -m maturin build --release --locked --manifest-path python/Cargo.toml \
        --target-dir "$native" --interpreter "$python" --out "$temporary/built"
    prepare quietly install_into "$1" "$(echo "$temporary"/built/perfectplay-*-cp311-abi3-*.whl)${2:+[$2]}"
}

# Parts of the package that are for other packages, and need them: their modules, and tests, are named so.
agents=(openspiel gymnasium pettingzoo mcp plybench)

# Sets tests to the files of tests that need others, or to the rest: find_tests agents, or find_tests rest.
find_tests() {
    local file name kind
    tests=()
    for file in python/tests/test_*.py; do
        name=${file##*/test_}
        [[ " ${agents[*]} " == *" ${name%.py} "* ]] && kind=agents || kind=rest
        [ "$kind" != "$1" ] || [ ! -e "$file" ] || tests+=("$file")
    done
    ((${#tests[@]})) || fail "python/tests has no tests for this"
}

# Runs a module of the environment venv, without the folder of the package's sources, which lack the compiled half.
run_module() { quietly "$temporary/venv/bin/python" -P -B -m "$@"; }

# run_tests ARGUMENT...: pytest, which leaves nothing behind; sets passed to what it said at last.
run_tests() {
    run_module pytest -c python/pyproject.toml -p no:cacheprovider -q "$@"
    passed=$(tail -n 1 "$temporary/log" | sed 's/ in [0-9.]*s.*//;s/^=* *//')
}

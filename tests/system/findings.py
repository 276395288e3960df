"""What the checks in Python share: the program, and what was found."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = str((ROOT / os.environ.get("CARGO_TARGET_DIR", "target")).resolve() / "release/perfectplay")

CUSTOM_GAMES = str(Path(PROGRAM).parent / "examples/custom_games")

failures: list[str] = []


def check(is_so: bool, what: str) -> None:
    """Prints a finding, and remembers it if it is bad."""
    print(f"  {'good' if is_so else 'BAD '}  {what}", flush=True)
    if not is_so:
        failures.append(what)


def figure(what: str) -> None:
    """Prints what a recorded run is cited for."""
    print(f"figure: {what}", flush=True)


def build_program() -> None:
    """Builds the program."""
    started = time.monotonic()
    command = ["cargo", "build", "--release", "--locked", "--quiet", "-p", "perfectplay-cli"]
    for what in ([], ["--example", "custom_games"]):
        subprocess.run([*command, *what], cwd=ROOT, check=True)
    print(f"prepared: {time.monotonic() - started:.0f} s", flush=True)


def install_packages(*names: str) -> None:
    """Installs programs of Debian that are missing, if that is possible."""
    missing = [name for name in names if shutil.which(name) is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        print(f"installing {' '.join(missing)}", flush=True)
        run = partial(subprocess.run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        run(["apt-get", "update"])
        run(["apt-get", "install", "--yes", "--no-install-recommends", *missing])


def end() -> int:
    """Says whether all is good, and returns the exit code."""
    for failure in failures:
        print(f"error: {failure}")
    print(f"{len(failures)} of these are bad" if failures else "all good")
    return 1 if failures else 0

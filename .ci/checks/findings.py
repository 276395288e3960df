"""What the checks in Python share: the program, and what was found."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = str(ROOT / "target/release/perfectplay")

failures: list[str] = []


def check(is_so: bool, what: str) -> None:
    """Prints a finding, and remembers it if it is bad."""
    print(f"  {'good' if is_so else 'BAD '}  {what}", flush=True)
    if not is_so:
        failures.append(what)


def build_program() -> None:
    """Builds the program."""
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "perfectplay-cli"], cwd=ROOT, check=True)


def end() -> int:
    """Says whether all is good, and returns the exit code."""
    print(f"{len(failures)} of these are bad" if failures else "all good")
    return 1 if failures else 0

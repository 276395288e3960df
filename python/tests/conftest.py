"""What the tests share: the program to compare with, and processes of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[2]
#: A board of contour, in the contest's form.
BOARD = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"


def run(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs Python code in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout)


class Program:
    """The program, which answers from the tables that are inside the package alone."""

    def __init__(self, path: str, tables: Path) -> None:
        self.path, self.tables = path, tables

    def lines(self, game: str, positions: list[str], *options: str) -> list[dict[str, Any]]:
        command = [
            self.path,
            "probe",
            game,
            "-",
            "--json",
            "--keep-going",
            "--tables",
            str(self.tables),
            *options,
        ]
        done = subprocess.run(
            command, input="\n".join(positions) + "\n", capture_output=True, text=True, timeout=120
        )
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session")
def program() -> Program:
    """The program of the checkout, if it has been built; named by $PERFECTPLAY otherwise."""
    built = os.environ.get("PERFECTPLAY") or str(CHECKOUT / "target/release/perfectplay")
    path = shutil.which(built)
    if path is None:
        pytest.skip("the program is not built: cargo build --release, or name it in $PERFECTPLAY")
    return Program(path, CHECKOUT / "crates/embedded/tables")


@pytest.fixture(autouse=True)
def _no_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only the tables inside the package, whatever this machine has."""
    monkeypatch.setenv("PERFECTPLAY_TABLES", str(tmp_path))

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
#: Parameters of small games for two.
SMALL_GAMES: dict[str, dict[str, int]] = {
    "number": {"bound": 12},
    "contour": {"rows": 3, "columns": 4, "seed": 2},
    "stake": {"size": 3},
    "tokens": {},
    "chomp": {"rows": 3, "columns": 4},
}
#: A board of contour, in the contest's form.
BOARD = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"


def run(code: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs Python code in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout)


#: Interrupts itself from a thread while a call is under way, and prints how long the call went on after that.
INTERRUPTED = """
import os, signal, threading, time, perfectplay as pp
oracle = pp.Oracle()
{before}
def interrupt():
    global sent
    time.sleep({wait}); sent = time.perf_counter(); os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    {call}
    print("it was done before")
except KeyboardInterrupt:
    print(time.perf_counter() - sent)
print(oracle.value("number", "2 3 4 5 6"))
"""


def interrupted(call: str, before: str = "", wait: float = 0.4) -> None:
    done = run(INTERRUPTED.format(call=call, before=before, wait=wait), timeout=120)
    lines = done.stdout.splitlines()
    assert len(lines) == 2 and lines[1] == "win in 5", done
    assert float(lines[0]) < 0.1, done.stdout


class Program:
    """The program, which answers from the tables that are inside the package alone."""

    def __init__(self, path: str, tables: Path) -> None:
        self.path, self.tables = path, tables

    def lines(self, game: str, positions: list[str], *options: str) -> list[dict[str, Any]]:
        command = [
            self.path,
            "probe",
            game,
            *["-", "--json", "--keep-going", "--tables"],
            self.tables,
            *options,
        ]
        text = "\n".join(positions) + "\n"
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session")
def program() -> Program:
    """The program of the checkout, if it has been built; named by $PERFECTPLAY otherwise."""
    built = os.environ.get("PERFECTPLAY") or str(CHECKOUT / "target/release/perfectplay")
    path = shutil.which(built)
    if path is None:
        pytest.skip("the program is not built: cargo build --release, or name it in $PERFECTPLAY")
    return Program(path, CHECKOUT / "crates/games/tables")


@pytest.fixture(autouse=True)
def _no_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only the tables inside the package, whatever this machine has."""
    monkeypatch.setenv("PERFECTPLAY_TABLES", str(tmp_path))

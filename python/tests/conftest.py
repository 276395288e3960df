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

import perfectplay as pp

CHECKOUT = Path(__file__).parents[2]
#: Parameters of small games for two.
SMALL_GAMES: dict[str, dict[str, int]] = {
    "number": {"bound": 12},
    "contour": {"rows": 3, "columns": 4, "seed": 2},
    "stake": {"size": 3},
    "tokens": {},
    "chomp": {"rows": 3, "columns": 4},
}
ORACLE = pp.Oracle()


def value_of(play: Any, position: Any = None) -> float:
    """What a game, as agents play it, is worth to the player to move: at its start, or in a position."""
    value = ORACLE.value(play.name, position or play.start.position, board=play.board)
    assert value is not None
    return float(value)


#: A board of contour, in the contest's form.
BOARD = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"


def run(code: str, timeout: float = 60) -> str:
    """What Python code prints in a process of its own, which can import the modules beside this one."""
    command, here = [sys.executable, "-c", code], Path(__file__).parent
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=here)
    print(done.stderr)
    return done.stdout


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
    took, value = run(INTERRUPTED.format(call=call, before=before, wait=wait), timeout=120).splitlines()
    assert float(took) < 0.1 and value == "win in 5"


class Program:
    """The program, which answers from the tables that are inside the package alone."""

    def __init__(self, path: str, tables: Path) -> None:
        self.path, self.tables = path, tables

    def run(self, *words: str | Path, text: str = "", check: bool = True) -> list[str]:
        """The lines that it prints."""
        command = [self.path, *words]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=check)
        return done.stdout.splitlines()

    def lines(self, game: str, positions: list[Any], *options: str) -> list[dict[str, Any]]:
        command = ["probe", game, "-", "--json", "--keep-going", "--tables", self.tables, *options]
        text = "".join(f"{position}\n" for position in positions)
        return [json.loads(line) for line in self.run(*command, text=text, check=False)]

    def values(self, game: str, positions: list[Any], *options: str) -> list[object]:
        """The values as `Oracle.values` gives them."""
        values = [line["value"] for line in self.lines(game, positions, "--values", *options)]
        outcomes = {"win": 1, "draw": 0, "loss": -1}
        return [
            outcomes.get(value.get("outcome"), value.get("score", value.get("expected"))) for value in values
        ]


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

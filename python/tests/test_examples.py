"""The examples do what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CHECKOUT


def run(example: str, folder: Path) -> str:
    command = [sys.executable, CHECKOUT / "python/examples" / example]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, timeout=60).stdout


def test_a_learner_comes_nearer_to_perfection(tmp_path: Path) -> None:
    found = [float(share) for share in re.findall(r"([\d.]+)% optimal", run("learn_stake.py", tmp_path))]
    assert len(found) == 13 and found[-1] > found[0] + 20


def test_semigroups_are_counted(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("pandas")
    rows = [line.split() for line in run("semigroups.py", tmp_path).splitlines()]
    # OEIS A007323.
    assert [int(row[1]) for row in rows[2:12]] == [1, 2, 4, 7, 12, 23, 39, 67, 118, 204]


def test_kayles_is_solved(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    solved, start, rows = run("kayles.py", tmp_path).splitlines()
    assert solved.startswith("kayles-20: 792 positions, 792 entries")
    assert start == "the start is worth 1 and won by 9+10"
    # Values as published in Winning Ways.
    assert rows.split(": ")[1] == "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1"

"""The examples do what they say, and the sessions of Python in the documents are what Python says."""

from __future__ import annotations

import doctest
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
    assert start == "the start is worth 1 and won by (9, 9)"
    # Values as published in Winning Ways.
    assert rows.split(": ")[1] == "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1"


@pytest.mark.parametrize(("name", "least"), [("docs/python.md", 30), ("README.md", 1)])
def test_sessions(name: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    pytest.importorskip("numpy")
    path = CHECKOUT / name
    # A blank line ends what an example prints.
    text = re.sub("^```.*", "", path.read_text(), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    failed, attempted = doctest.DocTestRunner().run(test)
    assert failed == 0 and attempted > least

"""What a process does besides asking: threads, forks, Ctrl-C."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from conftest import interrupted, run

PROGRAMS = Path(__file__).with_name("programs.txt").read_text().strip().split("\n\n")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.splitlines()[0].strip("# "))
def test_programs_print(program: str) -> None:
    """Each has a name, and behind arrows what it prints."""
    if "fork" in program and not hasattr(os, "fork"):
        pytest.skip("there are no forks")
    code, _, expected = program.partition("\n=> ")
    assert run(code).splitlines() == expected.split("\n=> ")


CALLS = json.loads(Path(__file__).with_name("interrupted_calls.json").read_text())


@pytest.mark.parametrize("what", CALLS)
def test_ctrl_c_ends(what: str) -> None:
    """Each is a call, and what is done before it."""
    interrupted(*CALLS[what])

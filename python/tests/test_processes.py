"""What a process does besides asking: threads, forks, Ctrl-C."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import interrupted, run


def test_threads_share_an_oracle() -> None:
    printed = run(
        "import perfectplay as pp, concurrent.futures as f\n"
        "oracle = pp.Oracle(); positions = pp.random('stake-4', 5000)\n"
        "expected = oracle.values('stake', positions).tolist()\n"
        "with f.ThreadPoolExecutor(8) as pool:\n"
        "    found = list(pool.map(lambda _: oracle.values('stake', positions).tolist(), range(16)))\n"
        "print(all(values == expected for values in found))"
    )
    assert printed == "True\n"


def test_a_fork_answers() -> None:
    printed = run(
        "import os, sys, perfectplay as pp\n"
        "oracle = pp.Oracle(); positions = pp.random('chomp-10x10', 50_000)\n"
        "expected = oracle.values('chomp', positions).tolist()\n"
        "oracle.answer('chomp', '9,9,4')\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    same = oracle.values('chomp', positions).tolist() == expected\n"
        "    solved = oracle.answer('chomp', '9,9,3')\n"
        "    os._exit(0 if same and solved.value is not None else 1)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
        "print(oracle.values('chomp', positions).tolist() == expected)\n",
    )
    assert printed == "0\nTrue\n"


def test_multiprocessing_with_forks() -> None:
    printed = run(
        "import multiprocessing as m, perfectplay as pp\n"
        "oracle = pp.Oracle()\n"
        "def ask(seed): return oracle.values('stake', pp.random('stake-4', 2000, seed=seed)).sum()\n"
        "before = [ask(seed) for seed in range(4)]\n"
        "with m.get_context('fork').Pool(2) as pool: print(pool.map(ask, range(4)) == before)"
    )
    assert printed == "True\n"


CALLS = json.loads(Path(__file__).with_name("interrupted_calls.json").read_text())


@pytest.mark.parametrize("what", CALLS)
def test_ctrl_c_ends(what: str) -> None:
    """Each is a call, and what is done before it."""
    interrupted(*CALLS[what])

"""The sessions of Python in the documents are what Python says. `PERFECTPLAY_BLESS=1` writes what it says."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import pytest
from conftest import CHECKOUT

DOCUMENTS = [CHECKOUT / "docs/python.md"]
BLOCK = re.compile(r"(?<=```pycon\n)(.*?)(?=```)", re.DOTALL)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_sessions(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    pytest.importorskip("numpy")
    names: dict[str, object] = {}

    def run(block: re.Match[str]) -> str:
        text = block.group()
        test = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), 0)
        said: list[str] = []
        found: list[str] = []
        runner = doctest.DocTestRunner(_Checker(found), verbose=False)
        runner.run(test, out=said.append, clear_globs=False)
        names.update(test.globs)
        if not os.environ.get("PERFECTPLAY_BLESS"):
            assert runner.summarize(verbose=False).failed == 0, "".join(said)
            return text
        assert len(found) == len(test.examples), "".join(said)
        return "".join(map(_written, test.examples, found))

    blessed = BLOCK.sub(run, path.read_text())
    if os.environ.get("PERFECTPLAY_BLESS"):
        path.write_text(blessed)
    assert names, "the document has sessions"


def _written(example: doctest.Example, got: str) -> str:
    first, *more = example.source.splitlines(keepends=True)
    return (
        ">>> " + first + "".join("... " + line for line in more) + (example.want if example.exc_msg else got)
    )


class _Checker(doctest.OutputChecker):
    """Remembers what each example printed."""

    def __init__(self, found: list[str]) -> None:
        self.found = found

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        self.found.append(got)
        return super().check_output(want, got, optionflags)

"""The sessions of Python in the documents are what Python says."""

from __future__ import annotations

import doctest
import re

import pytest
from conftest import CHECKOUT


def test_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    pytest.importorskip("numpy")
    path = CHECKOUT / "docs/python.md"
    # A blank line ends what an example prints.
    text = re.sub("^```.*", "", path.read_text(), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    failed, attempted = doctest.DocTestRunner().run(test)
    assert failed == 0 and attempted > 30

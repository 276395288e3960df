"""Descriptions of games that are wrong, that fail or that change."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

import pytest
from described import Kayles, Pile, Wrong, WrongArrays, np, of

import perfectplay as pp

NAMES = {"Pile": Pile, "WrongArrays": WrongArrays, "np": np, "time": time}


@pytest.mark.parametrize("case", Path(__file__).with_name("wrong_descriptions.txt").read_text().splitlines())
def test_wrong_descriptions(case, tmp_path):
    """Each line has what a game does otherwise, and what is said of it."""
    what, message = case.split(" => ")
    with pytest.raises(pp.DescriptionError) as error:
        pp.solve(of(**eval(what, NAMES)), tmp_path)
    assert message in str(error.value) and error.value.code == "description"
    assert not list(tmp_path.glob("*.table"))


def test_verify_finds_what_building_does_not(tmp_path):
    """Mistakes at positions that are far from the start, and rules that have changed there."""

    class Far(Wrong):
        name = "far-2"
        start = 5000
        text = end_of = sym = None

        def moves(self, word):
            return range(max(0, word - 2), word)

        def show(self, word):
            return self.text if word == 3000 and self.text else str(word)

        def end(self, word):
            return self.end_of if word == 3000 else None

        def canonical(self, word):
            return self.sym if word == 3000 and self.sym else word

        def read(self, text):
            return int(text)

    game = Far()
    table = pp.solve(game)
    assert table.verify() == 5001
    game.text = "7"
    with pytest.raises(pp.DescriptionError, match='`show` turns 3000 into "7"'):
        table.verify()
    game.text, game.end_of = None, "win"
    with pytest.raises(pp.DamagedTableError, match="3000: stored is"):
        table.verify()
    game.end_of, game.sym = None, 2500
    with pytest.raises(pp.DescriptionError, match="wrong at 3000: `canonical` makes 2500 of it"):
        table.verify()


def test_exceptions_are_raised_unchanged(tmp_path):
    class Failing(Wrong):
        fails = None

        def moves(self, word):
            if self.fails:
                raise self.fails
            return super().moves(word)

    game = Failing()
    game.fails = mine = ZeroDivisionError("mine")
    with pytest.raises(ZeroDivisionError) as error:
        pp.solve(game, tmp_path)
    assert error.value is mine
    game.fails = None
    table = pp.solve(game, tmp_path)
    oracle = pp.Oracle(tmp_path, games=[game])
    game.fails = mine
    asks = [
        lambda: table.answer("3"),
        lambda: table.value("3"),
        lambda: table.values(["3"]),
        lambda: table.verify(),
        lambda: oracle.answer("wrong-1", "3"),
        lambda: oracle.values("wrong-1", ["3"] * 50),
        lambda: oracle.answers("wrong-1", ["3"] * 50),
        lambda: oracle.answers("wrong-1", ["3"] * 50, errors="keep"),
        lambda: pp.solve(game, tmp_path),
    ]
    for ask in asks:
        with pytest.raises(ZeroDivisionError) as error:
            ask()
        assert error.value is mine
    game.fails = None
    assert table.value("3").outcome == "win" and oracle.value("wrong-1", "3").outcome == "win"


def test_a_method_cannot_ask_its_own_game():
    tables = []

    def moves(word):
        if tables:
            tables[0].value("5")
        return [word - taken for taken in (1, 2) if word >= taken]

    tables.append(pp.solve(of(start=10, moves=moves)))
    for ask in (lambda: tables[0].answer("7"), lambda: tables[0].verify()):
        with pytest.raises(pp.DescriptionError, match="asks for answers of the same game"):
            ask()


def test_methods_that_have_changed(tmp_path):
    class Changing(Pile):
        name = "changing-30"

    game = Changing()
    assert pp.solve(game, tmp_path).statistics["moves"] == 87
    assert pp.Oracle(tmp_path, games=[game]).value("changing-30", "30").plies != 30
    Changing.moves = lambda self, word: [("take 1", word - 1)] if word else []
    assert pp.solve(game, tmp_path, force=True).statistics["moves"] == 30
    assert pp.Oracle(tmp_path, games=[game]).value("changing-30", "30").plies == 30


def test_described_once():
    game, counts = Kayles(5), []
    for _ in range(2):
        for _ in range(3):
            pp.solve(game)
        gc.collect()
        counts.append(sys.getrefcount(game))
    assert counts[0] == counts[1]

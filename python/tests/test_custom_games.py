"""Values and answers of games that are described in Python."""

from __future__ import annotations

import pickle
import re
from dataclasses import dataclass

import pytest
from conftest import CHECKOUT, run
from described import (
    GOLDEN,
    KINDS,
    Arrays,
    Board,
    Coins,
    Kayles,
    Packed,
    Pile,
    Sets,
    Sliding,
    Taken,
    TicTacToe,
    WithoutPlies,
    np,
    number,
    of,
    plain,
    solved,
    twin,
)

import perfectplay as pp


@pytest.mark.parametrize("kind", KINDS)
def test_every_value(kind):
    game = kind()
    table, values = pp.solve(game), plain(game)
    positions = list(values)
    assert len(table) == len(values) and table.verify() == len(table)
    assert table.values(positions).tolist() == [values[position][0] for position in positions]
    words = table.words().tolist()
    assert len(words) == len(table) == len(set(words)) and words == pp.solve(game).words().tolist()
    assert table.values(words).tolist() == table.values().tolist() == table.values([*table]).tolist()
    assert table.value(words[0]) == table.value(
        game.canonical(game.start) if hasattr(game, "canonical") else game.start
    )
    for position in positions[::7]:
        answer = table.answer(position)
        assert number(answer.value) == number(table.value(answer.position)) == values[position]
        assert answer.table == answer.game == table.name


@pytest.mark.parametrize("kind", [TicTacToe, Board, Pile, WithoutPlies, lambda: Kayles(12)])
def test_arrays_make_the_same_table(kind, tmp_path):
    games = twin(kind()), kind()
    folders = [tmp_path / "arrays", tmp_path / "plain"]
    tables = [pp.solve(game, folder) for game, folder in zip(games, folders, strict=True)]
    name = f"{tables[0].name}.table"
    assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()
    assert tables[0].verify() == tables[1].verify()
    asked = tables[0].answer(str(next(iter(tables[1]))))
    assert asked.to_dict() == tables[1].answer(asked.position.__str__()).to_dict()


def test_arrays_with_points():
    arrays, values = pp.solve(twin(Taken())), plain(Taken())
    assert arrays.verify() == len(arrays) == len(values)
    words = [first | end << 8 for first, end in values]
    assert arrays.values(words).tolist() == [value for value, _ in values.values()]


def test_methods_are_called_once_a_position():
    """But where the rules are looked at; and arrays have many of them."""
    game, asked = Board(), []
    game.moves = lambda word: [asked.append(word), *TicTacToe.moves(game, word)][1:]
    table = pp.solve(game)
    assert len(table) == 5478 and len(asked) < 4500 + 13_000
    arrays = Arrays()
    table = pp.solve(arrays)
    assert len(table) == 5478 and table.value("0").outcome == "draw"
    assert table.values().dtype == np.int8
    asked = arrays.asked
    table.verify()
    assert arrays.asked - asked < 30


@pytest.mark.parametrize("kind", [TicTacToe, Arrays, Sliding, lambda: Kayles(20)])
def test_same_bytes_as_in_rust(kind, tmp_path):
    game = kind()
    if isinstance(game, Sliding | Kayles):
        game.members = 4 if isinstance(game, Kayles) else 0
    table = pp.solve(game, tmp_path)
    name = f"{table.name}.table"
    assert (tmp_path / name).read_bytes() == (GOLDEN / name).read_bytes()


KEPT = """
import described, perfectplay as pp
game = described.{kind}()
table = pp.solve(game, {folder!r})
print(table.verify(), *(table.value(position) for position in {positions}))
"""


@pytest.mark.parametrize("kind", [Coins, Sets, Packed])
def test_a_table_is_asked_in_another_process(kind, tmp_path):
    """With positions, of which the table has only numbers."""
    game = kind()
    table = pp.solve(game, tmp_path)
    values = plain(game)
    positions = [*values][:: len(values) // 20]
    expected = f"{len(values)} {' '.join(str(table.value(position)) for position in positions)}"
    shown = repr(positions).replace("Row(", "described.Row(")
    code = KEPT.format(kind=kind.__name__, folder=str(tmp_path), positions=shown)
    file = tmp_path / f"{game.name}.table"
    made, bytes_before = file.stat().st_ino, file.read_bytes()
    assert run(code).strip() == expected and file.stat().st_ino == made
    file.unlink()
    assert run(code).strip() == expected and file.read_bytes() == bytes_before


def test_positions_with_classes(tmp_path):
    @dataclass(frozen=True)
    class At:
        player: str
        left: frozenset[int]

    class Game(pp.Game[At]):
        name = "classes-5"
        start = At("X", frozenset(range(5)))

        def moves(self, at):
            return (At("XO"[at.player == "X"], at.left - {one}) for one in at.left)

    table = pp.solve(Game(), tmp_path)
    assert len(table) == 32 and table.verify() == 32
    assert str(table.answer(Game.start).moves[0].position) == "At('O', {1, 2, 3, 4})"
    assert table.value("At('O', set())") == table.value(At("O", frozenset()))
    for other in ("At('O'", "('O', set())", "At(1)", "Other('O')", "3"):
        with pytest.raises(pp.PositionError):
            table.value(other)


def test_words_that_play_does_not_reach_are_refused():
    table = solved(Sliding)
    words = set(table.words().tolist())
    assert all(word in table for word in [*words][:300])
    reached = [one for word in range(3000) if (one := word << 24 | word) in table]
    assert set(reached) <= words and table.answer(Sliding.start).members is None


def test_moves_of_a_whole_game_are_judged():
    table = pp.solve(Kayles(6))
    played = pp.plays(table, str(table.answer(63).position), ["0", "2+3"])
    said = [(str(play.position), play.move, play.ply) for play in played]
    assert said == [("63", "0", 0), ("62", "2+3", 1)]
    judged = pp.regret(table, played)
    assert judged.unit == "outcome" and len(judged.moves) == 2
    with pytest.raises(pp.InputError, match="move 1"):
        pp.plays(table, "63", ["0", "77"])
    # A single pin beside another one is lost for the player to move: 1 and 1 in Nim.
    lost = pp.regret(table, [("5", "0"), ("5", "9")])
    assert [move.kind for move in lost.moves] == ["lost", "lost"] and lost.moves[0].optimal
    assert table.value(5) == table.value("5") and "Grundy value" in pp.positions(table, 3).card


@pytest.mark.parametrize("values", ["score", "grundy"])
def test_values_without_plies_are_not_cut(values):
    def end(word):
        return None if word or values == "grundy" else 300

    def moves(word):
        return [(1, word - 1)] if word else []

    table = pp.solve(of(name=f"points{values}-1", start=400, values=values, moves=moves, end=end))
    expected = [300, -300] if values == "score" else [0, 1]
    assert table.oracle.values(table.game, ["0", "1"]).tolist() == expected
    with pytest.raises(pp.UsageError, match="no plies"):
        table.oracle.values(table.game, ["0", "1"], plies=True)
    if values == "score":
        assert pp.regret(table, [("1", "1")]).unit == "score"


def test_sets_and_regret_of_custom_games():
    table = pp.solve(Kayles(12))
    drawn = pp.positions(table, 30, seed=4, decisive=True)
    assert len(drawn) == 30 and drawn.drawn["game"] == table.game and "random moves" in drawn.card
    assert pp.random(table, 5, seed=4) == pp.random(table, 5, seed=4)
    best = pp.regret(table, [(answer.position, answer.moves[0].move) for answer in drawn])
    worst = pp.regret(table, [(answer.position, answer.moves[-1].move) for answer in drawn])
    assert (best.total, worst.total, worst.unit) == (0, 60, "outcome")
    assert [move.kind for move in worst.moves] == ["decision"] * 30


def test_the_documented_games(capsys):
    page = (CHECKOUT / "docs/python.md").read_text()
    code = "".join(re.findall("```python\n(import (?:perfectplay|numpy) .*?)```", page, re.DOTALL))
    exec(code, {})
    expected = [line.split("  # ")[1] for line in code.splitlines() if line.startswith("print")]
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(expected) == 6
    assert all(says.split(":")[0] == line for says, line in zip(expected, printed, strict=False)), printed


class Sixes:
    """A die that one player rolls until it shows a six: at once, or after a move, so that play goes round."""

    values = "expected"
    players = 1
    start = 1

    def __init__(self, again):
        self.name, self.again = f"sixes-{again}", again

    def rolls(self, state):
        return [(1, "six", 0), (5, "other", self.again)] if state == 1 else []

    def moves(self, state):
        return [("roll", 1)]

    def end(self, state):
        return None if state else 0

    def gain(self, before, after):
        return -(before == 1)


def test_dice_are_rolled(tmp_path):
    at_once, later = (pp.solve(Sixes(again), tmp_path) for again in (1, 2))
    assert at_once.verify() == 2 and later.verify() == 3
    assert at_once.answer(1).value.expected == -6 and at_once.answer(1).value.bounds is None
    answer = later.answer(1)
    lower, upper = answer.value.bounds
    assert lower <= -6 <= upper < lower + 1e-9 and answer.value.unit == "expected"
    assert pickle.loads(pickle.dumps(answer.value)) == answer.value
    assert [(roll.roll, roll.probability, roll.moves[0].gain) for roll in answer.rolls] == [
        ("six", "1/6", -1),
        ("other", "5/6", -1),
    ]
    values = np.asarray(later.values([0, 1, 2]))
    assert values.dtype == np.float64 and values.tolist() == [0, answer.value.expected, answer.value.expected]

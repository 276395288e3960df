"""Values and answers of games that are described in Python."""

from __future__ import annotations

import pickle

import pytest
from conftest import CHECKOUT
from described import GOLDEN, KINDS, Board, Kayles, Pile, Sliding, TicTacToe, np, number, of, plain, solved

import perfectplay as pp


@pytest.mark.parametrize("kind", KINDS)
def test_every_value(kind):
    game = kind()
    table, values = pp.solve(game), plain(game)
    words = table.words().tolist()
    assert len(words) == len(table) == len(set(words)) and set(words) == set(values)
    assert words[0] == getattr(game, "canonical", list)([game.start])[0]
    assert words == pp.solve(game).words().tolist()
    assert table.values().tolist() == [values[word][0] for word in words]
    assert table.values(words).tolist() == table.values().tolist()
    positions = list(table)
    assert table.values(positions[:50]).tolist() == table.values(words[:50]).tolist()
    for word, position in list(zip(words, positions, strict=False))[::7]:
        answer = table.answer(position)
        assert number(answer.value) == number(table.value(position)) == values[word]
        assert answer.position == position and answer.table == answer.game == table.name
    assert table.verify() == len(table)


def test_tic_tac_toe_in_batches():
    game = TicTacToe()
    table = pp.solve(game)
    assert len(table) == 5478 and table.value("0").outcome == "draw"
    assert table.values().dtype == np.int8
    asked = game.asked
    table.verify()
    assert game.asked - asked < 30
    assert len(pp.solve(Board())) == 765


@pytest.mark.parametrize("kind", [TicTacToe, Sliding, lambda: Kayles(20)])
def test_same_bytes_as_in_rust(kind, tmp_path):
    game = kind()
    if not isinstance(game, TicTacToe):
        game.members = 4 if isinstance(game, Kayles) else 0
    table = pp.solve(game, tmp_path)
    name = f"{table.name}.table"
    assert (tmp_path / name).read_bytes() == (GOLDEN / name).read_bytes()


def test_starts():
    class Piles(Pile):
        name, start = "piles-30", 5

        def starts(self):
            return iter([30, 5, 30])

    assert len(solved(Piles)) == 31


def test_same_player():
    answer = solved(Pile).answer("3")
    assert next((m.move, m.again) for m in answer.moves) == ("take 1", False)
    assert {m.move: m.again for m in answer.moves} == {"take 1": False, "take 2": False, "take 3": True}


def test_texts_and_symmetries():
    table = solved(Board)
    assert str(next(iter(table))) == ".../.../..."
    answer = table.answer("XX./OO./...")
    assert str(answer.value) == "win in 1" or answer.value.plies == 1
    assert str(answer.moves[0].position) == "XXX/OO./..."
    with pytest.raises(pp.PositionError, match="not a position of board-3x3.*written like"):
        table.answer("what")
    with pytest.raises(pp.PositionError):
        table.values(["XX./OO./...", "what"])
    with pytest.raises(pp.BeyondError, match="play reaches from the start"):
        table.values(["XXX/OOO/..X"])
    with pytest.raises(TypeError):
        table.values([1.5])


def test_words_that_play_does_not_reach_are_refused():
    table = solved(Sliding)
    words = set(table.words().tolist())
    assert all(word in table for word in [*words][:300]) and str(Sliding.start) in table
    reached = [one for word in range(3000) if (one := word << 24 | word) in table]
    assert set(reached) <= words and table.answer(Sliding.start).members is None
    for other in ("no position", pp.Position("chomp", "2,1"), -1):
        assert other not in table
    with pytest.raises(pp.PositionError, match="-1 is not a word, which is an integer from 0"):
        table.value(-1)
    for given in (True, 1.5, None):
        with pytest.raises(TypeError, match="a position is a text or a word"):
            table.value(given)
        with pytest.raises(TypeError):
            assert given in table


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
    def end(words):
        return [None if word or values == "grundy" else 300 for word in words]

    def moves(words):
        return [[("1", word - 1)] if word else [] for word in words]

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


def test_the_documented_game(capsys):
    page = (CHECKOUT / "docs/python.md").read_text()
    code = "import perfectplay" + page.split("```python\nimport perfectplay")[1].split("```")[0]
    exec(code, {})
    expected = [line.split("  # ")[1] for line in code.splitlines() if line.startswith("print")]
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(expected)
    assert all(says.split(":")[0] == line for says, line in zip(expected, printed, strict=False)), printed


class Sixes:
    """A die that one player rolls until it shows a six: at once, or after a move, so that play goes round."""

    values = "expected"
    players = 1
    start = 1

    def __init__(self, again):
        self.name, self.again = f"sixes-{again}", again

    def rolls(self, words):
        return [[(1, "six", 0), (5, "other", self.again)] if word == 1 else [] for word in words]

    def moves(self, words):
        return [[("roll", 1)] for _ in words]

    def end(self, words):
        return [None if word else 0 for word in words]

    def gain(self, pairs):
        return [-(before == 1) for before, _ in pairs]


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

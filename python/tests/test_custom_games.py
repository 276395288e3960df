"""Games that are described in Python."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from conftest import CHECKOUT, interrupted

import perfectplay as pp

np = pytest.importorskip("numpy")
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from kayles import Kayles  # noqa: E402

GOLDEN = Path(__file__).parents[2] / "tests/golden/custom/v1"
LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
ALL = 0o777


class TicTacToe:
    """The word has the cells of the player to move above, and those of the opponent."""

    name = "tictactoe-3x3"
    start = 0
    asked = 0

    def moves(self, words):
        self.asked += 1
        turned = [((word & ALL) << 32 | word >> 32, free(word)) for word in words]
        return [[(str(cell), word | 1 << cell) for cell in cells] for word, cells in turned]

    def end(self, words):
        return ["loss" if won(word & ALL) else None if free(word) else "draw" for word in words]


class Board(TicTacToe):
    """That game with texts and symmetries."""

    name = "board-3x3"
    rules = "Three in a row win."

    def canonical(self, words):
        both = [[(turned(word >> 32, turn), turned(word & ALL, turn)) for turn in TURNS] for word in words]
        return [min(own << 32 | other for own, other in turns) for turns in both]

    def show(self, words):
        return [self.text(word) for word in words]

    def text(self, word):
        own, other = (word >> 32, word & ALL)
        marks = "XO" if own.bit_count() == other.bit_count() else "OX"
        cells = [marks[0] if own >> i & 1 else marks[1] if other >> i & 1 else "." for i in range(9)]
        return "/".join("".join(cells[i : i + 3]) for i in (0, 3, 6))

    def read(self, text):
        cells = text.replace("/", "")
        if len(cells) != 9 or set(cells) - set(".XO"):
            return None
        x, o = (sum(1 << i for i in range(9) if cells[i] == mark) for mark in "XO")
        return (x << 32 | o) if x.bit_count() == o.bit_count() else (o << 32 | x)


def free(word):
    return [cell for cell in range(9) if not (word >> 32 | word) >> cell & 1]


def won(cells):
    return any(cells & line == line for line in LINES)


TURNS = []
for turn in range(8):
    cells = [(r, c) for r in range(3) for c in range(3)]
    for _ in range(turn % 4):
        cells = [(c, 2 - r) for r, c in cells]
    TURNS.append([3 * r + c if turn < 4 else 3 * c + r for r, c in cells])


def turned(cells, turn):
    return sum(1 << turn[i] for i in range(9) if cells >> i & 1)


class Pile:
    """A pile from which one takes up to three; whoever takes three moves again."""

    name = "pile-30"
    start = 30
    values = "outcome"
    _ends = finish = ended = value = text = len  # names of its own, which are not misspelt

    def moves(self, words):
        return [[(f"take {n}", word - n) for n in (1, 2, 3) if n <= word] for word in words]

    def same_player(self, pairs):
        return [before - after == 3 for before, after in pairs]


class Misere(Pile):
    name = "misere-30"
    values = "misere"


class WithoutPlies(Pile):
    name = "short-30"
    values = "outcome_only"

    def stage(self, words):
        return [30 - word for word in words]


class Coins:
    """Players take from the ends of a row of coins: the word has the first, the end, and the lead of who moves."""

    name = "coins-9"
    values = "score"
    row = (3, 9, 1, 2, 7, 5, 8, 4, 6)
    start = 9 << 8 | 100 << 16

    def moves(self, words):
        def of(word):
            first, end, lead = word & 255, word >> 8 & 255, (word >> 16) - 100
            for take in {first, end - 1} if first < end else ():
                left = (first + 1, end) if take == first else (first, end - 1)
                yield str(take), left[0] | left[1] << 8 | (100 - lead - self.row[take]) << 16

        return [list(of(word)) for word in words]

    def end(self, words):
        return [(word >> 16) - 100 if word & 255 == word >> 8 & 255 else None for word in words]


class Steps:
    """Down a stair by one or seven; play can repeat the steps from 5 to 8, and no others."""

    name = "ledge-20"
    start = 20

    def moves(self, words):
        def of(step):
            down = [step - by for by in (1, 7 if step > 8 else 2) if by <= step]
            return [(str(to), to) for to in down + [step + 1] * (5 <= step < 8)]

        return [of(word) for word in words]


class Sliding:
    """Two rows of pieces slide to empty cells next to them; who cannot move has lost. Most positions are drawn."""

    name = "sliding-3x3"
    start = 0o7 << 32 | 0o700

    def moves(self, words):
        def of(word):
            own, other = word >> 32, word & ALL
            for cell in range(9):
                for to in [cell + 3] * (cell < 6) + [cell + 1] * (cell % 3 < 2):
                    for a, b in ((cell, to), (to, cell)):
                        if own >> a & 1 and not (own | other) >> b & 1:
                            yield f"{a}>{b}", other << 32 | own ^ 1 << a ^ 1 << b

        return [list(of(word)) for word in words]


class Numpy(Pile):
    """What gives NumPy's numbers."""

    name = "numpy-30"

    def moves(self, words):
        return [[(f"take {n}", np.uint64(word - n)) for n in (1, 2, 3) if n <= word] for word in words]

    def same_player(self, pairs):
        return [np.bool_(before - after == 3) for before, after in pairs]

    def canonical(self, words):
        return np.array(words, "uint64").tolist()


def plain(game):
    """The values of all positions, by plain recursion or, where positions repeat, from the ends on."""
    kind, value, children = getattr(game, "values", "outcome"), {}, {}
    canonical = getattr(game, "canonical", lambda words: words)
    same = getattr(game, "same_player", lambda pairs: [False] * len(pairs))
    left = [*canonical([game.start])]
    while left:
        word = left.pop()
        if word in children:
            continue
        end = game.end([word])[0] if hasattr(game, "end") else None
        moves = [] if end is not None else [to for _, to in game.moves([word])[0]]
        children[word] = [(canonical([to])[0], same([(word, to)])[0]) for to in moves]
        if end is None and not moves:
            end = "win" if kind == "misere" else "loss"
        if end is not None:
            value[word] = {"loss": (-1, 0), "win": (1, 0), "draw": (0, 0)}.get(end, (end, 0))
            if kind == "grundy":
                value[word] = (0, 0)
        left += [to for to, _ in children[word]]
    new = value
    while new:  # in passes, of which each sees one ply more
        value, new = value | new, {}
        for word in children.keys() - value.keys():
            known = [(value[child], again) for child, again in children[word] if child in value]
            results = [(v if again else -v, plies + 1) for (v, plies), again in known]
            are_all = len(known) == len(children[word])
            if kind == "grundy" and are_all:
                new[word] = (next(n for n in range(99) if n not in {v for (v, _), _ in known}), 0)
            elif kind in ("outcome", "misere", "outcome_only") and any(v > 0 for v, _ in results):
                new[word] = (1, min(plies for v, plies in results if v > 0))
            elif kind != "grundy" and are_all:
                best = max(v for v, _ in results)
                latest = max(plies for v, plies in results if v == best)
                new[word] = (best, latest if best and kind != "score" else 0)
    all_values = {word: value.get(word, (0, 0)) for word in children}
    return {word: (v, 0 if kind == "outcome_only" else plies) for word, (v, plies) in all_values.items()}


def number(value):
    """What the plain solver says, of a value."""
    if value.grundy is not None or value.score is not None:
        return (value.grundy if value.score is None else value.score, 0)
    return ({"win": 1, "draw": 0, "loss": -1}[value.outcome], value.plies or 0)


@cache
def solved(kind):
    return pp.solve(kind())


@pytest.mark.parametrize(
    "kind", [TicTacToe, Board, Pile, Misere, WithoutPlies, Numpy, Coins, Steps, Sliding, lambda: Kayles(12)]
)
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


def test_oracle(tmp_path):
    kayles, coins = Kayles(20), Coins()
    with pytest.raises(pp.MissingTableError, match=r"perfectplay.solve\(game, tables\)"):
        pp.Oracle(tmp_path, games=[kayles]).answer("kayles-20", "7")
    for game in (kayles, coins):
        pp.solve(game, tmp_path)
    oracle = pp.Oracle(tmp_path, games=[kayles, coins])
    assert oracle.answer("kayles-20", "7").value.grundy == 3
    assert oracle.values("kayles-20", ["7", "15", "1"]).tolist() == [3, 1, 1]
    assert oracle.values("kayles-20", ["7"]).dtype == np.int32
    many = ["7", "15", "1"] * 100
    assert [a.value.grundy for a in oracle.answers("kayles-20", many)] == [3, 1, 1] * 100
    assert oracle.value("coins-9", str(coins.start)).score == plain(coins)[coins.start][0]
    assert oracle.value("number", "2 3 4 5 6").outcome == "win"
    with pytest.raises(pp.UsageError, match="two games"):
        pp.Oracle(tmp_path, games=[kayles, Kayles(20)])
    assert [name for name in map(str, oracle.tables()["tables"]) if "kayles-20" in name]
    assert [str(m.move) for m in oracle.answer("kayles-20", "7", line=True).moves]
    kept = oracle.answers("kayles-20", ["7", "x"], errors="keep")
    assert isinstance(kept[1], pp.PositionError)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_fork(tmp_path):
    table = pp.solve(Kayles(20), tmp_path)
    oracle = pp.Oracle(tmp_path, games=[Kayles(20)])
    assert oracle.value("kayles-20", "7").grundy == table.value("7").grundy == 3
    child = os.fork()
    if child == 0:
        values = oracle.values("kayles-20", ["7", "15"] * 40).tolist()
        table.verify()
        pp.solve(Kayles(9))
        os._exit(0 if values == [3, 1] * 40 and table.value("7").grundy == 3 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_threads():
    table = solved(Board)

    def ask(_):
        for _ in range(20):
            assert table.answer("XX./OO./...").value.plies == 1
            assert table.oracle.values("board-3x3", [".../.../..."] * 40).tolist() == [0] * 40

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(4), timeout=60))


def test_tables_are_kept(tmp_path):
    game = TicTacToe()
    pp.solve(game, tmp_path)
    file = tmp_path / "tictactoe-3x3.table"
    was = file.stat()
    again = TicTacToe()
    table = pp.solve(again, tmp_path)
    assert file.stat().st_ino == was.st_ino
    assert table.values().tolist().count(0) == table.statistics["drawn"]

    class Other(TicTacToe):
        def end(self, words):
            return [end and "draw" for end in super().end(words)]

    with pytest.raises(pp.Error, match="rules of its game have changed"):
        pp.Oracle(tmp_path, games=[Other()]).answer("tictactoe-3x3", "0")
    # It may be another program's table.
    with pytest.raises(pp.Error, match="another program built it.*force=True"):
        pp.solve(Other(), tmp_path)
    assert pp.solve(Other(), tmp_path, force=True).statistics["winning"] == 0
    assert file.stat().st_ino != was.st_ino
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert pp.solve(game, tmp_path, force=True).verify() == 5478


def test_described_once():
    game, counts = Kayles(5), []
    for _ in range(2):
        for _ in range(3):
            pp.solve(game)
        gc.collect()
        counts.append(sys.getrefcount(game))
    assert counts[0] == counts[1]


def test_methods_that_have_changed(tmp_path):
    class Changing(Pile):
        name = "changing-30"

    game = Changing()
    assert pp.solve(game, tmp_path).statistics["moves"] == 87
    assert pp.Oracle(tmp_path, games=[game]).value("changing-30", "30").plies != 30
    Changing.moves = lambda self, words: [[("take 1", word - 1)] if word else [] for word in words]
    assert pp.solve(game, tmp_path, force=True).statistics["moves"] == 30
    assert pp.Oracle(tmp_path, games=[game]).value("changing-30", "30").plies == 30


class Wrong:
    name = "wrong-1"
    start = 5

    def moves(self, words):
        return [[(str(to), to) for to in range(word)] for word in words]


def of(**what):
    """A game that does this otherwise."""

    def method(value):
        return (lambda self, *words: value(*words)) if callable(value) else value

    return type("Of", (Wrong,), {name: method(value) for name, value in what.items()})()


@pytest.mark.parametrize("case", Path(__file__).with_name("wrong_descriptions.txt").read_text().splitlines())
def test_wrong_descriptions(case, tmp_path):
    """Each line has what a game does otherwise, and what is said of it."""
    what, message = case.split(" => ")
    with pytest.raises(pp.DescriptionError) as error:
        pp.solve(of(**eval(what, {"time": time})), tmp_path)
    assert message in str(error.value) and error.value.code == "description"
    assert not list(tmp_path.glob("*.table"))


def test_verify_finds_what_building_does_not(tmp_path):
    """Mistakes at positions that are far from the start, and rules that have changed there."""

    class Far(Wrong):
        name = "far-2"
        start = 5000
        text = end_of = sym = None

        def moves(self, words):
            return [[(str(to), to) for to in range(max(0, word - 2), word)] for word in words]

        def show(self, words):
            return [self.text if w == 3000 and self.text else str(w) for w in words]

        def end(self, words):
            return [self.end_of if w == 3000 else None for w in words]

        def canonical(self, words):
            return [self.sym if w == 3000 and self.sym else w for w in words]

        def read(self, text):
            return int(text)

    game = Far()
    table = pp.solve(game)
    assert table.verify() == 5001
    game.text = "7"
    with pytest.raises(pp.DescriptionError, match='`show` makes "7" of the word 3000'):
        table.verify()
    game.text, game.end_of = None, "win"
    with pytest.raises(pp.DamagedTableError, match="the word 3000"):
        table.verify()
    game.end_of, game.sym = None, 2500
    with pytest.raises(pp.DescriptionError, match="`canonical` makes 2500 of the word 3000"):
        table.verify()


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


def test_positions_are_pickled_and_copied():
    table = solved(Pile)
    for position in [*table][:3]:
        for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
            assert again == position and table.value(again) == table.value(position)


@pytest.mark.parametrize("case", Path(__file__).with_name("closed_objects.txt").read_text().splitlines())
def test_a_with_block_releases_files(case, tmp_path):
    """Each line has what opens an object, and what it can be asked."""
    opened, *asks = re.split(" => |; ", case)
    pp.build("tower-4", tmp_path)
    pp.solve(Kayles(12), tmp_path)
    maps = Path("/proc/self/maps")
    names = {"pp": pp, "folder": tmp_path, "game": Kayles(12)}
    with eval(opened, names) as it:
        assert all(eval(ask, names | {"it": it}) is not None for ask in asks)
        assert not maps.exists() or str(tmp_path) in maps.read_text()
        entries = np.frombuffer(it, dtype=it.dtype) if isinstance(it, pp.Table) else None
    assert repr(it).endswith(", closed>")
    for ask in [*asks, "it.__enter__()"]:
        with pytest.raises(ValueError, match="it is closed"):
            eval(ask, names | {"it": it})
    # An array keeps its numbers, and the file with them.
    assert entries is None or (entries == pp.open_table("tower-4", tmp_path).values()).all()
    del entries
    gc.collect()
    assert not maps.exists() or str(tmp_path) not in maps.read_text()


def test_tables_are_not_made_at_addresses(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pp.UsageError, match="in a folder on a disk"):
        pp.solve(Pile(), "https://host/tables")
    assert not [*tmp_path.iterdir()]


def test_memory_of_what_finds_positions_again(tmp_path):
    pp.solve(Board(), tmp_path)
    for ask in (lambda table: table.values(memory=1000), lambda table: table.words(memory=1000)):
        with pytest.raises(pp.RefusedError, match="`memory=` raises that"):
            ask(pp.solve(Board(), tmp_path))
    table, seen = pp.solve(Board(), tmp_path), []
    assert len(table.values(memory=1 << 30, progress=lambda done, of: seen.append(done))) == len(table)
    assert seen[-1] == len(table)


def test_exceptions_are_raised_unchanged(tmp_path):
    class Failing(Wrong):
        fails = None

        def moves(self, words):
            if self.fails:
                raise self.fails
            return super().moves(words)

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


def test_memory():
    endless = of(moves=lambda words: [[("a", w + 1), ("b", 2 * w % 2**60)] for w in words])
    for memory in (0, 10**6, 3 * 10**7):
        says = rf"bytes of memory or more, and {memory} are allowed.*`memory=`"
        with pytest.raises(pp.RefusedError, match=says):
            pp.solve(endless, memory=memory)
    needed = next(memory for memory in range(10**4, 10**6, 10**4) if solves(memory))
    assert 2 * 5478 < needed < 20 * 5478


def test_what_memory_lacks_is_on_the_disk(tmp_path):
    # The other one does not lead one level on with each move.
    for game, states in ((TicTacToe(), 5478), (Sliding(), 1672)):
        assert pp.solve(game, tmp_path, memory=27_000).verify() == states
        with pytest.raises(pp.RefusedError, match="`memory=` raises that"):
            pp.solve(game, memory=27_000)
    assert not [*tmp_path.glob("*.levels")]


def solves(memory):
    try:
        return pp.solve(TicTacToe(), memory=memory)
    except pp.RefusedError as error:
        assert f"and {memory} are allowed; `memory=` raises that" in str(error) and error.code == "refused"
        return None


def test_progress():
    seen = []
    pp.solve(TicTacToe(), progress=lambda done, of: seen.append((done, of)))
    assert (5478, 5478) in seen and all(done <= of for done, of in seen)

    def stop(done, of):
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        pp.solve(TicTacToe(), progress=stop)


ENDLESS = """
class Endless:
    name, start, last = "endless-1", 1, {last}
    def moves(self, words):
        if self.last < 10**6 and len(words) == 1:
            time.sleep(0.001)  # where the rules are hashed
        return [[("a", w + 1), ("b", w + 2)] if w < self.last else [] for w in words]
"""


@pytest.mark.parametrize(("last", "wait"), [(1 << 60, 0.4), (1000, 1.0)], ids=["exploring", "hashing"])
def test_ctrl_c(last, wait):
    interrupted("while True: pp.solve(Endless(), memory=1 << 40)", ENDLESS.format(last=last), wait)


def test_a_method_cannot_ask_its_own_game():
    tables = []

    def moves(words):
        if tables:
            tables[0].value("5")
        return [[(str(taken), word - taken) for taken in (1, 2) if word >= taken] for word in words]

    tables.append(pp.solve(of(start=10, moves=moves)))
    for ask in (lambda: tables[0].answer("7"), lambda: tables[0].verify()):
        with pytest.raises(pp.DescriptionError, match="asks for answers of the game itself"):
            ask()


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

"""Games that are described in Python, and their values by a plain search."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

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


KINDS = [TicTacToe, Board, Pile, Misere, WithoutPlies, Numpy, Coins, Steps, Sliding, lambda: Kayles(12)]


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

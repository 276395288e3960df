"""Games that are described in Python, and their values by a plain search."""

from __future__ import annotations

import sys
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

import perfectplay as pp
from perfectplay import _game

np = pytest.importorskip("numpy")
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from kayles import Kayles as Rows  # noqa: E402
from tictactoe import TicTacToe as ArrayTicTacToe  # noqa: E402

GOLDEN = Path(__file__).parents[2] / "tests/golden/custom/v1"
LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
ALL = 0o777


class TicTacToe:
    """The word has the cells of the player to move above, and those of the opponent."""

    name = "tictactoe-3x3"
    start = 0

    def moves(self, word):
        turned = (word & ALL) << 32 | word >> 32
        return [(cell, turned | 1 << cell) for cell in free(word)]

    def end(self, word):
        return "loss" if won(word & ALL) else None if free(word) else "draw"


class Arrays(ArrayTicTacToe):
    """That game for arrays."""

    asked = 0

    def __init__(self):
        super().__init__(3)

    def children(self, words):
        self.asked += 1
        return super().children(words)

    def labels(self, word):
        return free(word)


class Board(TicTacToe):
    """That game with texts."""

    name = "board-3x3"
    rules = "Three in a row win."

    def show(self, word):
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


class Marks:
    """Marks in a row, none beside another one: texts, with a symmetry."""

    name = "marks-14"
    start = 14 * "."

    def moves(self, row):
        free = [cell for cell in range(14) if "X" not in row[max(0, cell - 1) : cell + 2]]
        return ((cell, row[:cell] + "X" + row[cell + 1 :]) for cell in free)

    def canonical(self, row):
        return min(row, row[::-1])


class Kayles:
    """Kayles: pins that stand are bits of the word."""

    values = "grundy"

    def __init__(self, pins):
        self.name, self.start = f"kayles-{pins}", (1 << pins) - 1

    def moves(self, word):
        for pin in range(word.bit_length()):
            if word >> pin & 1:
                yield pin, word & ~(1 << pin)
            if word >> pin & 3 == 3:
                yield f"{pin}+{pin + 1}", word & ~(3 << pin)

    def canonical(self, word):
        """Only the lengths of the rows matter: the longest is first."""
        rows = sorted(filter(None, f"{word:b}".split("0")), reverse=True)
        return int("0".join(rows) or "0", 2)


class Pile(pp.Game[int]):
    """A pile from which one takes up to three; whoever takes three moves again."""

    name = "pile-30"
    start = 30
    values = "outcome"
    _ends = finish = ended = value = text = len  # names of its own, which are not misspelt

    def moves(self, pile):
        return [(f"take {n}", pile - n) for n in (1, 2, 3) if n <= pile]

    def same_player(self, before, after):
        return before - after == 3


class Misere(Pile):
    name = "misere-30"
    values = "misere"


class WithoutPlies(Pile):
    name = "short-30"
    values = "outcome_only"

    def stage(self, pile):
        return 30 - pile


class Row(NamedTuple):
    """Coins that lie from `first` on before `end`, and the lead of the player to move."""

    first: int
    end: int
    lead: int


class Coins:
    """Players take from the ends of a row of coins."""

    name = "coins-9"
    values = "score"
    row = (3, 9, 1, 2, 7, 5, 8, 4, 6)
    start = Row(0, 9, 0)

    def moves(self, at):
        for take in {at.first, at.end - 1} if at.first < at.end else ():
            left = (at.first + 1, at.end) if take == at.first else (at.first, at.end - 1)
            yield take, Row(*left, -at.lead - self.row[take])

    def end(self, at):
        return at.lead if at.first == at.end else None


class Packed(Coins):
    """That game with words of its author's."""

    name = "packed-9"

    def pack(self, at):
        return at.first | at.end << 8 | at.lead + 100 << 16

    def unpack(self, word):
        return Row(word & 255, word >> 8 & 255, (word >> 16) - 100)


class Taken(Coins):
    """That game where moves score what is taken."""

    name = "taken-9"
    start = (0, 9)

    def moves(self, at):
        first, end = at
        return [(left, left) for left in ((first + 1, end), (first, end - 1))] if first < end else []

    def end(self, at):
        return 0 if at[0] == at[1] else None

    def gain(self, before, after):
        return self.row[before[0] if before[0] < after[0] else after[1]]

    def pack(self, at):
        return at[0] | at[1] << 8

    def unpack(self, word):
        return (word & 255, word >> 8)


class Steps:
    """Down a stair by one or seven; play can repeat the steps from 5 to 8, and no others."""

    name = "ledge-20"
    start = 20

    def moves(self, step):
        down = [step - by for by in (1, 7 if step > 8 else 2) if by <= step]
        return down + [step + 1] * (5 <= step < 8)


class Sliding:
    """Two rows of pieces slide to empty cells next to them; who cannot move has lost. Most positions are drawn."""

    name = "sliding-3x3"
    start = 0o7 << 32 | 0o700

    def moves(self, word):
        own, other = word >> 32, word & ALL
        for cell in range(9):
            for to in [cell + 3] * (cell < 6) + [cell + 1] * (cell % 3 < 2):
                for a, b in ((cell, to), (to, cell)):
                    if own >> a & 1 and not (own | other) >> b & 1:
                        yield f"{a}>{b}", other << 32 | own ^ 1 << a ^ 1 << b


class Sets:
    """Two piles of numbers: the player takes one of the own set, or all of the other's that are smaller."""

    name = "sets-6"
    start = (frozenset({1, 4, 6}), frozenset({2, 3, 5}))

    def moves(self, both):
        own, other = both
        for one in own:
            yield f"leave {one}", (other, own - {one})
            yield f"take with {one}", (frozenset(it for it in other if it > one), own - {one})


class Numpy(Pile):
    """What gives NumPy's numbers."""

    name = "numpy-30"

    def moves(self, pile):
        return [(np.int8(n), np.uint64(pile - n)) for n in (1, 2, 3) if n <= pile]

    def same_player(self, before, after):
        return np.bool_(before - after == 3)

    def canonical(self, pile):
        return np.uint64(pile)


PLAIN = [
    TicTacToe,
    Board,
    Marks,
    Pile,
    Misere,
    WithoutPlies,
    Numpy,
    Coins,
    Packed,
    Taken,
    Steps,
    Sliding,
    Sets,
]
KINDS = [*PLAIN, lambda: Kayles(12), lambda: Rows(12)]


def twin(game):
    """The same game for arrays. It asks about each word, where nothing is measured."""
    has = {name: it for name, it in _game.described(game).items() if it is not None}
    moves, end = has.pop("moves"), has.pop("end", lambda position: None)
    pack, unpack = has.pop("pack", int), has.pop("unpack", int)
    outcomes = {None: 0, "win": 1, "loss": -1, "draw": 2}

    def ends(words):
        found = [end(unpack(word)) for word in words.tolist()]
        if has["values"] == "score":
            return np.array([pp.ArrayGame.GOES_ON if it is None else it for it in found], np.int16)
        return np.array([outcomes[it] for it in found], np.int8)

    def children(words):
        found = [[pack(child) for _, child in moves(unpack(word))] for word in words.tolist()]
        counts = np.cumsum([0, *map(len, found)])
        return counts.astype(np.int32), np.array([*chain(*found)], np.uint64)

    def each(method, kind):
        of = lambda words: map(unpack, words.tolist())  # noqa: E731
        return lambda *words: np.array([method(*one) for one in zip(*map(of, words), strict=True)], kind)

    for name, kind in {
        "canonical": np.uint64,
        "same_player": bool,
        "gain": np.int64,
        "stage": np.uint8,
    }.items():
        if name in has:
            has[name] = each(has[name], kind)
    labels = lambda word: [label for label, _ in moves(unpack(word))]  # noqa: E731
    return of(pp.ArrayGame, **has | {"start": pack(game.start)}, ends=ends, children=children, labels=labels)


class Wrong:
    name = "wrong-1"
    start = 5

    def moves(self, position):
        return range(position)


class WrongArrays:
    name = "wrong-1"
    start = 5

    def children(self, words):
        return np.append(0, np.cumsum(words.astype(int))), all_below(words)


def all_below(words):
    return np.concatenate([np.arange(0, word, dtype=np.uint64) for word in words.astype(int)])


def of(kind=Wrong, **what):
    """A game that does this otherwise."""
    return type(
        "Of", (kind,), {name: staticmethod(it) if callable(it) else it for name, it in what.items()}
    )()


def plain(game):
    """The values of all positions, by plain recursion or, where positions repeat, from the ends on."""
    kind, value, children = getattr(game, "values", "outcome"), {}, {}
    has_labels = not isinstance(game, Rows | Steps)
    led_to = (lambda move: move[1]) if has_labels else lambda move: move
    canonical = getattr(game, "canonical", lambda position: position)
    same = getattr(game, "same_player", lambda before, after: False)
    gain = getattr(game, "gain", lambda before, after: 0)
    left = [canonical(game.start)]
    while left:
        word = left.pop()
        if word in children:
            continue
        end = game.end(word) if hasattr(game, "end") else None
        moves = [] if end is not None else list(map(led_to, game.moves(word)))
        children[word] = [(canonical(to), same(word, to), gain(word, to)) for to in moves]
        if end is None and not moves:
            end = "win" if kind == "misere" else "loss"
        if end is not None:
            value[word] = {"loss": (-1, 0), "win": (1, 0), "draw": (0, 0)}.get(end, (end, 0))
            if kind == "grundy":
                value[word] = (0, 0)
        left += [to for to, _, _ in children[word]]
    new = value
    while new:  # in passes, of which each sees one ply more
        value, new = value | new, {}
        for word in children.keys() - value.keys():
            known = [(value[to], again, points) for to, again, points in children[word] if to in value]
            results = [(points + (v if again else -v), plies + 1) for (v, plies), again, points in known]
            are_all = len(known) == len(children[word])
            if kind == "grundy" and are_all:
                new[word] = (next(n for n in range(99) if n not in {v for (v, _), *_ in known}), 0)
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

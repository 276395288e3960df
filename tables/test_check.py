"""Tests of FORMAT.md, and of what check.py takes from it, by the committed tables of all encodings.

python3 -B tables/test_check.py

check.py proves entries, and is asked for no position. Here each encoding has a reader, written from FORMAT.md
alone, too, which looks positions up in the way that is described there.
"""

from __future__ import annotations

import csv
import re
import struct
import unittest
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import accumulate
from math import comb
from pathlib import Path
from typing import Any

import check

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = (ROOT / "crates/format/FORMAT.md").read_text(encoding="utf-8")
GOLDEN = ROOT / "tests/golden/v1"
CUSTOM = ROOT / "tests/golden/custom/v1"
FILES = {path.stem: path for folder in (GOLDEN, CUSTOM) for path in sorted(folder.glob("*.table"))}
TABLES = list(FILES)


@cache
def opened(name: str) -> check.Table:
    """A committed table, of which prelude, header and lengths are right."""
    return check.open_table(str(FILES[name]))[0]


def cells(line: str) -> list[str]:
    """The cells of a line of a table of the document."""
    return [cell.strip() for cell in line[1:-1].split("|")]


def fields(heading: str) -> list[list[str]]:
    """The lines of the table below a heading."""
    table = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n|---")[1].split("\n\n")[0]
    return [cells(line) for line in table.split("\n")[1:]]


def spaced(data: Any) -> str:
    """Bytes as the document writes them."""
    return bytes(data).hex(" ")


def outcome(loses: int) -> str:
    """What a bit for each state says."""
    return "loss" if loses else "win"


def mask_of(board: str, wanted: str) -> int:
    """The cells that have one of these letters."""
    return sum(1 << x for x, letter in enumerate(board.replace("/", "")) if letter in wanted)


def numbers_mask(position: str) -> int:
    """The mask of a position of `number`."""
    return sum(1 << int(word) for word in position.split() if word != "none")


def staircase_place(rows: list[int], height: int) -> int:
    """The place of a position of `contour` and `chomp`; rows that are not given have no cells."""
    return sum(comb(t + height - 1 - r, height - r) for r, t in enumerate(rows))


# Readers: each gives the cells that the document's table of examples has behind a position.


class Trie:
    """`trie+entry32` of `number`."""

    def __init__(self, table: check.Table) -> None:
        self.bound = bound = table.parameter("bound")
        self.low = bound if bound <= 10 else 6 + (bound - 6) % 5
        trie, length = table.section("trie"), max(1 << self.low, 8)
        self.directory = check.numbers("H", trie[:length])
        self.nodes = check.numbers("Q", trie[length:])
        self.entries = table.section("entries")

    def find(self, mask: int) -> tuple[int, list[int], int] | None:
        """The word of the directory, the nodes, and the place; nothing if the mask is of no position."""
        if mask >> (self.bound + 1) or mask & 3:
            return None
        word = self.directory[(mask >> 2) % (1 << (self.low - 1))]
        place, nodes = word - 1, []
        for b in range(self.low, self.bound, 5):
            node = self.nodes[place] if place >= 0 else 0
            nodes.append(node)
            w = (mask >> (b + 1)) % 32
            if not node >> w & 1:
                return None
            place = (node >> 32) + check.ones(node & ((1 << w) - 1))
        return (word, nodes, place) if place >= 0 else None

    def row(self, position: str) -> list[str]:
        mask = numbers_mask(position)
        found = self.find(mask)
        assert found, f"{position} is no position"
        word, nodes, place = found
        entry = bytes(self.entries[4 * place : 4 * place + 4])
        won, plies, moves = number_value(entry)
        value = f"{won} in {plies}" + (f", by naming {moves.replace(' ', ' or ')}" if moves else "")
        return [hex(mask), str(word), ", ".join(map(hex, nodes)), str(place), spaced(entry), value]


def number_value(entry: bytes) -> list[str]:
    """Outcome, plies and winning moves."""
    moves = int.from_bytes(entry[:3], "little")
    return [outcome(not moves), str(entry[3]), " ".join(map(str, check.bits_of(moves)))]


def filters(table: check.Table, position: str) -> list[str]:
    """`filters+lines` of `number`."""
    outcomes, mask = check.NumberOutcomes(table), numbers_mask(position)
    largest, count, least = check.number_class(mask)
    place = outcomes.class_first[largest] + (count - largest // 2) * largest + least - 2
    k, key = outcomes.classes[place], check.mix(mask)
    passes, filtered, value, bits = k < 8, "", "", ""
    if 0 < k < 8:
        line, own = outcomes.line(largest, k, key)
        passes = outcomes.has_fingerprint(line, own, k)
        filtered = f"line {line}, " + ("passes" if passes else "does not pass") + ", bumped" * (own != key)
    if passes:
        line, own = outcomes.line(largest, 0, key)
        value = str(outcomes.bit(line, own, 0))
        bits = f"line {line}, {value}" + ", bumped" * (own != key)
    loses = outcomes.losing_mask(mask)
    assert loses == (value == "1"), position
    found = [f"{largest}, {count}, {least}", str(place), str(k), f"{key:#018x}"]
    return [*found, filtered, bits, outcome(loses)]


def tower(table: check.Table, position: str) -> list[str]:
    """`f64` of `tower`."""
    *below, top = position.split("/")
    complete = [0] * len(check.KINDS)
    sides = [0, 0, 0]
    for level in below:
        if "." not in level:
            complete[check.KIND_OF[level]] += 1
        elif level.count(".") == 1 and level[1] != ".":
            sides["RGB".index((level[0] + level[2]).strip("."))] += 1
    place = check.Tower(table.parameter("levels")).place(tuple(complete), tuple(sides), top)
    _, exchanged = check.tower_row(tuple(complete))
    if exchanged:
        complete = complete[8:16] + complete[:8] + complete[16:]
        sides, top = [sides[0], sides[2], sides[1]], top.translate(check.EXCHANGE)
    high, low = tuple(complete[:8]), tuple(complete[8:16])
    ranks = [check.multiset_rank(high), check.multiset_rank(low), complete[17]]
    kinds = [check.multiset_rank(tuple(sides)), check.TOP_OF[top]]
    shape = [sum(complete), sum(sides), 3 - top.count(".")]
    lists = [", ".join(map(str, each)) for each in (shape, [sum(high), sum(low)], ranks, kinds)]
    entry = table.section("entries")[8 * place : 8 * place + 8]
    minutes = repr(struct.unpack("<d", entry)[0]).removesuffix(".0")
    return ["yes" if exchanged else "no", *lists, str(place), spaced(entry), minutes]


def contour(table: check.Table, position: str) -> list[str]:
    """`g32` and `g64` of `contour`."""
    height, _, scores_a, scores_b, _ = check.contour_board(table.board)
    size = 4 if table.encoding == "g32" else 8
    rows = [int(word) for word in position.split(",")]
    place = staircase_place(rows, height)
    entry = table.section("entries")[size * place : size * (place + 1)]
    g = int.from_bytes(entry, "little", signed=True)
    difference = sum(sum(a[:t]) - sum(b[:t]) for t, a, b in zip(rows, scores_a, scores_b, strict=False))
    sign = -1 if sum(rows) % 2 else 1
    score, rest = divmod(g - sign * difference, 2)
    assert not rest, position
    return [str(place), spaced(entry), str(g), str(difference), "AB"[sum(rows) % 2], str(score)]


def patterns(table: check.Table, position: str) -> list[str]:
    """`patterns+score8` of `stake`."""
    n = position.count("/") + 1
    filled, zeros = mask_of(position, "01"), mask_of(position, "0")
    item = check.numbers("H", table.section("patterns"))[sum(1 << m * m for m in range(1, n)) + filled]
    rank, s = item >> 3, item & 7
    canonical, moved = (check.images(mask, n, n)[s] for mask in (filled, zeros))
    f = check.ones(filled)
    first = check.stake_of(table).first_of[n, f] + rank * comb(f, (f + 1) // 2)
    held = [p for p, cell in enumerate(check.bits_of(canonical)) if moved >> cell & 1]
    place = first + sum(comb(p, j) for j, p in enumerate(held, 1))
    numbers = [str(number) for number in (s, rank, hex(canonical), first, place)]
    score = table.section("entries").cast("b")[place]
    return [hex(filled), *numbers, f"{score & 255:02x}", str(score)]


def lead(table: check.Table, position: str) -> list[str]:
    """`lead8` of `stake`."""
    states = check.Lead(table.board)
    digits = [position.replace("/", "")[x] for x in states.empty]
    word = [0 if digit == "." else 1 if int(digit) == states.mover else 2 for digit in digits]
    place = states.place(word)
    entry = table.section("entries")[place]
    score = entry - 64 if word.count(1) == word.count(2) else 64 - entry
    return ["".join("efs"[letter] for letter in word), str(place), f"{entry:02x}", str(score)]


def starts(table: check.Table, position: str) -> list[str]:
    """`losing1` of `tokens`."""
    (_, height), (_, width) = table.parameters
    homes = check.tokens_homes(height, width)
    lines = position.split("/")
    if len(lines) > height or len(lines[0]) > width:
        lines = ["".join(column) for column in zip(*lines, strict=True)]
    board = "/".join(line.ljust(width, "#") for line in lines)
    free, pieces = mask_of(board, ".P"), list(check.bits_of(mask_of(board, "P")))
    moved = [sorted(cells[x] for x in pieces) for cells in check.symmetries(height, width)]
    s = next(s for s, (a, b) in enumerate(moved) if (a, b) in homes)
    a, b = moved[s]
    home, bits = homes.index((a, b)), height * width - 2
    mask = check.remove_bits(check.images(free, height, width)[s], a, b)
    place = (home << bits) + mask
    bit = check.Bits(table.section("losing"))[place]
    return [str(s), str(home), f"0b{mask:0{bits}b}", str(place), str(bit), outcome(bit)]


class Steps:
    """`losing1+steps8` of `tokens`."""

    def __init__(self, table: check.Table) -> None:
        self.board = check.Board(*check.tokens_board(table.board))
        self.losing, self.steps = check.Bits(table.section("losing")), table.section("steps")

    def pair(self, position: str) -> tuple[int, int]:
        """The numbers of the pieces' cells."""
        a, b = (self.board.number_of[cell] for cell in check.bits_of(mask_of(position, "P")))
        return a, b

    def moves(self, a: int, b: int) -> Iterator[tuple[int, int, int, int, str]]:
        """The code of each step, from where to where, the piece that stays, and the text."""
        for code in range(8):
            start, still = (a, b) if code < 4 else (b, a)
            to = self.board.around[start][code % 4]
            if to >= 0:
                places = [divmod(self.board.free[x], self.board.width) for x in (start, to)]
                yield code, start, to, still, ">".join(f"{row},{column}" for row, column in places)

    def wins(self, code: int, start: int, to: int, still: int) -> bool:
        """What a move is worth to the player who makes it."""
        if to == still:
            return True
        here, there = check.pair_number(start, still), check.pair_number(to, still)
        if not self.board.is_vertex(there):
            return False
        if not self.board.is_vertex(here):
            return bool(self.losing[there])
        if self.losing[here]:
            return False
        if code not in check.STEP_BITS:
            # The bit is that of the step back, of the piece that is on the smaller or larger cell there.
            here, code = there, 3 - code % 4 + 4 * (to > still)
        return bool(self.steps[here] >> check.STEP_BITS[code] & 1)

    def row(self, position: str) -> list[str]:
        a, b = self.pair(position)
        place = check.pair_number(a, b)
        bit = self.losing[place]
        winning = sorted(text for *move, text in self.moves(a, b) if self.wins(*move))
        named = " ".join(f"`{text}`" for text in winning)
        return [f"{a}, {b}", str(place), str(bit), f"{self.steps[place]:02x}", outcome(bit), named]

    def strategy(self, position: str) -> str:
        """The capture, or the step of bits 0 to 3; empty if there is none."""
        a, b = self.pair(position)
        followed = self.steps[check.pair_number(a, b)] & 15
        steps = (text for code, _, to, still, text in self.moves(a, b) if to == still or code == followed)
        return next(steps, "")


def bar(table: check.Table, position: str) -> list[str]:
    """`losing1` of `chomp`."""
    (_, height), (_, width) = table.parameters
    rows = [int(word) for word in position.split(",")]
    if len(rows) > height or rows[0] > width:
        rows = [sum(1 for cells in rows if cells > column) for column in range(rows[0])]
    place = staircase_place(rows, height)
    loses = check.Bits(table.section("losing"))[place]
    return [str(place), str(loses), outcome(loses)]


class Coded(check.Coded):
    """`codes+lines`, of games of which the document has examples."""

    def range_of(self, word: int) -> check.Range:
        """The range that a word belongs to; the first one if there is none."""
        return self.ranges[max(0, bisect_right(self.firsts, word) - 1)]

    def line(self, word: int) -> tuple[int, int]:
        """The line that has the bits of a word, and the hash there."""
        own = self.range_of(word)
        first = own.line + own.filter_lines
        levels = zip(accumulate(self.levels), self.levels[1:], strict=False)
        return self.held(check.mix(word), [(first, own.end - first), *levels])

    def may_have(self, word: int) -> bool:
        """Whether a word may be of a position; always if the table has no members."""
        return not self.members or self.has_fingerprint(*self.line(word), self.members)

    def passes(self, word: int) -> bool:
        """Whether a word passes the filter of its range; always if that has none."""
        own, key = self.range_of(word), check.mix(word)
        line = own.line + (key * own.filter_lines >> 64)
        return not own.filter or self.has_fingerprint(line, key, own.filter)

    def code(self, word: int) -> tuple[int, int]:
        """How many bits the code of a word's value has, and the bits."""
        length = bits = 0
        if not self.passes(word):
            return 1, 0
        while (length, bits) not in self.range_of(word).codes:
            bits = bits << 1 | self.bit(*self.line(word), length)
            length += 1
        return length, bits

    def value(self, word: int) -> int:
        """The value of a word; any one if it is of no position."""
        return self.signed(self.range_of(word).codes[self.code(word)])

    def row(self, word: int) -> list[str]:
        passes = "passes" if self.passes(word) else "does not pass"
        length, code = self.code(word)
        bits = f"{code:0{length}b}" if passes == "passes" else ""
        value = self.value(word)
        says = f"{'win' if value > 0 else 'loss'} in {32767 - abs(value)}" if value else "draw"
        if self.kind == 3:
            says = f"Grundy value {value}"
        filtered = passes if self.range_of(word).filter else ""
        return [hex(word), f"{check.mix(word):#018x}", filtered, bits, str(value), says]


def board_word(position: str) -> int:
    """A board: cells of the player to move (x) and of the opponent (o)."""
    return mask_of(position, "x") << 32 | mask_of(position, "o")


def placed(cells: int, free: int) -> tuple[int, int]:
    """The number of a set of cells among those that are free, and how many such sets there are."""
    order = [cell for cell in range(9) if free >> cell & 1]
    chosen = [place for place, cell in enumerate(order) if cells >> cell & 1]
    return sum(comb(place, k) for k, place in enumerate(chosen, 1)), comb(len(order), len(chosen))


def board_number(own: int, other: int) -> int:
    """The number of a board with these cells: fuller ones come first."""
    pieces = (own | other).bit_count()
    first = sum(comb(9, n // 2) * comb(9 - n // 2, n - n // 2) for n in range(pieces + 1, 10))
    (high, _), (low, width) = placed(own, 511), placed(other, 511 & ~own)
    return first + high * width + low


def numbered(table: check.Table, position: str) -> list[str]:
    """`value8`."""
    number = board_number(mask_of(position, "x"), mask_of(position, "o"))
    entry = check.numbers("b", table.section("entries"))[number]
    says = f"{'win' if entry > 0 else 'loss'} in {127 - abs(entry)}" if entry else "draw"
    return [str(number), str(entry), says]


def indexed_numbers(table: check.Table) -> list[int]:
    """The numbers of all places."""
    bits, packed = table.parameter("bits"), int.from_bytes(table.section("numbers"), "little")
    return [packed >> (bits * place) & ((1 << bits) - 1) for place in range(table.states)]


def indexed_entries(table: check.Table) -> list[int]:
    """The entries of all places."""
    dictionary, base = check.numbers("Q", table.section("dictionary")), table.parameter("base")
    return [dictionary[number] if dictionary else base + number for number in indexed_numbers(table)]


def indexed_bounds(table: check.Table) -> list[tuple[Fraction, Fraction]]:
    """The bounds of all places."""
    entries, unit = indexed_entries(table), 1 << table.parameter("unit")
    lower = [Fraction((entry >> 16) - (1 << 47), unit) for entry in entries]
    return [(low, low + Fraction(entry & 65535, unit)) for low, entry in zip(lower, entries, strict=True)]


def pig_row(table: check.Table, position: str) -> list[str]:
    """The word, the place, the number, and the bounds in units."""
    own, other, total, doing = position.split()
    doing_number = ("choice", "roll", "pass").index(doing)
    word = int(own) << 18 | int(other) << 10 | int(total) << 2 | doing_number
    place = list(check.indexed_words(table)).index(word)
    bounds = [int(bound * (1 << table.parameter("unit"))) for bound in indexed_bounds(table)[place]]
    return [f"{word:#x}", str(place), str(indexed_numbers(table)[place]), *map(str, bounds)]


def knight_row(table: check.Table, position: str) -> list[str]:
    """The word, which is the place as well, the number, the group and the number of the mate."""
    place = position.replace("/", "").index("N")
    group, mate = divmod(indexed_entries(table)[place], 1 << table.parameter("unit"))
    return [str(place), str(indexed_numbers(table)[place]), str(group), str(mate)]


def rows_word(rows: Iterable[int | str]) -> int:
    """Rows of pins, one after the other."""
    word = 0
    for length in sorted(map(int, rows), reverse=True):
        word = word << (length + 1) | (1 << length) - 1
    return word


def next_value(header: BytesIO, kind: str) -> Any:
    """The next value of a header, of a type that the document names."""
    if kind == "quantity":
        return (int.from_bytes(header.read(4), "little"), next_value(header, "u64"))
    number = int.from_bytes(header.read(8), "little")
    if kind == "u64":
        return number
    assert number <= len(header.getbuffer()), f"it is no {kind}"
    if kind == "text":
        return header.read(number).decode()
    kinds = kind.removeprefix("list of ").split(", ")
    return [tuple(next_value(header, each) for each in kinds) for _ in range(number)]


READERS: dict[tuple[str, str], Callable[[check.Table, str], list[str]]] = {
    ("number", "trie+entry32"): lambda table, position: Trie(table).row(position),
    ("number", "filters+lines"): filters,
    ("tower", "f64"): tower,
    ("contour", "g32"): contour,
    ("contour", "g64"): contour,
    ("stake", "patterns+score8"): patterns,
    ("stake", "lead8"): lead,
    ("tokens", "losing1"): starts,
    ("tokens", "losing1+steps8"): lambda table, position: Steps(table).row(position),
    ("chomp", "losing1"): bar,
    ("tictactoe", "codes+lines"): lambda table, position: Coded(table).row(board_word(position)),
    ("numberedtictactoe", "value8"): numbered,
    ("sliding", "codes+lines"): lambda table, position: Coded(table).row(board_word(position)),
    ("pig", "words+numbers"): pig_row,
    ("knightwalk", "words+numbers"): knight_row,
    ("kayles", "codes+lines"): lambda table, position: Coded(table).row(rows_word(position.split())),
}


def read(table: check.Table, position: str) -> list[str]:
    """The cells that the document's table of examples has behind the position."""
    return READERS[table.game, table.encoding](table, position)


def answer(table: check.Table, position: str) -> list[str]:
    """The fields that the file of expected answers has behind the position."""
    row = read(table, position)
    if table.encoding == "trie+entry32":
        return number_value(bytes.fromhex(row[-2]))
    if table.encoding == "f64":
        return [bytes.fromhex(row[-2])[::-1].hex()]
    if table.encoding == "losing1+steps8":
        return [row[-2], row[-1].replace("`", ""), Steps(table).strategy(position)]
    return row[-1:]


# The positions that play reaches from a start, by words, with the words that moves lead to.
Moves = dict[int, list[int]]


def reached(start: int, moves: Callable[[int], list[int]]) -> Moves:
    """All words that moves lead to, and their moves."""
    found: Moves = {}
    left = [start]
    while left:
        word = left.pop()
        if word not in found:
            found[word] = moves(word)
            left += found[word]
    return found


def boards(word: int) -> tuple[int, int]:
    """The cells of the player to move, and of the opponent."""
    return word >> 32, word & (1 << 32) - 1


def has_line(cells: int) -> bool:
    """Whether a row, column or diagonal of 3 x 3 cells is full."""
    return any(cells & line == line for line in (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124))


def tic_tac_toe(word: int) -> list[int]:
    """A full row, column or diagonal wins."""
    own, other = boards(word)
    free = (cell for cell in range(9) if not (own | other) >> cell & 1)
    return [] if has_line(other) else [other << 32 | own | 1 << cell for cell in free]


def sliding(word: int) -> list[int]:
    """A piece of 3 x 3 cells slides to an empty cell next to it; who cannot move has lost."""
    own, other = boards(word)
    steps = [(cell, cell + 1) for cell in (0, 1, 3, 4, 6, 7)] + [(cell, cell + 3) for cell in range(6)]
    steps += [(to, start) for start, to in steps]
    steps = [(start, to) for start, to in steps if own >> start & 1 and not (own | other) >> to & 1]
    return [other << 32 | own ^ 1 << start ^ 1 << to for start, to in steps]


def kayles(word: int) -> list[int]:
    """One pin of a row of 20 is taken, or two that stand together. Equal are positions with the same rows."""
    taken = [pins << pin for pins in (1, 3) for pin in range(20)]
    left = [f"{word & ~pins:b}".split("0") for pins in taken if word & pins == pins]
    return [rows_word(len(row) for row in rows if row) for rows in left]


def pig(word: int) -> list[int]:
    """Pig to 10 points: what the player to move and the other one have, the sum of the turn, and what is to be done."""
    own, other, total, doing = word >> 18, word >> 10 & 255, word >> 2 & 255, word & 3

    def packed(own: int, other: int, total: int, doing: int) -> int:
        return own << 18 | other << 10 | total << 2 | doing

    if doing == 1:
        higher = [packed(own, other, min(total + die, 10 - own), 0) for die in range(2, 7)]
        return [packed(own, other, 0, 2), *higher]
    if doing == 2:
        return [packed(other, own, 0, 0)]
    roll = [packed(own, other, total, 1)] if other < 10 and own + total < 10 else []
    return roll + ([packed(other, own + total, 0, 0)] if total else [])


def check_bounds(table: check.Table, moves: Moves) -> None:
    """The bounds of each position enclose those that follow from the ones to which moves lead."""
    bounds = dict(zip(check.indexed_words(table), indexed_bounds(table), strict=True))
    assert bounds.keys() == moves.keys()
    for word, children in moves.items():
        lower, upper = ([bounds[child][side] for child in children] for side in (0, 1))
        again = [child & 3 == 1 for child in children]
        if not children:
            least = most = Fraction(-1)
        elif word & 3 == 1:
            least, most = sum(lower, Fraction()) / 6, sum(upper, Fraction()) / 6
        else:
            least = max(low if same else -high for low, high, same in zip(lower, upper, again, strict=True))
            most = max(high if same else -low for low, high, same in zip(lower, upper, again, strict=True))
        assert bounds[word][0] <= least and most <= bounds[word][1], word


def knight_walk(word: int) -> list[int]:
    """A knight's moves on 3 rows of 5 cells."""
    jumps = [(to, to // 5 - word // 5, to % 5 - word % 5) for to in range(15)]
    return [to for to, down, right in jumps if down * down + right * right == 5]


def check_groups(table: check.Table, moves: Moves) -> None:
    """Who wins from each position, and by which moves, is as a search of all walks says."""

    def wins(word: int, gone: int) -> bool:
        return any(not wins(to, gone | 1 << to) for to in moves[word] if not gone >> to & 1)

    groups = [entry >> table.parameter("unit") for entry in indexed_entries(table)]
    for word, others in moves.items():
        assert bool(groups[word]) == wins(word, 1 << word), word
        for to in others:
            assert (groups[word] and groups[to] == groups[word] ^ 1) == (not wins(to, 1 << word | 1 << to)), (
                word,
                to,
            )


# The start and the moves of each game.
RULES: dict[str, tuple[int, Callable[[int], list[int]]]] = {
    "tictactoe-3x3": (0, tic_tac_toe),
    "numberedtictactoe-3x3": (0, tic_tac_toe),
    "sliding-3x3": (0o007 << 32 | 0o700, sliding),
    "kayles-20": ((1 << 20) - 1, kayles),
    "pig-10": (0, pig),
    "knightwalk-5x3": (0, knight_walk),
}


def outcomes(moves: Moves, draws: set[int]) -> dict[int, int]:
    """Wins in p plies as 32767 - p, losses as p - 32767: first all in 0 plies, then those in 1, 2, ...; the rest is
    drawn."""
    values: dict[int, int] = {}
    found = {word: -32767 for word in moves if not moves[word] and word not in draws}
    plies = 0
    while found:
        values |= found
        plies += 1
        found = {}
        for word in moves.keys() - values.keys():
            after = [values.get(child, 0) for child in moves[word]]
            if plies - 1 - 32767 in after:
                found[word] = 32767 - plies
            elif after and min(after) > 0:
                found[word] = plies - 32767
    return {word: values.get(word, 0) for word in moves}


def grundy_values(moves: Moves) -> dict[int, int]:
    """The least number that no move leads to; each takes away from the word."""
    values: dict[int, int] = {}
    for word in sorted(moves, key=check.ones):
        after = {values[child] for child in moves[word]}
        values[word] = next(value for value in range(len(after) + 1) if value not in after)
    return values


class TheDocument(unittest.TestCase):
    """What FORMAT.md says of the committed tables is what is in them."""

    def test_its_examples_are_entries_of_the_committed_tables(self) -> None:
        for name in TABLES:
            table = re.search(rf"From `{name}`.*?\n(\|.*?)\n\|---[^\n]*\n(.*?\|)\n\n", DOCUMENT, re.DOTALL)
            assert table, name
            examples = [cells(line) for line in table[2].split("\n")]
            self.assertGreaterEqual(len(examples), 3, name)
            for position, *expected in examples:
                self.assertEqual(read(opened(name), position.strip("`")), expected, (name, position))

    def test_its_sections_and_boards_are_those_of_the_committed_tables(self) -> None:
        boards = re.findall(r"^(\S+) board:\n((?:[^`\n]+\n)+)", DOCUMENT, re.MULTILINE)
        self.assertEqual(len(boards), 3)
        for name, board in boards:
            self.assertEqual(opened(name).board, board, name)
        sections = re.findall(r"^(\S+-\S+) (?!board)(\w+):(.*\n(?:    .*\n)*)", DOCUMENT, re.MULTILINE)
        self.assertEqual(len(sections), 16)
        for name, section, data in sections:
            self.assertEqual(bytes(opened(name).section(section)), bytes.fromhex(data), (name, section))

    def test_preludes_have_its_fields_in_their_places(self) -> None:
        rows = fields("Prelude")
        ends = [int(offset) + int(length) for offset, length, _ in rows]
        self.assertEqual([int(offset) for offset, *_ in rows], [0, *ends[:-1]])
        for name in TABLES:
            table = opened(name)
            taken = [table.data[int(offset) : end] for (offset, *_), end in zip(rows, ends, strict=True)]
            self.assertEqual(rows[0][2], f"magic: `{spaced(taken[0])}`")
            numbers = [int.from_bytes(each, "little") for each in taken[1:]]
            self.assertEqual(rows[1][2], f"format version: {numbers[0]}")
            header = table.data[ends[-1] : ends[-1] + numbers[1]]
            self.assertEqual(numbers[2:], [check.xxh3(header), check.xxh3(table.data[:24])], name)

    def test_headers_have_its_fields_in_its_order_and_types(self) -> None:
        for name in TABLES:
            table = opened(name)
            header = BytesIO(table.data[32 : table.header_end])
            found = {field: next_value(header, kind) for field, kind, _ in fields("Header")}
            self.assertFalse(header.read(), "bytes are left over")
            statistics = [(each, (kind, figure)) for each, kind, figure in table.statistics]
            sections = [(each, *place) for each, place in table.places.items()]
            names = ("game", "name", "rules", "encoding", "parameters", "board", "states", "checksums")
            expected = {each: getattr(table, each) for each in names}
            self.assertEqual(found, {**expected, "sections": sections, "statistics": statistics})

    def test_its_hash_of_no_bytes_is_that_of_check_py(self) -> None:
        self.assertIn(f"That of no bytes is {check.xxh3(b''):#x}.", DOCUMENT)

    def test_its_dump_is_the_start_of_a_committed_table(self) -> None:
        dump = DOCUMENT.split("\n## An example\n")[1]
        lines = re.findall(r"^([0-9a-f]{8})  ([0-9a-f ]*)\|", dump, re.MULTILINE)
        data = bytes.fromhex("".join(line for _, line in lines))
        self.assertEqual([int(offset, 16) for offset, _ in lines], list(range(0, len(data), 16)))
        self.assertGreater(len(data), 256)
        self.assertEqual(data, (GOLDEN / "number-12.table").read_bytes()[: len(data)])

    def test_it_lists_the_encodings_with_what_their_tables_have(self) -> None:
        rows = fields("The encodings")
        listed = [(game.strip("`"), encoding.strip("`")) for game, _, encoding, *_ in rows]
        self.assertEqual(listed, [(game, encoding) for game, _, encoding in check.GAMES])
        for name in TABLES:
            table = opened(name)
            game = table.game if name not in RULES else check.OTHER
            _, of, _, parameters, sections = rows[listed.index((game, table.encoding))]
            self.assertEqual(of.startswith("one board"), not table.parameters, name)
            self.assertEqual(re.findall("`(.*?)`", parameters), [each for each, _ in table.parameters], name)
            self.assertEqual(re.findall("`(.*?)`", sections), list(table.places), name)

    def test_it_names_the_statistics_of_the_committed_tables_and_the_rules_tags(self) -> None:
        for name in TABLES:
            table = opened(name)
            heading = f"`{table.game}`" if name not in RULES else "Custom games"
            game = DOCUMENT.split(f"\n## {heading}\n")[1]
            self.assertTrue(name in RULES or game.lstrip().startswith(f"Rules tag `{table.rules}`"), name)
            encoding = re.split(rf"\n### [^\n]*`{re.escape(table.encoding)}`", game)[1]
            statistics = encoding.split("**Statistics.**")[1].split("\n\n")[0]
            # Some depend on a parameter.
            always, *parts = re.split("If `values` is ([^:]*):", statistics)
            kind = str(dict(table.parameters).get("values"))
            parts = [part for of, part in zip(parts[::2], parts[1::2], strict=True) if kind in of]
            found = re.findall("`(.*?)`", "".join([always, *parts]))
            self.assertEqual(found, [each for each, *_ in table.statistics], name)

    def test_its_kinds_of_levels_are_those_of_check_py(self) -> None:
        lines = re.findall(r"^\| ([^|]*) \| `([RGB. ]+)` \|$", DOCUMENT, re.MULTILINE)
        found = {first: levels.split() for first, levels in lines}
        expected = {"0 to 7": check.KINDS[:8], "8 to 15": check.KINDS[8:16], "16 and 17": check.KINDS[16:]}
        expected |= {str(blocks): levels for blocks, levels in check.TOPS.items()}
        self.assertEqual(found, expected)

    def test_its_examples_of_large_bars_are_where_check_py_finds_them(self) -> None:
        text = " ".join(DOCUMENT.split("\n### `segments1`\n")[1].split())
        self.assertIn(f"9 cells take S(5, 9) = {check.blocks_size(5, 9)} bytes in one block", text)
        blocks = check.Blocks(16, 17)
        counts = f"F = {blocks.fixed}, C(22, 5) = {len(blocks.order)} blocks"
        self.assertIn(f"{counts} and a section of {check.blocks_size(16, 17)} bytes", text)
        place = r"`([\d,]+)` is in .*?(\d+),? (?:and|which) begins with byte (\d+), and has the place (\d+)"
        examples = re.findall(place, text)
        self.assertEqual(len(examples), 3)
        for position, *expected in examples:
            rows = [int(word) for word in position.split(",")]
            block = staircase_place(rows[: blocks.fixed], blocks.fixed)
            found = [blocks.order.index(block), blocks.first[block], blocks.bit(rows)]
            self.assertEqual(found, [int(number) for number in expected], position)


class TheCommittedTables(unittest.TestCase):
    """Read by the document, they give the answers that are beside them."""

    def test_every_answer_is_the_expected_one(self) -> None:
        answered = sorted(path.stem for path in GOLDEN.glob("*.csv"))
        computed = ("number-17", "number-30", *RULES)
        self.assertEqual(answered, [name for name in TABLES if name not in computed])
        for name in answered:
            table = opened(name)
            with (GOLDEN / f"{name}.csv").open(newline="") as file:
                for position, *expected in list(csv.reader(file))[1:]:
                    self.assertEqual(answer(table, position), expected, (name, position))

    def test_custom_games_have_the_values_that_the_rules_make(self) -> None:
        for name, rules in RULES.items():
            table, moves = opened(name), reached(*rules)
            if table.encoding == "words+numbers":
                (check_bounds if rules[1] is pig else check_groups)(table, moves)
                continue
            # Ends without a line are draws in this game; in all others ends are losses.
            draws = {word for word in moves if rules[1] is tic_tac_toe and not has_line(boards(word)[1])}
            values = grundy_values(moves) if rules[1] is kayles else outcomes(moves, draws)
            if table.encoding == "value8":
                entries = check.numbers("b", table.section("entries"))
                found = {word: entries[board_number(*boards(word))] for word in values}
                shorter = {
                    word: value - 32640 * ((value > 0) - (value < 0)) for word, value in values.items()
                }
                self.assertEqual(found, shorter, name)
                continue
            coded = Coded(table)
            self.assertEqual({word: coded.value(word) for word in values}, values, name)
            self.assertEqual(table.states, len(values), name)
            self.assertTrue(all(map(coded.may_have, values)), name)
            others = [check.mix(number) for number in range(1, 4096)]
            taken, expected = sum(map(coded.may_have, others)), len(others) >> coded.members
            self.assertTrue(expected // 2 < taken < 2 * expected, (name, taken))
            statistics = [sum(map(len, moves.values()))]
            if coded.kind == 3:
                statistics += [min(values.values()), max(values.values())]
            else:
                signs = [(value > 0) - (value < 0) for value in values.values()]
                statistics += [signs.count(1), signs.count(0), signs.count(-1)]
                statistics += [32767 - min(abs(value) for value in values.values() if value)]
            check.check_statistics(table, statistics)

    def test_a_trie_finds_every_position_at_its_place_and_no_other_mask(self) -> None:
        for name in ("number-12", "number-17"):
            trie = Trie(opened(name))
            positions = {mask for mask, *_ in check.number_positions(trie.bound)}
            order = sorted(positions, key=lambda mask: check.number_key(mask, trie.bound, trie.low))
            places = [found and found[2] for found in map(trie.find, order)]
            self.assertEqual(places, list(range(len(order))), name)
            others = (mask for mask in range(4 << trie.bound) if mask not in positions)
            self.assertFalse(any(map(trie.find, others)), name)


if __name__ == "__main__":
    unittest.main()

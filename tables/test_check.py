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
from collections.abc import Callable, Iterator
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


def coded(words: list[str]) -> str:
    """Words as the document lists them."""
    return ", ".join(f"`{word}`" for word in words)


def spaced(data: Any) -> str:
    """Bytes as the document writes them."""
    return bytes(data).hex(" ")


def outcome(loses: int) -> str:
    """What a bit for each state says."""
    return "loss" if loses else "win"


def letters(board: str) -> str:
    """The cells of a board, row by row."""
    return board.replace("/", "")


def mask_of(board: str, wanted: str) -> int:
    """The cells that have one of these letters."""
    return sum(1 << x for x, letter in enumerate(letters(board)) if letter in wanted)


def numbers_mask(position: str) -> int:
    """The mask of a position of `number`."""
    return sum(1 << int(word) for word in position.split() if word != "none")


def padded(rows: list[int], height: int) -> list[int]:
    """A number for each row: those that are not given have none."""
    return rows + [0] * (height - len(rows))


def staircase_place(rows: list[int]) -> int:
    """The place of a position of `contour` and `chomp`."""
    height = len(rows)
    return sum(comb(t + height - 1 - r, height - r) for r, t in enumerate(rows))


class Reader:
    """What each reader says of a position."""

    def row(self, position: str) -> list[str]:
        """The cells that the document's table of examples has behind the position."""
        raise NotImplementedError

    def answer(self, position: str) -> list[str]:
        """The fields that the file of expected answers has behind the position."""
        return self.row(position)[-1:]


class Trie(Reader):
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
        won, plies, moves = self.value(entry)
        value = f"{won} in {plies}" + (f", by naming {moves.replace(' ', ' or ')}" if moves else "")
        return [hex(mask), str(word), ", ".join(map(hex, nodes)), str(place), spaced(entry), value]

    def value(self, entry: bytes) -> list[str]:
        """Outcome, plies and winning moves."""
        moves = int.from_bytes(entry[:3], "little")
        return [outcome(not moves), str(entry[3]), " ".join(map(str, check.bits_of(moves)))]

    def answer(self, position: str) -> list[str]:
        return self.value(bytes.fromhex(self.row(position)[-2]))


class Filters(Reader):
    """`filters+lines` of `number`."""

    def __init__(self, table: check.Table) -> None:
        self.outcomes = check.NumberOutcomes(table)

    def row(self, position: str) -> list[str]:
        outcomes, mask = self.outcomes, numbers_mask(position)
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


class Tower(Reader):
    """`f64` of `tower`."""

    def __init__(self, table: check.Table) -> None:
        self.tower = check.Tower(table.parameter("levels"))
        self.entries = table.section("entries")

    def row(self, position: str) -> list[str]:
        *below, top = position.split("/")
        complete = [0] * len(check.KINDS)
        sides = [0, 0, 0]
        for level in below:
            if "." not in level:
                complete[check.KIND_OF[level]] += 1
            elif level.count(".") == 1 and level[1] != ".":
                sides["RGB".index((level[0] + level[2]).strip("."))] += 1
        place = self.tower.place(tuple(complete), tuple(sides), top)
        _, exchanged = check.tower_row(tuple(complete))
        if exchanged:
            complete = complete[8:16] + complete[:8] + complete[16:]
            sides, top = [sides[0], sides[2], sides[1]], top.translate(check.EXCHANGE)
        high, low = tuple(complete[:8]), tuple(complete[8:16])
        ranks = [check.multiset_rank(high), check.multiset_rank(low), complete[17]]
        kinds = [check.multiset_rank(tuple(sides)), check.TOP_OF[top]]
        shape = [sum(complete), sum(sides), 3 - top.count(".")]
        lists = [", ".join(map(str, each)) for each in (shape, [sum(high), sum(low)], ranks, kinds)]
        entry = self.entries[8 * place : 8 * place + 8]
        minutes = repr(struct.unpack("<d", entry)[0]).removesuffix(".0")
        return ["yes" if exchanged else "no", *lists, str(place), spaced(entry), minutes]

    def answer(self, position: str) -> list[str]:
        return [bytes.fromhex(self.row(position)[-2])[::-1].hex()]


class Contour(Reader):
    """`g32` and `g64` of `contour`."""

    def __init__(self, table: check.Table) -> None:
        self.height, _, self.a, self.b = check.contour_board(table.board)
        self.size = 4 if table.encoding == "g32" else 8
        self.entries = table.section("entries")

    def row(self, position: str) -> list[str]:
        rows = padded([int(word) for word in position.split(",")], self.height)
        place = staircase_place(rows)
        entry = self.entries[self.size * place : self.size * (place + 1)]
        g = int.from_bytes(entry, "little", signed=True)
        difference = sum(sum(a[:t]) - sum(b[:t]) for t, a, b in zip(rows, self.a, self.b, strict=True))
        sign = -1 if sum(rows) % 2 else 1
        score, rest = divmod(g - sign * difference, 2)
        assert not rest, position
        return [str(place), spaced(entry), str(g), str(difference), "AB"[sum(rows) % 2], str(score)]


class Patterns(Reader):
    """`patterns+score8` of `stake`."""

    def __init__(self, table: check.Table) -> None:
        self.stake = check.Stake(table)
        self.items = check.numbers("H", table.section("patterns"))
        self.entries = table.section("entries").cast("b")

    def row(self, position: str) -> list[str]:
        n = position.count("/") + 1
        filled, zeros = mask_of(position, "01"), mask_of(position, "0")
        item = self.items[sum(1 << m * m for m in range(1, n)) + filled]
        rank, s = item >> 3, item & 7
        canonical, moved = (check.images(mask, n, n)[s] for mask in (filled, zeros))
        f = check.ones(filled)
        first = self.stake.first_of[n, f] + rank * comb(f, (f + 1) // 2)
        held = [p for p, cell in enumerate(check.bits_of(canonical)) if moved >> cell & 1]
        place = first + sum(comb(p, j) for j, p in enumerate(held, 1))
        numbers = [str(number) for number in (s, rank, hex(canonical), first, place)]
        score = self.entries[place]
        return [hex(filled), *numbers, f"{score & 255:02x}", str(score)]


class Lead(Reader):
    """`lead8` of `stake`."""

    def __init__(self, table: check.Table) -> None:
        self.lead = check.Lead(table.board)
        self.entries = table.section("entries")

    def row(self, position: str) -> list[str]:
        digits = [letters(position)[x] for x in self.lead.empty]
        word = [0 if digit == "." else 1 if int(digit) == self.lead.mover else 2 for digit in digits]
        place = self.lead.place(word)
        lead = self.entries[place] - 64
        score = lead if word.count(1) == word.count(2) else -lead
        return ["".join("efs"[letter] for letter in word), str(place), f"{lead + 64:02x}", str(score)]


class Starts(Reader):
    """`losing1` of `tokens`."""

    def __init__(self, table: check.Table) -> None:
        self.height, self.width = table.parameter("rows"), table.parameter("columns")
        self.homes = check.tokens_homes(self.height, self.width)
        self.losing = check.Bits(table.section("losing"))

    def row(self, position: str) -> list[str]:
        lines = position.split("/")
        if len(lines) > self.height or len(lines[0]) > self.width:
            lines = ["".join(column) for column in zip(*lines, strict=True)]
        board = "/".join(line.ljust(self.width, "#") for line in lines)
        free, pieces = mask_of(board, ".P"), list(check.bits_of(mask_of(board, "P")))
        moved = [sorted(cells[x] for x in pieces) for cells in check.symmetries(self.height, self.width)]
        s = next(s for s, (a, b) in enumerate(moved) if (a, b) in self.homes)
        a, b = moved[s]
        home, bits = self.homes.index((a, b)), self.height * self.width - 2
        mask = check.remove_bits(check.images(free, self.height, self.width)[s], a, b)
        place = (home << bits) + mask
        bit = self.losing[place]
        return [str(s), str(home), f"0b{mask:0{bits}b}", str(place), str(bit), outcome(bit)]


class Steps(Reader):
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

    def answer(self, position: str) -> list[str]:
        won, named = self.row(position)[-2:]
        a, b = self.pair(position)
        followed = self.steps[check.pair_number(a, b)] & 15
        # The strategy: the capture, or the step of bits 0 to 3; empty if there is none.
        steps = (text for code, _, to, still, text in self.moves(a, b) if to == still or code == followed)
        return [won, named.replace("`", ""), next(steps, "")]


class Bar(Reader):
    """`losing1` of `chomp`."""

    def __init__(self, table: check.Table) -> None:
        self.height, self.width = table.parameter("rows"), table.parameter("columns")
        self.losing = check.Bits(table.section("losing"))

    def row(self, position: str) -> list[str]:
        rows = [int(word) for word in position.split(",")]
        if len(rows) > self.height or rows[0] > self.width:
            rows = transposed(rows)
        place = staircase_place(padded(rows, self.height))
        return [str(place), str(self.losing[place]), outcome(self.losing[place])]


def transposed(rows: list[int]) -> list[int]:
    """A position of `chomp` with rows and columns exchanged."""
    return [sum(1 for cells in rows if cells > column) for column in range(rows[0])] or [0]


class Coded(Reader):
    """`codes+lines`, of games of which the document has examples."""

    def __init__(self, table: check.Table) -> None:
        self.coded = check.Coded(table)

    def word(self, position: str) -> int:
        """A board: cells of the player to move (x) and of the opponent (o)."""
        return mask_of(position, "x") << 32 | mask_of(position, "o")

    def row(self, position: str) -> list[str]:
        word = self.word(position)
        has_filter = self.coded.range_of(word).filter > 0
        passes = "" if not has_filter else "passes" if self.coded.passes(word) else "does not pass"
        length, code = self.coded.code(word)
        bits = "" if passes == "does not pass" else f"{code:0{length}b}"
        entry = self.coded.value(word)
        return [hex(word), f"{check.mix(word):#018x}", passes, bits, str(entry), self.value(entry)]

    def value(self, entry: int) -> str:
        """What an entry says."""
        if self.coded.kind == 3:
            return f"Grundy value {entry}"
        return f"{'win' if entry > 0 else 'loss'} in {32767 - abs(entry)}" if entry else "draw"


class Rows(Coded):
    """Rows of pins, one after the other."""

    def word(self, position: str) -> int:
        word = 0
        for length in sorted(map(int, position.split()), reverse=True):
            word = word << (length + 1) | (1 << length) - 1
        return word


class Walk:
    """Takes values off the front of a header, by the types that the document names."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def take(self, size: int) -> bytes:
        """The next bytes."""
        taken, self.data = self.data[:size], self.data[size:]
        return taken

    def value(self, kind: str) -> Any:
        """The next value."""
        if kind == "quantity":
            return (int.from_bytes(self.take(4), "little"), self.value("u64"))
        number = int.from_bytes(self.take(8), "little")
        if kind == "u64":
            return number
        assert number <= len(self.data), f"it is no {kind}"
        if kind == "text":
            return self.take(number).decode()
        kinds = kind.removeprefix("list of ").split(", ")
        return [tuple(self.value(each) for each in kinds) for _ in range(number)]


READERS: dict[tuple[str, str], Callable[[check.Table], Reader]] = {
    ("number", "trie+entry32"): Trie,
    ("number", "filters+lines"): Filters,
    ("tower", "f64"): Tower,
    ("contour", "g32"): Contour,
    ("contour", "g64"): Contour,
    ("stake", "patterns+score8"): Patterns,
    ("stake", "lead8"): Lead,
    ("tokens", "losing1"): Starts,
    ("tokens", "losing1+steps8"): Steps,
    ("chomp", "losing1"): Bar,
    ("tictactoe", "codes+lines"): Coded,
    ("sliding", "codes+lines"): Coded,
    ("kayles", "codes+lines"): Rows,
}


def reader(name: str) -> Reader:
    """The reader of a committed table."""
    table = opened(name)
    return READERS[table.game, table.encoding](table)


# The positions that play reaches from a start, by words, with the words that moves lead to; and the ends that are
# draws.
Moves = dict[int, list[int]]
Graph = tuple[Moves, set[int]]


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


def tic_tac_toe() -> Graph:
    """A full row, column or diagonal of 3 x 3 cells wins."""
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

    def moves(word: int) -> list[int]:
        own, other = boards(word)
        if any(other & line == line for line in lines):
            return []
        return [other << 32 | own | 1 << cell for cell in range(9) if not (own | other) >> cell & 1]

    found = reached(0, moves)
    draws = {word for word in found if not any(boards(word)[1] & line == line for line in lines)}
    return found, {word for word in draws if not found[word]}


def sliding() -> Graph:
    """A piece of 3 x 3 cells slides to an empty cell next to it; who cannot move has lost."""

    def moves(word: int) -> list[int]:
        own, other = boards(word)
        steps = [(cell, cell + 1) for cell in (0, 1, 3, 4, 6, 7)] + [(cell, cell + 3) for cell in range(6)]
        steps += [(to, start) for start, to in steps]
        return [
            other << 32 | own ^ 1 << start ^ 1 << to
            for start, to in steps
            if own >> start & 1 and not (own | other) >> to & 1
        ]

    return reached(0o007 << 32 | 0o700, moves), set()


def kayles() -> Graph:
    """One pin of a row of 20 is taken, or two that stand together. Equal are positions with the same rows."""

    def sorted_rows(pins: int) -> int:
        rows = [len(row) for row in f"{pins:b}".split("0") if row]
        word = 0
        for length in sorted(rows, reverse=True):
            word = word << (length + 1) | (1 << length) - 1
        return word

    def moves(word: int) -> list[int]:
        taken = [pins << pin for pins in (1, 3) for pin in range(20)]
        return [sorted_rows(word & ~pins) for pins in taken if word & pins == pins]

    return reached((1 << 20) - 1, moves), set()


RULES: dict[str, Callable[[], Graph]] = {
    "tictactoe-3x3": tic_tac_toe,
    "sliding-3x3": sliding,
    "kayles-20": kayles,
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
            read = reader(name)
            for position, *expected in examples:
                self.assertEqual(read.row(position.strip("`")), expected, (name, position))

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
            walk = Walk(table.data[32 : table.header_end])
            found = {field: walk.value(kind) for field, kind, _ in fields("Header")}
            self.assertFalse(walk.data, "bytes are left over")
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
            self.assertEqual(parameters, coded([each for each, _ in table.parameters]), name)
            self.assertEqual(sections, coded(list(table.places)), name)

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
            rows = padded([int(word) for word in position.split(",")], 16)
            block = staircase_place(rows[: blocks.fixed])
            found = [blocks.order.index(block), blocks.first[block], blocks.bit(rows)]
            self.assertEqual(found, [int(number) for number in expected], position)


class TheCommittedTables(unittest.TestCase):
    """Read by the document, they give the answers that are beside them."""

    def test_every_answer_is_the_expected_one(self) -> None:
        answered = sorted(path.stem for path in GOLDEN.glob("*.csv"))
        computed = ("number-17", "number-30", *RULES)
        self.assertEqual(answered, [name for name in TABLES if name not in computed])
        for name in answered:
            read = reader(name)
            with (GOLDEN / f"{name}.csv").open(newline="") as file:
                for position, *expected in list(csv.reader(file))[1:]:
                    self.assertEqual(read.answer(position), expected, (name, position))

    def test_custom_games_have_the_values_that_the_rules_make(self) -> None:
        for name, rules in RULES.items():
            table, graph = opened(name), rules()
            coded = check.Coded(table)
            values = grundy_values(graph[0]) if coded.kind == 3 else outcomes(*graph)
            self.assertEqual({word: coded.value(word) for word in values}, values, name)
            self.assertEqual(table.states, len(values), name)
            self.assertTrue(all(map(coded.may_have, values)), name)
            others = [check.mix(number) for number in range(1, 4096)]
            taken, expected = sum(map(coded.may_have, others)), len(others) >> coded.members
            self.assertTrue(expected // 2 < taken < 2 * expected, (name, taken))
            statistics = [sum(map(len, graph[0].values()))]
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

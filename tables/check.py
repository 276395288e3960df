#!/usr/bin/env python3
"""Checks tables of perfectplay, and proves their entries by the rules, without perfectplay.

It is written from FORMAT.md and the rules of the games alone. Of each table it checks every byte
(prelude, header, lengths, checksums, zeros), lists all positions by the rules, and compares each
stored entry with the one that follows from the stored entries which the moves lead to. As games
end, this makes all entries right: first those of positions without moves, then all others.

Two kinds of table are proven in another way. Those of tokens, where a position may not come back,
by matchings; and `filters+lines` of number, which has no places, by looking up all positions.
Tables of custom games are unproven: only their programs know the rules.

First comes what all tables share: the checksum, the file, and how work is spread over processes.
Then each game has a part: its rules, its header, its positions and their places, its moves, and
the proof. The last part is the program. It needs Python 3.9 or newer, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import mmap
import os
import random
import re
import signal
import stat
import struct
import sys
import time
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import accumulate, combinations, combinations_with_replacement, islice, product
from math import comb, isqrt
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from operator import mul
from typing import Any, Callable, NamedTuple, Optional

WORD = (1 << 64) - 1
MAPPED_FROM = 1 << 26  # larger files are mapped, not read


class Wrong(Exception):
    """The table is damaged, or an entry does not follow from the rules."""

    result = "wrong"


class Unproven(Exception):
    """Nothing in the file is wrong, but nobody here knows the rules that its entries must follow from."""

    result = "unproven"


class Undecided(Exception):
    """The file cannot be read, or is too large to be proven."""

    result = "undecided"


def refuse(is_so: object, why: str) -> None:
    """A table of which this is so is damaged or wrong."""
    if is_so:
        raise Wrong(why)


# How many bits are set; `bit_count` came with Python 3.10.
ones: Callable[[int], int] = getattr(int, "bit_count", lambda number: bin(number).count("1"))


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def numbers(code: str, data: Any) -> array[Any]:
    """The little-endian numbers of a section; `code` is that of the module array."""
    result = array(code)
    result.frombytes(data)
    if sys.byteorder == "big":
        result.byteswap()
    return result


def view(code: str, section: memoryview) -> Any:
    """Words without a copy, where numbers in memory are little-endian."""
    return section.cast(code) if sys.byteorder == "little" else numbers(code, section)  # type: ignore[call-overload]


def bytes_of(code: str, values: Sequence[int]) -> bytes:
    """Numbers as little-endian bytes."""
    return struct.pack(f"<{len(values)}{code}", *values)


class Bits:
    """A section of bits, read one by one."""

    def __init__(self, section: Any) -> None:
        self.section = section

    def __getitem__(self, place: int) -> int:
        return int(self.section[place >> 3]) >> (place & 7) & 1


def same_bytes(stored: Any, expected: bytes, name: str) -> None:
    """A part of a section that FORMAT.md fixes must be as expected."""
    if len(stored) != len(expected):
        raise Wrong(f"section `{name}` has {len(stored)} bytes where {len(expected)} follow")
    if stored != expected:
        at = next(i for i, (x, y) in enumerate(zip(stored, expected)) if x != y)
        raise Wrong(f"section `{name}`, byte {at}: stored {stored[at]:02x}, but {expected[at]:02x} follows")


# ---------------------------------------------------------------------------------------------
# XXH3-64 (FORMAT.md, Terms)

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
P32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
P64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
MX1, MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25
STRIPES = b"".join(SECRET[8 * i : 8 * i + 64] for i in range(16))  # the secret for a block of 1024 bytes


def _word(data: Any, at: int, width: int = 8) -> int:
    return int.from_bytes(data[at : at + width], "little")


_secret = partial(_word, SECRET)


def _fold(x: int, y: int) -> int:
    z = x * y
    return (z ^ (z >> 64)) & WORD


def _avalanche(h: int) -> int:
    h &= WORD
    h = ((h ^ (h >> 37)) * MX1) & WORD
    return h ^ (h >> 32)


def _avalanche_64(h: int) -> int:
    h = ((h ^ (h >> 33)) * P64[1]) & WORD
    h = ((h ^ (h >> 29)) * P64[2]) & WORD
    return h ^ (h >> 32)


def xxh3(data: Any) -> int:
    """XXH3-64 with seed 0 and the default secret."""
    size = len(data)
    if size > 240:
        return _xxh3_long(data)

    word = partial(_word, data)

    def mix(at: int, secret: int) -> int:
        return _fold(word(at) ^ _secret(secret), word(at + 8) ^ _secret(secret + 8))

    if size > 128:
        h = size * P64[0] + sum(mix(16 * i, 16 * i) for i in range(8))
        h = _avalanche(h) + sum(mix(16 * i, 16 * i - 125) for i in range(8, size // 16))
        return _avalanche(h + mix(size - 16, 119))
    if size > 16:
        h = size * P64[0]
        for i in range((size - 1) // 32 + 1):
            h += mix(16 * i, 32 * i) + mix(size - 16 * (i + 1), 32 * i + 16)
        return _avalanche(h)
    if size > 8:
        low = word(0) ^ _secret(24) ^ _secret(32)
        high = word(size - 8) ^ _secret(40) ^ _secret(48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return _avalanche(size + swapped + high + _fold(low, high))
    if size > 3:
        h = (word(size - 4, 4) + (word(0, 4) << 32)) ^ _secret(8) ^ _secret(16)
        h ^= ((h << 49 | h >> 15) ^ (h << 24 | h >> 40)) & WORD
        h = (h * MX2) & WORD
        h = ((h ^ ((h >> 35) + size)) * MX2) & WORD
        return h ^ (h >> 28)
    if size > 0:
        h = data[0] << 16 | data[size >> 1] << 24 | data[size - 1] | size << 8
        return _avalanche_64(h ^ (_secret(0) ^ _secret(4)) & 0xFFFFFFFF)
    return _avalanche_64(_secret(56) ^ _secret(64))


def _xxh3_long(data: Any) -> int:
    """Of more than 240 bytes: eight sums of products, mixed after each block of 1024 bytes.

    All bytes are combined with the secret at once, as one large integer; what is left is to
    multiply the halves of each word and to add up every eighth product.
    """
    size = len(data)
    blocks = (size - 1) // 1024
    stripes = (size - 1 - 1024 * blocks) // 64
    used = 1024 * blocks + 64 * stripes
    plain = bytes(data[:used]) + bytes(data[size - 64 :])
    secret = STRIPES * blocks + STRIPES[: 64 * stripes] + SECRET[121:185]
    keyed = int.from_bytes(plain, "little") ^ int.from_bytes(secret, "little")
    halves = numbers("I", keyed.to_bytes(len(plain), "little"))
    products = list(map(mul, halves[0::2], halves[1::2]))
    words = numbers("Q", plain)
    sums = [P32[2], P64[0], P64[1], P64[2], P64[3], P32[1], P64[4], P32[0]]
    mixing = [_secret(128 + 8 * i) for i in range(8)]
    for block in range(blocks + 1):
        first = 128 * block
        last = first + 128 if block < blocks else len(words)
        for i in range(8):
            h = sums[i] + sum(products[first + i : last : 8]) + sum(words[first + (i ^ 1) : last : 8])
            if block < blocks:
                h &= WORD
                h = (h ^ (h >> 47) ^ mixing[i]) * P32[0]
            sums[i] = h & WORD
    h = size * P64[0]
    for i in range(0, 8, 2):
        h += _fold(sums[i] ^ _secret(11 + 8 * i), sums[i + 1] ^ _secret(19 + 8 * i))
    return _avalanche(h)


# ---------------------------------------------------------------------------------------------
# The file (FORMAT.md: Prelude, Header, Payload, Checksums)

MAGIC = bytes.fromhex("89505054 0d0a1a0a")
ZSTD_MAGIC = bytes.fromhex("28b52ffd")
PAGE = 4096
ANY = -1
CHUNK = 65536
COUNT, REAL, INTEGER = 0, 1, 2  # the kinds of a quantity


class Layout(NamedTuple):
    """What FORMAT.md says about the header of a table of an encoding."""

    name: str
    states: int | None  # None: not known without the sections
    sections: Sequence[tuple[str, int | None]]  # None: any multiple of 8; ANY: whatever it is
    statistics: list[tuple[str, int]]


def counted(*names: str) -> list[tuple[str, int]]:
    """Statistics that say how many there are of something."""
    return [(name, COUNT) for name in names]


class Table:
    """A table whose header is right. In another process it is read again."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.game = self.name = self.rules = self.encoding = self.board = ""
        self.parameters: list[tuple[str, int]] = []
        self.states = self.checksums = self.header_end = self.payload = self.end = self.size = 0
        self.places: dict[str, tuple[int, int]] = {}
        self.statistics: list[tuple[str, int, int]] = []  # name, kind, the eight bytes as a u64
        self.data: Any = b""

    def section(self, name: str) -> memoryview:
        offset, length = self.places[name]
        return memoryview(self.data)[offset : offset + length]

    def parameter(self, name: str) -> int:
        return dict(self.parameters)[name]

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "data"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.data = read_file(self.path)
        refuse(len(self.data) != self.size, "the file was changed while it was read")


def read_file(path: str) -> Any:
    """The bytes of a file; a large one is mapped."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise Undecided("it is a folder" if stat.S_ISDIR(mode) else "it is no file")
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size >= MAPPED_FROM:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            return file.read()
    except (OSError, ValueError) as error:
        raise Undecided(getattr(error, "strerror", None) or str(error)) from error


def round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


def open_table(path: str) -> tuple[Table, Game]:
    """Read prelude and header, and check all that a reader must refuse a table for."""
    table = Table(path)
    table.data = read_file(path)
    table.size = len(table.data)
    head = bytes(table.data[: 32 + 65536])
    if head[:4] == ZSTD_MAGIC:
        raise Undecided("it is packed: unpack it first, with `zstd -d`")
    if len(head) < 32 or head[:8] != MAGIC:
        raise Wrong("it is no table: the first bytes are not those of one, or too few")
    version, length, header_sum, prelude_sum = struct.unpack_from("<IIQQ", head, 8)
    refuse(version != 1, f"format version {version}; only 1 is known")
    refuse(xxh3(head[:24]) != prelude_sum, "the prelude is damaged: its checksum is wrong")
    refuse(length > 65536, "the header is longer than 65536 bytes")
    refuse(len(head) < 32 + length, "the file ends within its header")
    header = head[32 : 32 + length]
    refuse(xxh3(header) != header_sum, "the header is damaged: its checksum is wrong")
    table.header_end = 32 + length
    sections = decode_header(table, header)
    known = any(game == table.game for game, _, _ in GAMES)
    game = GAMES.get((table.game, table.rules, table.encoding) if known else (OTHER, "", table.encoding))
    if game is None:
        names = ", ".join(name[:40] for name in (table.game, table.rules, table.encoding))
        raise Wrong(f"unknown game, rules tag and encoding: {names}")
    refuse(table.board and table.parameters, "the header has a board and parameters")
    check_layout(table, game.layout(table), sections)
    return table, game


def decode_header(table: Table, header: bytes) -> list[tuple[str, int, int]]:
    """Take the header apart into the table; returns name, offset and length of each section."""
    at = 0

    def take(size: int) -> bytes:
        nonlocal at
        refuse(size > len(header) - at, "the header is shorter than its fields")
        at += size
        return header[at - size : at]

    def u64() -> int:
        return int.from_bytes(take(8), "little")

    def text(what: str, lines: bool = False) -> str:
        result = take(u64())
        if any(not (0x20 <= byte <= 0x7E or (lines and byte == 0x0A)) for byte in result):
            raise Wrong(f"the header's field `{what}` has a byte that is not printable ASCII")
        return result.decode("ascii")

    def items(what: str) -> range:
        count = u64()
        refuse(count > len(header), f"the header is shorter than its list of {what}")
        return range(count)

    table.game = text("game")
    table.name = text("name")
    table.rules = text("rules")
    table.encoding = text("encoding")
    table.parameters = [(text("parameters"), u64()) for _ in items("parameters")]
    table.board = text("board", lines=True)
    table.states = u64()
    sections = [(text("sections"), u64(), u64()) for _ in items("sections")]
    table.checksums = u64()
    for _ in items("statistics"):
        name = text("statistics")
        kind = int.from_bytes(take(4), "little")
        refuse(kind > 2, f"the statistic `{name}` is of the unknown kind {kind}")
        table.statistics.append((name, kind, u64()))
    refuse(at != len(header), "the header is longer than its fields")
    return sections


def check_layout(table: Table, layout: Layout, sections: list[tuple[str, int, int]]) -> None:
    """Compare the header with what its encoding, parameters and board demand."""
    if table.name != layout.name:
        raise Wrong(f"the name in the header is `{table.name[:40]}`, but its contents make `{layout.name}`")
    if os.path.basename(table.path) != table.name + ".table":
        raise Wrong(f"the file holds the table {table.name}, and must be called {table.name}.table")
    if layout.states is not None and table.states != layout.states:
        raise Wrong(f"{table.states} states in the header, but there are {layout.states}")
    if [name for name, _, _ in sections] != [name for name, _ in layout.sections]:
        raise Wrong(f"the sections are not {', '.join((f'`{name}`' for name, _ in layout.sections))}")
    table.payload = position = round_up(table.header_end, PAGE)
    for (name, offset, length), (_, expected) in zip(sections, layout.sections):
        if expected != ANY and (length % 8 if expected is None else length != expected):
            raise Wrong(f"the section `{name}` cannot have {length} bytes")
        refuse(offset != position, f"the section `{name}` is said to begin at {offset}, not at {position}")
        table.places[name] = (offset, length)
        position = round_up(offset + length, PAGE)
    table.end = position
    size = table.end + 8 * -(-(table.end - table.payload) // CHUNK)
    refuse(size >= 1 << 63, "the file would be longer than 2^63 - 1 bytes")
    refuse(table.size != size, f"the file has {table.size} bytes, but its header makes it {size}")
    if [(name, kind) for name, kind, _ in table.statistics] != layout.statistics:
        names = ", ".join(name for name, _ in layout.statistics)
        raise Wrong(f"the statistics are not {names}, or of other kinds")


def check_chunks(table: Table, chunks: range) -> None:
    """Compare the checksums of some chunks."""
    data = memoryview(table.data)
    for chunk in chunks:
        begin = table.payload + CHUNK * chunk
        at = table.end + 8 * chunk
        if xxh3(data[begin : min(begin + CHUNK, table.end)]) != int.from_bytes(data[at : at + 8], "little"):
            raise Wrong(f"chunk {chunk} (from byte {begin} on) is damaged: its checksum is wrong")


def check_bytes(table: Table, processes: int) -> None:
    """Compare all checksums, and see that what is between the sections is zero."""
    data = memoryview(table.data)
    if xxh3(data[table.end :]) != table.checksums:
        raise Wrong("the list of checksums is damaged: its own checksum is wrong")
    chunks = range((table.size - table.end) // 8)
    for _ in run(check_chunks, parts_of(chunks, 200), table, processes):
        pass
    begins = [table.header_end, *(offset + length for offset, length in table.places.values())]
    ends = [*(offset for offset, _ in table.places.values()), table.end]
    for begin, end in zip(begins, ends):
        refuse(any(data[begin:end]), f"the bytes from {begin} to {end - 1} must be zero")


def count_losing(table: Table) -> int:
    """How many bits of the section `losing` are set; those behind the last entry must be zero."""
    section, size = table.section("losing"), 1 << 20
    if table.states % 8 and section[-1] >> (table.states % 8):
        raise Wrong("section `losing`: an unused bit behind the last entry is set")
    return sum(ones(int.from_bytes(section[i : i + size], "little")) for i in range(0, len(section), size))


# ---------------------------------------------------------------------------------------------
# Proving


def parts_of(items: Any, size: int) -> list[Any]:
    """A sequence in parts of this size."""
    return [items[i : i + size] for i in range(0, len(items), size)]


class Task(NamedTuple):
    """A table and how it is to be proven."""

    table: Table
    chosen: list[int] | None  # the places of a sample; None: all
    random: random.Random
    processes: int

    def places(self) -> Sequence[int]:
        return range(self.table.states) if self.chosen is None else self.chosen

    def jobs(self, size: int) -> list[Sequence[int]]:
        return parts_of(self.places(), size)


class Proof(NamedTuple):
    """How many entries follow from the rules, and what the statistics must be."""

    compared: int
    statistics: list[Any]


class Game(NamedTuple):
    layout: Callable[[Table], Layout]
    prove: Callable[[Task], Proof]


def differs(what: str, stored: Any, follows: Any) -> Wrong:
    return Wrong(f"{what}: stored is {stored}, but {follows} follows")


def wrong_bit(what: str, loses: int) -> Wrong:
    """A bit says that the other player wins."""
    return differs(what, *(("a win", "a loss") if loses else ("a loss", "a win")))


def _serve(ours: Connection, theirs: Connection, work: Callable[[Any, Any], Any], shared: Any) -> None:
    """Call work(shared, job) for each job that comes, until the first process is gone."""
    ours.close()  # else the pipe would stay open, and no end of the first process would be noticed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    with suppress(EOFError, OSError):
        while True:
            job = theirs.recv()
            try:
                answer = True, work(shared, job)
            except Exception as error:
                answer = False, error
            theirs.send(answer)


def run(work: Callable[[Any, Any], Any], jobs: Sequence[Any], shared: Any, processes: int) -> Iterator[Any]:
    """Call work(shared, job) for all jobs and yield the results in order.

    It needs no threads, and where no process can be started either, this one does the work.
    """
    workers: dict[Connection, Process] = {}  # each with the pipe that leads to it
    processes = min(processes, len(jobs))
    with suppress(OSError, EOFError, MemoryError):  # then the system allows no more
        while processes > 1 and len(workers) < processes:
            ours, theirs = Pipe()
            process = Process(target=_serve, args=(ours, theirs, work, shared), daemon=True)
            process.start()
            workers[ours] = process
            theirs.close()
    if not workers:
        for job in jobs:
            yield work(shared, job)
        return
    try:
        left = iter(enumerate(jobs))
        given: dict[Connection, int] = {}  # who has which job
        answers: dict[int, tuple[bool, Any]] = {}

        def give(pipe: Connection) -> None:
            for index, job in islice(left, 1):
                pipe.send(job)
                given[pipe] = index

        for pipe in workers:
            give(pipe)
        for index in range(len(jobs)):
            while index not in answers:
                ready = wait(given)
                for pipe in [each for each in given if each in ready]:
                    answers[given.pop(pipe)] = pipe.recv()
                    give(pipe)
            fine, result = answers.pop(index)
            if not fine:
                raise result
            yield result
    except (EOFError, ConnectionError) as error:
        raise Undecided("a process that proved it was ended, perhaps for lack of memory") from error
    finally:
        for pipe, process in workers.items():
            process.terminate()
            process.join()
            pipe.close()


def family(table: Table, *limits: tuple[str, int, int]) -> list[int]:
    """The parameters, which must have these names, in this order, and lie in these ranges."""
    if [name for name, _ in table.parameters] != [name for name, _, _ in limits]:
        raise Wrong(f"the parameters are not {', '.join((f'`{name}`' for name, _, _ in limits))}")
    refuse(table.board, "the header has a board, which a family has not")
    for (name, value), (_, least, most) in zip(table.parameters, limits):
        if not least <= value <= most:
            raise Wrong(f"the parameter `{name}` is {value}, which is not from {least} to {most}")
    return [value for _, value in table.parameters]


def one_board(table: Table) -> str:
    """The board of a table that must not have parameters."""
    refuse(table.parameters, "the header has parameters, which a table of one board has not")
    return table.board


def fingerprint(data: bytes) -> str:
    return f"{xxh3(data) & 4294967295:08x}"


def board_numbers(line: str) -> list[int]:
    """The numbers of a line of a board, in decimal without leading zeros, a space between them."""
    words = line.split(" ")
    if not all(re.fullmatch("0|[1-9][0-9]{0,9}", word) for word in words):
        raise Wrong(f"the board in the header is not written as it must be: `{line[:60]}`")
    return [int(word) for word in words]


def board_lines(text: str) -> list[str]:
    """The lines of a board, each of which must end with a line feed."""
    refuse(not text.endswith("\n"), "the board in the header does not end with a line feed")
    return text[:-1].split("\n")


# ---------------------------------------------------------------------------------------------
# number
#
# Two players alternately name a number from 2 on that is not a sum of numbers named so far. The
# player who cannot loses. A position is a mask; bit x is set if the number x can be named.

# How many positions have the largest number 1, 2, 3, … (OEIS A124506).
A124506 = (
    1, 1, 2, 2, 5, 4, 11, 10, 21, 22, 51, 40, 106, 103, 200, 205, 465, 405, 961, 900, 1828, 1913, 4096, 3578,
    8273, 8175, 16132, 16267, 34903, 31822, 70854, 68681, 137391, 140661, 292081, 270258, 591443, 582453,
    1156012, 1161319, 2425711, 2287203, 4889434, 4785671,
)  # fmt: skip


def number_layout(table: Table) -> Layout:
    is_trie = table.encoding == "trie+entry32"
    (bound,) = family(table, ("bound", 2, 23 if is_trie else 63))
    known = A124506[:bound]  # which also shows what a sample cannot find out
    if table.states < sum(known) or (table.states > sum(known) and len(known) < len(A124506)):
        raise Wrong(f"{table.states} states in the header, but there are {sum(known)} positions")
    if is_trie:
        entries = ("entries", 4 * table.states)
        statistics = counted("winning", "losing", "longest_game_plies")
        return Layout(f"number-{bound}", None, [("trie", None), entries], statistics)
    halves = [(largest + 1) // 2 for largest in range(2, bound + 1)]
    classes = sum(half * largest for largest, half in enumerate(halves, 2))
    names = ("counts", "classes", "spans", "lines")
    sections = list(zip(names, (16 * sum(halves), classes, 192 * (bound - 1), ANY)))
    return Layout(f"number-{bound}", None, sections, counted("winning", "losing"))


def number_text(mask: int) -> str:
    return " ".join(map(str, bits_of(mask))) or "none"


def number_positions(bound: int, part: int = 0, parts: int = 1) -> Iterator[tuple[int, int, int, int]]:
    """All positions with numbers up to `bound`: mask, largest, how many numbers, least missing one.

    They form a tree: without its largest number a position is one, too, its parent. A child adds
    a number n above the largest that is not a sum y + z of numbers that are not available, y and
    z from 2 on. What could be added and is larger than n can be added to the child, too, as fewer
    numbers are missing there. New is only what was a sum with n alone. Let m be the least number
    missing. If z > m is missing then n + z = m + (n + z - m), and n + z - m > n is missing, too;
    so n + z is still a sum, unless z = m. Only n + m must be tried. If n = m, then all from m + 1
    on are missing, and what can be added to the child are the numbers below 2 (m + 1).

    The tree can be cut, for several processes: these are the positions of one of its parts.
    """
    cut = bound // 2
    everything = (2 << bound) - 4
    mirrored = (1 << (bound - 1)) - 1  # bit `bound` - x stands for x
    trees = 0  # that begin at the cut
    stack = [(0, 0, 1, 0, 2, 0b1100 & everything)]
    while stack:
        mask, reverse, largest, count, least, addable = stack.pop()
        if largest > cut or part == 0:
            yield mask, largest, count, least
        while addable:
            low = addable & -addable
            addable ^= low
            n = low.bit_length() - 1
            if n > cut >= largest:
                trees += 1
                if trees % parts != part:
                    continue
            child = mask | low
            back = reverse | 1 << (bound - n)
            if n == least:
                more = ((4 << 2 * n) - 1) & everything & ~((low << 1) - 1)
                stack.append((child, back, n, count + 1, n + 1, more))
            else:
                total = n + least
                more = addable
                if total <= bound and not (everything & ~child) & ((mirrored & ~back) >> (bound - total)):
                    more |= 1 << total
                stack.append((child, back, n, count + 1, least, more))


def number_move(mask: int, n: int) -> int:
    """The position after naming n: what is a sum of n, as often as one likes, and of 0 or a number
    that was not available is taken away."""
    largest = mask.bit_length() - 1
    sums = ~mask & ((2 << largest) - 1) & ~2
    while n <= largest:
        sums |= sums << n
        n *= 2
    return mask & ~sums


# --- number, `trie+entry32`


def number_key(mask: int, bound: int, low: int) -> tuple[int, ...]:
    """Places are in the order of these keys: the numbers up to d, then each five more."""
    return (mask & ((2 << low) - 1),) + tuple(mask >> (b + 1) & 31 for b in range(low, bound, 5))


def number_trie(order: list[int], bound: int, low: int) -> bytes:
    """The section `trie`, every byte of which follows from the positions in the order of places."""
    known = set(order)
    words = [0] * (1 << (low - 1))
    for index, mask in enumerate(sorted(mask for mask in order if mask < 2 << low)):
        words[mask >> 2] = index + 1
    directory = bytes_of("H", words)
    nodes: list[int] = []
    for b in range(low, bound, 5):
        level = [mask for mask in order if mask < 2 << b]
        child = len(nodes) + len(level) if b + 5 < bound else 0
        for mask in level:
            children = sum(1 << w for w in range(32) if mask | w << (b + 1) in known)
            nodes.append(children | child << 32)
            child += ones(children)
    return directory + bytes(-len(directory) % 8) + bytes_of("Q", nodes)


def number_value(entry: int) -> str:
    moves, plies = entry & 0xFFFFFF, entry >> 24
    if not moves:
        return f"a loss in {plies}"
    return f"a win in {plies} by naming {' or '.join(map(str, bits_of(moves)))}"


def number_prove_trie(task: Task) -> Proof:
    """Each entry says which moves lead to losing positions, and the plies."""
    table = task.table
    bound = table.parameter("bound")
    low = bound if bound <= 10 else 6 + (bound - 6) % 5
    masks = [mask for mask, _, _, _ in number_positions(bound)]
    order = sorted(masks, key=lambda mask: number_key(mask, bound, low))
    if len(order) != table.states:
        raise Wrong(f"{table.states} states in the header, but the rules make {len(order)} positions")
    same_bytes(table.section("trie"), number_trie(order, bound, low), "trie")
    entries = numbers("I", table.section("entries"))
    place_of = {mask: place for place, mask in enumerate(order)}
    for place in task.places():
        mask = order[place]
        moves = 0
        wins, losses = [], [-1]
        for n in bits_of(mask):
            after = entries[place_of[number_move(mask, n)]]
            if after & 0xFFFFFF:
                losses.append(after >> 24)
            else:
                moves |= 1 << n
                wins.append(after >> 24)
        plies = 1 + (min(wins) if wins else max(losses))
        follows = moves | plies << 24
        if entries[place] != follows:
            what = f"entry {place}, position {number_text(mask)}"
            stored = f"0x{entries[place]:08x} ({number_value(entries[place])})"
            raise differs(what, stored, number_value(follows))
    losing = sum(1 for entry in entries if not entry & 0xFFFFFF)
    return Proof(len(task.places()), [table.states - losing, losing, max(entry >> 24 for entry in entries)])


# ---------------------------------------------------------------------------------------------
# Lines (FORMAT.md, `filters+lines`): values of hashes, without the keys

PHI = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def folded(one: int, other: int) -> int:
    """High and low half of a product, together."""
    return (one * other & WORD) ^ one * other >> 64


class Lines:
    """The section `lines`."""

    def __init__(self, table: Table) -> None:
        self.lines: Any = table.section("lines")

    def bit(self, line: int, key: int, number: int) -> int:
        """The bit of a hash with a number."""
        g = folded(key ^ ((number + 1) * 0xA0761D6478BD642F & WORD), 0xE7037ED1A0B428DB)
        rows = int.from_bytes(self.lines[128 * line : 128 * line + 127], "little") >> (g * 953 >> 64)
        return ones(rows & (folded(g, PHI) | 1)) & 1

    def has_fingerprint(self, line: int, key: int, bits: int) -> bool:
        return all(self.bit(line, key, 32 + bit) == key >> (8 + bit) & 1 for bit in range(bits))

    def held(self, key: int, levels: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """The line that holds a key of these levels (the first line of each, and how many), and the hash there."""
        for first, count in levels:
            line = first + (key * count >> 64)
            if count and (key & 0xFF) * 0xFF >> 8 < self.lines[128 * line + 127]:
                return line, key
            if not count:
                break
            key = mix(key + PHI & WORD)
        raise Wrong(f"no line holds the hash {key:#018x}")


# ---------------------------------------------------------------------------------------------
# number, `filters+lines`


class NumberOutcomes(Lines):
    """The sections of `filters+lines`, which say who wins."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.bound = bound = table.parameter("bound")
        self.classes = bytes(table.section("classes"))
        self.lines = bytes(self.lines)  # which processes can share
        self.spans = [(word & 0xFFFFFFFF, word >> 32) for word in numbers("Q", table.section("spans"))]
        self.class_first = [0] * (bound + 2)  # by largest number
        for largest in range(2, bound + 1):
            self.class_first[largest + 1] = self.class_first[largest] + (largest + 1) // 2 * largest
        self.check_spans()

    def check_spans(self) -> None:
        """Check how classes, spans and lines fit (FORMAT.md, Writing), so that no look-up can leave a section."""
        begin = 0
        for largest in range(2, self.bound + 1):
            kinds = set(self.classes[self.class_first[largest] : self.class_first[largest + 1]])
            if any(8 <= kind <= 254 for kind in kinds):
                raise Wrong(f"section `classes`: a byte of the largest number {largest} is from 8 to 254")
            count = 0
            for number in (*range(1, 8), *range(9, 24, 2), 0, *range(8, 24, 2)):
                what = f"span {number} of the largest number {largest}"
                before, (first, count) = count, self.spans[24 * (largest - 2) + number]
                refuse(first != (begin if count else 0), f"{what} begins with line {first}, not {begin}")
                has_keys = number in kinds if number else kinds != {255}
                if number < 8 and (count > 0) != has_keys:
                    raise Wrong(f"{what} has {count} lines, and {'keys' if has_keys else 'no keys'}")
                if number > 9 and count and not before:
                    raise Wrong(f"{what} has {count} lines, and the level before it none")
                begin += count
        if 128 * begin != len(self.lines):
            raise Wrong(f"section `lines` has {len(self.lines)} bytes, but the spans have {begin} lines")

    def line(self, largest: int, span: int, key: int) -> tuple[int, int]:
        """The line and the hash of a key in a span."""
        own = 24 * (largest - 2)
        levels = (span, *range(9 if span else 8, 24, 2))
        return self.held(key, (self.spans[own + level] for level in levels))

    def losing(self, mask: int, largest: int, count: int, least: int) -> bool:
        """Whether a position that is not empty is stored as losing."""
        k = self.classes[self.class_first[largest] + (count - largest // 2) * largest + least - 2]
        if k == 255:
            return False
        key = mix(mask)
        if k and not self.has_fingerprint(*self.line(largest, k, key), k):
            return False
        return self.bit(*self.line(largest, 0, key), 0) == 1

    def losing_mask(self, mask: int) -> bool:
        """Whether any position is losing."""
        return not mask or self.losing(mask, *number_class(mask))


def number_class(mask: int) -> tuple[int, int, int]:
    """The largest number of a position that is not empty, how many it has, and the least missing one."""
    missing = ~mask & ~3
    return mask.bit_length() - 1, ones(mask), (missing & -missing).bit_length() - 1


def number_read_part(outcomes: NumberOutcomes, job: tuple[int, int, int]) -> tuple[Counter[Any], array[Any]]:
    """Look up all positions of a part: how many there are for each largest number and count, and
    the losing ones. The empty one is left out."""
    part, parts, most = job
    positions: Counter[Any] = Counter()
    losing = array("Q")
    for total, (mask, largest, count, least) in enumerate(number_positions(outcomes.bound, part, parts)):
        if total >= most:
            raise Wrong("the rules make more positions than the header's number of states")
        if mask:
            positions[largest, count] += 1
            if outcomes.losing(mask, largest, count, least):
                losing.append(mask)
    return positions, losing


def number_winning(mask: int, lost: Callable[[int], bool]) -> int:
    """The least number to name that leads to a losing position; 0 if there is none."""
    return next((n for n in bits_of(mask) if lost(number_move(mask, n))), 0)


def number_compare(mask: int, lost: Callable[[int], bool]) -> None:
    """A position is losing if no move leads to a losing one."""
    winning = number_winning(mask, lost)
    if lost(mask) == bool(winning):
        follows = f"a win by naming {winning}" if winning else "a loss"
        raise differs(f"position {number_text(mask)}", "a loss" if lost(mask) else "a win", follows)


def number_prove_part(losing: set[int], job: tuple[int, int, int]) -> int | None:
    """The smallest position of a part that is wrong. Each move leads to a smaller mask, so all that
    the smallest wrong one depends on is right."""
    lost = losing.__contains__
    masks = (mask for mask, _, _, _ in number_positions(*job))
    return min((mask for mask in masks if lost(mask) == bool(number_winning(mask, lost))), default=None)


def number_prove_sample(outcomes: NumberOutcomes, masks: Sequence[int]) -> int:
    for mask in masks:
        number_compare(mask, outcomes.losing_mask)
    return len(masks)


def number_random(bound: int, source: random.Random) -> int:
    """A position that random moves make of 2, 3, …, F for a random F."""
    mask = (2 << min(bound, 1 + int(bound * source.random() ** 0.25))) - 4
    left = source.randrange(6)
    while mask and left:
        mask = number_move(mask, source.choice(list(bits_of(mask))))
        left -= 1
    return mask


def number_prove_filters(task: Task) -> Proof:
    """Find all stored losing positions, compare their numbers, then prove every position."""
    table = task.table
    outcomes = NumberOutcomes(table)
    section = numbers("Q", table.section("counts"))
    rows = list(zip(section[0::2], section[1::2]))  # how many positions, and losing ones
    left = iter(rows)
    for largest, follows in list(enumerate(A124506, 1))[1 : outcomes.bound]:
        if sum(count for count, _ in islice(left, (largest + 1) // 2)) != follows:
            raise Wrong(f"section `counts`: wrong number of positions with the largest number {largest}")
    states, losing = (sum(column) + 1 for column in zip(*rows))
    if states != table.states:
        raise Wrong(f"{table.states} states in the header, but {states} by the section `counts`")
    statistics = [table.states - losing, losing]
    if task.chosen is not None:
        masks = [number_random(outcomes.bound, task.random) for _ in task.chosen]
        compared = sum(run(number_prove_sample, parts_of(masks, 5000), outcomes, task.processes))
        return Proof(compared, statistics)
    parts = 1 if table.states < 20_000 else 16 * task.processes
    jobs = [(part, parts, table.states) for part in range(parts)]
    positions: Counter[Any] = Counter()
    found = []
    for some, losing_ones in run(number_read_part, jobs, outcomes, task.processes):
        positions.update(some)
        found.append(losing_ones)
        if sum(positions.values()) >= table.states:
            raise Wrong("the rules make more positions than the header's number of states")
    known = {0}.union(*found)
    ranges = [(outcomes.bound, part, parts) for part in range(parts)]
    wrong = [mask for mask in run(number_prove_part, ranges, known, task.processes) if mask is not None]
    if wrong:
        number_compare(min(wrong), known.__contains__)
    classes = Counter(number_class(mask) for masks in found for mask in masks)
    losses: Counter[Any] = Counter()
    for (largest, count, _), number in classes.items():
        losses[largest, count] += number
    left = iter(rows)
    kinds = iter(outcomes.classes)
    for largest in range(2, outcomes.bound + 1):
        for count in range(largest // 2, largest):
            stored, found_here = next(left), (positions[largest, count], losses[largest, count])
            if stored != found_here:
                what = f"section `counts`, largest number {largest}, {count} numbers"
                raise differs(what, "%d positions, %d losing" % stored, "%d and %d" % found_here)
            for least in range(2, largest + 2):
                if next(kinds) != 255 and not classes[largest, count, least]:
                    what = "section `classes`: a byte is not 255, but its class has no losing position: "
                    what += f"largest number {largest}, {count} numbers, the least missing one {least}"
                    raise Wrong(what)
    compared = sum(positions.values()) + 1
    if compared != table.states:
        raise Wrong(f"{table.states} states in the header, but the rules make {compared} positions")
    return Proof(compared, statistics)


# ---------------------------------------------------------------------------------------------
# staircases: the positions of contour and chomp, as a number for each row, none larger than the one before;
# multisets in tower are some, too


@cache
def staircase_terms(height: int, width: int) -> list[list[int]]:
    """What each row, by its length, adds to the place of a staircase."""
    return [[comb(t + height - 1 - r, height - r) for t in range(width + 1)] for r in range(height)]


def staircase_place(terms: list[list[int]], rows: Iterable[int]) -> int:
    """The place of a staircase; `terms` are those of its height and width."""
    return sum([term[t] for term, t in zip(terms, rows)])


def staircase_at(place: int, height: int, width: int) -> list[int]:
    """The staircase with this place."""
    rows = []
    for term in staircase_terms(height, width):
        t = bisect_right(term, place) - 1
        place -= term[t]
        rows.append(t)
    return rows


def staircase_text(rows: Sequence[int]) -> str:
    return ",".join(str(t) for t in rows if t) or "0"


# ---------------------------------------------------------------------------------------------
# tower
#
# A die is rolled every minute: red 1/6, green 1/3, blue 1/3, black 1/6. If a block of the colour
# can be moved, one must be, from a level below the top, which keeps its middle block or both its
# sides, to a free place of the top level, or onto a new level if the top has three blocks. The
# entry is how many minutes pass until no block can be moved, if it is to be soon.
#
# A state is what the future depends on: how many complete levels of each of 18 kinds are below the
# top; how many levels there have two blocks, and with which side, red, green or blue (the middle
# must stay, so its colour does not matter); and the top. Left and right do not matter either.

KINDS = "RRG GRG RGR RGG RGB GGG GGB BGB RRB BRB RBR RBB RBG BBB BBG GBG RRR GRB".split()
TOPS = {
    1: "R.. .R. G.. .G. B.. .B.".split(),
    2: "G.R RG. GR. G.G GG. G.B BG. GB. B.B BB. B.R RB. BR. R.R RR.".split(),
    3: "RGR RGG RRG GRG GGG GGB BGB GBG GBB GRB RGB RBG BBB RBR RBB RRB BRB RRR".split(),
}
EXCHANGE = str.maketrans("GB", "BG")
KIND_OF = {level[::way]: kind for kind, level in enumerate(KINDS) for way in (1, -1)}
TOP_OF = {level[::way]: z for levels in TOPS.values() for z, level in enumerate(levels) for way in (1, -1)}
Shape = tuple[int, int, int]  # complete levels, two-block levels, blocks of the top
Counts = tuple[int, ...]  # how many of each kind
State = tuple[Counts, Counts, str]  # complete levels, sides of two-block levels, top


def tower_layout(table: Table) -> Layout:
    (levels,) = family(table, ("levels", 1, 12))
    states = Tower(levels).states
    statistics = [*counted("raw_states", "finished"), ("longest_expected_minutes", REAL)]
    return Layout(f"tower-{levels}", states, [("entries", 8 * states)], statistics)


@lru_cache(maxsize=1 << 12)
def multiset_rank(counts: Counts) -> int:
    """FORMAT.md, Ranks of multisets: the place of a staircase, whose rows are how many there are of each
    kind but the first and of all behind it."""
    rows = list(accumulate(reversed(counts[1:])))
    return staircase_place(staircase_terms(len(rows), sum(counts)), reversed(rows))


def multiset_of(rank: int, size: int, kinds: int) -> tuple[int, ...]:
    """The multiset that has the rank."""
    rows = [size, *staircase_at(rank, kinds - 1, size), 0]
    return tuple(x - y for x, y in zip(rows, rows[1:]))


@cache
def tower_pairs(c: int) -> dict[tuple[int, int], range]:
    """The pairs (p, q) of c complete levels, with the rows of each."""
    result = {}
    first = 0
    for p in range(c + 1):
        for q in range(min(p, c - p) + 1):
            high, low = comb(p + 7, 7), comb(q + 7, 7)
            rows = (high * low if p > q else high * (high + 1) // 2) * (c - p - q + 1)
            result[p, q] = range(first, first + rows)
            first += rows
    fixed = sum(comb(p + 7, 7) * (c - 2 * p + 1) for p in range(c // 2 + 1))  # by exchanging green and blue
    if 2 * first != comb(c + 17, 17) + fixed:
        raise RuntimeError(f"rows of {c} levels")
    return result


@lru_cache(maxsize=1 << 17)
def tower_row(complete: Counts) -> tuple[int, bool]:
    """The row of complete levels, and whether green and blue are exchanged first; if they may be
    and need not, they are not."""
    high, low, c = complete[:8], complete[8:16], sum(complete)
    p, q, u, v = sum(high), sum(low), multiset_rank(high), multiset_rank(low)
    exchanged = p < q or (p == q and u < v)
    if exchanged:
        p, q, u, v = q, p, v, u
    both = u * comb(q + 7, 7) + v if p > q else u * (u + 1) // 2 + v
    return tower_pairs(c)[p, q].start + both * (c - p - q + 1) + complete[17], exchanged


@lru_cache(maxsize=1 << 10)
def tower_complete(c: int, row: int) -> Counts:
    """The c complete levels that have the row."""
    p, q = next(pair for pair, rows in tower_pairs(c).items() if row in rows)
    both, x = divmod(row - tower_pairs(c)[p, q].start, c - p - q + 1)
    if p > q:
        u, v = divmod(both, comb(q + 7, 7))
    else:
        u = (isqrt(8 * both + 1) - 1) // 2
        v = both - u * (u + 1) // 2
    complete = multiset_of(u, p, 8) + multiset_of(v, q, 8) + (c - p - q - x, x)
    if tower_row(complete) != (row, False):
        raise RuntimeError(f"row {row} of {c} levels")
    return complete


class Tower:
    """The places of a table: its shapes, in their order."""

    def __init__(self, levels: int) -> None:
        found = {(i, 0, 3) for i in range(levels)}
        todo = list(found)
        while todo:
            c, d, b = todo.pop()
            after, top = (c, b + 1) if b < 3 else (c + 1, 1)
            shapes = [(after - 1, d + 1, top), (after - 1, d, top)] if c else []
            shapes += [(after, d - 1, top)] if d else []
            todo += [shape for shape in shapes if shape not in found]
            found.update(shapes)
        self.shapes = sorted(found, key=lambda shape: (6 * shape[0] + 3 * shape[1] + 2 * shape[2],) + shape)
        self.first: dict[Shape, int] = {}
        self.states = 0
        for c, d, b in self.shapes:
            self.first[c, d, b] = self.states
            self.states += sum(map(len, tower_pairs(c).values())) * comb(d + 2, 2) * len(TOPS[b])
        self.firsts = list(self.first.values())

    def state(self, place: int) -> State:
        """The state that has the place."""
        c, d, b = shape = self.shapes[bisect_right(self.firsts, place) - 1]
        rest, z = divmod(place - self.first[shape], len(TOPS[b]))
        row, t = divmod(rest, comb(d + 2, 2))
        return tower_complete(c, row), multiset_of(t, d, 3), TOPS[b][z]

    def place(self, complete: Counts, sides: Counts, top: str) -> int:
        """The place of a state."""
        row, exchanged = tower_row(complete)
        if exchanged:
            sides, top = (sides[0], sides[2], sides[1]), top.translate(EXCHANGE)
        d, b = sum(sides), 3 - top.count(".")
        rest = row * comb(d + 2, 2) + multiset_rank(sides)
        return self.first[sum(complete), d, b] + rest * len(TOPS[b]) + TOP_OF[top]


def tower_text(complete: Counts, sides: Counts, top: str) -> str:
    """A tower of the state; the middles of two-block levels may be of any colour."""
    levels = [level for level, count in zip(KINDS, complete) for _ in range(count)]
    levels += [side + "R." for side, count in zip("RGB", sides) for _ in range(count)]
    return "/".join(levels + [top])


def one_more(counts: Counts, kind: int, change: int = 1) -> Counts:
    """One more, or less, of a kind."""
    return counts[:kind] + (counts[kind] + change,) + counts[kind + 1 :]


@cache
def tower_tops(top: str, colour: str) -> list[str]:
    """The tops that putting a block on a free place makes; of mirror images one is enough."""
    made = [top[:k] + colour + top[k + 1 :] for k in range(3) if top[k] == "."]
    return list({min(level, level[::-1]): level for level in made}.values())


def tower_taken(complete: Counts, sides: Counts) -> Iterator[tuple[str, Counts, Counts]]:
    """The blocks that can be taken from levels below the top: the colour, and what is left.

    A complete level gives its middle, and then nothing any more; or a side, and is a two-block
    level then. That gives its side, and then nothing any more.
    """
    for kind, count in enumerate(complete):
        if count:
            left, middle, right = tuple(KINDS[kind])
            rest = one_more(complete, kind, -1)
            yield middle, rest, sides
            yield left, rest, one_more(sides, "RGB".index(right))
            if left != right:
                yield right, rest, one_more(sides, "RGB".index(left))
    for kind, count in enumerate(sides):
        if count:
            yield "RGB"[kind], complete, one_more(sides, kind, -1)


def tower_moves(complete: Counts, sides: Counts, top: str) -> Iterator[tuple[str, State]]:
    """The moves by the rules: the block's colour, and the state after it. If the top is complete
    it becomes a level below a new top, but gives no block in this move."""
    for colour, rest, rest_sides in tower_taken(complete, sides):
        if "." not in top:
            rest = one_more(rest, KIND_OF[top])
        for level in tower_tops(top if "." in top else "...", colour):
            yield colour, (rest, rest_sides, level)


def tower_prove_part(table: Table, places: Sequence[int]) -> int:
    """Compare entries, to the last bit, with the recurrence (FORMAT.md, Entries)."""
    tower = Tower(table.parameter("levels"))
    entries = view("d", table.section("entries"))
    for place in places:
        state = tower.state(place)
        least: dict[str, float] = {}
        for colour, after in tower_moves(*state):
            value = entries[tower.place(*after)]
            least[colour] = min(value, least.get(colour, value))
        e_r, e_g, e_b = (least.get(colour, 0.0) for colour in "RGB")
        h_r, h_g, h_b = (float(colour in least) for colour in "RGB")
        minutes = 0.0
        if least:
            minutes = ((6.0 + e_r) + 2.0 * (e_g + e_b)) / ((h_r + 2.0 * h_g) + 2.0 * h_b)
        if entries[place] != minutes:
            values = [f"{value!r} ({struct.pack('<d', value).hex()})" for value in (entries[place], minutes)]
            raise differs(f"entry {place}, tower {tower_text(*state)}", *values)
    return len(places)


def tower_prove(task: Task) -> Proof:
    """First that the entries are possible, then that each follows from those of the moves.

    All states are there: the tops are all that there are, mirror images being equal; the numbers
    of rows are those of sets of complete levels, exchanged ones being equal (both in tower_pairs);
    and shapes are closed under moves, or a move would find no shape.
    """
    table = task.table
    tower = Tower(table.parameter("levels"))
    for b, tops in TOPS.items():
        levels = ["".join(level) for level in product(".RGB", repeat=3) if level.count(".") == 3 - b]
        if {min(level, level[::-1]) for level in levels} != {min(level, level[::-1]) for level in tops}:
            raise RuntimeError(f"tops of {b} blocks")
    finished = longest = 0
    section = table.section("entries")
    for first in range(0, table.states, 1 << 20):
        words = numbers("Q", section[8 * first : 8 * (first + (1 << 20))])
        if max(words) >= 0x7FF0000000000000:
            place = first + next(i for i, word in enumerate(words) if word >= 0x7FF0000000000000)
            text = tower_text(*tower.state(place))
            raise Wrong(f"entry {place}, tower {text}: stored is no finite number from 0 on")
        finished += words.count(0)
        longest = max(longest, max(words))
    raw = sum(comb(c + 17, 17) * comb(d + 8, 8) * len(TOPS[b]) for c, d, b in tower.shapes)
    statistics = [raw, finished, struct.unpack("<d", struct.pack("<Q", longest))[0]]
    return Proof(sum(run(tower_prove_part, task.jobs(20_000), table, task.processes)), statistics)


# ---------------------------------------------------------------------------------------------
# contour
#
# A and B alternately take a cell of which all cells to the left and all above are taken. A, who
# begins, scores the cell's a, and B its b. A position is how many cells of each row are taken. Let
# D be the sum of a - b over them. The entry is 2 V + D, where V is what A will get from here on
# less what B will get; and the negative of that if B is to move.


def contour_board(text: str) -> tuple[int, int, list[list[int]], list[list[int]], int]:
    """Rows, columns, the scores of A and of B, and what no entry exceeds: 2 · Σ max(a, b)."""
    lines = [board_numbers(line) for line in board_lines(text)]
    if len(lines[0]) != 2 or not all(1 <= size <= 16 for size in lines[0]):
        raise Wrong("the board in the header is not from 1 x 1 to 16 x 16")
    height, width = lines[0]
    if len(lines) != 2 * height + 1 or any(len(line) != width for line in lines[1:]):
        raise Wrong(f"the board in the header has not two scores for each of {height} x {width} cells")
    if any(score >= 1 << 31 for line in lines[1:] for score in line):
        raise Wrong("the board in the header has a score above 2147483647")
    a, b = lines[1 : height + 1], lines[height + 1 :]
    return height, width, a, b, 2 * sum(max(x, y) for rows in zip(a, b) for x, y in zip(*rows))


def contour_layout(table: Table) -> Layout:
    height, width, a, b, most = contour_board(one_board(table))
    cells = [score for scores in (a, b) for row in scores for score in row]
    name = fingerprint(bytes([height, width]) + bytes_of("I", cells))
    if (table.encoding == "g32") != (most <= 0x7FFFFFFF):
        raise Wrong(f"the encoding is {table.encoding}, but 2 · Σ max(a, b) is {most}")
    states = comb(height + width, height)
    size = (4 if table.encoding == "g32" else 8) * states
    return Layout("contour-" + name, states, [("entries", size)], [("score", INTEGER)])


def contour_prove_part(table: Table, places: Sequence[int]) -> int:
    """With the score of the mover: the most that a move gains, less what the opponent gets then.

    In entries: a move of the player who scores s (the opponent would score o) changes D by s - o
    as A sees it, and twice the score is the entry less D as the mover sees it; so the entry is
    the largest (a + b of the cell) - (the entry behind the move). Without moves it is D.
    """
    height, width, a, b, most = contour_board(table.board)
    entries = view("i" if table.encoding == "g32" else "q", table.section("entries"))
    both = [[x + y for x, y in zip(row_a, row_b)] for row_a, row_b in zip(a, b)]
    lead = [[0, *accumulate(x - y for x, y in zip(row_a, row_b))] for row_a, row_b in zip(a, b)]
    step = [[comb(t + height - 1 - r, height - r - 1) for t in range(width)] for r in range(height)]
    for place in reversed(places):
        rows = staircase_at(place, height, width)
        taken = sum(rows)
        difference = sum([line[t] for line, t in zip(lead, rows)])
        if taken % 2:
            difference = -difference
        stored = entries[place]
        results = [
            both[r][t] - entries[place + step[r][t]]
            for r, (t, above) in enumerate(zip(rows, [width, *rows]))
            if t < above
        ]
        follows = max(results, default=difference)
        if stored != follows or not -most <= stored <= most or (stored - difference) % 2:
            what = f"entry {place}, position {staircase_text(rows)}"
            values = [f"{g} (score {(g - difference) / 2})" for g in (stored, follows)]
            raise differs(what, values[0], values[1])
    return len(places)


def contour_prove(task: Task) -> Proof:
    table = task.table
    compared = sum(run(contour_prove_part, task.jobs(20_000)[::-1], table, task.processes))
    size = 4 if table.encoding == "g32" else 8
    score = int.from_bytes(table.section("entries")[:size], "little", signed=True)
    return Proof(compared, [score // 2])


# ---------------------------------------------------------------------------------------------
# stake
#
# Players 0 and 1 alternately fill an empty cell of n x n with their digit; player 0 begins. On the
# full board each gets the size of the largest region of cells with the own digit that are connected
# by their sides. A score is what the player to move gets less what the opponent gets.
#
# A board is a size n and two masks: the cells that are filled, and those of them that hold a 0.


def stake_layout(table: Table) -> Layout:
    statistics = [*counted("raw_states", "winning", "drawn", "losing"), ("highest_score", INTEGER)]
    if table.encoding == "lead8":
        lead = Lead(one_board(table))
        name = "stake-" + fingerprint(table.board.encode())
        return Layout(name, lead.states, [("entries", lead.states)], statistics)
    least, most = (5, 5) if table.encoding == "canonical+score8" else (1, 4)
    (size,) = family(table, ("size", least, most))
    states = sum(stake_orbits(n)[f] * comb(f, f // 2) for n in range(1, size + 1) for f in range(n * n + 1))
    length = 5724560 if size == 5 else 2 * sum(1 << n * n for n in range(1, size + 1))
    return Layout(f"stake-{size}", states, [("patterns", length), ("entries", states)], statistics)


@cache
def symmetries(height: int, width: int) -> list[list[int]]:
    """Where each symmetry moves each cell (FORMAT.md, The encodings)."""
    result = []
    for s in range(8 if height == width else 4):
        cells = []
        for i, j in product(range(height), range(width)):
            if s & 4:
                i, j = j, i
            if s & 2:
                i = height - 1 - i
            if s & 1:
                j = width - 1 - j
            cells.append(width * i + j)
        result.append(cells)
    return result


def images(mask: int, height: int, width: int) -> list[int]:
    """What each symmetry makes of a mask of cells."""
    bits = list(bits_of(mask))
    return [sum([1 << cells[x] for x in bits]) for cells in symmetries(height, width)]


def canonical_pattern(pattern: int, n: int) -> tuple[int, int]:
    """The smallest image of a pattern, and the smallest number of a symmetry that leads to it."""
    alike = images(pattern, n, n)
    return min(alike), alike.index(min(alike))


@cache
def stake_orbits(n: int) -> list[int]:
    """How many canonical patterns have f filled cells, by Burnside's lemma."""
    total = [0] * (n * n + 1)
    for cell_map in symmetries(n, n):
        polynomial = [1]
        left = set(range(n * n))
        while left:
            length, cell = 0, min(left)
            while cell in left:
                left.remove(cell)
                cell = cell_map[cell]
                length += 1
            raised = [0] * length + polynomial
            polynomial = [x + y for x, y in zip(polynomial + [0] * length, raised)]
        total = [x + y for x, y in zip(total, polynomial)]
    return [value // 8 for value in total]


@lru_cache(maxsize=1 << 17)
def colex_rank(mask: int) -> int:
    """Σ C(p_j, j) over the bits p₁ < p₂ < … that are set."""
    return sum(comb(p, j) for j, p in enumerate(bits_of(mask), 1))


@cache
def masks_with(bits: int, count: int) -> list[int]:
    """All masks of this many bits of which `count` are set, ascending, which is in the order of ranks."""
    return sorted(sum(1 << p for p in chosen) for chosen in combinations(range(bits), count))


@lru_cache(maxsize=1 << 17)
def stake_area(mask: int, n: int) -> int:
    """The size of the largest region of cells that are connected by their sides."""
    right = sum(1 << n * i + n - 1 for i in range(n))
    best = 0
    while mask:
        region, before = mask & -mask, 0
        while region != before:
            before = region
            region |= region << n | region >> n | (region & ~right) << 1 | (region >> 1) & ~right
            region &= mask
        best = max(best, ones(region))
        mask ^= region
    return best


def stake_full(n: int, zeros: int) -> int:
    """The score of a full board: the mover is player 0 if the number of cells is even."""
    area = stake_area(zeros, n) - stake_area(((1 << n * n) - 1) ^ zeros, n)
    return -area if n % 2 else area


class Stake:
    """The places of a family (FORMAT.md, `patterns+score8` and `canonical+score8`)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.size = size = table.parameter("size")
        self.first_of: dict[tuple[int, int], int] = {}  # by n and the number of filled cells
        place = 0
        boards = ((n * n - f, n, f) for n in range(1, size + 1) for f in range(n * n + 1))
        for _, n, f in sorted(boards):  # those with fewer empty cells first
            self.first_of[n, f] = place
            place += stake_orbits(n)[f] * comb(f, f // 2)
        self.first: dict[tuple[int, int], int] = {}  # by n and canonical pattern, up to 4 x 4
        items = array("H")
        for n in range(1, min(size, 4) + 1):
            ranks: dict[int, int] = {}
            found = [0] * (n * n + 1)
            for pattern in range(1 << n * n):
                least, s = canonical_pattern(pattern, n)
                if least == pattern:
                    f = ones(pattern)
                    ranks[pattern] = found[f]
                    self.first[n, pattern] = self.first_of[n, f] + found[f] * comb(f, f // 2)
                    found[f] += 1
                items.append(ranks[least] << 3 | s)
            if found != stake_orbits(n):
                raise RuntimeError("patterns of stake")
        self.items = bytes_of("H", items)
        self.blocks = sorted((first, n, pattern) for (n, pattern), first in self.first.items())

    def first_place(self, n: int, canonical: int) -> int:
        """The first place of a canonical pattern."""
        if n < 5:
            return self.first[n, canonical]
        f = ones(canonical)
        bit = sum(comb(25, g) for g in range(f)) + colex_rank(canonical)
        line = self.table.section("patterns")[132144 + 16 * (bit // 96) :][:16]
        bits = int.from_bytes(line[4:], "little")
        if not bits >> (bit % 96) & 1:
            what = f"the bit of the canonical pattern 0x{canonical:x} of 5 x 5 boards is 0"
            raise Wrong(f"section `patterns`: {what}")
        before = int.from_bytes(line[:4], "little") + ones(bits & ((1 << bit % 96) - 1))
        return self.first_of[5, f] + (before - sum(stake_orbits(5)[:f])) * comb(f, f // 2)

    def check_patterns(self) -> None:
        """Compare the section `patterns`; of 5 x 5 boards only how many patterns of each number of
        filled cells have a bit, as to find out which ones takes long."""
        section = self.table.section("patterns")
        same_bytes(section[: len(self.items)], self.items, "patterns")
        if self.size < 5:
            return
        lines = section[132144:]
        if any(section[132132:132144]):
            raise Wrong("section `patterns`: the bytes from 132132 to 132143 must be zero")
        before = 0
        for line in range(len(lines) // 16):
            if int.from_bytes(lines[16 * line : 16 * line + 4], "little") != before:
                raise Wrong(f"section `patterns`, line {line}: {before} bits are set before it")
            before += ones(int.from_bytes(lines[16 * line + 4 : 16 * line + 16], "little"))
        bits = int.from_bytes(b"".join(lines[at + 4 : at + 16] for at in range(0, len(lines), 16)), "little")
        for f, count in enumerate(stake_orbits(5)):
            if ones(bits & ((1 << comb(25, f)) - 1)) != count:
                raise Wrong(f"section `patterns`: not {count} patterns of {f} cells have a bit")
            bits >>= comb(25, f)
        refuse(bits, "section `patterns`: an unused bit is set")


def stake_text(n: int, filled: int, zeros: int) -> str:
    cells = ["." if not filled >> x & 1 else "0" if zeros >> x & 1 else "1" for x in range(n * n)]
    return "/".join("".join(cells[i : i + n]) for i in range(0, n * n, n))


@lru_cache(maxsize=1)
def stake_of(table: Table) -> Stake:
    """The places of a table's family, found in each process once."""
    return Stake(table)


Boards = tuple[int, int, Optional[list[int]]]  # n, the pattern of filled cells, which of them hold a 0


def stake_prove_boards(table: Table, jobs: list[Boards]) -> int:
    """Prove boards with some canonical patterns of filled cells, a pattern at a time.

    In `masks` bit i stands for the i-th filled cell; the cells that hold a 0 are set. Filling a
    certain cell leads to boards with one other pattern, in which other bits stand for the cells.
    The mover fills a cell with a 0 if as many 0s as 1s are there. The score is the best that
    a move brings, and what is best for the opponent is as bad for the mover.
    """
    stake = stake_of(table)
    entries = table.section("entries").cast("b")
    compared = 0
    for n, pattern, masks in jobs:
        first = stake.first_place(n, pattern)
        cells = list(bits_of(pattern))
        f = len(cells)
        if masks is None:
            masks = masks_with(f, (f + 1) // 2)
        moves = []  # for each the first place, the bits that filled cells have behind it, and the new 0
        for cell in bits_of(((1 << n * n) - 1) ^ pattern):
            canonical, s = canonical_pattern(pattern | 1 << cell, n)
            bit_of = {x: 1 << bit for bit, x in enumerate(bits_of(canonical))}
            moved = symmetries(n, n)[s]
            new = 0 if f % 2 else bit_of[moved[cell]]
            moves.append((stake.first_place(n, canonical), [bit_of[moved[x]] for x in cells], new))
        for mask in masks:
            zeros = list(bits_of(mask))
            after = [entries[at + colex_rank(sum([to[bit] for bit in zeros]) + new)] for at, to, new in moves]
            follows = -min(after) if moves else stake_full(n, mask)
            place = first + colex_rank(mask)
            if entries[place] != follows:
                board = stake_text(n, pattern, sum(1 << cells[bit] for bit in zeros))
                raise differs(f"entry {place}, board {board}", f"{entries[place]:+}", f"{follows:+}")
        compared += len(masks)
    return compared


def stake_sample(task: Task, stake: Stake) -> list[Boards]:
    """The boards that have the chosen places, or for 5 x 5 random boards."""
    result: list[Boards] = []
    for place in task.chosen or []:
        if stake.size < 5:
            first, n, pattern = stake.blocks[bisect_right(stake.blocks, (place + 1,)) - 1]
            masks = masks_with(ones(pattern), (ones(pattern) + 1) // 2)
            result.append((n, pattern, [masks[place - first]]))
        else:
            f = task.random.choices(range(26), [comb(25, f) * comb(f, f // 2) for f in range(26)])[0]
            pattern = canonical_pattern(sum(1 << x for x in task.random.sample(range(25), f)), 5)[0]
            result.append((5, pattern, [sum(1 << bit for bit in task.random.sample(range(f), (f + 1) // 2))]))
    return result


def score_counts(section: Any, value: Callable[[int], int]) -> list[int]:
    """How many entries are above, equal to and below 0, and the largest; `value` is of a byte."""
    counts: Counter[int] = Counter()  # by value
    for at in range(0, len(section), 1 << 24):
        part = bytes(section[at : at + (1 << 24)])
        for byte in set(part):
            counts[value(byte)] += part.count(byte)
    above = sum(count for score, count in counts.items() if score > 0)
    below = sum(count for score, count in counts.items() if score < 0)
    return [above, counts[0], below, max(counts)]


def stake_prove(task: Task) -> Proof:
    table = task.table
    stake = stake_of(table)
    stake.check_patterns()
    if task.chosen is not None:
        jobs = stake_sample(task, stake)
    elif stake.size < 5:
        jobs = [(n, pattern, None) for _, n, pattern in stake.blocks]
    else:
        raise Undecided("all entries of stake-5 are too many to prove; `--sample N` proves some")
    compared = sum(run(stake_prove_boards, parts_of(jobs, 200), table, task.processes))
    raw = sum(comb(n * n, f) * comb(f, f // 2) for n in range(1, stake.size + 1) for f in range(n * n + 1))
    scores = score_counts(table.section("entries"), lambda byte: (byte + 128) % 256 - 128)
    return Proof(compared, [raw, *scores])


# --- stake, `lead8`: one board


@cache
def lead_words(i: int, a: int, b: int) -> int:
    """How many words of i letters have a times one letter and b times another one."""
    return comb(i, a) * comb(i - a, b) if a >= 0 and b >= 0 and a + b <= i else 0


class Lead:
    """The states that a board leads to: words of the letters 0 (empty), 1 (filled by the first
    player, the board's mover) and 2 (filled by the second)."""

    def __init__(self, board: str) -> None:
        rows = board.split("/")
        self.n = n = len(rows)
        if not 1 <= n <= 8 or any(not re.fullmatch("[01.]{%d}" % n, row) for row in rows):
            raise Wrong("the board in the header is not written as it must be")
        cells = "".join(rows)
        self.mover = cells.count("0") - cells.count("1")
        refuse(self.mover not in (0, 1), "the board in the header is no position: wrong numbers of 0s and 1s")
        self.empty = [x for x, cell in enumerate(cells) if cell == "."]
        self.filled = [sum(1 << x for x, cell in enumerate(cells) if cell == digit) for digit in "01"]
        self.e = e = len(self.empty)
        refuse(e > 24, f"the board in the header has {e} empty cells; at most 24 are possible")
        sizes = [lead_words(e, (e - k + 1) // 2, (e - k) // 2) for k in range(e + 1)]
        self.first = [sum(sizes[:k]) for k in range(e + 2)]
        self.states = self.first[-1]

    def word(self, place: int) -> list[int]:
        """The word that has the place."""
        e = self.e
        k = bisect_right(self.first, place) - 1
        a, b = (e - k + 1) // 2, (e - k) // 2
        place -= self.first[k]
        word = [0] * e
        for i in range(e - 1, -1, -1):
            for letter, left in enumerate(((a, b), (a - 1, b), (a, b - 1))):
                words = lead_words(i, *left)
                if place < words:
                    word[i] = letter
                    a, b = left
                    break
                place -= words
        return word

    def place(self, word: Sequence[int]) -> int:
        """The place of a word."""
        place = self.first[word.count(0)]
        a = b = 0
        for i, letter in enumerate(word):
            if letter == 1:
                a += 1
                place += lead_words(i, a, b)
            elif letter == 2:
                b += 1
                place += lead_words(i, a, b) + lead_words(i, a - 1, b)
        return place

    def digits(self, word: Sequence[int]) -> list[int]:
        """The masks of the cells that hold a 0 and a 1."""
        masks = list(self.filled)
        for cell, letter in zip(self.empty, word):
            if letter:
                masks[self.mover if letter == 1 else 1 - self.mover] |= 1 << cell
        return masks

    def text(self, word: Sequence[int]) -> str:
        zeros, those = self.digits(word)
        return stake_text(self.n, zeros | those, zeros)


def lead_prove_part(table: Table, places: Sequence[int]) -> int:
    """Entries are 64 and what the first player will get more than the second: the first player
    makes it large, and the second small."""
    lead = Lead(table.board)
    entries = table.section("entries")
    for place in places:
        word = lead.word(place)
        letter, best = (1, max) if word.count(1) == word.count(2) else (2, min)
        empty = [i for i, old in enumerate(word) if old == 0]
        if empty:
            follows = best(entries[lead.place(word[:i] + [letter] + word[i + 1 :])] for i in empty)
        else:
            areas = [stake_area(mask, lead.n) for mask in lead.digits(word)]
            follows = 64 + areas[lead.mover] - areas[1 - lead.mover]
        if entries[place] != follows or lead.place(word) != place:
            raise differs(f"entry {place}, board {lead.text(word)}", entries[place], follows)
    return len(places)


def lead_prove(task: Task) -> Proof:
    table = task.table
    lead = Lead(table.board)
    compared = sum(run(lead_prove_part, task.jobs(4000), table, task.processes))
    section = table.section("entries")
    total = [0, 0, 0, 0]
    for k in range(lead.e + 1):
        sign = -1 if (lead.e - k) % 2 else 1
        part = section[lead.first[k] : lead.first[k + 1]]
        some = score_counts(part, lambda byte, sign=sign: sign * (byte - 64))  # type: ignore[misc]
        total = [x + y for x, y in zip(total, some[:3])] + [max(total[3], some[3])]
    return Proof(compared, [table.states, *total])


# ---------------------------------------------------------------------------------------------
# tokens
#
# Two equal pieces stand on free cells. Players alternately move one of them to a free cell next to
# it; who moves it onto the other one wins. No pair of cells may be occupied twice, and a player who
# cannot move loses.
#
# The free cells have numbers, and a pair a < b of them the number b (b - 1) / 2 + a. Where a and b
# are next to each other the mover wins, and so nobody wants to move there. The other pairs are the
# vertices of a graph, and the moves between them its edges. A game is a path in it that meets no
# vertex twice. If some maximum matching misses the start, every move leads to a vertex that has a
# partner in it, which the opponent moves to, and so on; the mover loses. Else the mover wins in the
# same way. The graph has two sides: pairs of cells of one colour of a chessboard, and of two.


def tokens_layout(table: Table) -> Layout:
    if table.encoding == "losing1+steps8":
        height, width, free = tokens_board(one_board(table))
        states = len(free) * (len(free) - 1) // 2
        sections = [("losing", (states + 7) // 8), ("steps", states)]
        rows = [sum(1 << x % width for x in free if x // width == i) for i in range(height)]
        name = fingerprint(bytes([height, width]) + bytes_of("Q", rows))
        return Layout("tokens-" + name, states, sections, counted("winning", "losing", "matching"))
    height, width = family(table, ("rows", 1, 25), ("columns", 1, 25))
    if height > width or not 2 <= height * width <= 25:
        what = "a board of 2 to 25 cells with as many columns as rows or more"
        raise Wrong(f"the parameters are not those of {what}")
    states = len(tokens_homes(height, width)) << (height * width - 2)
    name = f"tokens-{height}x{width}"
    return Layout(name, states, [("losing", (states + 7) // 8)], counted("raw_states", "winning", "losing"))


def tokens_board(text: str) -> tuple[int, int, list[int]]:
    """Rows, columns, and the free cells."""
    lines = board_lines(text)
    size = board_numbers(lines[0])
    if len(size) != 2 or not all(1 <= value <= 64 for value in size):
        raise Wrong("the board in the header is not from 1 x 1 to 64 x 64")
    height, width = size
    if len(lines) != height + 1 or any(not re.fullmatch("[.#]{%d}" % width, line) for line in lines[1:]):
        raise Wrong(f"the board in the header has not {height} rows of {width} letters")
    return height, width, [x for x, letter in enumerate("".join(lines[1:])) if letter == "."]


def tokens_text(height: int, width: int, free: Iterable[int], pieces: Sequence[int]) -> str:
    letters = ["#"] * (height * width)
    for cell in free:
        letters[cell] = "P" if cell in pieces else "."
    return "/".join("".join(letters[i : i + width]) for i in range(0, height * width, width))


@cache
def neighbours(height: int, width: int) -> list[list[int]]:
    """The cells above, left, right and below of each; -1 where there is none."""
    cells = {divmod(cell, width): cell for cell in range(height * width)}
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return [[cells.get((i + x, j + y), -1) for x, y in steps] for i, j in cells]


def pair_number(x: int, y: int) -> int:
    return y * (y - 1) // 2 + x if x < y else x * (x - 1) // 2 + y


def pair_cells(pair: int) -> tuple[int, int]:
    b = (isqrt(8 * pair + 1) + 1) // 2
    return pair - b * (b - 1) // 2, b


class Board:
    """The pairs of free cells of a board, and the steps between them."""

    def __init__(self, height: int, width: int, free: Sequence[int]) -> None:
        self.height, self.width, self.free = height, width, free
        self.pairs = len(free) * (len(free) - 1) // 2
        self.number_of = {cell: number for number, cell in enumerate(free)}
        near = neighbours(height, width)
        self.around = [[self.number_of.get(x, -1) for x in near[cell]] for cell in free]
        self.color = [(cell // width + cell % width) % 2 for cell in free]

    def text(self, pair: int) -> str:
        return tokens_text(self.height, self.width, self.free, [self.free[x] for x in pair_cells(pair)])

    def is_vertex(self, pair: int) -> bool:
        a, b = pair_cells(pair)
        return b not in self.around[a]

    def is_even(self, pair: int) -> bool:
        a, b = pair_cells(pair)
        return self.color[a] == self.color[b]

    def edges(self, pair: int) -> list[tuple[int, int]]:
        """The code of each step from a vertex to another one, and that one."""
        a, b = pair_cells(pair)
        around = self.around
        result = []
        for first, start, still in ((0, a, b), (4, b, a)):
            for code, x in enumerate(around[start], first):
                if x >= 0 and x != still and still not in around[x]:
                    result.append((code, pair_number(x, still)))
        return result


NO_PARTNER, NO_VERTEX = -1, -2


def maximum_matching(board: Board) -> array[Any]:
    """The partner of each vertex in some maximum matching, by augmenting paths.

    It need not be trusted: tokens_missed sees whether it is one.
    """
    partner = array("i", [NO_PARTNER if board.is_vertex(pair) else NO_VERTEX for pair in range(board.pairs)])
    starts = [pair for pair, other in enumerate(partner) if other == NO_PARTNER and board.is_even(pair)]
    near = {pair: [to for _, to in board.edges(pair)] for pair in starts}

    def finds_partner(even: int, seen: set[int]) -> bool:
        """Give it a partner, whose former one finds another; `seen` has the odd vertices that were reached."""
        for odd in near[even]:
            if odd not in seen:
                seen.add(odd)
                if partner[odd] == NO_PARTNER or finds_partner(partner[odd], seen):
                    partner[even], partner[odd] = odd, even
                    return True
        return False

    vain: set[int] = set()  # what was reached in vain leads to no vertex without a partner later either
    for start in starts:
        seen = vain.copy()
        if not finds_partner(start, seen):
            vain = seen
    return partner


def tokens_missed(board: Board, partner: array[Any]) -> bytearray:
    """Which vertices some maximum matching misses, and the certificate that the given one is maximum.

    From the vertices without a partner go along any edge, and then along the one of the matching:
    what is reached can be missed, too, by exchanging the edges on the way. If no edge joins two
    vertices that are reached, then on each side of the graph all that is next to them has partners
    among them. There are fewer of these than of them, by those without a partner. So no matching
    has more edges, and all maximum ones cover the vertices that are not reached.
    """
    missed = bytearray(1 if other == NO_PARTNER else 0 for other in partner)
    queue = [pair for pair, other in enumerate(partner) if other == NO_PARTNER]
    for pair in queue:
        for _, to in board.edges(pair):
            if missed[to]:
                texts = board.text(pair), board.text(to)
                raise Wrong("the matching is no maximum: {} and {} can both be missed".format(*texts))
            other = partner[to]
            if not missed[other]:
                missed[other] = 1
                queue.append(other)
    for pair in queue:  # again, as some were reached later
        if any(missed[to] for _, to in board.edges(pair)):
            raise Wrong(f"the matching is no maximum: {board.text(pair)} and one next to it can be missed")
    return missed


# --- tokens, `losing1`: a family


@cache
def tokens_homes(height: int, width: int) -> list[tuple[int, int]]:
    """The pairs of cells that are homes, in their order."""
    homes: list[tuple[int, int]] = []
    for b in range(height * width):
        for a in range(b):
            alike = {tuple(sorted((cells[a], cells[b]))) for cells in symmetries(height, width)}
            if not alike.intersection(homes):
                homes.append((a, b))
    return homes


def insert_bits(mask: int, a: int, b: int) -> int:
    """Make room for the bits a < b, and set them."""
    for bit in (a, b):
        low = mask & ((1 << bit) - 1)
        mask = (mask ^ low) << 1 | 1 << bit | low
    return mask


def remove_bits(mask: int, a: int, b: int) -> int:
    """Leave out the bits a < b."""
    for bit in (b, a):
        low = mask & ((1 << bit) - 1)
        mask = mask >> (bit + 1) << bit | low
    return mask


def tokens_compare(height: int, width: int, place: int, stored: int, follows: int) -> None:
    if stored != follows:
        home, rest = divmod(place, 1 << (height * width - 2))
        pieces = tokens_homes(height, width)[home]
        text = tokens_text(height, width, bits_of(insert_bits(rest, *pieces)), pieces)
        raise wrong_bit(f"entry {place}, start {text}", follows)


def tokens_prove_boards(table: Table, masks: range) -> int:
    """Prove all starts of some boards: of each that no symmetry makes smaller, and its images."""
    height, width = table.parameter("rows"), table.parameter("columns")
    stored = Bits(table.section("losing"))
    homes = [(home << (height * width - 2), a, b) for home, (a, b) in enumerate(tokens_homes(height, width))]
    compared = 0
    for mask in masks:
        alike = images(mask, height, width)
        if min(alike) < mask:
            continue
        board = Board(height, width, list(bits_of(mask)))
        losing = tokens_missed(board, maximum_matching(board))
        for s, image in enumerate(alike):
            if image in alike[:s]:
                continue
            number_of = {symmetries(height, width)[s][cell]: number for number, cell in enumerate(board.free)}
            for first, a, b in homes:
                if image >> a & image >> b & 1:
                    place = first + remove_bits(image, a, b)
                    follows = losing[pair_number(number_of[a], number_of[b])]
                    tokens_compare(height, width, place, stored[place], follows)
                    compared += 1
    return compared


def tokens_prove_sample(table: Table, places: Sequence[int]) -> int:
    height, width = table.parameter("rows"), table.parameter("columns")
    stored = Bits(table.section("losing"))
    for place in places:
        home, rest = divmod(place, 1 << (height * width - 2))
        a, b = tokens_homes(height, width)[home]
        board = Board(height, width, list(bits_of(insert_bits(rest, a, b))))
        losing = tokens_missed(board, maximum_matching(board))
        follows = losing[pair_number(board.number_of[a], board.number_of[b])]
        tokens_compare(height, width, place, stored[place], follows)
    return len(places)


def tokens_prove(task: Task) -> Proof:
    """All boards, each by a maximum matching of its pairs."""
    table = task.table
    cells = table.parameter("rows") * table.parameter("columns")
    losing = count_losing(table)
    if task.chosen is not None:
        compared = sum(run(tokens_prove_sample, task.jobs(500), table, task.processes))
    else:
        masks = parts_of(range(1 << cells), 1024)
        compared = sum(run(tokens_prove_boards, masks, table, task.processes))
        if compared != table.states:
            raise Wrong(f"{table.states} states in the header, but the rules make {compared} starts")
    return Proof(compared, [cells * (cells - 1) // 2 << (cells - 2), table.states - losing, losing])


# --- tokens, `losing1+steps8`: one board


STEP_BITS = {2: 4, 3: 5, 6: 6, 7: 7}  # the bit of a byte in `steps` for the step with a code


def tokens_partners(board: Board, stored: Any, steps: Any) -> array[Any]:
    """The matching that is stored: the partner of each vertex."""
    partner = array("i", [NO_PARTNER]) * board.pairs
    for pair in range(board.pairs):
        step = steps[pair]
        what = "entry %d, start %s"
        if not board.is_vertex(pair):
            partner[pair] = NO_VERTEX
            if step != 9 or stored[pair]:
                values = f"bit {stored[pair]}, byte {step:02x}", "bit 0, byte 09"
                raise differs(what % (pair, board.text(pair)), *values)
        elif step & 15 != 8:
            to = dict(board.edges(pair)).get(step & 15)
            if to is None:
                text = what % (pair, board.text(pair))
                raise Wrong(f"{text}: stored is byte {step:02x}, whose code is of no step to a vertex")
            partner[pair] = to
    for pair, other in enumerate(partner):
        if other >= 0 and partner[other] != pair:
            raise Wrong(f"entry {pair}, start {board.text(pair)}: its partner has not it as partner")
    return partner


def tokens_circles(board: Board, partner: array[Any]) -> array[Any]:
    """A number for each vertex with a partner: that of a strongly connected component of the
    graph in which edges of the matching lead from odd to even vertices, others from even to odd.

    An edge that is not in the matching, and neither end of which can be missed, is in some maximum
    matching exactly if it lies on a circle of this graph: its edges can be exchanged. A vertex and
    its partner have the same number; so only even ones are visited (by Kosaraju's method).
    """

    def after(pair: int) -> list[int]:
        return [partner[to] for _, to in board.edges(pair) if partner[to] not in (NO_PARTNER, pair)]

    def before(pair: int) -> list[int]:
        return [to for _, to in board.edges(partner[pair]) if to != pair and partner[to] != NO_PARTNER]

    seen = bytearray(board.pairs)
    finished = []
    stack = [pair for pair, other in enumerate(partner) if other >= 0 and board.is_even(pair)]
    while stack:
        pair = stack.pop()
        if pair < 0:  # all behind it is finished
            finished.append(~pair)
        elif not seen[pair]:
            seen[pair] = 1
            stack.append(~pair)
            stack += after(pair)
    component = array("i", [-1]) * board.pairs
    for root in reversed(finished):
        queue = [root]
        for pair in queue:
            if component[pair] < 0:
                component[pair] = component[partner[pair]] = root
                queue += before(pair)
    return component


def tokens_prove_board(task: Task) -> Proof:
    """The stored matching must be a maximum one; then all bits follow from it.

    Some maximum matching contains an edge if the stored one does, or if one of its ends can be
    missed, or if it lies on a circle.
    """
    table = task.table
    board = Board(*tokens_board(table.board))
    losing = count_losing(table)
    stored = Bits(table.section("losing"))
    steps = table.section("steps")
    partner = tokens_partners(board, stored, steps)
    missed = tokens_missed(board, partner)
    component = tokens_circles(board, partner)
    for pair, other in enumerate(partner):
        if other == NO_VERTEX:
            continue
        follows = steps[pair] & 15
        for code, to in board.edges(pair):
            circle = component[pair] == component[to] >= 0
            if code in STEP_BITS and (other == to or missed[pair] or missed[to] or circle):
                follows |= 1 << STEP_BITS[code]
        if (stored[pair], steps[pair]) != (missed[pair], follows):
            values = [(stored[pair], steps[pair]), (missed[pair], follows)]
            texts = ["bit %d, byte %02x" % value for value in values]
            raise differs(f"entry {pair}, start {board.text(pair)}", *texts)
    matching = sum(1 for other in partner if other >= 0) // 2
    return Proof(table.states, [table.states - losing, losing, matching])


# ---------------------------------------------------------------------------------------------
# chomp
#
# Two players alternately take a cell of a bar of M x N cells, and with it all cells in the same or
# a lower row and in the same column or one further to the right. Who takes the top left cell loses.
# A position is how many cells are left in each row. Nothing left is winning: the opponent lost.


def chomp_layout(table: Table) -> Layout:
    height, width = family(table, ("rows", 1, 63), ("columns", 1, 63))
    refuse(height > width, "the parameters have more rows than columns")
    refuse(height + width > 64, "the parameters have more than 64 rows and columns together")
    states = comb(height + width, height)
    section = ("losing", (states + 7) // 8)
    if table.encoding == "segments1":
        section = ("entries", blocks_size(height, width))
    return Layout(f"chomp-{height}x{width}", states, [section], counted("winning", "losing"))


# --- chomp, `losing1`


def staircase_cut(rows: list[int], r: int, c: int) -> list[int]:
    """What taking the cell of row r and column c leaves."""
    return rows[:r] + [min(t, c) for t in rows[r:]]


def chomp_prove_part(table: Table, places: Sequence[int]) -> int:
    """A position is losing if it has cells, and no move leads to a losing one.

    In `segments1` places are those of `losing1`: any numbers would do.
    """
    height, width = table.parameter("rows"), table.parameter("columns")
    bit: Callable[[Sequence[int]], int]
    if table.encoding == "segments1":
        unit, section, bit = "bit", "entries", blocks_of(height, width).bit
    else:
        unit, section, bit = "entry", "losing", partial(staircase_place, staircase_terms(height, width))
    stored = Bits(table.section(section))
    for place in places:
        rows = staircase_at(place, height, width)
        moves = (staircase_cut(rows, r, c) for r, most in enumerate(rows) for c in range(most))
        wins = not any(rows) or any(stored[bit(after)] for after in moves)
        if stored[bit(rows)] == wins:
            raise wrong_bit(f"{unit} {bit(rows)}, position {staircase_text(rows)}", not wins)
    return len(places)


def chomp_prove(task: Task) -> Proof:
    table = task.table
    losing = count_losing(table)
    compared = sum(run(chomp_prove_part, task.jobs(20_000), table, task.processes))
    return Proof(compared, [table.states - losing, losing])


# --- chomp, `segments1`
#
# A box is a tuple (r, c): all lists of r numbers that do not ascend, and begin with c at most.

SEGMENT = 128  # a box with more lists is divided


@cache
def box_size(r: int, c: int) -> int:
    """The bytes of a box."""
    lists = comb(r + c, r)
    return (lists + 7) // 8 if lists <= SEGMENT else box_size(r, c - 1) + box_size(r - 1, c)


@cache
def box_first(r: int, c: int) -> int:
    """The first bit of what begins with c, in any box of r rows; it is a box of r - 1 rows."""
    return 8 * box_size(r, c - 1) if comb(r + c, r) > SEGMENT else comb(c + r - 1, r)


@cache
def box_segment(r: int) -> int:
    """The columns of the widest box of r rows that is a segment; such boxes begin with it."""
    return next(c for c in range(SEGMENT) if comb(r + c + 1, r) > SEGMENT)


@cache
def box_used(r: int, c: int) -> int:
    """The bits of a box that belong to a list."""
    if comb(r + c, r) <= SEGMENT:
        return (1 << comb(r + c, r)) - 1
    return box_used(r, c - 1) | box_used(r - 1, c) << 8 * box_size(r, c - 1)


def blocks_fixed(height: int, width: int) -> int:
    """How many rows at the top say in which block a position is."""
    few = [fixed for fixed in range(height) if comb(width + fixed, fixed) <= 1 << 20]
    return next((fixed for fixed in few if box_size(height - fixed, width) <= 1 << 22), few[-1])


def blocks_size(height: int, width: int) -> int:
    """The bytes of all blocks."""
    fixed = blocks_fixed(height, width)
    if not fixed:
        return box_size(height, width)
    return sum(comb(width - c + fixed - 1, fixed - 1) * box_size(height - fixed, c) for c in range(width + 1))


class Blocks:
    """The blocks of a table. The number of a block is the place of its fixed rows among all."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.fixed = blocks_fixed(height, width)
        self.below = height - self.fixed  # rows of each box
        count = comb(width + self.fixed, self.fixed)
        self.last = bytearray(count)  # columns of each box
        sums = array("H", [0]) * count
        # All staircases, those with the largest numbers first.
        falling = combinations_with_replacement(range(width, -1, -1), self.fixed)
        for block, rows in zip(reversed(range(count)), falling):
            self.last[block] = rows[-1] if rows else width
            sums[block] = sum(rows)
        self.order = array("I", sorted(range(count), key=sums.__getitem__))
        self.first = array("Q", [0]) * count  # first byte of each
        at = 0
        for block in self.order:
            self.first[block] = at
            at += box_size(self.below, self.last[block])
        if at != blocks_size(height, width):
            raise RuntimeError("size of the blocks")
        self.terms = staircase_terms(self.fixed, width)
        self.moves = [[box_first(self.below - r, c) for c in range(width + 1)] for r in range(self.below)]

    def bit(self, rows: Sequence[int]) -> int:
        """Where the entry of a position is in the section."""
        block = staircase_place(self.terms, rows)
        return 8 * self.first[block] + sum(move[t] for move, t in zip(self.moves, rows[self.fixed :]))

    def jobs(self) -> Iterator[Sequence[int]]:
        """Blocks that follow one another in the file, some megabytes at a time."""
        begin = size = 0
        for at, block in enumerate(self.order, 1):
            size += box_size(self.below, self.last[block])
            if size >= 1 << 22 or at == len(self.order):
                yield self.order[begin:at]
                begin, size = at, 0


@lru_cache(maxsize=1)
def blocks_of(height: int, width: int) -> Blocks:
    """The blocks, made in each process once."""
    return Blocks(height, width)


def box_at(section: memoryview, r: int, c: int, first: int) -> int:
    """The losing lists of a box that begins with the byte `first`."""
    return int.from_bytes(section[first : first + box_size(r, c)], "little")


def segments_count(table: Table, numbers_of_blocks: Sequence[int]) -> int:
    """See that the unused bits of some blocks are zero; returns how many bits are set."""
    blocks = blocks_of(table.parameter("rows"), table.parameter("columns"))
    section = table.section("entries")
    losing = 0
    for block in numbers_of_blocks:
        bits = box_at(section, blocks.below, blocks.last[block], blocks.first[block])
        unused = bits & ~box_used(blocks.below, blocks.last[block])
        if unused:
            at = 8 * blocks.first[block] + (unused & -unused).bit_length() - 1
            raise Wrong(f"section `entries`: bit {at}, which is of no position, is set")
        losing += ones(bits)
    return losing


def byte_tables(masks: list[int]) -> list[list[int]]:
    """For each byte of a number, and each value of it: the masks of its bits, joined."""
    tables = []
    for first in range(0, len(masks), 8):
        table = [0]
        for mask in masks[first : first + 8]:
            table += [value | mask for value in table]
        tables.append(table)
    return tables


def joined(tables: list[list[int]], bits: int) -> int:
    """The masks of these bits, joined."""
    result = 0
    for table, byte in zip(tables, bits.to_bytes(len(tables), "little")):
        result |= table[byte]
    return result


@cache
def segment_moves(r: int, c: int) -> tuple[list[list[int]], list[tuple[int, list[list[int]]]]]:
    """Of a segment: the lists that have a move to each, by bytes of the segment; and for each
    column x the first bit of what begins with x, and, by bytes from there on, the lists that begin
    with more, and of which this is left if each number is x at most."""
    lists = comb(r + c, r)
    inner = [0] * lists
    cut = [[0] * comb(r - 1 + x, r - 1) for x in range(c)]
    for bit in range(lists):
        rows = staircase_at(bit, r, c)
        for k, t in enumerate(rows):
            for x in range(t):
                after = staircase_cut(rows, k, x)
                to = sum(box_first(r - i, y) for i, y in enumerate(after))
                inner[to] |= 1 << bit
                if k == 0:
                    cut[x][to - box_first(r, x)] |= 1 << bit
    return byte_tables(inner), [(box_first(r, x), byte_tables(masks)) for x, masks in enumerate(cut)]


def prove_box(
    section: memoryview, rows: list[int], r: int, c: int, direct: int, cutting: list[int], first: int
) -> None:
    """Prove all entries of a box, many at once: the lists of a box that are losing, or winning by
    some moves, are the bits of an integer.

    The box is proven below these rows, and begins with the byte `first`. Let R be its rows and C its
    columns, which is the last given row. A move in a given row takes all cells from column c on from
    it and the rows below:

    - if c >= C, or all numbers of a list are c at most, the list stays: the move wins for the
      lists that are losing below the rows that the move leaves;
    - if c < C the list is cut: of each number that is larger c is left.

    `direct` is the lists for which a move of the first kind with c >= C wins, and `cutting[c]` the
    lists of numbers up to c that are losing below what a move with c < C leaves of the given rows.
    Taking the first number f of the lists to the given rows leads to the same for smaller boxes:
    moves with c from f to C - 1 become direct ones, and cutting[c] with c < f is of those lists
    that begin with c, and moves in the new row itself are added.
    """
    low = min(c, box_segment(r))
    segment = box_at(section, r, low, first)
    parts = []  # the first number, first bit, and direct moves of what begins with more than `low`
    for f in range(c, low, -1):
        at = box_first(r, f)
        parts.append((f, at, direct >> at))
        direct = direct & (1 << at) - 1 | cutting[f - 1]
    inner, cuts = segment_moves(r, low)
    wins = direct | joined(inner, segment)
    for lists, (at, tables) in zip(cutting, cuts):
        if lists:
            wins |= lists | joined(tables, lists >> at)
    if not first:
        wins |= 1  # nothing left
    wrong = wins ^ segment ^ (1 << comb(r + low, r)) - 1
    if wrong:
        bit = (wrong & -wrong).bit_length() - 1
        text = staircase_text(rows + staircase_at(bit, r, low))
        raise wrong_bit(f"bit {8 * first + bit}, position {text}", not wins >> bit & 1)
    below: list[int] = []
    for x in range(c if parts else 0):
        at = box_first(r, x)
        if x > low:
            losing = box_at(section, r - 1, x, first + (at >> 3))
        else:
            losing = segment >> at & (1 << comb(r - 1 + x, r - 1)) - 1
        below.append(cutting[x] >> at | losing)
    for f, at, moves in reversed(parts):
        prove_box(section, rows + [f], r - 1, f, moves, below[:f], first + (at >> 3))


def segments_prove_blocks(table: Table, numbers_of_blocks: Sequence[int]) -> int:
    """Prove blocks, each of which is a box below its fixed rows."""
    blocks = blocks_of(table.parameter("rows"), table.parameter("columns"))
    section = table.section("entries")
    compared = 0
    for block in numbers_of_blocks:
        rows = staircase_at(block, blocks.fixed, blocks.width)
        r, last = blocks.below, blocks.last[block]
        direct, cutting = 0, [0] * last
        for k, t in enumerate(rows):
            for c in range(t):
                after = staircase_cut(rows, k, c)
                losing = box_at(section, r, after[-1], blocks.first[staircase_place(blocks.terms, after)])
                if c < last:
                    cutting[c] |= losing
                else:
                    direct |= losing
        prove_box(section, rows, r, last, direct, cutting, blocks.first[block])
        compared += comb(r + last, r)
    return compared


def segments_prove(task: Task) -> Proof:
    """The memory needed is that of some blocks, not of the table."""
    table = task.table
    blocks = blocks_of(table.parameter("rows"), table.parameter("columns"))
    losing = sum(run(segments_count, list(blocks.jobs()), table, task.processes))
    if task.chosen is not None:
        compared = sum(run(chomp_prove_part, task.jobs(500), table, task.processes))
    else:
        compared = sum(run(segments_prove_blocks, list(blocks.jobs()), table, task.processes))
        if compared != table.states:
            raise RuntimeError(f"{compared} positions in the blocks")
    return Proof(compared, [table.states - losing, losing])


# ---------------------------------------------------------------------------------------------
# Custom games (FORMAT.md, Custom games)
#
# Somebody has described such a game, and the table does not say how. What its bytes alone show is
# checked: that the code is one, that each of its functions is where it must be, and that the
# statistics can be those of the values that occur. Whether an entry is right only the rules say.

OTHER = "any other"  # has a space, so it is the name of no game


class Range(NamedTuple):
    """What words belong to."""

    first: int
    line: int
    end: int  # of its lines
    words: int
    filter: int  # bits
    filter_lines: int
    codes: dict[tuple[int, int], int]  # the value, by how many bits its code has, and the bits


def ascend(values: Sequence[int]) -> bool:
    return all(one < following for one, following in zip(values, values[1:]))


class Coded(Lines):
    """The sections of `codes+lines`: the value of a word."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.kind = table.parameter("values")
        dictionary = table.section("dictionary")
        self.members = dictionary[0]  # bits; 0 if there are none
        end = 4 + 4 * dictionary[1]
        if self.members > 7 or dictionary[3] or not 1 <= dictionary[1] <= 32 or len(dictionary) <= end:
            raise Wrong("section `dictionary`: its first bytes are not possible")
        self.levels = numbers("I", dictionary[4:end])
        self.values = numbers("H", dictionary[end : end + (len(dictionary) - end) // 2 * 2])
        if len(dictionary) % 2 or not ascend(self.values):
            raise Wrong("section `dictionary`: the values do not ascend")
        refuse(self.kind != 3 and 1 << 15 in self.values, "section `dictionary`: -32768 is no value")
        refuse(not all(self.levels[1:]), "section `dictionary`: a level has no lines")
        refuse(len(self.lines) != 128 * sum(self.levels), "section `lines` has not the length of all levels")
        self.ranges = list(self.read_ranges(table.section("ranges"), table.section("codes")))
        self.firsts = [each.first for each in self.ranges]
        span = self.firsts[-1] - self.firsts[0]
        shift = max(0, span.bit_length() - (len(self.firsts).bit_length() - 1))
        high = [(first - self.firsts[0]) >> shift for first in self.firsts]
        expected = [bisect_left(high, part) for part in range(high[-1] + 2)]
        index = struct.pack(f"<{len(expected)}I", *expected)
        if dictionary[2] != shift or bytes(table.section("index")) != index:
            raise Wrong("section `index` is not that of the ranges")

    def read_ranges(self, data: memoryview, codes: memoryview) -> Iterator[Range]:
        """The ranges, which fit their sections."""
        count, rest = divmod(len(data), 20)
        refuse(rest or not count, "section `ranges` has no whole ranges")
        ranges = list(struct.iter_unpack("<QIIHBB", data))
        refuse(not ascend([first for first, *_ in ranges]), "section `ranges`: the first words do not ascend")
        ends = [line for _, line, *_ in ranges[1:]] + [self.levels[0]]
        place, begin = 0, 0
        occur: set[int] = set()
        for end, (first, line, code, last, bits, lines) in zip(ends, ranges):
            if (line, code) != (begin, place):
                raise Wrong(f"the range of {first} does not begin where the one before it ends")
            place, found = self.read_code(codes, place)
            if bits > 7 or (bits > 0) != (lines > 0) or (bits and (1, 0) not in found):
                raise Wrong(f"the range of {first} has a filter that cannot be")
            if end - begin < lines or (end - begin > lines) != (len(found) > 1 or self.members > 0):
                raise Wrong(f"the range of {first} has lines that it does not need, or lacks some")
            occur.update(found.values())
            begin = end
            yield Range(first, line, end, last + 1, bits, lines, found)
        refuse(place != len(codes), "section `codes` has codes of no range")
        refuse(len(occur) != len(self.values), "section `dictionary`: a value has no code in any range")

    def read_code(self, codes: memoryview, place: int) -> tuple[int, dict[tuple[int, int], int]]:
        """The code at a place, and where it ends."""
        width = 1 if len(self.values) < 256 else 2

        def take(count: int) -> array[Any]:
            nonlocal place
            place += width * count
            refuse(place > len(codes), "section `codes` ends within a code")
            return numbers("BH"[width - 1], codes[place - width * count : place])

        longest = codes[place] if place < len(codes) else 0
        place += 1
        counts = take(longest) or [1]
        order = take(sum(counts))
        found: dict[tuple[int, int], int] = {}
        number, taken = 0, 0
        for length, own in enumerate(counts, 1 if longest else 0):
            number <<= 1
            refuse(not ascend(order[taken : taken + own]), "section `codes`: numbers do not ascend")
            for value in order[taken : taken + own]:
                if value >= len(self.values):
                    raise Wrong(f"section `codes`: there is no value {value}")
                found[length, number] = self.values[value]
                number += 1
            taken += own
        if longest > 32 or number != 1 << longest or not counts[-1]:
            raise Wrong("section `codes`: some sequences of bits begin with no code, or with several")
        refuse(len(set(found.values())) < len(order), "section `codes`: a value has two codes")
        return place, found

    def signed(self, value: int) -> int:
        """A stored value as a number."""
        return value if self.kind == 3 else value - (value >> 15 << 16)

    def check_statistics(self, table: Table) -> None:
        """Compare states and statistics with the values that occur and the functions, as far as these tell."""
        states, stored = table.states, {name: figure for name, _, figure in table.statistics}
        words = sum(each.words for each in self.ranges)
        refuse(words != states, f"{states} states in the header, but the ranges have {words} words")
        values = [self.signed(value) for value in self.values]
        if self.kind < 2 or self.kind == 4:
            longest = max((32767 - abs(value) for value in values if value), default=0)
            refuse(self.kind == 4 and longest, "section `dictionary`: a value has plies")
            exact = {} if self.kind == 4 else {"longest_game_plies": longest}
            kinds = {"winning": 0, "drawn": 0, "losing": 0}
            for value in values:
                kinds["winning" if value > 0 else "losing" if value else "drawn"] += 1
            for name, number in kinds.items():
                if stored[name] < number or (stored[name] > 0) != (number > 0):
                    raise Wrong(f"statistic `{name}` is {stored[name]}, but {number} such values occur")
            if sum(map(stored.__getitem__, kinds)) != states:
                raise Wrong(f"{states} states in the header, but its statistics have another sum")
        else:
            exact = {"lowest_value": min(values), "highest_value": max(values)}
        for name, follows in exact.items():
            if stored[name] != follows & WORD:
                raise differs(f"statistic `{name}`", stored[name], follows)


def check_custom(table: Table) -> None:
    """Check the name and the rules tag of a custom game."""
    game = table.game
    if not re.fullmatch("[a-z0-9]+-[a-z0-9]+", table.name) or table.name.split("-")[0] != game:
        raise Wrong(f"the name `{table.name[:40]}` is not that of a game at a size")
    if not re.fullmatch(game + "/[0-9a-f]{16}", table.rules):
        raise Wrong(f"the rules tag `{table.rules[:40]}` is not one of the game")


def custom_layout(table: Table) -> Layout:
    (kind,) = family(table, ("values", 0, 4))
    check_custom(table)
    width = {"value8": 1, "value16": 2}.get(table.encoding)
    sections = [(name, ANY) for name in ("dictionary", "index", "ranges", "codes", "lines")]
    statistics = counted("moves", "winning", "drawn", "losing", "longest_game_plies")[: 5 - (kind == 4)]
    if kind in (2, 3):
        statistics = [*counted("moves"), ("lowest_value", INTEGER), ("highest_value", INTEGER)]
    if width is None:
        return Layout(table.name, None, sections, statistics)
    if width == 1 and kind in (2, 3):
        raise Wrong("a byte is too small for its values")
    # Moves are not counted there.
    return Layout(table.name, table.states, [("entries", width * table.states)], statistics[1:])


def numbered_prove(task: Task) -> Proof:
    """Check what can be checked, and say that it is not a proof."""
    table, most = task.table, 127 if task.table.encoding == "value8" else 32767
    kind, entries = table.parameter("values"), table.section("entries")
    values = numbers("b" if most == 127 else "H" if kind == 3 else "h", entries)
    counts = Counter(values)
    refuse(counts[-most - 1] > 0, f"section `entries`: {-most - 1} is no value")
    if kind in (2, 3):
        statistics = [min(counts), max(counts)]
    else:
        decided = [value for value in counts if value]
        longest = max((most - abs(value) for value in decided), default=0)
        refuse(kind == 4 and longest, "section `entries`: a value has plies")
        signs = Counter({sign: 0 for sign in (1, 0, -1)})
        for value, count in counts.items():
            signs[(value > 0) - (value < 0)] += count
        statistics = [signs[1], signs[0], signs[-1], *([] if kind == 4 else [longest])]
    check_statistics(table, statistics)
    raise Unproven("nothing in the file contradicts the rest, but the rules of this game are not known here")


def indexed_layout(table: Table) -> Layout:
    kind, unit, *_ = family(table, ("values", 5, 7), ("unit", 0, 46), ("base", 0, WORD), ("bits", 1, 64))
    check_custom(table)
    refuse(kind == 5 and unit, "the unit is not 0, though values are doubles")
    refuse(kind == 7 and unit > 16, "the unit is above 16")
    names = ["lowest_value", "highest_value", "widest_bounds"][: kind - 3]
    statistics = [*counted("moves"), *((name, REAL) for name in names)]
    if kind == 7:
        statistics = counted("moves", "winning", "losing")
    sections = [(name, ANY) for name in ("firsts", "begins", "words", "numbers", "dictionary")]
    return Layout(table.name, None, sections, statistics)


def indexed_words(table: Table) -> Iterator[int]:
    """The words of all states."""
    firsts, begins = numbers("Q", table.section("firsts")), numbers("I", table.section("begins"))
    data = bytes(table.section("words"))
    for block, (begin, end) in enumerate(zip(begins, begins[1:])):
        refuse(not begin <= end <= len(data), f"section `begins`: block {block} is not in `words`")
        word, count, difference, bits = firsts[block], 1, 0, 0
        yield word
        for byte in data[begin:end]:
            difference |= (byte & 127) << bits
            bits += 7
            if byte < 128:
                refuse(byte == 0, f"section `words`: block {block} has a difference that ends with 0")
                word, count, difference, bits = word + difference, count + 1, 0, 0
                yield word
        expected = min(64, table.states - 64 * block)
        refuse(bits or count != expected, f"section `words`: block {block} has {count} words")
    refuse(begins[0] or begins[-1] != len(data), "section `words` has bytes of no block")


def indexed_prove(task: Task) -> Proof:
    """Check what can be checked, and say that it is not a proof."""
    table = task.table
    kind, unit, base, bits = map(table.parameter, ("values", "unit", "base", "bits"))
    states, blocks = table.states, -(-table.states // 64)
    lengths = [len(table.section(name)) for name in ("firsts", "begins", "words", "numbers", "dictionary")]
    stored = lengths[0] == 8 * blocks and lengths[1] == 4 * (blocks + 1)
    refuse(not stored and lengths[:3] != [0, 0, 0], "its words have sections of another length")
    refuse(not states or lengths[3] != -(-states * bits // 8) + 16, "section `numbers` has another length")
    refuse(lengths[4] % 8, "section `dictionary` has another length")
    last = -1
    for word in indexed_words(table) if stored else ():
        refuse(not last < word <= WORD, "section `words`: words do not ascend")
        last = word
    packed, dictionary = bytes(table.section("numbers")), numbers("Q", table.section("dictionary"))
    refuse(not ascend(dictionary), "section `dictionary`: entries do not ascend")
    # A few thousand numbers at a time, which begin and end with whole bytes.
    found: Counter[int] = Counter()
    for place in range(0, states, 4096):
        count = min(4096, states - place)
        part = int.from_bytes(packed[place * bits // 8 : -(-(place + count) * bits // 8)], "little")
        found.update(part >> (bits * number) & ((1 << bits) - 1) for number in range(count))
    refuse(
        int.from_bytes(packed[states * bits // 8 :], "little") >> (states * bits % 8),
        "section `numbers`: not padded",
    )
    refuse(
        min(found) or max(1, max(found).bit_length()) != bits, "section `numbers`: numbers are not from 0 on"
    )
    if dictionary:
        refuse(
            base or set(found) != set(range(len(dictionary))), "section `dictionary`: an entry does not occur"
        )
        counts = [found[number] for number in range(len(dictionary))]
        entries = list(dictionary)
    else:
        counts = list(found.values())
        entries = [base + number for number in found]
        refuse(max(entries) > WORD, "section `numbers`: a number is that of no entry")
    if kind == 5:
        values = numbers("d", struct.pack(f"<{len(entries)}Q", *entries))
        proper = all(
            abs(value) < float("inf") and (value or not entry) for value, entry in zip(values, entries)
        )
        refuse(not proper, "an entry is no value")
        figures = [min(values), max(values)]
    elif kind == 7:
        lost = sum(count for entry, count in zip(entries, counts) if entry >> unit == 0)
        figures = [states - lost, lost]
    else:
        lower = [((entry >> 16) - (1 << 47)) / (1 << unit) for entry in entries]
        widths = [(entry & 0xFFFF) / (1 << unit) for entry in entries]
        figures = [min(lower), max(map(float.__add__, lower, widths)), max(widths)]
    check_statistics(table, [table.statistics[0][2], *figures])
    raise Unproven("nothing in the file contradicts the rest, but the rules of this game are not known here")


def coded_prove(task: Task) -> Proof:
    """Check what can be checked, and say that it is not a proof."""
    Coded(task.table).check_statistics(task.table)
    raise Unproven("nothing in the file contradicts the rest, but the rules of this game are not known here")


GAMES: dict[tuple[str, str, str], Game] = {
    ("number", "number/1", "trie+entry32"): Game(number_layout, number_prove_trie),
    ("number", "number/1", "filters+lines"): Game(number_layout, number_prove_filters),
    ("tower", "tower/1", "f64"): Game(tower_layout, tower_prove),
    ("contour", "contour/1", "g32"): Game(contour_layout, contour_prove),
    ("contour", "contour/1", "g64"): Game(contour_layout, contour_prove),
    ("stake", "stake/1", "patterns+score8"): Game(stake_layout, stake_prove),
    ("stake", "stake/1", "canonical+score8"): Game(stake_layout, stake_prove),
    ("stake", "stake/1", "lead8"): Game(stake_layout, lead_prove),
    ("tokens", "tokens/1", "losing1"): Game(tokens_layout, tokens_prove),
    ("tokens", "tokens/1", "losing1+steps8"): Game(tokens_layout, tokens_prove_board),
    ("chomp", "chomp/1", "losing1"): Game(chomp_layout, chomp_prove),
    ("chomp", "chomp/1", "segments1"): Game(chomp_layout, segments_prove),
    (OTHER, "", "codes+lines"): Game(custom_layout, coded_prove),
    (OTHER, "", "value8"): Game(custom_layout, numbered_prove),
    (OTHER, "", "value16"): Game(custom_layout, numbered_prove),
    (OTHER, "", "words+numbers"): Game(indexed_layout, indexed_prove),
}


# ---------------------------------------------------------------------------------------------
# The program


def check_statistics(table: Table, values: list[Any]) -> None:
    """Compare the header's statistics, bit for bit, with those that follow."""
    codes = {COUNT: "<Q", REAL: "<d", INTEGER: "<q"}
    for (name, kind, stored), value in zip(table.statistics, values):
        data = stored.to_bytes(8, "little")
        if data != struct.pack(codes[kind], value):
            raise differs(f"statistic `{name}`", struct.unpack(codes[kind], data)[0], value)


def choose(table: Table, options: argparse.Namespace) -> list[int] | None:
    """The places of a sample, or None for all."""
    if table.encoding in ("codes+lines", "value8", "value16", "words+numbers"):
        return None  # it has no places, and its states are only what the header says
    if options.sample is not None and options.sample < table.states:
        return sorted(random.Random(options.seed).sample(range(table.states), options.sample))
    if table.states > options.limit or table.size > 32 * options.limit + (1 << 20):
        text = "%d states in %d bytes are more than `--limit` allows to prove; `--sample N` proves some"
        raise Undecided(text % (table.states, table.size))
    return None


def check_table(path: str, options: argparse.Namespace) -> dict[str, Any]:
    """Check and prove a table; returns what is to be reported."""
    begin = time.monotonic()
    report: dict[str, Any] = {"file": path, "result": "undecided"}
    try:
        table, game = open_table(path)
        report.update(table=table.name, states=table.states, bytes=table.size)
        chosen = choose(table, options)
        check_bytes(table, options.processes)
        proof = game.prove(Task(table, chosen, random.Random(options.seed), options.processes))
        check_statistics(table, proof.statistics)
        report.update(compared=proof.compared, result="good")
    except (Wrong, Unproven, Undecided) as error:
        report.update(problem=str(error), result=error.result)
    except MemoryError:
        report["problem"] = "there is too little memory to prove it"
    except Exception as error:  # a fault of this program; it must not hide the other tables
        report["problem"] = f"this program failed: {type(error).__name__}: {error}"
    report["seconds"] = round(time.monotonic() - begin, 1)
    return report


def report_line(report: dict[str, Any], seed: int) -> str:
    """The report as a line for people."""
    line = f"{report.get('table') or os.path.basename(report['file']):16} {report['result']:5} "
    if report["result"] != "good":
        return f"{line} {report['problem']}"
    compared, states = report["compared"], report["states"]
    text = f"all {states} entries follow from the rules"
    if compared != states:
        text = f"{compared} of {states} entries compared, and they follow from the rules; seed {seed}"
    return f"{line} {text} ({report['seconds']:.1f} s)"


def natural(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"`{text}` is no number from 0 on")
    return int(text)


EXAMPLES = """
examples:
  check.py tables/*.table                              all entries of these tables
  check.py --sample 10000 stake-5.table                some entries, by chance
  check.py --limit 20000000000 chomp-10x42.table       all entries of a large table
  check.py --json number-20.table                      for another program to read

exit codes:
  0  all tables are good
  1  a table is damaged or wrong; the line names the first entry that is
  2  the command line is wrong
  3  no table is wrong, but one is unproven, as its rules are not known here, or could not be read or
     was too large, or no report could be written

A proof takes the longer the more entries there are, about two minutes of processor time for the
default tables. docs/check.md says how long each takes, and what is not proven.
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="check.py",
        description="Checks every byte of perfectplay's tables, and proves their entries by the rules.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tables", nargs="+", metavar="TABLE.table", help="a table, under its own name")
    number = partial(parser.add_argument, type=natural, metavar="N")
    number("--sample", help="prove N entries of each table, not all")
    number("--seed", help="chooses the sample; another one each time if left out")
    number("--limit", default=50_000_000, help="prove tables of up to N states whole (%(default)d)")
    number("--processes", default=min(os.cpu_count() or 1, 60), help="at once (%(default)d here)")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each table, a line each")
    results = set()
    try:
        try:
            options = parser.parse_args()
        except SystemExit as ended:
            if not ended.code:
                print(end="", flush=True)  # the help, which a full disk would else refuse when all is over
            raise
        for name in ("processes", "sample"):
            if getattr(options, name) == 0:
                parser.error(f"--{name} must be at least 1")
        if options.seed is None:
            options.seed = random.SystemRandom().randrange(1 << 32)
        for path in options.tables:
            report = check_table(path, options)
            results.add(report["result"])
            print(json.dumps(report) if options.json else report_line(report, options.seed), flush=True)
    except OSError as error:
        results.add("undecided")
        # Nothing more is written at the end, and whoever read the output may just have left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError):
                print(f"error: the report cannot be written: {error.strerror}", file=sys.stderr)
    return 1 if "wrong" in results else 3 if results & {"undecided", "unproven"} else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

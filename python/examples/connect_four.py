"""Connect Four on a small board, described for arrays: `connect_four.py COLUMNS ROWS`, 4 and 5 by default."""

import sys

import numpy as np
from numpy.typing import NDArray

import perfectplay as pp

Words = NDArray[np.uint64]


class ConnectFour(pp.ArrayGame):
    """Each column has a bit more than rows. A word has the stones of the player to move from bit 32 on, and those of
    the opponent below."""

    start = 0
    rules = "Drop a stone into a column. Four in a row win, also diagonally."

    def __init__(self, columns: int = 4, rows: int = 5) -> None:
        self.name, self.rows, self.columns = f"connectfour-{columns}x{rows}", rows, columns
        self.bottom = sum(1 << (rows + 1) * column for column in range(columns))
        self.board = self.bottom * ((1 << rows) - 1)
        full = [((1 << rows) - 1) << (rows + 1) * column for column in range(columns)]
        self.files = np.array(full, np.uint64)

    def children(self, words: Words) -> tuple[NDArray[np.int64], Words]:
        own, other = words >> 32, words & 0xFFFF_FFFF
        lowest_free = (own | other) + self.bottom
        stones = lowest_free[:, None] & self.files
        legal = stones != 0
        offsets = np.append(0, np.cumsum(np.count_nonzero(legal, axis=1)))
        return offsets, ((other << 32 | own)[:, None] | stones)[legal]

    def ends(self, words: Words) -> NDArray[np.int8]:
        own, other = words >> 32, words & 0xFFFF_FFFF
        won = np.zeros(len(words), bool)
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            pairs = other & other >> step
            won |= (pairs & pairs >> 2 * step) != 0
        full = (own | other) == self.board
        return np.where(won, self.LOSS, np.where(full, self.DRAW, self.OPEN)).astype(np.int8)

    def labels(self, word: int) -> list[int]:
        free = ((word >> 32 | word) + self.bottom) & self.board
        return [column + 1 for column in range(self.columns) if free & int(self.files[column])]

    def show(self, word: int) -> str:
        own, other = word >> 32, word & 0xFFFF_FFFF
        marks = "XO" if own.bit_count() == other.bit_count() else "OX"
        cell = lambda bit: marks[0] if own >> bit & 1 else marks[1] if other >> bit & 1 else "."  # noqa: E731
        bits = [[(self.rows + 1) * file + row for file in range(self.columns)] for row in range(self.rows)]
        return "/".join("".join(map(cell, row)) for row in reversed(bits))

    def read(self, text: str) -> int | None:
        rows = text.split("/")[::-1]
        if [len(row) for row in rows] != [self.columns] * self.rows or set(text) - set("XO./"):
            return None
        cells = [
            (one, 1 << (self.rows + 1) * file + row)
            for row, of in enumerate(rows)
            for file, one in enumerate(of)
        ]
        x, o = (sum(bit for one, bit in cells if one == mark) for mark in "XO")
        return x << 32 | o if x.bit_count() == o.bit_count() else o << 32 | x


if __name__ == "__main__":
    table = pp.solve(ConnectFour(*map(int, sys.argv[1:3])))
    print(f"{table.name}: {len(table)} positions, the first player: {table.value(0)}")

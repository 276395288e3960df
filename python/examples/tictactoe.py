"""Tic-tac-toe on n x n with n in a row, described for arrays: `tictactoe.py SIZE`, 4 by default."""

import sys

import numpy as np
from numpy.typing import NDArray

import perfectplay as pp

Words = NDArray[np.uint64]


class TicTacToe(pp.ArrayGame):
    """A word has the cells of the player to move from bit 32 on, and those of the opponent below."""

    start = 0
    rules = "Fill a row, a column or a diagonal."

    def __init__(self, size: int = 4) -> None:
        self.name, self.all = f"tictactoe-{size}x{size}", (1 << size * size) - 1
        cells = np.arange(size * size).reshape(size, size)
        lines = [*cells, *cells.T, cells.diagonal(), cells[::-1].diagonal()]
        self.lines = [sum(1 << int(cell) for cell in line) for line in lines]
        self.cells = np.uint64(1) << np.arange(size * size, dtype=np.uint64)

    def children(self, words: Words) -> tuple[NDArray[np.int64], Words]:
        free = ~(words >> 32 | words)[:, None] & self.cells
        legal = free != 0
        offsets = np.append(0, np.cumsum(np.count_nonzero(legal, axis=1)))
        return offsets, ((words << 32 | words >> 32)[:, None] | free)[legal]

    def ends(self, words: Words) -> NDArray[np.int8]:
        lost = np.zeros(len(words), bool)
        for line in self.lines:
            lost |= (words & line) == line
        full = (words >> 32 | words) & self.all == self.all
        return np.where(lost, self.LOSS, np.where(full, self.DRAW, self.OPEN)).astype(np.int8)


if __name__ == "__main__":
    table = pp.solve(TicTacToe(*map(int, sys.argv[1:2])))
    print(f"{table.name}: {len(table)} positions, the first player: {table.value(0)}")

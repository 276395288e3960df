"""How long games take that are described in Python, and how much memory, beside a dictionary solver made for the game.

    python python/benches/descriptions.py            # needs NumPy; some minutes
    python python/benches/descriptions.py GAME WAY   # one of them, in this process

With `pip install open_spiel`, and with a checkout of GamesmanPy that `GAMESMANPY` names, also by their solvers.
Times are those of the processor on all threads, without imports; memory is what the process took at most beyond them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import perfectplay as pp

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from connect_four import ConnectFour
from tictactoe import TicTacToe


class Fours(pp.Game[tuple[int, int]]):
    """Connect Four, one position at a time: the stones of the player to move, and the opponent's."""

    def __init__(self) -> None:
        self.game = ConnectFour()
        self.name, self.start, self.files = self.game.name, (0, 0), self.game.files.tolist()

    def moves(self, position):
        own, other = position
        free = (own | other) + self.game.bottom
        return [(file, (other, own | free & file)) for file in self.files if free & file]

    def end(self, position):
        other = position[1]
        for step in (1, 5, 6, 7):
            pairs = other & other >> step
            if pairs & pairs >> 2 * step:
                return "loss"
        return "draw" if position[0] | other == self.game.board else None


class PackedFours(Fours):
    def pack(self, position):
        return position[0] << 32 | position[1]

    def unpack(self, word):
        return word >> 32, word & 0xFFFF_FFFF


def dictionary(game: pp.Game) -> int:
    """A solver that a person would write: positions breadth first, then values from the last ones back."""
    children, level = {}, [game.start]
    while level:
        new = []
        for position in level:
            if position not in children:
                end = game.end(position)
                children[position] = end if end is not None else [child for _, child in game.moves(position)]
                new += [] if end is not None else children[position]
        level = new
    ends = {"loss": (-1, 0), "draw": (0, 0), "win": (1, 0)}
    value = {}
    for position, found in reversed(children.items()):
        if isinstance(found, str):
            value[position] = ends[found]
            continue
        best = None
        for child in found:
            outcome, plies = value[child]
            result = (-outcome, plies + 1 if outcome else 0)
            if best is None or (result[0], -result[1] * result[0]) > (best[0], -best[1] * best[0]):
                best = result
        value[position] = best or (-1, 0)
    return len(value)


def openspiel() -> int:
    """OpenSpiel's own Connect Four by its solver, both in C++."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    return len(MinimaxSolver("connect_four(columns=4,rows=5)").solve())


def gamesman() -> int:
    """The solver of GamesmanPy, without writing its database, on the moves of `Fours`."""
    for part in ("models", "games", "database", "solver"):
        sys.path.insert(0, f"{os.environ['GAMESMANPY']}/{part}/src")
    sys.modules["duckdb"] = ModuleType("duckdb")  # which its second database imports
    from models import Value
    from solver.solver import Solver

    fours, values = PackedFours(), {"loss": Value.Loss, "draw": Value.Tie, None: None}

    class Game:
        n_players, no_hash = 2, True
        start = staticmethod(lambda: fours.pack(fours.start))
        primitive = staticmethod(lambda word: values[fours.end(fours.unpack(word))])
        generate_moves = staticmethod(lambda at: [fours.pack(to) for _, to in fours.moves(fours.unpack(at))])
        do_move = staticmethod(lambda word, move: move)
        hash_ext = staticmethod(lambda word: word)

    solver = Solver(Game)
    solver.game = Game
    solver.discover()
    solver.propagate()
    return len(solver.solution)


GAMES: dict[str, dict[str, Callable[[], int]]] = {
    "Connect Four 4 x 5": {
        "dictionary": lambda: dictionary(Fours()),
        "plain": lambda: len(pp.solve(Fours())),
        "plain, packed": lambda: len(pp.solve(PackedFours())),
        "arrays": lambda: len(pp.solve(ConnectFour())),
        **({"OpenSpiel": openspiel} if find_spec("open_spiel") else {}),
        **({"GamesmanPy": gamesman} if "GAMESMANPY" in os.environ else {}),
    },
    "tic-tac-toe 4 x 4": {"arrays": lambda: len(pp.solve(TicTacToe()))},
}


def measure(game: str, way: str) -> None:
    before, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    count = GAMES[game][way]()
    took = (time.process_time() - before) / count * 1e6
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
    print(f"{game:20} {way:14} {count:11,} positions {took:7.2f} microseconds each {memory:7.0f} MiB")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(*sys.argv[1:])
    else:
        for game, ways in GAMES.items():
            for way in ways:
                subprocess.run([sys.executable, __file__, game, way], check=True)

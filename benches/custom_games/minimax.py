"""Solves a game by OpenSpiel, and prints the value of its start, the seconds, and the bytes of memory."""

import sys
from resource import RUSAGE_SELF, getrusage

from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

solver = MinimaxSolver(sys.argv[1])
before = getrusage(RUSAGE_SELF)
table = solver.solve()
after = getrusage(RUSAGE_SELF)
start = next(reversed(table.values()))
seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
print(start.value, seconds, 1024 * (after.ru_maxrss - before.ru_maxrss))

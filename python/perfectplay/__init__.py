"""Exact answers to combinatorial games.

>>> import perfectplay as pp
>>> oracle = pp.Oracle()
>>> answer = oracle.answer("number", "2 3 4 5 6")
>>> print(answer.value, "by", answer.moves[0].move)
win in 5 by 4
"""

from ._catalogue import CatalogueGame, catalogue
from ._errors import (
    BeyondError,
    BoardError,
    DamagedTableError,
    DescriptionError,
    Error,
    InputError,
    InternalError,
    MissingTableError,
    PositionError,
    RefusedError,
    UsageError,
)
from ._game import ArrayGame, Game
from ._native import (
    Answer,
    Array,
    LegalMove,
    Move,
    Oracle,
    Position,
    Roll,
    SolvedTable,
    Step,
    Table,
    Value,
    __version__,
    build,
    open_table,
    solve,
    to_array,
    unpack,
)
from ._regret import JudgedMove, Play, Regret, plays, regret
from ._sets import PositionSet, positions, random

__all__ = ["Answer", "Array", "ArrayGame", "CatalogueGame", "Game", "JudgedMove", "LegalMove", "Move"]
__all__ += ["Oracle", "Play", "Position", "PositionSet", "Regret", "Roll", "SolvedTable", "Step", "Table"]
__all__ += ["BeyondError", "BoardError", "DamagedTableError", "DescriptionError", "Error", "InputError"]
__all__ += ["InternalError", "MissingTableError", "PositionError", "RefusedError", "UsageError", "Value"]
__all__ += ["build", "catalogue", "open_table", "plays", "positions", "random", "regret", "solve"]
__all__ += ["__version__", "to_array", "unpack"]

"""Exact answers to combinatorial games.

>>> import perfectplay as pp
>>> oracle = pp.Oracle()
>>> answer = oracle.answer("number", "2 3 4 5 6")
>>> print(answer.value, "by", answer.moves[0].move)
win in 5 by 4
"""

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
from ._game import Game
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
    build,
    open_table,
    solve,
    unpack,
)

__all__ = [
    "Answer",
    "Array",
    "BeyondError",
    "BoardError",
    "DamagedTableError",
    "DescriptionError",
    "Error",
    "Game",
    "InputError",
    "InternalError",
    "LegalMove",
    "MissingTableError",
    "Move",
    "Oracle",
    "Position",
    "PositionError",
    "RefusedError",
    "Roll",
    "SolvedTable",
    "Step",
    "Table",
    "UsageError",
    "Value",
    "build",
    "open_table",
    "solve",
    "unpack",
]

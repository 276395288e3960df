import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import (
    Final,
    Literal,
    NoReturn,
    NotRequired,
    Protocol,
    Self,
    TypeAlias,
    TypedDict,
    final,
    overload,
)

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from ._catalogue import CatalogueGame
from ._errors import Error
from ._game import Description

__all__ = [
    "Answer",
    "Array",
    "LegalMove",
    "Move",
    "Oracle",
    "Position",
    "Roll",
    "SolvedTable",
    "Step",
    "Table",
    "Value",
    "__version__",
    "_catalogue",
    "_games",
    "build",
    "open_table",
    "solve",
    "to_array",
    "unpack",
]

__version__: str

class _Column(Protocol):
    """A column of pandas, polars or pyarrow."""

    def __array__(self) -> NDArray[np.generic]: ...

# Arrays are NumPy's if NumPy is installed, and `memoryview`s otherwise. Positions are strings, `Position`s, or arrays
# in the form that docs/python.md describes for each game.
_Positions: TypeAlias = Iterable[str | Position] | Buffer | _Column
_Values: TypeAlias = NDArray[np.int8] | NDArray[np.int32] | NDArray[np.int64] | NDArray[np.float64]
_Packed: TypeAlias = NDArray[np.uint64] | NDArray[np.uint8]
_Row: TypeAlias = dict[str, str | float | bool | None]
_ValuesAndPlies: TypeAlias = tuple[NDArray[np.int8], NDArray[np.int32]]
_Progress: TypeAlias = Callable[[int, int], object]
_Path: TypeAlias = str | PathLike[str]

# The JSON of the program: see docs/embedding.md.

class _ValueJson(TypedDict, total=False):
    outcome: Literal["win", "draw", "loss"]
    plies: int
    score: int
    expected: float
    lower: float
    upper: float
    grundy: int

class _MoveJson(TypedDict):
    move: str
    gain: NotRequired[int]
    position: str | None
    value: _ValueJson | None
    grundy: NotRequired[int]
    result: _ValueJson | None
    best: bool | None
    winning: NotRequired[bool | None]
    again: NotRequired[bool]
    replies: NotRequired[list[str] | None]

class _RollJson(TypedDict):
    roll: str
    probability: str
    moves: list[_MoveJson]

class _StepJson(TypedDict):
    move: str
    gain: NotRequired[int]
    position: str | None
    value: _ValueJson

class _BoardJson(TypedDict):
    a: list[list[int]]
    b: list[list[int]]
    fingerprint: str

class _TheoremJson(TypedDict):
    statement: str
    source: str

class _AnswerJson(TypedDict):
    game: str
    board: NotRequired[_BoardJson]
    position: str
    value: _ValueJson | None
    grundy: NotRequired[int]
    moves: NotRequired[list[_MoveJson] | None]
    rolls: NotRequired[list[_RollJson]]
    line: NotRequired[list[_StepJson] | None]
    table: str | None
    members: NotRequired[int]
    searched: NotRequired[int]
    left: NotRequired[int | str | None]
    largest: NotRequired[int | str | None]
    theorem: NotRequired[_TheoremJson]
    reason: NotRequired[str]

class _ListedTable(TypedDict):
    table: str
    states: NotRequired[int]
    bytes: NotRequired[int]
    bytes_per_state: NotRequired[float]
    board: NotRequired[str]
    embedded: NotRequired[bool]
    unproven: NotRequired[bool]
    problem: NotRequired[str]

class _Listing(TypedDict):
    tables: list[_ListedTable]
    missing: list[str]

class _Header(TypedDict):
    table: str
    game: str
    rules: str
    encoding: str
    parameters: dict[str, int]
    board: str | None
    states: int

class _Drawn(TypedDict):
    game: str
    table: NotRequired[str]
    of: NotRequired[int]
    board: NotRequired[str]
    count: int
    seed: int
    decisive: bool

class _OracleOptions(TypedDict):
    threads: int | None
    games: list[Description]

@final
class Value:
    """The value of a position for the player to move, or of a move for the player who makes it.

    It equals only values with the same attributes, no number and no text. A win with plies (moves until the end)
    differs from a win without.

    Values of one game are ordered: what is better for the player is greater, and fewer minutes are better.
    `float(value)` is 1, 0 and -1 for a win, a draw and a loss, or the score, the minutes or the Grundy value.
    """

    outcome: Final[Literal["win", "draw", "loss"] | None]
    plies: Final[int | None]
    """The number of moves until the end, if the winner hurries and the loser stalls; `None` if it is not known."""
    score: Final[int | None]
    expected: Final[float | None]
    """The expected minutes until the end, or the expectation in a custom game with dice."""
    bounds: Final[tuple[float, float] | None]
    """The lower and upper bounds of an expectation that is not known exactly."""
    unit: Final[Literal["outcome", "score", "minutes", "expected", "grundy"]]
    grundy: Final[int | None]
    wins: Final[bool | None]
    """Whether a move with this value wins; `None` in games that are not won or lost."""
    @staticmethod
    def _of(unit: str, number: float, plies: int | None, upper: float | None) -> Value: ...
    def to_dict(self) -> _ValueJson: ...
    def __float__(self) -> float: ...
    def __lt__(self, other: Value, /) -> bool: ...
    def __le__(self, other: Value, /) -> bool: ...
    def __gt__(self, other: Value, /) -> bool: ...
    def __ge__(self, other: Value, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """A position of a game. It equals the same position of the same game and board, and no text.

    >>> Position("chomp", "4,4,1").legal_moves()[1]
    <LegalMove 0,1>
    """

    def __new__(cls, game: str, text: str, board: str | None = None) -> Position: ...
    game: Final[str]
    board: Final[str | None]
    """The board of a contour position, in the contest's form."""
    def legal_moves(self) -> list[LegalMove]:
        """Return every legal move, for every roll in a game with a die. Nothing is solved. A position of `number`
        written as the numbers named so far raises `UsageError`: its moves cannot be listed."""

    def find(self, text: str, roll: str | None = None) -> LegalMove | None:
        """Return the legal move that a text means in any notation that leaves no doubt, such as `(1, 2)`; or `None`."""

    end_value: Final[Value | None]
    """The value by the rules alone, if no move is left."""
    @staticmethod
    def _of_custom(game: Description, word: int, text: str) -> Position: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str | None: ...

@final
class LegalMove:
    """A legal move, and where it leads."""

    def __hash__(self) -> int: ...
    move: Final[str]
    roll: Final[str | None]
    """The colour of the die that allows the move, in a game with one."""
    gain: Final[int | None]
    """The points that the move scores at once, in games that count points."""
    position: Final[Position | None]
    """The position after the move; `None` if it ends the game by capturing a piece."""

@final
class Move:
    """A move, and its result."""

    def __hash__(self) -> int: ...
    move: Final[str]
    gain: Final[int | None]
    position: Final[Position | None]
    """The position after the move; `None` if it ends the game by capturing a piece."""
    value: Final[Value | None]
    """The value of the position after the move, for the player to move there."""
    result: Final[Value | None]
    """The value of the move for the player who makes it; `None` if it is not known."""
    best: Final[bool | None]
    """Whether no other move has a better result, counting plies where they are known."""
    winning: Final[bool | None]
    again: Final[bool]
    """Whether the same player moves again."""
    grundy: Final[int | None]
    replies: Final[list[str] | None]
    """The best replies, if you asked for them and they are known."""
    def to_dict(self) -> _MoveJson: ...

@final
class Roll:
    """A roll of the die, and the moves after it."""

    def __hash__(self) -> int: ...
    roll: Final[Literal["red", "green", "blue", "black"]]
    probability: Final[str]
    moves: Final[list[Move]]
    """Every move, best first; none if the minute passes without a move."""

@final
class Step:
    """A move of best play, and where it leads."""

    def __hash__(self) -> int: ...
    move: Final[str]
    gain: Final[int | None]
    position: Final[Position | None]
    value: Final[Value]
    def to_dict(self) -> _StepJson: ...

@final
class Answer:
    """The value of a position, and its moves. The attributes are the fields of the program's JSON: see `to_dict()`."""

    game: Final[str]
    position: Final[Position]
    board: Final[str | None]
    value: Final[Value | None]
    """The value for the player to move; `None` if it is not known, which happens in the Number Game only."""
    grundy: Final[int | None]
    moves: Final[list[Move] | None]
    """Every move, best first; if there are too many, only known wins, or `None`. `None` if a die is rolled first."""
    rolls: Final[list[Roll] | None]
    """The rolls and the moves after each, in a game with a die; `None` in other games."""
    choices: Final[list[tuple[str | None, list[Move]]]]
    """Pairs of a roll and the moves to choose from; in a game without dice one pair, with `None` as its roll."""
    line: Final[list[Step] | None]
    """Best play to the end, if you asked for it and it is known."""
    table: Final[str | None]
    """The table that answered; `None` if the position was solved on the spot."""
    members: Final[int | None]
    """The bits per position by which the table of a custom game recognises its positions, if that leaves doubt whether
    play reaches this one."""
    searched: Final[int | None]
    reason: Final[str | None]
    """The reason why the value, or a line that you asked for, is not known."""
    theorem: Final[str | None]
    def find(self, text: str, roll: str | None = None) -> Move | None:
        """Return the move that a text means in any notation that leaves no doubt; `None` if it is none of the moves."""

    def to_dict(self) -> _AnswerJson: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Answer: ...
    def __deepcopy__(self, _memo: object, /) -> Answer: ...
    def __reduce__(self) -> NoReturn: ...
    def _judge(
        self, text: str, roll: str | None = None
    ) -> tuple[Move | None, float, float, Literal["decision", "dont_care", "lost"], list[str]] | None: ...
    def _repr_html_(self) -> str: ...

@final
class Array:
    """Numbers that the buffer protocol reads without a copy."""

@final
class Oracle:
    """Answers positions from tables, or by solving them within limits. Threads can share an oracle.

    `tables` is a folder, or the address of tables on a server, `https://…`; by default `$PERFECTPLAY_TABLES`, else
    `./tables` if it exists, else the user's data folder. The small tables inside the package are always used as well.
    `games` are descriptions of custom games whose tables are in the folder: see `solve`.

    Large positions and batches use `threads` threads: by default one for each processor.

    Solving a position takes at most `limit` states, by default about ten seconds' worth, and `memory` bytes, by default
    256 MiB; beyond that the call raises `BeyondError`. The oracle calls `progress(done, all)` about fifty times a
    second. Ctrl-C stops every call.

    `with Oracle() as oracle:` closes its tables at the end of the block, once the calls of other threads have ended.
    Later calls raise `ValueError`.

    >>> print(Oracle().value("number", "2 3 4 5 6"))
    win in 5
    >>> print(Oracle().value("chomp", "4,4,1"), "or", Oracle().value("chomp", "4,4,1", plies=True))
    win or win in 6
    """

    def __new__(
        cls, tables: _Path | None = None, *, threads: int | None = None, games: Sequence[Description] = ()
    ) -> Oracle: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...
    def answer(
        self,
        game: str,
        position: str | Position,
        *,
        board: str | None = None,
        line: bool = False,
        replies: bool = False,
        grundy: bool = False,
        plies: bool | None = None,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
    ) -> Answer:
        """Return a position's value and moves. `plies` says whether to solve for plies (moves until the end) where no
        table has them; by default if that takes milliseconds."""

    def value(
        self,
        game: str,
        position: str | Position,
        *,
        board: str | None = None,
        plies: bool | None = None,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
    ) -> Value | None:
        """Return a position's value; `None` if it is not known. It has plies where a table stores them, or if `plies`
        is true, which may solve the position."""

    @overload
    def answers(
        self,
        game: str,
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        line: bool = False,
        replies: bool = False,
        grundy: bool = False,
        plies: bool | None = None,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise"] = "raise",
    ) -> list[Answer]:
        """Return the answers to many positions, on all threads. The first error is raised; with `errors="keep"` each
        error stands in the place of its answer. `plies=True` solves for plies where no table has them."""

    @overload
    def answers(
        self,
        game: str,
        positions: _Positions,
        *,
        board: str | None = None,
        line: bool = False,
        replies: bool = False,
        grundy: bool = False,
        plies: bool | None = None,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["keep"],
    ) -> list[Answer | Error]: ...
    @overload
    def values(
        self,
        game: Literal["number", "stake", "tokens", "chomp"],
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        plies: Literal[False] = False,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise", "keep"] = "raise",
    ) -> NDArray[np.int8]:
        """Return the values of many positions as an array: outcomes as `int8` (1, 0 and -1 for a win, a draw and a
        loss), scores as `int8` (stake) or `int64` (contour), minutes as `float64`. Unknown values are the least number
        of the type, or NaN, and so are errors with `errors="keep"`. `plies=True` returns two arrays, outcomes and
        plies (`int32`, -1 if unknown). For arrays of stake or tokens, `size` is the boards' rows and columns: a pair,
        or one number for both."""

    @overload
    def values(
        self,
        game: Literal["tower"],
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        plies: Literal[False] = False,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise", "keep"] = "raise",
    ) -> NDArray[np.float64]: ...
    @overload
    def values(
        self,
        game: Literal["contour"],
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        plies: Literal[False] = False,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise", "keep"] = "raise",
    ) -> NDArray[np.int64]: ...
    @overload
    def values(
        self,
        game: str,
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        plies: Literal[False] = False,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise", "keep"] = "raise",
    ) -> _Values: ...
    @overload
    def values(
        self,
        game: str,
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        plies: Literal[True],
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise", "keep"] = "raise",
    ) -> _ValuesAndPlies: ...
    @overload
    def values(
        self,
        game: str,
        positions: _Positions,
        *,
        board: str | None = None,
        size: int | tuple[int, int] | None = None,
        plies: bool,
        limit: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
        errors: Literal["raise", "keep"] = "raise",
    ) -> _Values | _ValuesAndPlies: ...
    def tables(self) -> _Listing:
        """Return the tables that exist, as the program's `list --json` prints them."""

    def refresh(self) -> bool:
        """Look for new, replaced and removed tables, and return whether there were any."""

    def take_warnings(self) -> list[str]:
        """Return the problems, since the last call, with tables that no answer needed."""

    def __getnewargs_ex__(self) -> tuple[tuple[Path | None], _OracleOptions]: ...
    def _draw(
        self,
        source: str,
        count: int,
        seed: int,
        decisive: bool,
        limit: int | None,
        memory: int | None,
        progress: _Progress | None,
    ) -> tuple[_Drawn, str, list[Answer]]: ...
    def _random(self, source: str, count: int, seed: int) -> list[Position]: ...

@final
class Table:
    """An open table. `table[index]` is a position. In tower, stake and contour, `memoryview(table)` and
    `numpy.frombuffer(table, dtype=table.dtype)` read the entries without a copy.

    `with open_table("stake-4") as table:` closes it at the end of the block. Later calls raise `ValueError`. Arrays of
    its entries stay valid, and keep the file mapped until you delete them.

    >>> table = open_table("stake-4")
    >>> table.index(table.position(1000))
    1000
    """

    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...
    name: Final[str]
    game: Final[str]
    board: Final[str | None]
    header: Final[_Header]
    statistics: Final[dict[str, int | float]]
    dtype: Final[str | None]
    """The NumPy type of the entries, such as `<i4`; `None` if they are not numbers."""
    def index(self, position: str | Position) -> int | None:
        """Return the index of a position; `None` if the table lacks it. Positions equal by symmetry share an index."""

    def position(self, index: int) -> Position: ...
    def value(self, position: str | Position) -> Value: ...
    def values(self, *, progress: _Progress | None = None) -> _Values:
        """Return the values of all positions, by index, as an array of the type that `Oracle.values` returns."""

    def verify(self, *, sample: int | None = None, progress: _Progress | None = None) -> int | None:
        """Prove every byte, and every entry, or `sample` of them, by the plain rules. Return the number compared.
        Opening a table checks its header only, and answers check what they read, so a wrong byte can go unnoticed."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Position: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __contains__(self, position: str | Position, /) -> bool: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

def open_table(table: _Path, tables: _Path | None = None) -> Table:
    """Open a table by its name, in the folder or address `tables` or in the package; or by its file or address."""

def build(
    table: str,
    tables: _Path | None = None,
    *,
    force: bool = False,
    memory: int | None = None,
    progress: _Progress | None = None,
) -> Path:
    """Build a table like the program's `build`, and return its path. Without `force` an existing good table stays."""

def unpack(
    release: _Path,
    names: list[str] | None = None,
    tables: _Path | None = None,
    *,
    force: bool = False,
    progress: _Progress | None = None,
) -> list[Path]:
    """Unpack tables of a release (a folder or address), by default all, or a `.table.zst` file; return their paths."""

def _catalogue() -> dict[str, CatalogueGame]:
    """Return the description of each game of the catalogue, by name."""

def _games() -> list[tuple[str, str, str, bool]]:
    """Return for each game its name, rules and notation of positions, and whether positions belong to a board."""

@overload
def to_array(
    game: Literal["number", "stake", "tokens"],
    positions: Iterable[str | Position],
    *,
    board: str | None = None,
) -> NDArray[np.uint64]:
    """Return positions of a game as an array for `Oracle.values`; docs/python.md describes the form of each game."""

@overload
def to_array(
    game: Literal["tower", "contour", "chomp"],
    positions: Iterable[str | Position],
    *,
    board: str | None = None,
) -> NDArray[np.uint8]: ...
@overload
def to_array(game: str, positions: Iterable[str | Position], *, board: str | None = None) -> _Packed: ...

@final
class SolvedTable:
    """The table of a custom game, with every position that play from its start reaches: see `solve`.

    `with solve(game) as table:` closes it and its `oracle` at the end of the block. Later calls raise `ValueError`.
    """

    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...
    name: Final[str]
    game: Final[str]
    """The name of the game in `oracle`, the same as that of the table."""
    oracle: Final[Oracle]
    """An oracle that answers from this table."""
    header: Final[_Header]
    statistics: Final[dict[str, int | float]]
    def value(self, position: Hashable) -> Value: ...
    def answer(self, position: Hashable) -> Answer: ...
    def values(
        self,
        positions: Iterable[Hashable] | None = None,
        *,
        memory: int | None = None,
        progress: _Progress | None = None,
    ) -> NDArray[np.int8] | NDArray[np.int32] | NDArray[np.float64]:
        """Return the values of positions as an array, or of all in the order of `words`: outcomes as `int8` (1, 0 and
        -1 for a win, a draw and a loss), scores and Grundy values as `int32`, expectations as `float64`."""

    def words(self, *, memory: int | None = None) -> NDArray[np.uint64]:
        """Return the words of all positions as `uint64`, by the number of moves from the start, then ascending."""

    def verify(self, *, memory: int | None = None, progress: _Progress | None = None) -> int:
        """Find all positions again, and compare every entry with the rules. Return the number of positions."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Position]: ...
    def _position(self, word: int) -> Position: ...
    def __contains__(self, position: Hashable, /) -> bool:
        """Return whether play reaches a position, as far as `members` and the values of the moves show it."""

def solve(
    game: Description,
    tables: _Path | None = None,
    *,
    force: bool = False,
    memory: int | None = None,
    progress: _Progress | None = None,
) -> SolvedTable:
    """Solve a custom game, described by an object such as a `Game` or `ArrayGame`, and return its open table.

    The table is kept in the folder `tables`, or in memory without one. If the folder has it and `force` is false, it is
    only opened. `memory` is a ceiling in bytes, 2 GiB by default."""

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

# Arrays are NumPy's if there is NumPy, and `memoryview`s otherwise. What takes positions takes texts, objects, and
# arrays in the form that docs/python.md describes for each game.
_Positions: TypeAlias = Iterable[str | Position] | Buffer | _Column
_Values: TypeAlias = NDArray[np.int8] | NDArray[np.int32] | NDArray[np.int64] | NDArray[np.float64]
_Packed: TypeAlias = NDArray[np.uint64] | NDArray[np.uint8]
_Row: TypeAlias = dict[str, str | float | bool | None]
_ValuesAndPlies: TypeAlias = tuple[NDArray[np.int8], NDArray[np.int32]]
_Progress: TypeAlias = Callable[[int, int], object]
_Path: TypeAlias = str | PathLike[str]

# The JSON of the program, which docs/embedding.md describes.

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
    """What a position is worth to the player to move, or a move to the player who makes it.

    It equals a value of the same kind with the same outcome and plies, score, minutes or Grundy value, and nothing
    else: no number, and no text. A win with plies differs from a win whose plies are not known.

    Values of one game compare: what is better for the player is greater. `float(value)` is 1, 0 and -1 for a win, a
    draw and a loss, the score, minutes, of which fewer are better, or the Grundy value.
    """

    outcome: Final[Literal["win", "draw", "loss"] | None]
    plies: Final[int | None]
    """The moves until the end, if the winner hurries and the loser stalls; `None` if they are not known."""
    score: Final[int | None]
    expected: Final[float | None]
    """Minutes until the end; or what the player to move can expect in a custom game with dice."""
    bounds: Final[tuple[float, float] | None]
    """Of an expectation that is known by bounds: the lower and the upper one."""
    unit: Final[Literal["outcome", "score", "minutes", "expected", "grundy"]]
    """What it is counted in."""
    grundy: Final[int | None]
    wins: Final[bool | None]
    """Of a move: whether it wins; `None` in games that are not won or lost."""
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
    """The board of a contour, in the contest's form."""
    def legal_moves(self) -> list[LegalMove]:
        """Every move that the rules allow, of every roll in a game with a die. Nothing is solved.

        Raises `UsageError` where they cannot be listed: of the numbers named so far in `number`.
        """

    def find(self, text: str, roll: str | None = None) -> LegalMove | None:
        """The legal move of a text, in any notation that leaves no doubt; `None` if it is none."""

    end_value: Final[Value | None]
    """What it is worth by the rules alone, if no move is left."""
    @staticmethod
    def _of_custom(game: Description, word: int, text: str) -> Position: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str | None: ...

@final
class LegalMove:
    """A move that the rules allow, and what it does."""

    def __hash__(self) -> int: ...
    move: Final[str]
    roll: Final[str | None]
    """The colour that the die must show."""
    gain: Final[int | None]
    """What the player who moves scores at once."""
    position: Final[Position | None]
    """The position that it leads to; `None` if it ends the game by capturing a piece."""

@final
class Move:
    """A move, and what it is worth."""

    def __hash__(self) -> int: ...
    move: Final[str]
    gain: Final[int | None]
    position: Final[Position | None]
    """The position that it leads to; `None` if it ends the game by capturing a piece."""
    value: Final[Value | None]
    """That position's value, seen by the player to move there."""
    result: Final[Value | None]
    """What the move is worth to the player who makes it; `None` if that is not known."""
    best: Final[bool | None]
    """Whether its result equals the best, plies included where they are known."""
    winning: Final[bool | None]
    again: Final[bool]
    """Whether the player who makes it moves again."""
    grundy: Final[int | None]
    replies: Final[list[str] | None]
    """The best replies, if they were asked for and are known."""
    def to_dict(self) -> _MoveJson: ...

@final
class Roll:
    """The moves after a roll of the die."""

    def __hash__(self) -> int: ...
    roll: Final[Literal["red", "green", "blue", "black"]]
    probability: Final[str]
    moves: Final[list[Move]]
    """Every move, best first; if there is none, nothing happens in this minute."""

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
    """A position's value and its moves. Its fields are those of the program's JSON, and `to_dict()` is that JSON."""

    game: Final[str]
    position: Final[Position]
    board: Final[str | None]
    value: Final[Value | None]
    """`None` if it is not known, which happens in the Number Game only."""
    grundy: Final[int | None]
    moves: Final[list[Move] | None]
    """Every move, best first; `None` if there are too many, or a die is rolled first."""
    rolls: Final[list[Roll] | None]
    """The moves by roll, in a game with a die."""
    choices: Final[list[tuple[str | None, list[Move]]]]
    """The moves among which a player chooses; in a game with a die those of each colour, behind the colour."""
    line: Final[list[Step] | None]
    """Best play to the end, if it was asked for and is known."""
    table: Final[str | None]
    """The table that answered; `None` if the position was solved on the spot."""
    members: Final[int | None]
    """How many bits per position the table of a custom game uses to recognise its positions, if that leaves a
    doubt whether play reaches this one."""
    searched: Final[int | None]
    reason: Final[str | None]
    """Why the value, or a line that was asked for, is not known."""
    theorem: Final[str | None]
    def find(self, text: str, roll: str | None = None) -> Move | None:
        """The move of a text, in any notation that leaves no doubt; `None` if it is none of the moves."""

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
    """Numbers that the buffer protocol gives without a copy."""

@final
class Oracle:
    """Answers positions from tables, or by solving them on the spot within limits. Any number of threads may ask.

    `tables` is a folder, or the address of tables on a server, `https://…`; by default the folder
    that the program takes: $PERFECTPLAY_TABLES, `./tables` if it is there, or the user's data folder. The small tables
    inside the package are used as well.
    `games` are custom games, whose tables are in the folder: see `solve`.

    Large positions and batches use `threads` threads: by default one for each processor.

    Solving a position takes at most `limit` states, by default about ten seconds' worth, and `memory` bytes, by default
    256 MiB. `progress` is called with the work done and all the work, about fifty times a second. Ctrl-C stops every
    call.

    `with Oracle() as oracle:` closes its tables at the end of the block: files and maps are released as soon as the
    calls of other threads have ended. Later calls raise `ValueError`.

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
        """A position's value and its moves. `plies` says whether to solve for plies where a table has none: if that
        takes milliseconds, by default."""

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
        """A position's value alone; `None` if it is not known. It has plies where a table stores them, and with
        `plies=True`, which may solve the position."""

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
        """The answers to many positions, on all threads. The first error is raised, or with `errors="keep"` each
        stands in the list in the place of its answer. Plies are not solved for unless `plies` says so."""

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
        """The values of many positions as an array: outcomes as `int8` (1, 0 and -1 for a win, a draw and a loss),
        scores as `int8` (stake) or `int64` (contour), minutes as `float64`. What is not known is the least number of
        its type, or NaN; with `errors="keep"` that stands for errors, too. With `plies` there are two arrays, outcomes
        and plies (`int32`, -1 where they are not known). `size` is that of the boards in an array of
        stake or tokens: rows and columns, or one number for both."""

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
        """The tables that there are, as the program's `list --json`."""

    def refresh(self) -> bool:
        """Looks whether tables were built, replaced or removed, and says whether that is so."""

    def take_warnings(self) -> list[str]:
        """The problems with tables that no answer needed, since the last call."""

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
    """An open table. Its positions have indexes, and `table[index]` is one; `memoryview(table)` or
    `numpy.frombuffer(table, dtype=table.dtype)` is its entries where they are, of tower, stake and contour.

    `with open_table("stake-4") as table:` closes it at the end of the block. Later calls raise `ValueError`. Arrays of
    its entries stay, and keep the file mapped until they are gone.

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
    """The type of its entries, as NumPy writes it; `None` if there is no element for each of them."""
    def index(self, position: str | Position) -> int | None:
        """The index of a position; `None` if the table does not have it. Positions that a symmetry makes equal have the
        same."""

    def position(self, index: int) -> Position: ...
    def value(self, position: str | Position) -> Value: ...
    def values(self, *, progress: _Progress | None = None) -> _Values:
        """The values of all positions by index, in an array as `Oracle.values` gives it."""

    def verify(self, *, sample: int | None = None, progress: _Progress | None = None) -> int | None:
        """Proves every byte, and every entry by the plain rules, or `sample` of them. Returns how many it compared.

        Opening a table only checks its header, and answers check what they read: a wrong byte may go unnoticed.
        """

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Position: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __contains__(self, position: str | Position, /) -> bool: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

def open_table(table: _Path, tables: _Path | None = None) -> Table:
    """Opens the table with a name, in a folder, at an address or inside the package; or that of a file or address."""

def build(
    table: str,
    tables: _Path | None = None,
    *,
    force: bool = False,
    memory: int | None = None,
    progress: _Progress | None = None,
) -> Path:
    """Builds a table as `perfectplay build` does, and returns its path. One that exists is kept if it is good."""

def unpack(
    release: _Path,
    names: list[str] | None = None,
    tables: _Path | None = None,
    *,
    force: bool = False,
    progress: _Progress | None = None,
) -> list[Path]:
    """Unpacks tables of a release, a folder or an address, or one `.table.zst` file; returns their paths."""

def _catalogue() -> dict[str, CatalogueGame]:
    """What is written of each game of the catalogue."""

def _games() -> list[tuple[str, str, str, bool]]:
    """Of each game its name, its rules, how a position is written, and whether positions belong to a board."""

@overload
def to_array(
    game: Literal["number", "stake", "tokens"],
    positions: Iterable[str | Position],
    *,
    board: str | None = None,
) -> NDArray[np.uint64]:
    """Positions in the form of arrays, which `Oracle.values` takes."""

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
    """The table of a custom game. Its positions are those that play from the start reaches.

    `with solve(game) as table:` closes it and its `oracle` at the end of the block. Later calls raise `ValueError`.
    """

    def __enter__(self) -> Self: ...
    def __exit__(self, *_error: object) -> None: ...
    name: Final[str]
    game: Final[str]
    """The game's name in an oracle, which is the table's."""
    oracle: Final[Oracle]
    """An oracle that knows the game."""
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
    ) -> NDArray[np.int8] | NDArray[np.int32]:
        """The values of positions, each a text or a word, or of all in the order of `words()`.

        Outcomes are `int8`, scores and Grundy values `int32`.
        """

    def words(self, *, memory: int | None = None) -> NDArray[np.uint64]:
        """The words of all positions, as `uint64`: by the number of moves from the start, then ascending."""

    def verify(self, *, memory: int | None = None, progress: _Progress | None = None) -> int:
        """Finds all positions anew, and compares every entry with the rules. Returns how many there are."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Position]: ...
    def _position(self, word: int) -> Position: ...
    def __contains__(self, position: Hashable, /) -> bool:
        """Whether it has a position, as far as its members and the values of the moves show that."""

def solve(
    game: Description,
    tables: _Path | None = None,
    *,
    force: bool = False,
    memory: int | None = None,
    progress: _Progress | None = None,
) -> SolvedTable:
    """Solves a custom game for every position that play from its start can reach, and opens its table.

    The table is in a folder, and kept if it is there already, or in memory. `memory` is 2 GiB by default.
    """

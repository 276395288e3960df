"""The games for agents: numbered actions, turns, ends and returns.

Play needs the rules alone, by `Position.legal_moves`, and solves nothing.
"""

from __future__ import annotations

import inspect
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from ._native import LegalMove, Position

Parameters = dict[str, Any]

#: The cells of a drawing by rows: the text and the class of each.
Cells = list[list[tuple[str, str]]]


class Game(ABC):
    """A game with its parameters: its start, and the numbers of its moves."""

    name: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[int] = 2
    #: The probability of each face of a die rolled before each move.
    die: ClassVar[Mapping[str, float]] = {}
    parameters: Parameters

    def __init__(
        self,
        start: str,
        actions: Iterable[str],
        longest: int,
        *,
        least: float = -1.0,
        most: float = 1.0,
        board: str | None = None,
    ) -> None:
        self.actions = tuple(actions)
        self.numbers = {text: number for number, text in enumerate(self.actions)}
        #: No game has more moves.
        self.longest = longest
        #: The bounds of a player's return.
        self.least, self.most = least, most
        self.board = board
        self.start = self.state(start)
        if self.start.is_over:
            raise ValueError(f"{self.name}: the game is over before the first move")
        self.size = len(self.start.features)

    def __reduce__(self) -> tuple[object, ...]:
        return make, (self.name, self.parameters)

    def state(self, text: str) -> State:
        """Return the state at a position of this game, before any scores."""
        state = State(self, Position(self.name, text, self.board))
        text = str(state.position)
        if not self.fits(text) or any(move.move not in self.numbers for move in state.moves):
            raise ValueError(f"{self.name}: {text} is too large for this game, or on another board")
        return replace(state, player=self.turns(text)[0])

    def restored(self, fields: Mapping[str, Any]) -> State:
        """Return the state with these `State.fields`."""
        if unknown := fields.keys() - self.start.fields.keys():
            raise ValueError(f"{self.name}: a state has no {', '.join(sorted(unknown))}")
        text, rest = fields["position"], {key: fields[key] for key in fields if key != "position"}
        state = replace(State(self, None) if text is None else self.state(text), **rest)
        turns = range(self.players) if text is None else self.turns(str(state.position))
        if state.player not in turns or (state.roll is not None and not state.legal):
            raise ValueError(f"{self.name}: there is no such state: {dict(fields)}")
        return state

    def fits(self, text: str) -> bool:
        """Return whether a position has the shape of this game, as far as its moves do not show it."""
        return True

    def turns(self, text: str) -> Sequence[int]:
        """Return the players whose turn it can be: in some games the position determines one."""
        return range(self.players)

    @abstractmethod
    def features(self, state: State, text: str) -> list[float]:
        """Return a position as numbers from -1 to 1, the same count for all positions."""

    @staticmethod
    def cells(position: Position) -> Cells:
        """Return the cells to draw: by default the letters of the rows."""
        shown = {"#": ("", "gone"), ".": ("", ""), "P": ("●", ""), "0": ("0", "full"), "1": ("1", "full")}
        rows = str(position).split(" ")[0].split("/")
        return [[shown.get(letter, (letter, "")) for letter in row] for row in rows]


@dataclass(frozen=True)
class State:
    """An immutable moment of a game."""

    game: Game
    #: `None` after the end by capture.
    position: Position | None
    player: int = 0
    #: The first player's points minus the second's.
    score: int = 0
    minutes: int = 0
    #: The colour of the die, once rolled.
    roll: str | None = None

    # The cached moves cannot be pickled.
    def __reduce__(self) -> tuple[object, ...]:
        fields = self.game, self.position, self.player, self.score, self.minutes, self.roll
        return State, fields

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __str__(self) -> str:
        text = "captured" if self.position is None else str(self.position)
        return f"{text} {self.roll}" if self.roll else text

    @cached_property
    def moves(self) -> list[LegalMove]:
        """The legal moves after any roll."""
        return self.position.legal_moves() if self.position is not None else []

    @cached_property
    def legal(self) -> dict[int, LegalMove]:
        """The moves that the player can choose from, by number."""
        numbers = self.game.numbers
        moves = {numbers[move.move]: move for move in self.moves if move.roll == self.roll}
        return dict(sorted(moves.items()))

    @property
    def is_over(self) -> bool:
        return not self.moves

    @property
    def awaits_roll(self) -> bool:
        return bool(self.game.die) and self.roll is None and not self.is_over

    def rolled(self, face: str) -> State:
        """Return the state after a roll of the die. The minute passes if no block can move."""
        if not self.awaits_roll:
            raise ValueError(f"{self} awaits no roll of the die")
        state = replace(self, roll=face)
        return state if state.legal else replace(self, minutes=self.minutes + 1)

    def after(self, action: int) -> State:
        """Return the state after a move."""
        move = self.legal.get(action)
        if move is None:
            legal = ", ".join(f"{number} ({move.move})" for number, move in self.legal.items())
            raise ValueError(f"action {action} is not legal in {self}; legal: {legal or 'none'}")
        gain = move.gain or 0
        return State(
            self.game,
            move.position,
            (self.player + 1) % self.game.players,
            self.score + (gain if self.player == 0 else -gain),
            self.minutes + 1 if self.game.die else 0,
        )

    @property
    def returns(self) -> list[float]:
        """The return of each player so far: 0 until the end, except that each minute counts at once."""
        if self.game.die:
            return [0.0 - self.minutes]
        if not self.is_over:
            return [0.0, 0.0]
        # After a capture the player whose turn it would be has lost.
        end = self.position.end_value if self.position is not None else None
        own = -1.0 if end is None else float(end)
        lead = self.score + (own if self.player == 0 else -own)
        return [lead, 0.0 - lead]

    @property
    def features(self) -> list[float]:
        """The observation as numbers; the last ones are the player to move, or the roll."""
        if self.position is None:
            own = [0.0] * (self.game.size - 1)
        else:
            own = self.game.features(self, str(self.position))
        seen = [float(self.roll == face) for face in self.game.die] or [float(self.player)]
        return own + seen

    @property
    def fields(self) -> dict[str, Any]:
        """The state as JSON."""
        position = None if self.position is None else str(self.position)
        rest = {"score": self.score, "minutes": self.minutes, "roll": self.roll}
        return {"position": position, "player": self.player, **rest}

    @property
    def mask(self) -> list[int]:
        """A 1 for each legal action, a 0 for the others."""
        return [int(number in self.legal) for number in range(len(self.game.actions))]


class Number(Game):
    name = "number"
    title = "The Number Game (Sylver coinage)"

    def __init__(self, bound: int = 20) -> None:
        numbers = [str(number) for number in range(2, bound + 1)]
        super().__init__(" ".join(numbers) or "none", numbers, bound - 1)

    def features(self, state: State, text: str) -> list[float]:
        available = set(text.split())
        return [float(number in available) for number in self.actions]

    @staticmethod
    def cells(position: Position) -> Cells:
        numbers = [(word, "full") for word in str(position).split() if word.isdigit()]
        return [numbers[start : start + 10] for start in range(0, len(numbers), 10)]


class Tower(Game):
    name = "tower"
    title = "Colored Jenga"
    players = 1
    die = {"red": 1 / 6, "green": 1 / 3, "blue": 1 / 3, "black": 1 / 6}

    def __init__(self, levels: int = 3, start: str = "") -> None:
        start = start or "/".join(("RGB", "GBR", "BRG")[level % 3] for level in range(levels))
        longest, self.height = self._bounds(start)
        places = range(1, self.height)
        actions = (f"{level}{place}>{to}" for level in places for place in "LMR" for to in "LMR")
        # A block moves with a probability of at least 1/6 each roll, so play takes longer than this with a
        # probability below 10^-12: a bound for frameworks that want one, which ends no game.
        self.patience = 200 + 12 * longest
        super().__init__(start, actions, longest, least=-float(self.patience), most=0.0)

    @staticmethod
    def _bounds(text: str) -> tuple[int, int]:
        """Return bounds of the moves and levels of this tower and all that come from it.

        A complete level below the top counts 6, one with its middle and a side 3, and each block of the top 2:
        every move lowers the sum, and what is left at the end is at least 2.
        """
        *below, top = text.split("/")
        weights = {3: 6, 2: 3}
        sum_below = sum(weights.get(3 - level.count("."), 0) * (level[1:2] != ".") for level in below)
        moves = sum_below + 2 * (3 - top.count(".")) - 2
        return moves, min(3 * len(below) + 3 - text.count("."), len(below) + 1 + (moves + 2) // 3)

    def fits(self, text: str) -> bool:
        moves, height = self._bounds(text)
        return moves <= self.longest and height <= self.height

    def features(self, state: State, text: str) -> list[float]:
        cells = text.replace("/", "").ljust(3 * self.height, ".")
        return [float(cell == colour) for cell in cells for colour in "RGB"]

    @staticmethod
    def cells(position: Position) -> Cells:
        levels = reversed(str(position).split("/"))
        return [[("", "none") if block == "." else (block, block) for block in level] for level in levels]


class Contour(Game):
    name = "contour"
    title = "Contour"

    def __init__(self, board: str = "", rows: int = 3, columns: int = 3, seed: int = 0) -> None:
        if not board:
            # `random()` alone gives the same numbers in every version of Python.
            draw = random.Random(seed).random
            scores = (int(10 * draw()) for _ in range(2 * rows * columns))
            board = " ".join(map(str, (rows, columns, *scores)))
        # OpenSpiel keeps parameters in one line.
        board = " ".join(board.split())
        Position("contour", "0", board)
        self.rows, self.columns, *scores_of_both = map(int, board.split())
        cells = self.rows * self.columns
        self.most_of_a_cell = max(1, *scores_of_both)
        self.scores = [score / self.most_of_a_cell for score in scores_of_both]
        pairs = zip(scores_of_both[:cells], scores_of_both[cells:], strict=True)
        most = max(1.0, float(sum(max(a, b) for a, b in pairs)))
        actions = (f"{row},{column}" for row in range(self.rows) for column in range(self.columns))
        super().__init__("0", actions, cells, least=-most, most=most, board=board)

    def turns(self, text: str) -> Sequence[int]:
        return [sum(map(int, text.split(","))) % 2]

    def features(self, state: State, text: str) -> list[float]:
        taken = _bar(text, self.rows, self.columns)
        return [*taken, *self.scores, state.score / self.most]

    @staticmethod
    def cells(position: Position) -> Cells:
        words = (position.board or "").split()
        rows, columns = int(words[0]), int(words[1])
        scores = zip(words[2:], words[2 + rows * columns :], strict=False)
        taken = _bar(str(position), rows, columns)
        cells = [(f"{a}|{b}", "full" if full else "") for (a, b), full in zip(scores, taken, strict=True)]
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]


class Stake(Game):
    name = "stake"
    title = "Stake Your Claim"

    def __init__(self, size: int = 3) -> None:
        self.side = size
        cells = size * size
        # The larger half of the cells at most, and the opponent has at least one cell of the rest.
        most = float((cells + 1) // 2)
        actions = (f"{row},{column}" for row in range(size) for column in range(size))
        super().__init__("/".join(["." * size] * size), actions, cells, least=-most, most=most)

    def fits(self, text: str) -> bool:
        return text.count("/") == self.side - 1

    def turns(self, text: str) -> Sequence[int]:
        return [text.count("0") - text.count("1")]

    def features(self, state: State, text: str) -> list[float]:
        return [float(cell == digit) for cell in text.replace("/", "") for digit in "01"]


class Tokens(Game):
    name = "tokens"
    title = "Two Tokens"

    def __init__(self, board: str = "P..#/.#../...P") -> None:
        text = str(Position("tokens", board)).split()[0]
        columns = len(text.split("/")[0])
        free = [cell for cell, one in enumerate(text.replace("/", "")) if one != "#"]
        name = {cell: f"{cell // columns},{cell % columns}" for cell in free}
        self.pairs = [f"{name[one]}+{name[other]}" for one, other in combinations(free, 2)]
        actions = (
            f"{name[cell]}>{name[to]}"
            for cell in free
            for to in sorted({cell - columns, cell - 1, cell + 1, cell + columns})
            if to in name and (to // columns == cell // columns or to % columns == cell % columns)
        )
        # Each pair of cells is visited once at most, and the move that ends a game may be a capture.
        super().__init__(board, actions, len(self.pairs))

    def features(self, state: State, text: str) -> list[float]:
        board, _, history = text.partition(" history:")
        visited = set(history.split(";"))
        cells = [float(cell == kind) for kind in "P#" for cell in board.replace("/", "")]
        return cells + [float(pair in visited) for pair in self.pairs]


class Chomp(Game):
    name = "chomp"
    title = "Chomp"

    def __init__(self, rows: int = 4, columns: int = 5) -> None:
        self.rows, self.columns = rows, columns
        actions = (f"{row},{column}" for row in range(rows) for column in range(columns))
        super().__init__(",".join([str(columns)] * rows), actions, rows * columns)

    def features(self, state: State, text: str) -> list[float]:
        return _bar(text, self.rows, self.columns)

    @staticmethod
    def cells(position: Position) -> Cells:
        rows = [[("", "full")] * int(count) for count in str(position).split(",")]
        rows[0][:1] = [("✗", "full")] * bool(rows[0])
        return rows


def _bar(text: str, rows: int, columns: int) -> list[float]:
    """The cells of `3,3,1`, row by row."""
    lengths = [*map(int, text.split(",")), *[0] * rows][:rows]
    return [float(column < length) for length in lengths for column in range(columns)]


GAMES: dict[str, type[Game]] = {kind.name: kind for kind in (Number, Tower, Contour, Stake, Tokens, Chomp)}

#: The default game.
DEFAULT = Chomp.name


def cells_of(position: Position) -> Cells:
    """Return the cells to draw; none if a custom game writes its positions without rows."""
    if position.game in GAMES:
        return GAMES[position.game].cells(position)
    return Game.cells(position) if "/" in str(position) else []


def defaults(name: str) -> Parameters:
    """Return the parameters of a game with their defaults."""
    return {key: one.default for key, one in inspect.signature(GAMES[name]).parameters.items()}


def make(name: str, parameters: Parameters) -> Game:
    """Return the game with a name and parameters."""
    if name not in GAMES:
        raise ValueError(f"there is no game `{name}`: games are {', '.join(GAMES)}")
    game = GAMES[name](**parameters)
    game.parameters = parameters
    return game

"""Regret: the exact cost of a player's moves against perfect play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import stdev
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._errors import Error, InputError
from ._native import Answer, Oracle, Position, SolvedTable
from ._play import GAMES
from ._sets import Framed, Unit, named, unit_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The number of plays judged at a time.
_TOGETHER = 4096


class Play(NamedTuple):
    """A move that was played: position, move, roll, ply. `regret` also takes plain tuples and lists."""

    #: The position before the move.
    position: str | Position
    #: The move, in any notation that leaves no doubt.
    move: str
    #: The colour of the die, in a game with one.
    roll: str | None = None
    #: The number of moves before it; by default its place among all plays.
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move that was played, and its cost.

    Results are numbers: 1, 0 and -1 for a win, a draw and a loss; scores; or minutes, where fewer are better.
    """

    #: The position before the move.
    position: Position
    #: The move in the game's notation, or your text if it is not legal.
    move: str
    #: Whether the rules allow the move.
    legal: bool
    #: The result of the move. An illegal move gets the worst: a loss, or the worst of the legal moves.
    result: float
    #: The result of an optimal move.
    best_result: float
    #: Whether the move is optimal and, where a table stores plies (moves until the end), wins soonest or loses latest.
    best: bool
    #: The number of moves before it.
    ply: int
    #: `decision` if some moves are optimal and others are not (a real choice), `lost` if all lose, else `dont_care`.
    kind: Literal["decision", "dont_care", "lost"]

    @property
    def regret(self) -> float:
        """The best result minus that of the move: 0 if it is optimal. Plies do not count."""
        return abs(self.best_result - self.result)

    @property
    def optimal(self) -> bool:
        """Whether no other move leads to a better outcome, score or number of minutes; `False` if illegal."""
        return self.legal and self.result == self.best_result


@dataclass(frozen=True)
class Regret(Framed):
    """The cost of a player's moves, one by one and in all."""

    game: str
    #: The unit of regret: `outcome` (2 is a win turned into a loss), `score`, `minutes` or `expected`.
    unit: Unit
    moves: Sequence[JudgedMove] = field(repr=False)
    #: With `errors="keep"`, the errors of the plays that could not be judged, by number from 0.
    errors: Mapping[int, Error] = field(default_factory=dict, repr=False)

    @property
    def total(self) -> float:
        """The sum of the regret of all moves."""
        return sum(move.regret for move in self.moves)

    @property
    def mean(self) -> float:
        """The mean regret of a move; 0 without moves."""
        return self.total / len(self.moves) if self.moves else 0.0

    @property
    def optimality_rate(self) -> float:
        """The share of moves that are optimal; 1 without moves."""
        return _rate(self.moves)

    @property
    def best_rate(self) -> float:
        """The share of moves that are best, where plies count if a table stores them; 1 without moves."""
        return sum(move.best for move in self.moves) / len(self.moves) if self.moves else 1.0

    @property
    def decision_rate(self) -> float:
        """The share of real choices in which the move is optimal; 1 without real choices."""
        return _rate([move for move in self.moves if move.kind == "decision"])

    @property
    def counts(self) -> dict[str, int]:
        """The number of moves of each kind: `decision`, `dont_care` and `lost`."""
        kinds = [move.kind for move in self.moves]
        return {kind: kinds.count(kind) for kind in ("decision", "dont_care", "lost")}

    @property
    def illegal(self) -> int:
        """The number of illegal moves."""
        return sum(not move.legal for move in self.moves)

    @property
    def first_mistake(self) -> int | None:
        """The place of the first move that is not optimal, from 0; `None` if all are."""
        return next((number for number, move in enumerate(self.moves) if not move.optimal), None)

    def by_ply(self) -> dict[int, Regret]:
        """Return a `Regret` for the moves of each ply."""
        plies: dict[int, list[JudgedMove]] = {}
        for move in self.moves:
            plies.setdefault(move.ply, []).append(move)
        return {ply: Regret(self.game, self.unit, plies[ply]) for ply in sorted(plies)}

    def to_dict(self) -> dict[str, str | float | dict[str, int] | None]:
        """Return the totals and rates, for JSON."""
        return {
            "game": self.game,
            "unit": self.unit,
            "moves": len(self.moves),
            "illegal": self.illegal,
            "regret": self.total,
            "mean": self.mean,
            "optimality_rate": self.optimality_rate,
            "best_rate": self.best_rate,
            "decision_rate": self.decision_rate,
            "kinds": self.counts,
            "first_mistake": self.first_mistake,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each move, with the attributes of its `JudgedMove`."""
        facts = ("ply", "move", "legal", "result", "best_result", "regret", "optimal", "best", "kind")
        return [
            {"position": str(it.position)} | {name: getattr(it, name) for name in facts} for it in self.moves
        ]

    def plot(self, axes: Axes | None = None, *, label: str | None = None) -> Axes:
        """Plot the mean regret by ply with matplotlib, and return the axes.

        A band shows one standard error to both sides, and each point its number of moves. Several players can share
        axes: `axes = one.plot(label="one"); other.plot(axes, label="other")`.
        """
        from matplotlib import pyplot
        from matplotlib.ticker import MaxNLocator

        axes = axes if axes is not None else pyplot.subplots(layout="constrained")[1]
        plies = self.by_ply()
        means = [of.mean for of in plies.values()]
        errors = [of._error for of in plies.values()]
        [line] = axes.plot(list(plies), means, marker="o", markersize=4, label=label)
        lower = [max(0, mean - error) for mean, error in zip(means, errors, strict=True)]
        upper = [mean + error for mean, error in zip(means, errors, strict=True)]
        axes.fill_between(list(plies), lower, upper, color=line.get_color(), alpha=0.2, linewidth=0)
        for (ply, of), mean in zip(plies.items(), means, strict=True):
            text: dict[str, Any] = {
                "textcoords": "offset points",
                "xytext": (0, 5),
                "ha": "center",
                "fontsize": "x-small",
            }
            axes.annotate(str(len(of.moves)), (ply, mean), color=line.get_color(), **text)
        axes.set(
            title=f"Regret in {self.game}",
            xlabel="moves made before",
            ylabel=f"mean regret a move ({self.unit})",
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
        if label is not None:
            axes.legend()
        return axes

    @property
    def _error(self) -> float:
        """The standard error of the mean; 0 for a single move."""
        costs = [move.regret for move in self.moves]
        return stdev(costs) / sqrt(len(costs)) if len(costs) > 1 else 0.0

    def __str__(self) -> str:
        best = f" ({self.best_rate:.1%} best by plies)" if self.best_rate != self.optimality_rate else ""
        return (
            f"{len(self.moves)} moves of {self.game}: {self.optimality_rate:.1%} optimal{best}, "
            f"{self.decision_rate:.1%} of {self.counts['decision']} real choices; "
            f"regret {self.total:g} ({self.unit}), {self.mean:.4g} a move"
        )


def _rate(moves: Sequence[JudgedMove]) -> float:
    return sum(move.optimal for move in moves) / len(moves) if moves else 1.0


def regret(
    game: str | SolvedTable,
    plays: Iterable[Sequence[str | Position | int | None]],
    *,
    oracle: Oracle | None = None,
    board: str | None = None,
    limit: int | None = None,
    memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    errors: Literal["raise", "keep"] = "raise",
) -> Regret:
    """Return the cost of moves against perfect play, each judged by itself. `plays` makes plays of a whole game.

    A play is `(position, move[, roll[, ply]])`; any notation of moves that leaves no doubt will do. The first play that
    cannot be judged raises an error with its number from 0; with `errors="keep"`, `Regret.errors` has all of them.

    >>> print(regret("number", [("2 3 4 5 6", "4"), ("2 3 4 5 6", "(2)")]).total)
    2.0
    """
    if errors not in ("raise", "keep"):
        raise ValueError('`errors` must be "raise" or "keep"')
    game, oracle = named(game, oracle)
    judged: list[JudgedMove] = []
    failed: dict[int, Error] = {}
    unit: Unit = "outcome"
    all_plays = [_play(number, play) for number, play in enumerate(plays)]
    # At least once, so that an unknown game is an error.
    for start in range(0, max(1, len(all_plays)), _TOGETHER):
        batch = all_plays[start : start + _TOGETHER]
        positions = [play.position for play in batch]
        answers = oracle.answers(game, positions, board=board, limit=limit, memory=memory, errors="keep")
        for number, (play, answer) in enumerate(zip(batch, answers, strict=True), start):
            found = answer if isinstance(answer, Error) else _judge(answer, play, number)
            if isinstance(found, JudgedMove):
                judged.append(found)
                assert isinstance(answer, Answer), "an error was not judged"
                unit = unit_of(answer.value)
            elif errors == "keep":
                failed[number] = found
            else:
                raise type(found)(f"play {number}: {found.message}", found.hint)
        if progress is not None:
            progress(start + len(batch), len(all_plays))
    # A move of a game of Grundy values is judged by who wins.
    return Regret(game, "outcome" if unit == "grundy" else unit, judged, failed)


def _play(number: int, play: Sequence[Any]) -> Play:
    if not isinstance(play, tuple | list) or not 2 <= len(play) <= 4 or not isinstance(play[1], str):
        raise TypeError(
            f"play {number}: a play must be a position, a move, and a roll if there is a die, not {play!r:.60}"
        )
    return Play(*play)


def _judge(answer: Answer, play: Play, number: int) -> JudgedMove | Error:
    judged = answer._judge(play.move, play.roll)
    if judged is None:
        reason = f"the moves of {answer.game} {answer.position} cannot be judged: "
        return InputError(reason + ("there are none" if answer.moves == [] else "not all results are known"))
    played, result, best, kind, _ = judged
    # Fewer minutes are better, but all are counted from 0 on.
    sign = -1 if unit_of(answer.value) == "minutes" else 1
    return JudgedMove(
        answer.position,
        play.move if played is None else played.move,
        played is not None,
        sign * result,
        sign * best,
        played is not None and played.best is True,
        number if play.ply is None else play.ply,
        kind,
    )


def plays(
    game: str | SolvedTable, start: str | Position, moves: Iterable[str], *, board: str | None = None
) -> list[Play]:
    """Return the plays of one game: each move with the position before it.

    In a game with a die, write each move as the colour, a space and the move, as in `"red 1L>R"`, or the colour alone
    if no block could move, which makes no play. An illegal move raises `InputError`.

    >>> plays("number", "2 3 4 5 6", ["4", "5"])[1]
    Play(position=Position('number', '2 3 5 6'), move='5', roll=None, ply=1)
    """
    position: str | Position | None = start
    if not isinstance(game, SolvedTable) and not isinstance(start, Position):
        position = Position(game, start, board)
    found: list[Play] = []
    for number, given in enumerate(moves):
        if not isinstance(given, str):
            raise TypeError(f"move {number}: a move must be a string, not {type(given).__name__}")
        if position is None:
            raise InputError(f"move {number}: the game is already over")
        roll, text = None, given.strip()
        if text.split(" ")[0] in (GAMES[game].die if game in GAMES else ()):
            roll, _, text = text.partition(" ")
            if not text:
                continue
        # The moves of a custom game are those of its answers.
        of = game.answer(position) if isinstance(game, SolvedTable) else position
        assert isinstance(of, Answer | Position), "the start of a game that is built in is a position"
        move = of.find(text, roll)
        if move is None:
            raise InputError(f"move {number}: {text!r} is not a legal move of {position}")
        found.append(Play(position, move.move, getattr(move, "roll", None), len(found)))
        position = move.position
    return found

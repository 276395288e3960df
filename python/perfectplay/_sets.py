"""Sets of positions to measure players with, with the exact value of every move."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from ._draw import frame_html
from ._errors import InputError
from ._native import Answer, Oracle, Position, SolvedTable, Table, Value, to_array

if TYPE_CHECKING:
    import pandas
    import polars

    from ._native import _Drawn, _Packed, _Row


class Framed:
    """An object with rows, which become a data frame."""

    def rows(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows, as dictionaries by column name."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars data frame."""
        import polars

        return polars.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        return frame_html(str(self), self.rows())


class PositionSet(Framed, Sequence[Answer]):
    """A sequence of answers to positions drawn at random; `drawn` says how they were drawn, and `card` in words."""

    #: How the positions were drawn: `drawn` of the program's JSON.
    drawn: _Drawn

    def __init__(self, drawn: _Drawn, sentence: str, answers: list[Answer]) -> None:
        self.drawn = drawn
        self._sentence = sentence
        self._answers = answers

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> list[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | list[Answer]:
        return self._answers[index]

    def __len__(self) -> int:
        return len(self._answers)

    def __repr__(self) -> str:
        return f"<PositionSet: {self._sentence}>"

    @property
    def positions(self) -> list[Position]:
        """The positions without their answers."""
        return [answer.position for answer in self._answers]

    def array(self, size: int | tuple[int, int] | None = None) -> _Packed:
        """Return the positions as an array for `Oracle.values`: see `to_array`. Custom games have none.

        In stake and tokens an array has boards of one size; `size`, a number or `(rows, columns)`, selects it.
        """
        positions = self.positions
        if size is not None:
            rows, columns = (size, size) if isinstance(size, int) else size
            positions = [it for it in positions if list(map(len, str(it).split("/"))) == [columns] * rows]
        return to_array(self.drawn["game"], positions)

    def rows(self) -> list[_Row]:
        """Return a row for each move: `position`, `value`, `move`, `result`, `optimal`, `best`; with a die, its `roll`.

        Known plies add `plies` of the value and `result_plies` of the result. `card` defines `optimal` and `best`.
        """
        rows = []
        values = [answer.value for answer in self._answers if answer.value is not None]
        have_plies = any(value.plies is not None for value in values)
        for answer in self._answers:
            for roll, moves in answer.choices:
                for move in moves:
                    judged = answer._judge(move.move, roll)
                    row: _Row = {"position": str(answer.position), "value": _number(answer.value)}
                    if have_plies:
                        row["plies"] = answer.value and answer.value.plies
                    row["move"] = move.move
                    if roll is not None:
                        row["roll"] = roll
                    row["result"] = _number(move.result)
                    if have_plies:
                        row["result_plies"] = move.result and move.result.plies
                    row["optimal"] = None if judged is None else judged[1] == judged[2]
                    rows.append(row | {"best": move.best})
        return rows

    def save(self, path: str | Path) -> None:
        """Save the set as JSON, with its rows, for `PositionSet.load`."""
        texts = list(map(str, self.positions))
        kept = {"drawn": self.drawn, "sentence": self._sentence, "positions": texts, "rows": self.rows()}
        Path(path).write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path, *, oracle: Oracle | None = None) -> PositionSet:
        """Load a saved set. The oracle answers its positions again; other values than the saved raise `InputError`."""
        kept = json.loads(Path(path).read_text(encoding="utf-8"))
        drawn, oracle = kept["drawn"], Oracle() if oracle is None else oracle
        answers = oracle.answers(drawn["game"], kept["positions"], board=drawn.get("board"))
        found = cls(drawn, kept["sentence"], answers)
        if found.rows() != kept["rows"]:
            raise InputError(f"{path}: the oracle has other values than the set that was saved")
        return found

    @property
    def card(self) -> str:
        """A page of Markdown to publish with the set, which says how it was drawn."""
        facts = "\n".join(f"- {name}: {value}" for name, value in self.drawn.items() if name != "board")
        board = f"\n\nThe board:\n\n```\n{self.drawn['board']}```" if self.drawn.get("board") else ""
        unit = _UNITS[unit_of(self._answers[0].value if self._answers else None)]
        source = self.drawn.get("table") or self.drawn["game"]
        return (
            f"# {self._sentence}\n\n{facts}\n\nEach position has its exact value and the exact result of every move, "
            f"in the game's unit: {unit}. {DEFINITIONS} Nothing is sampled or estimated but the choice of positions, "
            f'and the same seed draws the same ones: `perfectplay.positions("{source}", '
            f"{self.drawn['count']}, seed={self.drawn['seed']}, decisive={self.drawn['decisive']})`.{board}\n"
        )


#: The definitions that sets, regret and the program's `positions` share.
DEFINITIONS = (
    "A move is *optimal* if no other move leads to a better outcome, score or number of minutes. It is *best* if it is "
    "optimal and, where plies are known, wins soonest or loses latest. A position has a *real choice* if some of its "
    "moves are optimal and others are not."
)

Unit: TypeAlias = Literal["outcome", "score", "minutes", "expected", "grundy"]

_UNITS: dict[Unit, str] = {
    "outcome": "1 for a win, 0 for a draw, -1 for a loss, of the player who moves",
    "score": "the score of the player who moves minus the opponent's",
    "minutes": "expected minutes until the end",
    "expected": "what the player who moves can expect: 1 for a win, 0 for a draw, -1 for a loss, or points",
    "grundy": "the Grundy value of the position, and for a move that of the position that it leads to",
}


def unit_of(value: Value | None) -> Unit:
    """Return the unit of a value."""
    return "outcome" if value is None else value.unit


def _number(value: Value | None) -> float | int | None:
    """Return a value as a number in the game's unit."""
    if value is None:
        return None
    return value.expected if value.expected is not None else int(float(value))


def named(source: str | Table | SolvedTable, oracle: Oracle | None) -> tuple[str, Oracle]:
    """Return the name of a table or a game, and the oracle to ask."""
    if isinstance(source, SolvedTable):
        return source.game, source.oracle if oracle is None else oracle
    return source if isinstance(source, str) else source.name, Oracle() if oracle is None else oracle


def positions(
    source: str | Table | SolvedTable,
    count: int = 10,
    *,
    seed: int = 0,
    decisive: bool = False,
    oracle: Oracle | None = None,
    limit: int | None = None,
    memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> PositionSet:
    """Draw random positions, with their answers, of a table, or of a game's largest default table.

    The table need not exist. All positions are equally likely, and none repeats. The same seed draws the same ones, as
    in the program's `positions`. With `decisive` each position has a real choice: some moves are optimal, others are
    not. Positions of a custom game come from random moves from its start, and may repeat.

    >>> positions("stake-3", 2, seed=7, decisive=True)[0].position
    Position('stake', '0.0/.10/1..')
    """
    name, oracle = named(source, oracle)
    return PositionSet(*oracle._draw(name, count, seed, decisive, limit, memory, progress))


def random(
    source: str | Table | SolvedTable, count: int = 1, *, seed: int = 0, oracle: Oracle | None = None
) -> list[Position]:
    """Return the positions that `positions` draws with the same seed, without answers.

    >>> [str(position) for position in random("stake-3", 2, seed=1)]
    ['000/.1./1.1', '0.0/111/0..']
    """
    name, oracle = named(source, oracle)
    return oracle._random(name, count, seed)

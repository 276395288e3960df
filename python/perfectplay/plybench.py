"""A judge for PlyBench: what its own solver says of small games, of every position that the oracle answers.

A `Judge` takes the place of its optimal player in `plybench.analysis.replay.TurnBasedReplayer`, for the games that
`perfectplay.openspiel` registers.
"""

from __future__ import annotations

from typing import Any

try:
    from plybench.core.minimax import AVQ
except ImportError as error:
    raise ImportError("perfectplay.plybench needs PlyBench, and Python 3.12: pip install plybench") from error

from . import _play
from ._errors import InputError
from ._native import Oracle


class Judge:
    """Judges a game for two, with its parameters, as `perfectplay.openspiel` lists them."""

    def __init__(self, game: str, *, oracle: Oracle | None = None, **parameters: int | str) -> None:
        self.play = _play.make(game, parameters)
        if self.play.players != 2:
            raise ValueError(f"{game} is not a game for two")
        self.oracle = Oracle() if oracle is None else oracle

    def optimal(self, player: int, observation: Any) -> AVQ:
        """The best actions, the value, and the value of each action, for the player whose turn it is.

        Values are 1 and -1 for a win and a loss, or scores: those from there on.
        """
        state = self.play.state(observation.os_observation.state)
        assert state.position is not None, "a state that is made of a text has a position"
        answer = self.oracle.answer(self.play.name, state.position, plies=False)
        results = {move.move: float(move.result) for move in answer.moves or [] if move.result is not None}
        if not results or results.keys() != {move.move for move in state.moves}:
            raise InputError(f"there is no move, or not all are known: {answer.game} {answer.position}")
        best = max(results.values())
        values = {self.play.numbers[move]: result for move, result in results.items()}
        return AVQ(A=sorted(number for number, result in values.items() if result == best), V=best, Q=values)

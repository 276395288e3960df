"""A judge for PlyBench, for all positions that the oracle answers; PlyBench's own solver answers small games.

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
    """A judge of a game for two, with the name and parameters that `perfectplay.openspiel` lists."""

    def __init__(self, game: str, *, oracle: Oracle | None = None, **parameters: int | str) -> None:
        self.play = _play.make(game, parameters)
        if self.play.players != 2:
            raise ValueError(f"{game} is not a game for two")
        self.oracle = Oracle() if oracle is None else oracle

    def optimal(self, player: int, observation: Any) -> AVQ:
        """Return the best actions, the value, and the value of each action, for the player whose turn it is.

        Values are 1 and -1 for a win and a loss, or the points still to come.
        """
        state = self.play.state(observation.os_observation.state)
        assert state.position is not None, "a state that is made of a text has a position"
        answer = self.oracle.answer(self.play.name, state.position, plies=False)
        results = {move.move: float(move.result) for move in answer.moves or [] if move.result is not None}
        if not results or results.keys() != {move.move for move in state.moves}:
            raise InputError(f"{answer.game} {answer.position}: no moves, or not all results are known")
        best = max(results.values())
        values = {self.play.numbers[move]: result for move, result in results.items()}
        return AVQ(A=sorted(number for number, result in values.items() if result == best), V=best, Q=values)

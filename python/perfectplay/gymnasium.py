"""Environments for Gymnasium, registered by `import perfectplay.gymnasium`.

`perfectplay/Tower-v0` is Colored Jenga: the agent moves a block of the colour that the die shows. The reward is -1 for
each minute.

`perfectplay/Oracle-v0` is one of the other games against a perfect opponent. The reward comes at the end: 1 or -1, or
the agent's score minus the opponent's.

>>> import gymnasium, perfectplay.gymnasium
>>> env = gymnasium.make("perfectplay/Oracle-v0", player=1)
>>> observation, info = env.reset(seed=1)
>>> legal = info["action_mask"]

`game=` selects a game, by default chomp; `perfectplay.openspiel` lists the games and their parameters.
`info["position"]` and `info["moves"]` are texts. `reset(options={"position": "4,4,1"})` starts at another position. An
illegal action ends the episode with the worst return, and sets `info["illegal"]`.
"""

from __future__ import annotations

from functools import cache
from os import PathLike, fspath
from typing import Any

try:
    import gymnasium as gym
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(
        'perfectplay.gymnasium needs Gymnasium: pip install "perfectplay[gymnasium]"'
    ) from error

from . import _play
from ._native import Oracle

Observation = NDArray[np.float32]
Info = dict[str, Any]


class _Env(gym.Env[Observation, np.int64]):
    """The spaces and the course of an episode, which both environments share."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, play: _play.Game, player: int, worst: float, render_mode: str | None) -> None:
        self.play, self.state, self.player, self.worst = play, play.start, player, worst
        self.render_mode = render_mode
        self.action_space = gym.spaces.Discrete(len(play.actions))
        self.observation_space = gym.spaces.Box(-1.0, 1.0, (play.size,), np.float32)
        self._paid, self._ended = 0.0, True

    def _to_agent(self) -> None:
        """Play on until the agent has a choice, or to the end."""
        raise NotImplementedError

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        position = (options or {}).get("position")
        self.state = self.play.start if position is None else self.play.state(position)
        self._to_agent()
        if self.state.is_over:
            raise ValueError(f"from {position or self.play.start} the agent never has a move")
        # `reset` has no reward: minutes that have already passed are part of the first one.
        self._paid, self._ended = 0.0, False
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        if self._ended:
            raise RuntimeError("the episode has ended: call `reset`")
        # Programs that sample actions without the mask, `check_env` among them, must not fail.
        illegal = int(action) not in self.state.legal
        if not illegal:
            self.state = self.state.after(int(action))
            self._to_agent()
        total = self.state.returns[self.player] + (self.worst if illegal else 0.0)
        reward, self._paid = total - self._paid, total
        self._ended = illegal or self.state.is_over
        return self._observation(), reward, self._ended, False, self._info() | {"illegal": illegal}

    def render(self) -> str | None:
        return str(self.state) if self.render_mode == "ansi" else None

    def _observation(self) -> Observation:
        return np.array(self.state.features, np.float32)

    def _info(self) -> Info:
        return {
            "action_mask": np.array(self.state.mask, np.int8),
            "position": str(self.state),
            "moves": [move.move for move in self.state.legal.values()],
        }


class TowerEnv(_Env):
    """Colored Jenga, from a tower of `levels` levels, or from the position `start`."""

    def __init__(self, levels: int = 3, start: str = "", *, render_mode: str | None = None) -> None:
        play = _play.make("tower", {"levels": levels, "start": start})
        # While the game goes on, a move takes six minutes at most on average.
        super().__init__(play, 0, -6.0 * play.longest, render_mode)

    def _to_agent(self) -> None:
        faces, chances = list(self.play.die), list(self.play.die.values())
        while self.state.awaits_roll:
            self.state = self.state.rolled(faces[self.np_random.choice(len(faces), p=chances)])


@cache
def _oracle(tables: str | None) -> Oracle:
    """Return one oracle for all environments, so that they can be copied and pickled."""
    return Oracle(tables)


class OracleEnv(_Env):
    """A game for two against a perfect opponent, who chooses among best moves at random, by the seed.

    `player` is 0 if the agent moves first, else 1. Other parameters are those of the game, as in OpenSpiel.
    """

    def __init__(
        self,
        game: str = _play.DEFAULT,
        player: int = 0,
        *,
        tables: str | PathLike[str] | None = None,
        render_mode: str | None = None,
        **parameters: int | str,
    ) -> None:
        play = _play.make(game, parameters)
        if play.players != 2 or player not in range(2):
            raise ValueError(f"{game} must be a game for two, and `player` 0 or 1, not {player}")
        self.tables = None if tables is None else fspath(tables)
        super().__init__(play, player, play.least, render_mode)

    def _to_agent(self) -> None:
        while not self.state.is_over and self.state.player != self.player:
            position = self.state.position
            assert position is not None, "a game that goes on has a position"
            # Where a table stores no plies, any move that keeps the outcome will do: solving for plies takes
            # milliseconds a step.
            answer = _oracle(self.tables).answer(self.play.name, position, plies=False)
            best = [move.move for move in answer.moves or [] if move.best]
            if not best:
                raise LookupError(f"no best move is known in {self.state}: {answer.reason}")
            move = best[self.np_random.integers(len(best))]
            self.state = self.state.after(self.play.numbers[move])


gym.register("perfectplay/Tower-v0", entry_point="perfectplay.gymnasium:TowerEnv")
gym.register("perfectplay/Oracle-v0", entry_point="perfectplay.gymnasium:OracleEnv")

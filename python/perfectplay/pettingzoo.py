"""The games for two as environments of PettingZoo, in which agents take turns.

>>> from perfectplay.pettingzoo import env
>>> games = env(rows=3, columns=4)

The first argument selects a game, by default chomp; `perfectplay.openspiel` lists the games and their parameters.
Agents are `player_0`, who moves first, and `player_1`. They observe a dictionary of `observation` and `action_mask`.
Rewards come at the end: 1 and -1, or the difference of the scores. `reset(options={"position": "4,4,1"})` starts at
another position, with `player_0` to move unless the position determines whose turn it is.
"""

from __future__ import annotations

from typing import Any, TypeAlias

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        'perfectplay.pettingzoo needs PettingZoo: pip install "perfectplay[pettingzoo]"'
    ) from error

from . import _play

Observation = dict[str, NDArray[Any]]
Environment: TypeAlias = AECEnv[str, Observation, int]


def env(game: str = _play.DEFAULT, *, render_mode: str | None = None, **parameters: int | str) -> Environment:
    """Return a game in the usual wrappers: an illegal move ends it with the worst return."""
    raw = RawEnv(game, render_mode=render_mode, **parameters)
    losing = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.play.least)
    checked: Environment = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(losing))
    return checked


class RawEnv(Environment):  # type: ignore[misc]
    """A game without wrappers: an illegal move raises `ValueError`."""

    def __init__(
        self, game: str = _play.DEFAULT, *, render_mode: str | None = None, **parameters: int | str
    ) -> None:
        super().__init__()
        self.play = _play.make(game, parameters)
        if self.play.players != 2:
            raise ValueError(f"{game} is not a game for two")
        name = f"perfectplay_{game}_v0"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.state_of_play = self.play.start
        self.possible_agents = ["player_0", "player_1"]
        size, actions = (self.play.size,), len(self.play.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, size, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        position = (options or {}).get("position")
        self.state_of_play = self.play.start if position is None else self.play.state(position)
        if self.state_of_play.is_over:
            raise ValueError(f"the game is over at {position}")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_of_play.player]

    def observe(self, agent: str) -> Observation:
        state = self.state_of_play
        to_move = agent == self.possible_agents[state.player]
        mask = state.mask if to_move else [0] * len(self.play.actions)
        features = np.array(state.features, np.float32)
        return {"observation": features, "action_mask": np.array(mask, np.int8)}

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.state_of_play = state = self.state_of_play.after(int(action))
        self.agent_selection = self.possible_agents[state.player]
        if state.is_over:
            self.rewards = dict(zip(self.possible_agents, state.returns, strict=True))
            self.terminations = dict.fromkeys(self.possible_agents, True)
            self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.state_of_play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: PettingZoo requires this method of environments that render."""

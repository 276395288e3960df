"""The six games for OpenSpiel, registered by `import perfectplay.openspiel`.

>>> import perfectplay.openspiel, pyspiel
>>> game = pyspiel.load_game("perfectplay_chomp(rows=3,columns=4)")

The others are `perfectplay_number(bound=20)`, `perfectplay_tower(levels=3)` or `(start=RGB/GRG)`,
`perfectplay_contour(rows=3,columns=3,seed=0)` or `(board=1 2 5 0 3 4)`, `perfectplay_stake(size=3)` and
`perfectplay_tokens(board=P..#/.#../...P)`.

In games for two, the players get 1 and -1, or the difference of their scores, at the end. In `perfectplay_tower` the
only player gets -1 for each minute. If no block can move, the minute passes at a chance node, so `rewards` count from
the player's last move, as `rl_environment` expects. The dice can prolong a game without limit: the bounds of returns
and chance nodes hold except with a probability below 10^-12.

`PerfectPolicy` plays perfectly, and `PerfectEvaluator` gives OpenSpiel's searches the values of states. Its MCTS
refuses `perfectplay_tower`, because rewards come before the end.

In chomp a game ends before the second player has moved if the first player takes the poisoned corner. OpenSpiel's
`tabular_qlearner` fails on such games: restrict the first move, or use another learner.
"""

from __future__ import annotations

from typing import Any, ClassVar

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.mcts import Evaluator
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
    from open_spiel.python.policy import Policy
except ImportError as error:
    raise ImportError(
        'perfectplay.openspiel needs OpenSpiel: pip install "perfectplay[openspiel]"'
    ) from error

from . import _play
from ._native import Move, Oracle

JsonDict = dict[str, Any]

_KINDS = pyspiel.GameType


def _type(kind: type[_play.Game]) -> Any:
    two = kind.players == 2
    return pyspiel.GameType(
        short_name="perfectplay_" + kind.name,
        long_name=kind.title,
        dynamics=_KINDS.Dynamics.SEQUENTIAL,
        chance_mode=(_KINDS.ChanceMode.EXPLICIT_STOCHASTIC if kind.die else _KINDS.ChanceMode.DETERMINISTIC),
        information=_KINDS.Information.PERFECT_INFORMATION,
        utility=_KINDS.Utility.ZERO_SUM if two else _KINDS.Utility.GENERAL_SUM,
        reward_model=_KINDS.RewardModel.TERMINAL if two else _KINDS.RewardModel.REWARDS,
        max_num_players=kind.players,
        min_num_players=kind.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_play.defaults(kind.name),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with its parameters."""

    kind: ClassVar[type[_play.Game]]

    def __init__(self, params: _play.Parameters | None = None) -> None:
        play = _play.make(self.kind.name, {**_play.defaults(self.kind.name), **(params or {})})
        info = pyspiel.GameInfo(
            num_distinct_actions=len(play.actions),
            max_chance_outcomes=len(play.die),
            num_players=play.players,
            min_utility=play.least,
            max_utility=play.most,
            utility_sum=0.0 if play.players == 2 else None,
            max_game_length=play.longest,
        )
        super().__init__(_type(self.kind), info, play.parameters)
        self.play = play

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, state: Any = None) -> State:
        """Return the start, or the state of a struct or dictionary that `to_struct` made."""
        return State(self, state)

    def max_chance_nodes_in_history(self) -> int:
        return self.play.patience if isinstance(self.play, _play.Tower) else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or iig_obs_type.public_info:
            return _Observer(self.play, iig_obs_type is not None and iig_obs_type.perfect_recall)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: Game, struct: pyspiel.StateStruct | JsonDict | None) -> None:
        super().__init__(game)
        self.play = game.play.start
        #: The minutes before the last move.
        self.paid = 0
        if struct is not None:
            fields = struct if isinstance(struct, dict) else struct.to_dict()
            self.play = game.play.restored(fields)

    def current_player(self) -> int:
        if self.play.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.play.awaits_roll else self.play.player

    def is_terminal(self) -> bool:
        return self.play.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.play.game.die.values()))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.legal)

    def _apply_action(self, action: int) -> None:
        if self.play.awaits_roll:
            if action not in range(len(self._faces)):
                raise ValueError(f"action {action} is not legal in {self}: the die has no such face")
            self.play = self.play.rolled(self._faces[action])
        else:
            self.paid, self.play = self.play.minutes, self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        names = self._faces if player == pyspiel.PlayerId.CHANCE else self.play.game.actions
        return names[action]

    @property
    def _faces(self) -> tuple[str, ...]:
        return tuple(self.play.game.die)

    def rewards(self) -> list[float]:
        return [float(self.paid - self.play.minutes)] if self._faces else self.play.returns

    def returns(self) -> list[float]:
        return self.play.returns

    def __str__(self) -> str:
        return str(self.play)

    def _to_struct(self) -> JsonDict:
        return self.play.fields

    def _to_observation_struct(self, player: int) -> JsonDict:
        return self.play.fields

    def _action_to_struct(self, player: int, action: int) -> JsonDict:
        return {"move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: JsonDict) -> list[int]:
        names = self._faces if self.play.awaits_roll else self.play.game.actions
        if struct["move"] not in names:
            raise ValueError(f"`{struct['move']}` is not a move of this game")
        return [names.index(struct["move"])]


class _Observer:
    """The observation of all players: the position and, with `recall`, the moves before it."""

    def __init__(self, play: _play.Game, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(play.size + play.longest * recall, np.float32)
        self.dict = {"observation": self.tensor[: play.size]}
        if recall:
            self.dict["moves"] = self.tensor[play.size :]

    def set_from(self, state: State, player: int) -> None:
        self.dict["observation"][:] = state.play.features
        if self.recall:
            count = len(state.play.game.actions)
            moves = [(item.action + 1) / count for item in state.full_history() if item.player >= 0]
            self.dict["moves"][:] = 0
            self.dict["moves"][: len(moves)] = moves

    def string_from(self, state: State, player: int) -> str:
        return f"{state}; {state.history_str()}" if self.recall else str(state)


def _moves(oracle: Oracle, play: _play.State) -> list[Move]:
    """Return the moves of a state with a player to move, best first."""
    assert play.position is not None, "nobody moves after a capture"
    answer = oracle.answer(play.game.name, play.position, board=play.game.board, plies=False)
    found = [move for roll, moves in answer.choices if roll == play.roll for move in moves]
    if not found or found[0].result is None:
        raise ValueError(f"{play}: there is no move, or no result is known")
    return found


def _chances(oracle: Oracle, state: State) -> dict[int, float]:
    """Return the same probability for each best action, and 0 for the others."""
    best = [state.play.game.numbers[move.move] for move in _moves(oracle, state.play) if move.best]
    return {action: (action in best) / len(best) for action in state.legal_actions()}


class PerfectPolicy(Policy):  # type: ignore[misc]
    """Plays each best move with the same probability."""

    def __init__(self, game: Game, oracle: Oracle | None = None) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.oracle = Oracle() if oracle is None else oracle

    def action_probabilities(self, state: State, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each legal action."""
        return _chances(self.oracle, state)


class PerfectEvaluator(Evaluator):  # type: ignore[misc]
    """Evaluates a state by the returns of perfect play from there on, for OpenSpiel's searches."""

    def __init__(self, oracle: Oracle | None = None) -> None:
        self.oracle = Oracle() if oracle is None else oracle

    def evaluate(self, state: State) -> Any:
        """Return the returns of perfect play, one for each player."""
        play = state.play
        if play.is_over or play.position is None:
            return np.array(play.returns)
        if play.roll is None:
            value = self.oracle.value(play.game.name, play.position, board=play.game.board)
        else:
            value = _moves(self.oracle, play)[0].result
        if value is None:
            raise ValueError(f"the value of {state} is not known")
        if value.expected is not None:
            return np.array([-play.minutes - value.expected])
        lead = play.score + (1 - 2 * play.player) * float(value)
        return np.array([lead, -lead])

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Return the probabilities of `PerfectPolicy`, or the outcomes of a chance node."""
        return (
            state.chance_outcomes() if state.is_chance_node() else list(_chances(self.oracle, state).items())
        )


for _game_type, _kind in [(_type(kind), kind) for kind in _play.GAMES.values()]:
    # A second registration would silently replace the first.
    if _game_type.short_name not in pyspiel.registered_names():
        # OpenSpiel drops its reference after Python has ended. Only a class survives that.
        pyspiel.register_game(_game_type, type(_kind.name.title(), (Game,), {"kind": _kind}))

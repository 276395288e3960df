"""The games for PettingZoo: its own tests, and perfect play against the oracle."""

import random

import pytest
from conftest import ORACLE, value_of
from conftest import SMALL_GAMES as GAMES

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import itertools

from pettingzoo.test import api_test, seed_test

from perfectplay.pettingzoo import RawEnv, env


def play(games, choose, **options):
    """What both get, by `last` as learners see it."""
    games.reset(options=options)
    totals = dict.fromkeys(games.agents, 0.0)
    turns = []
    for agent in games.agent_iter():
        observation, reward, ended, truncated, _ = games.last()
        totals[agent] += reward
        assert not truncated
        if not ended:
            turns.append(agent)
            idle = next(other for other in games.agents if other != agent)
            assert not games.observe(idle)["action_mask"].any()
        games.step(None if ended else choose(games, observation["action_mask"]))
    assert all(one != other for one, other in itertools.pairwise(turns))
    return totals


def perfectly(games, mask):
    play, state = games.unwrapped.play, games.unwrapped.state_of_play
    answer = ORACLE.answer(play.name, state.position, board=play.board)
    legal = {move.move for move in answer.moves}
    assert [bool(one) for one in mask] == [text in legal for text in play.actions]
    return play.numbers[next(move.move for move in answer.moves if move.best)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore:Observation")
def test_passes_the_tests_of_pettingzoo(game, capsys):
    api_test(env(game, **GAMES[game]), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out
    api_test(RawEnv(game, **GAMES[game]), num_cycles=100)
    seed_test(lambda: env(game, **GAMES[game]), num_cycles=50)


@pytest.mark.parametrize("game", GAMES)
def test_perfect_play_gets_the_value(game):
    games = env(game, **GAMES[game])
    due = value_of(games.unwrapped.play)
    assert play(games, perfectly) == {"player_0": due, "player_1": -due}


@pytest.mark.parametrize("game", GAMES)
def test_one_perfect_player_gets_the_value_at_least(game):
    games, draw = env(game, **GAMES[game]), random.Random(1)
    for perfect in ("player_0", "player_1"):

        def choose(games, mask, perfect=perfect):
            if games.agent_selection == perfect:
                return perfectly(games, mask)
            return draw.choice(mask.nonzero()[0])

        due = value_of(games.unwrapped.play) * (1 if perfect == "player_0" else -1)
        for _ in range(10):
            totals = play(games, choose)
            assert totals[perfect] >= due
            assert sum(totals.values()) == 0


def test_games_start_anywhere():
    games = env("chomp", rows=3, columns=4)
    lost = play(games, perfectly, position="2,1")
    assert lost == {"player_0": -1.0, "player_1": 1.0}
    games = env("stake")
    games.reset(options={"position": "0../.../..."})
    assert games.agent_selection == "player_1"
    due = value_of(games.unwrapped.play, "0../.../...")
    assert play(games, perfectly, position="0../.../...") == {"player_0": -due, "player_1": due}
    with pytest.raises(ValueError):
        games.reset(options={"position": "..../..../..../...."})
    with pytest.raises(ValueError, match="is over"):
        games.reset(options={"position": "010/101/010"})
    with pytest.raises(ValueError, match="not a game for two"):
        env("tower")


def test_illegal_moves_lose():
    games = env("contour")
    games.reset()
    games.step(4)
    assert games.rewards["player_0"] == games.unwrapped.play.least < 0
    assert all(games.terminations.values())
    raw = RawEnv("contour")
    raw.reset()
    with pytest.raises(ValueError, match="action 4 is not legal"):
        raw.step(4)
    assert raw.agent_selection == "player_0"

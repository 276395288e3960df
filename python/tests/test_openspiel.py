"""The games for OpenSpiel: its own tests, and its own solvers against the oracle."""

import importlib
import json
import pickle
import random
import subprocess
import sys
from functools import cache

import pytest
from conftest import ORACLE, value_of

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, minimax  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import perfectplay.openspiel  # noqa: E402

NAMES = ["number", "tower", "contour", "stake", "tokens", "chomp"]
GAMES = [
    *NAMES,
    "number(bound=7)",
    "tower(start=RGB/GRG)",
    "contour(board=2 3 2 7 3 9 1 2 3 7 2 2 3 1)",
    "stake(size=2)",
    "tokens(board=P.#/..P)",
    "chomp(rows=3,columns=3)",
]


def load(name):
    return pyspiel.load_game("perfectplay_" + name)


def random_play(state, seed):
    """All states of a random game."""
    draw = random.Random(seed)
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(faces, chances)[0])
        else:
            state.apply_action(draw.choice(state.legal_actions()))


FULL_TREES = [
    "chomp(rows=2,columns=3)",
    "number(bound=6)",
    "stake(size=2)",
    "contour(rows=2,columns=3)",
    "tokens(board=P./#P)",
]


def count(position):
    """The histories that go on from a position by the rules, and those that end."""
    moves = position.legal_moves() if position else []
    counts = [count(move.position) for move in moves]
    if not counts:
        return 0, 1
    return 1 + sum(one for one, _ in counts), sum(one for _, one in counts)


# OpenSpiel's tests of whole trees look their numbers up by the name of the game.
for _name in FULL_TREES:
    _decisions, _ends = count(load(_name).play.start.position)
    api_test.TOTAL_NUM_STATES[_name] = (0, _decisions, _ends)
    api_test.PERFECT_RECALL_NUM_STATES[_name] = _decisions
    _fields = {"game_name": _name, "game": load(_name)}
    _class = f"TestFullTree_{_name.partition('(')[0]}"
    globals()[_class] = type(_class, (api_test.EnforceAPIOnFullTreeBase,), _fields)

for _name in NAMES:
    _fields = {"game_name": _name, "game": load(_name)}
    _class = f"TestPartialTree_{_name}"
    globals()[_class] = type(_class, (api_test.EnforceAPIOnPartialTreeBase,), _fields)


@pytest.mark.parametrize("name", GAMES)
def test_passes_simulations(name):
    game = load(name)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_are_reproducible(name):
    first, second = (generate_playthrough.playthrough("perfectplay_" + name, None, seed=3) for _ in range(2))
    assert first == second
    assert "IsTerminal() = True" in first
    assert f'GameType.short_name = "{load(name).get_type().short_name}"' in first


@pytest.mark.parametrize("name", GAMES)
def test_structs_and_pickles_keep_all_that_counts(name):
    game = load(name)
    for seed in range(5):
        for state in random_play(game.new_initial_state(), seed):
            fields = json.loads(state.to_json())
            made = [game.new_initial_state(one) for one in (fields, state.to_struct())]
            for other in [*made, pickle.loads(pickle.dumps(state)), state.clone()]:
                assert str(other) == str(state)
                assert other.to_dict() == fields
                assert other.current_player() == state.current_player()
                assert other.legal_actions() == state.legal_actions()
                assert other.returns() == state.returns()
            for action in state.legal_actions():
                player = state.current_player()
                struct = state.action_to_struct(player, action)
                assert struct.to_dict() == {"move": state.action_to_string(player, action)}
                assert state.struct_to_actions(struct) == [action]


def test_structs_are_checked():
    game = load("contour")
    start = game.new_initial_state().to_dict()
    for wrong in [{"position": "9"}, {"player": 1}, {"colour": "red"}, {"roll": "red"}]:
        with pytest.raises(ValueError):
            game.new_initial_state(start | wrong)


@pytest.mark.parametrize("name", NAMES)
def test_refuses_illegal_actions(name):
    for state in random_play(load(name).new_initial_state(), 1):
        if state.is_terminal():
            break
        before = state.to_dict()
        illegal = set(range(state.num_distinct_actions())) - set(state.legal_actions())
        for action in [*illegal, 10_000, -5]:
            with pytest.raises(ValueError, match="is not legal in"):
                state.clone().apply_action(action)
        assert state.to_dict() == before


@pytest.mark.parametrize("name", ["chess", "chomp(rows=0)", "stake(size=9)", "tokens(board=P..)"])
def test_refuses_games_that_do_not_exist(name):
    with pytest.raises((ValueError, RuntimeError)):
        load(name)


SOLVED = [
    *FULL_TREES,
    "chomp(rows=3,columns=3)",
    "number(bound=9)",
    "contour(rows=3,columns=3,seed=5)",
    "contour(board=2 3 2 7 3 9 1 2 3 7 2 2 3 1)",
    "tokens(board=P.#/..P)",
]


@pytest.mark.parametrize("name", SOLVED)
def test_a_search_finds_the_value_of_the_oracle(name):
    game = load(name)
    value, _ = minimax.alpha_beta_search(game)
    assert value == value_of(game.play)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_perfect_policy_gets_what_the_oracle_and_the_evaluator_say(name, seed):
    game, draw = load(name), random.Random(seed)
    state, is_tower = game.new_initial_state(), name.startswith("tower")
    policy, judge = (
        perfectplay.openspiel.PerfectPolicy(game, ORACLE),
        perfectplay.openspiel.PerfectEvaluator(ORACLE),
    )
    if not is_tower:
        assert judge.evaluate(state)[0] == value_of(game.play)
    while not state.is_terminal():
        said, chances = judge.evaluate(state), judge.prior(state)
        assert sum(chance for _, chance in chances) == pytest.approx(1)
        if state.is_chance_node():
            assert chances == state.chance_outcomes()
            assert sum(
                chance * judge.evaluate(state.child(face)) for face, chance in chances
            ) == pytest.approx(said)
        else:
            assert policy.action_probabilities(state) == dict(chances)
        state.apply_action(draw.choices(*zip(*chances, strict=True))[0])
        if not is_tower:
            assert list(judge.evaluate(state)) == list(said)
    assert is_tower or state.returns() == list(said)


@pytest.mark.parametrize("start", ["RGB/GRG", "RRR/GBG", "RGB/B.R/GG."])
def test_the_tower_takes_as_long_as_the_oracle_says(start):
    """By chance nodes and decisions of OpenSpiel alone."""

    @cache
    def minutes(position):
        # E = 1 + (chance that nothing moves) E + sum of (chance) (least after a move)
        state = load("tower(start=RGB/GRG/BBB)").new_initial_state({"position": position})
        if state.is_terminal():
            return 0.0
        moving, total = 0.0, 1.0
        for face, chance in state.chance_outcomes():
            rolled = state.child(face)
            if rolled.is_chance_node():
                assert rolled.rewards() == [-1.0] == rolled.returns()
                continue
            ends = [rolled.child(action).to_dict() for action in rolled.legal_actions()]
            assert {end["minutes"] for end in ends} == {1}
            moving += chance
            total += chance * min(minutes(end["position"]) for end in ends)
        return total / moving

    assert minutes(start) == pytest.approx(ORACLE.value("tower", start).expected, rel=1e-12)


def test_rewards_of_the_tower_add_up_for_learners():
    env = rl_environment.Environment(load("tower"), include_full_state=True)
    for seed in range(20):
        env.seed(seed)
        step = env.reset()
        rewards = env.get_state.returns()[0]
        while not step.last():
            action = step.observations["legal_actions"][0][0]
            step = env.step([action])
            rewards += step.rewards[0]
        assert rewards == env.get_state.returns()[0] < 0


def test_positions_are_seen_as_they_are():
    state = load("chomp(rows=2,columns=3)").new_initial_state({"position": "3,1", "player": 1})
    assert state.observation_tensor(0) == [1, 1, 1, 1, 0, 0, 1]
    assert state.observation_string(0) == "3,1"
    state = load("stake(size=2)").new_initial_state({"position": "01/.."})
    assert state.observation_tensor(0) == [1, 0, 0, 1, 0, 0, 0, 0, 0]
    state.apply_action(3)
    assert state.information_state_tensor(1) == [1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0]
    state = load("tokens(board=P./#P)").new_initial_state()
    pieces, walls, pairs = [1, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0]
    assert state.observation_tensor(0) == [*pieces, *walls, *pairs, 0]
    state.apply_action(state.string_to_action("1,1>0,1"))
    # The pair of corners has been visited.
    assert state.observation_tensor(0) == [1, 1, 0, 0, *walls, 0, 1, 0, 1]
    state = load("tower(start=RGB/G..)").new_initial_state()
    state.apply_action(2)
    assert sum(state.observation_tensor(0)) == 5
    assert state.observation_tensor(0)[-4:] == [0, 0, 1, 0]


@pytest.mark.parametrize("name", ["stake(size=8)", "chomp(rows=30,columns=30)", "tower(levels=12)"])
def test_playing_solves_nothing(name):
    """These are far beyond what can be solved, and play at once."""
    last = list(random_play(load(name).new_initial_state(), 1))[-1]
    assert last.is_terminal()


def test_games_are_registered_once():
    names = pyspiel.registered_names()
    assert {"perfectplay_" + name for name in NAMES} <= set(names)
    kind = type(load("chomp"))
    importlib.reload(perfectplay.openspiel)
    assert pyspiel.registered_names() == names
    assert type(load("chomp")) is kind


def test_programs_end_well():
    """OpenSpiel lets go of games after Python has ended."""
    program = "import perfectplay.openspiel, pyspiel; pyspiel.load_game('perfectplay_tower')"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

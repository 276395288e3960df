"""The environments for Gymnasium: its own checker, and perfect play against the oracle."""

import copy
import pickle
import statistics
from functools import cache

import pytest
from conftest import ORACLE, value_of
from conftest import SMALL_GAMES as GAMES

gym = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import perfectplay.gymnasium  # noqa: E402, F401


def oracle_env(game, **options):
    return gym.make("perfectplay/Oracle-v0", game=game, **GAMES[game], **options)


def play(env, choose, seed=0, **options):
    """The sum of the rewards of an episode."""
    _, info = env.reset(seed=seed, options=options)
    total, ended = 0.0, False
    while not ended:
        action = choose(env.unwrapped, info)
        _, reward, ended, truncated, info = env.step(action)
        total += reward
        assert not truncated
        assert not info["illegal"]
    assert info["moves"] == []
    assert not info["action_mask"].any()
    return total


def perfectly(env, info):
    answer = ORACLE.answer(env.play.name, env.state.position, board=env.play.board)
    return env.play.numbers[next(move.move for move in answer.moves if move.best)]


def at_random(env, info):
    return env.action_space.sample(info["action_mask"])


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("error")
def test_checker_accepts_the_oracle(game, player):
    check_env(oracle_env(game, player=player, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("options", [{}, {"levels": 5}, {"start": "RGB/G.."}])
@pytest.mark.filterwarnings("error")
def test_checker_accepts_the_tower(options):
    check_env(gym.make("perfectplay/Tower-v0", **options).unwrapped)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_perfect_play_gets_the_value_and_no_play_gets_more(game, player):
    env = oracle_env(game, player=player)
    due = value_of(env.unwrapped.play) * (-1) ** player
    assert {play(env, perfectly, seed) for seed in range(5)} == {due}
    env.action_space.seed(1)
    random_returns = [play(env, at_random, seed) for seed in range(150)]
    assert max(random_returns) <= due
    if due > env.unwrapped.play.least:
        assert min(random_returns) < due


def test_seeds_choose_among_equally_good_moves():
    env = oracle_env("stake", player=1)
    env.action_space.seed(1)
    openings = {env.reset(seed=seed)[1]["position"] for seed in range(20)}
    assert openings == {".../.0./..."}, "only the centre wins"
    replies = set()
    for seed in range(40):
        env = oracle_env("stake")
        env.reset(seed=seed)
        *_, info = env.step(4)
        replies.add(info["position"])
    answer = ORACLE.answer("stake", ".../.0./...")
    best = {str(move.position) for move in answer.moves if move.best}
    assert len(best) > 1
    assert replies == best
    again = [oracle_env("contour", player=1).reset(seed=7)[1]["position"] for _ in range(3)]
    assert len(set(again)) == 1


@pytest.mark.parametrize(
    ("game", "position"),
    [("chomp", "3,3,1"), ("stake", "01./.../..."), ("number", "2 3 5"), ("contour", "2,1")],
)
def test_episodes_start_anywhere(game, position):
    env = oracle_env(game)
    due = value_of(env.unwrapped.play, position)
    # Three cells are taken in that contour, so that the other player moves first.
    assert play(env, perfectly, position=position) == (-due if game == "contour" else due)


def test_refuses_what_is_no_episode():
    env = oracle_env("chomp")
    for position in ["4,4,4,4", "5", "0", "nonsense"]:
        with pytest.raises(ValueError):
            env.reset(options={"position": position})
    with pytest.raises(ValueError, match="never has a move"):
        oracle_env("number", player=1).reset(options={"position": "2"})
    with pytest.raises(ValueError, match="for two"):
        gym.make("perfectplay/Oracle-v0", game="tower")


def test_illegal_actions_end_the_episode():
    env = oracle_env("contour")
    _, info = env.reset(seed=0)
    assert list(info["action_mask"]).count(1) == 1, "only the corner is open"
    _, reward, ended, truncated, info = env.step(5)
    least = env.unwrapped.play.least
    assert (reward, ended, truncated, info["illegal"]) == (least, True, False, True)
    with pytest.raises(RuntimeError, match="call `reset`"):
        env.step(0)
    env = gym.make("perfectplay/Tower-v0")
    worst = []
    for seed in range(3):
        _, info = env.reset(seed=seed)
        _, reward, ended, *_ = env.step(list(info["action_mask"]).index(0))
        assert ended
        worst.append(reward)
    assert max(worst) <= -6 * env.unwrapped.play.longest


def test_towers_take_as_long_as_the_oracle_says():
    env = gym.make("perfectplay/Tower-v0", start="RGB/GRG/BBB")
    expected = ORACLE.value("tower", "RGB/GRG/BBB").expected

    @cache
    def chosen(position, roll, place):
        rolls = ORACLE.answer("tower", position).rolls
        moves = next(one.moves for one in rolls if one.roll == roll)
        return env.unwrapped.play.numbers[moves[place].move]

    def mean_and_error(place):
        """Of playing the first, and best, or the last move of each answer."""
        returns = [
            play(env, lambda env, info: chosen(*info["position"].split(), place), seed)
            for seed in range(3000)
        ]
        return statistics.mean(returns), statistics.stdev(returns) / len(returns) ** 0.5

    mean, error = mean_and_error(0)
    assert error < 0.25
    assert abs(mean + expected) < 4 * error
    worse, _ = mean_and_error(-1)
    assert worse < -expected - 4 * error


@pytest.mark.parametrize("name", ["Oracle", "Tower"])
def test_copies_go_on_alike(name):
    env = gym.make(f"perfectplay/{name}-v0").unwrapped
    _, info = env.reset(seed=3)
    action = env.play.numbers[info["moves"][-1]]
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    first = env.step(action)
    for other in copies:
        step = other.step(action)
        assert step[1:4] == first[1:4]
        assert step[4]["position"] == first[4]["position"]


def test_renders_text():
    env = gym.make("perfectplay/Oracle-v0", render_mode="ansi")
    env.reset()
    assert env.render() == "5,5,5,5"

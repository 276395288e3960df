"""The judge for PlyBench, against PlyBench's own solver."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("plybench", reason="PlyBench is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from plybench.core.minimax import solve_game  # noqa: E402

import perfectplay.openspiel  # noqa: E402, F401
from perfectplay.plybench import Judge  # noqa: E402


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("chomp", {"rows": 3, "columns": 3}),
        ("number", {"bound": 8}),
        ("stake", {"size": 2}),
        ("tokens", {"board": "P./.P"}),
    ],
)
def test_verdicts_are_those_of_the_solver(game: str, parameters: dict[str, object]) -> None:
    named = ",".join(f"{key}={value}" for key, value in parameters.items())
    start = pyspiel.load_game(f"perfectplay_{game}({named})").new_initial_state()
    solved = solve_game(SimpleNamespace(state=start))
    judge, judged, todo = Judge(game, **parameters), 0, [start]
    while todo:
        state = todo.pop()
        if state.is_terminal():
            continue
        player, text = state.current_player(), state.observation_string(state.current_player())
        expected = solved[player, text]
        found = judge.optimal(player, SimpleNamespace(os_observation=SimpleNamespace(state=text)))
        assert expected is not None
        assert (sorted(expected.A()), expected.V()) == (found.A(), found.V())
        assert all(expected.Q(action) == found.Q(action) for action in state.legal_actions())
        judged += 1
        todo += [state.child(action) for action in state.legal_actions()]
    assert judged > 10


def test_what_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="not a game for two"):
        Judge("tower")

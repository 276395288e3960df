"""Regret and sets of positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ORACLE, Program

import perfectplay as pp


def test_regret_is_what_the_moves_are_worth() -> None:
    oracle = pp.Oracle()
    for source in ("stake-3", "chomp-5x5", "tokens-4x4", "number-20"):
        plays, expected = [], []
        for answer in pp.positions(source, 40, seed=2, decisive=True):
            for move in answer.moves or []:
                plays.append((answer.position, move.move))
                assert move.result and answer.moves and answer.moves[0].result
                expected.append(float(answer.moves[0].result) - float(move.result))
        found = pp.regret(source.split("-")[0], plays, oracle=oracle)
        assert [move.regret for move in found.moves] == expected
        assert found.total == sum(expected) > 0
        assert all(move.legal and move.optimal == (move.regret == 0) for move in found.moves)
        assert 0 < found.decision_rate <= found.optimality_rate < 1
        assert found.first_mistake == next(number for number, regret in enumerate(expected) if regret)


def test_perfect_play_has_no_regret() -> None:
    for game, start in [("chomp", "6,6,6"), ("stake", ".../.../..."), ("tokens", "P.../..../...P")]:
        oracle, moves, position = pp.Oracle(), [], pp.Position(game, start)
        while answer := oracle.answer(game, position).moves:
            moves.append(answer[0].move)
            if answer[0].position is None:
                break
            position = answer[0].position
        found = pp.regret(game, pp.plays(game, start, moves))
        assert found.total == 0 and found.optimality_rate == 1 and found.first_mistake is None
        assert list(found.by_ply()) == list(range(len(moves)))


def test_illegal_moves_count_as_the_worst() -> None:
    found = pp.regret("stake", [("01./.0./1..", "9,9"), ("01./.0./1..", "nonsense")])
    answer = pp.Oracle().answer("stake", "01./.0./1..")
    assert answer.moves and answer.moves[0].result and answer.moves[-1].result
    worst = float(answer.moves[0].result) - float(answer.moves[-1].result)
    assert found.illegal == 2 and [move.regret for move in found.moves] == [worst, worst]
    assert found.moves[1].move == "nonsense" and found.optimality_rate == 0 and found.unit == "score"


def test_a_die_offers_the_moves_of_its_colour() -> None:
    found = pp.regret("tower", [("RGB/GRG", "1L>L", "red"), ("RGB/GRG", "1l>m"), ("RGB/GRG", "1M>L", "red")])
    assert found.unit == "minutes" and [move.legal for move in found.moves] == [True, True, False]
    assert found.moves[0].regret == pytest.approx(8.76 - 8.68) and found.moves[1].regret == 0
    assert found.moves[2].regret == found.moves[0].regret


def test_sets_are_those_of_the_program(program: Program) -> None:
    for source in ("stake-3", "chomp", "tower", "number"):
        drawn = pp.positions(source, 20, seed=7, decisive=True)
        command = ["positions", source, "--count", "20", "--seed", "7", "--decisive", "--json"]
        head, *lines = map(json.loads, program.run(*command, "--tables", program.tables))
        assert head["drawn"] == drawn.drawn
        assert [answer.to_dict() for answer in drawn] == lines
        rows = drawn.rows()
        for answer in drawn:
            assert any({move.best for move in moves} == {True, False} for _, moves in answer.choices)
            optimal = {row["optimal"] for row in rows if row["position"] == str(answer.position)}
            assert optimal == {True, False}, "a real choice"


@pytest.mark.parametrize("table", ["number-20", "stake-3", "tokens-4x4", "chomp-5x5", "tower-2"])
def test_best_and_optimal_mean_the_same_in_answers_sets_and_regret(table: str) -> None:
    oracle = pp.Oracle()
    drawn = pp.positions(table, 60, seed=3)
    plays = [(row["position"], row["move"], row.get("roll")) for row in drawn.rows()]
    judged = pp.regret(table.split("-")[0], plays, oracle=oracle)
    answers = oracle.answers(judged.game, [answer.position for answer in drawn])
    best = [move.best for answer in answers for _, moves in answer.choices for move in moves]
    assert [move.best for move in judged.moves] == best
    assert [move.optimal for move in judged.moves] == [row["optimal"] for row in drawn.rows()]
    assert [move.optimal for move in judged.moves] == [move.regret == 0 for move in judged.moves]
    assert all(move.optimal for move in judged.moves if move.best)
    has_plies = judged.best_rate < judged.optimality_rate
    assert judged.best_rate <= judged.optimality_rate and ("best by plies" in str(judged)) == has_plies
    assert has_plies == (table == "number-20")
    real = {str(move.position) for move in judged.moves if move.kind == "decision"}
    decisive = pp.positions(table, 20, seed=3, decisive=True)
    first = [str(answer.position) for answer in drawn if str(answer.position) in real]
    assert [str(answer.position) for answer in decisive][: len(first)] == first[:20]


def test_plays_are_named_by_their_numbers() -> None:
    plays = [["4,4,1", "0,2"]] * 5_000
    for wrong in (("9,x", "0,0"), ("0", "0,0")):
        with pytest.raises(pp.Error, match="^play 4500: (?!position)"):
            pp.regret("chomp", [*plays[:4500], wrong, *plays[4500:]])
        kept = pp.regret("chomp", [*plays[:4500], wrong, *plays[4500:]], errors="keep")
        assert list(kept.errors) == [4500] and len(kept.moves) == 5_000
        assert kept.moves[4500].ply == 4501


def test_sets_as_arrays_frames_and_files(tmp_path: Path) -> None:
    drawn = pp.positions("stake-3", 5, seed=1, decisive=True)
    mixed = pp.positions("stake-3", 1300)
    assert len(mixed.array(2)) == sum(str(position).count("/") == 1 for position in mixed.positions) > 0
    with pytest.raises(ValueError, match="size"):
        mixed.array()
    assert drawn.array().shape == (5, 2) and len(drawn) == 5 and drawn[1:3] == list(drawn)[1:3]
    rows = drawn.rows()
    assert {row["position"] for row in rows} == set(map(str, drawn.positions))
    assert all(row["best"] == (row["result"] == row["value"]) for row in rows)
    assert "stake-3, which has 1389" in drawn.card and "seed=1" in drawn.card
    drawn.save(tmp_path / "set.json")
    again = pp.PositionSet.load(tmp_path / "set.json", oracle=ORACLE)
    assert (again.drawn, again.rows(), again.card) == (drawn.drawn, rows, drawn.card)
    changed = (tmp_path / "set.json").read_text("utf-8").replace('"result": 1', '"result": 2', 1)
    (tmp_path / "set.json").write_text(changed, "utf-8")
    with pytest.raises(pp.InputError, match="the oracle has other values"):
        pp.PositionSet.load(tmp_path / "set.json", oracle=ORACLE)
    pandas = pytest.importorskip("pandas")
    frame = drawn.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(rows)
    assert list(frame.columns) == ["position", "value", "move", "result", "optimal", "best"]


def test_plies_are_those_of_their_games() -> None:
    games = [pp.plays("chomp", "4,4,1", ["0,2", "0,1", "1,0"]), pp.plays("chomp", "3,3", ["1,1"])]
    by_ply = pp.regret("chomp", games[0] + games[1]).by_ply()
    assert {ply: len(regret.moves) for ply, regret in by_ply.items()} == {0: 2, 1: 1, 2: 1}


def test_regret_is_drawn() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    found = pp.regret("chomp", [("4,4,1", "0,1", None, 0), ("4,4,1", "0,2"), ("4,4,1", "0,2", None, 0)])
    axes = found.plot(label="one")
    assert found.plot(axes, label="other") is axes
    assert [line.get_ydata().tolist() for line in axes.lines] == [[1.0, 0.0]] * 2
    assert [text.get_text() for text in axes.texts] == ["2", "1"] * 2
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["one", "other"]
    row = {"position": "4,4,1", "ply": 0, "move": "0,1", "legal": True, "result": -1.0, "best_result": 1.0}
    assert found.rows()[0] == row | {"regret": 2.0, "optimal": False, "best": False, "kind": "decision"}
    assert found._repr_html_().count("<tr>") == 4
    assert json.loads(json.dumps(found.to_dict()))["regret"] == 2.0
    assert str(found).startswith("3 moves of chomp: 66.7% optimal, ")

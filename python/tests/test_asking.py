"""Questions: single ones, many at once, and what is wrong with them; against the program."""

from __future__ import annotations

import ast
import builtins
import copy
import doctest
import importlib
import json
import os
import pickle
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import described
import numpy as np
import pytest
from conftest import BOARD, CHECKOUT, Program

import perfectplay as pp

SINGLE = [
    ("number", "2 3 4 5 6"),
    ("number", "after:100,101"),
    ("number", "none"),
    ("tower", "RGB/GRG"),
    ("stake", "01./.0./1.."),
    ("tokens", "P.#P"),
    ("chomp", "4,4,1"),
    ("chomp", "0"),
]

#: The game, the table that positions are drawn from, and how many.
MANY = [
    ("number", "number-20", 3515),
    ("tower", "tower-3", 500),
    ("stake", "stake-3", 1389),
    ("stake", "stake-4", 100_000),
    ("tokens", "tokens-4x4", 100_000),
    ("chomp", "chomp-10x10", 100_000),
]


STUB = Path(pp.__file__).with_name("_native.pyi").read_text()
# The program takes a number for a size, and so 01 for an empty board; here it is no position.
CASES = json.loads((CHECKOUT / "tests/conformance.json").read_text())
GOLDEN = pp.Oracle(CHECKOUT / "tests/golden/v1")
INSIDE = {table["table"] for table in GOLDEN.tables()["tables"] if table.get("embedded")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']} {case['position']}")
def test_an_answer_is_the_json_of_the_program(case: dict[str, Any]) -> None:
    question = {key: case[key] for key in case if key not in ("answer", "error")}
    if "error" in case:
        with pytest.raises(pp.Error) as raised:
            GOLDEN.answer(**question)
        assert raised.value.code == case["error"]
        return
    answer, expected = GOLDEN.answer(**question), case["answer"]
    # The program has the tables of the folder alone.
    if answer.table in INSIDE:
        expected = expected | {"table": answer.table}
    assert answer.to_dict() == expected and str(answer.position) == expected["position"]
    assert (answer.value and answer.value.to_dict()) == expected["value"]
    listed = expected.get("moves") or [move for roll in expected.get("rolls", []) for move in roll["moves"]]
    moves = [move for _, moves in answer.choices for move in moves]
    assert [(move.move, move.to_dict()) for move in moves] == [(move["move"], move) for move in listed]
    assert [step.to_dict() for step in answer.line or []] == expected.get("line", [])


def test_types_are_exact() -> None:
    """Each line has an expression and its type, and none is `Any`; the dictionaries have all fields of the JSON."""
    api = pytest.importorskip("mypy.api")
    lines = Path(__file__).with_name("types.txt").read_text().splitlines()
    calls = [f"assert_type({line.replace(' => ', ', ')})" for line in lines]
    calls.append("oracle.values('chomp', 7)  # type: ignore[call-overload]")
    imports = ["from typing import assert_type", "from numpy.typing import NDArray", "import numpy as np"]
    program = "\n".join([*imports, "import perfectplay as pp", "oracle = pp.Oracle()", *calls])
    said, _, status = api.run(["--strict", "--cache-dir", os.devnull, "-c", program])
    assert status == 0, said
    assert not re.search(r"(\[|: |-> |\| )Any\b", STUB)
    stubs = [node for node in ast.walk(ast.parse(STUB)) if isinstance(node, ast.ClassDef)]
    fields = {
        stub.name: {line.target.id for line in stub.body if isinstance(line, ast.AnnAssign)} for stub in stubs
    }
    answers = [case["answer"] for case in CASES if "answer" in case]
    assert set().union(*answers) == fields["_AnswerJson"] - {"members"}
    moves = [move for answer in answers for move in answer.get("moves") or []]
    assert set().union(*moves) == fields["_MoveJson"] - {"again"}


@pytest.mark.parametrize(("game", "table", "count"), MANY)
def test_values_are_those_of_the_program(program: Program, game: str, table: str, count: int) -> None:
    oracle = pp.Oracle()
    positions = pp.random(table, count, seed=3)
    assert len(positions) == count
    values = oracle.values(game, positions)
    assert len(values) == count and values.tolist() == program.values(game, positions)
    assert (oracle.values(game, [str(position) for position in positions[:500]]) == values[:500]).all()
    if game in ("number", "chomp"):
        assert (oracle.values(game, pp.to_array(game, positions)) == values).all()
    if table == "stake-3":
        of_size = [position for position in positions if str(position).count("/") == 2]
        array = pp.to_array("stake", of_size)
        assert (oracle.values("stake", array, size=3) == oracle.values("stake", of_size)).all()


def test_values_of_larger_tables_are_those_of_the_program(program: Program, tmp_path: Path) -> None:
    sys.path.insert(0, str(CHECKOUT / "python/benches"))
    from batches import number_masks

    masks = number_masks(count=100_000)
    texts = [" ".join(str(x) for x in range(2, 41) if mask >> x & 1) or "none" for mask in masks.tolist()]
    assert pp.Oracle().values("number", masks).tolist() == program.values("number", texts)

    pp.build("tower-6", tmp_path)
    towers = pp.random("tower-6", 100_000, seed=1)
    minutes = pp.Oracle(tmp_path).values("tower", towers)
    assert minutes.tolist() == Program(program.path, tmp_path).values("tower", towers)


def test_contours_belong_to_boards(program: Program, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD)
    oracle = pp.Oracle()
    positions = ["0", "1", "1,1", "2", "2,1", "3", "3,3"]
    values = oracle.values("contour", positions, board=BOARD)
    expected = program.values("contour", positions, "--board", str(tmp_path / "board.txt"))
    assert values.dtype == np.int64 and values.tolist() == expected
    array = pp.to_array("contour", positions, board=BOARD)
    assert array.tolist()[4] == [2, 1]
    assert (oracle.values("contour", array, board=BOARD) == values).all()
    position = pp.Position("contour", "2", BOARD)
    assert oracle.value("contour", position) == oracle.value("contour", position, board=BOARD)


def test_values_of_a_large_board_are_those_of_the_program(program: Program, tmp_path: Path) -> None:
    generator = np.random.default_rng(3)
    scores = generator.integers(0, 100_000, (20, 10))
    board = tmp_path / "board.txt"
    board.write_text("10 10\n" + "".join(" ".join(map(str, row)) + "\n" for row in scores.tolist()))
    rows = np.sort(generator.integers(0, 11, (100_000, 10), dtype=np.uint8))[:, ::-1]
    texts = [",".join(str(taken) for taken in row if taken) or "0" for row in rows.tolist()]
    values = pp.Oracle().values("contour", rows, board=board.read_text())
    assert values.tolist() == program.values("contour", texts, "--board", str(board))


def test_moves_by_the_rules_are_those_of_the_answer() -> None:
    oracle = pp.Oracle()
    for source in ("number-20", "stake-3", "tokens-3x4", "chomp-4x5", "tower-4"):
        for position in pp.random(source, 30, seed=9):
            answer = oracle.answer(position.game, position)
            solved = {(roll, move.move, move.position) for roll, moves in answer.choices for move in moves}
            assert {(move.roll, move.move, move.position) for move in position.legal_moves()} == solved


def test_positions_equal_those_of_the_same_game_and_board() -> None:
    others = [("chomp", "2,1", None), ("contour", "2,1", BOARD), ("contour", "2,1", "2 2 1 2 3 4 4 3 2 1\n")]
    alike = [[pp.Position(*of) for of in others] for _ in range(2)]
    assert alike[0] == alike[1] and len({*alike[0], *alike[1]}) == 3
    assert "2,1" not in alike[0] and all(eval(repr(one), vars(pp)) == one for one in alike[0])


def test_equality_is_transitive_and_hashes_agree() -> None:
    asked = [("chomp", "2,1"), ("chomp", "4,4,1"), ("tower", "RGB"), ("stake", "01/.."), ("number", "2 3")]
    things: list[object] = [1, 1.0, np.int8(1), "win", "2,1", None]
    foreign = len(things)
    for oracle in (pp.Oracle(), GOLDEN, pp.Oracle(), GOLDEN):
        for game, text in asked:
            answer = oracle.answer(game, text, line=game != "tower")
            things += [
                answer,
                answer.value,
                answer.position,
                oracle.value(game, text),
                pp.Position(game, text),
            ]
            things += [*(answer.rolls or []), *(answer.line or []), *answer.position.legal_moves()[:2]]
            things += [
                part for _, moves in answer.choices for move in moves[:2] for part in (move, move.result)
            ]
    things += [pp.Value._of("minutes", zero, None, 0.0) for zero in (0.0, -0.0)]
    equal = [[one == other for other in things] for one in things]
    for one, row in zip(things, equal, strict=True):
        for other, is_equal, others in zip(things, row, equal, strict=True):
            assert is_equal == (other == one) != (one != other)
            # What equals one of two equal objects equals the other.
            assert not is_equal or (row == others and hash(one) == hash(other))
    assert all(row[place] for place, row in enumerate(equal))
    assert not any(any(row[:foreign]) for row in equal[foreign:]) and len(set(things)) < len(things) / 3


def test_what_can_be_copied_and_pickled(tmp_path: Path) -> None:
    oracle, table = pp.Oracle(tmp_path, threads=1), pp.open_table("stake-4")
    for pickled in (oracle, table, pp.Position("contour", "2,1", BOARD)):
        for again in (pickle.loads(pickle.dumps(pickled)), copy.copy(pickled), copy.deepcopy(pickled)):
            assert type(again) is type(pickled) and repr(again) == repr(pickled)
    drawn = pp.positions("chomp-3x3", 2)
    assert copy.deepcopy(drawn).positions == copy.copy(drawn).positions == drawn.positions
    for given in (drawn, drawn[0]):
        with pytest.raises(TypeError, match="to_dict"):
            pickle.dumps(given)


def rows(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text().splitlines()


def asked(question: str) -> Any:
    masks = pp.to_array("number", ["2", "3", "2 3", "2 3 4 5"])
    return eval(question, vars(described) | {"oracle": pp.Oracle(), "masks": masks})


@pytest.mark.parametrize("case", rows("said.txt"))
def test_what_is_said(case: str) -> None:
    """Each line has a question, and what equals the answer."""
    question, expected = case.split(" => ")
    assert asked(question) == asked(expected)


@pytest.mark.parametrize("case", rows("refused_questions.txt"))
def test_errors_say_what_helps(case: str) -> None:
    """Each line has a question, the kind of its error, its code if it is of this package, and some words of it."""
    question, kind, code, says = re.fullmatch(r"(.*) => (\w+)(?: (\w+))?(?:: (.*))?", case).groups()
    with pytest.raises(getattr(pp, kind, None) or getattr(builtins, kind), match=says) as raised:
        asked(question)
    error = raised.value
    assert isinstance(error, pp.Error) == (code is not None)
    if code is not None:
        assert error.code == code and error.message and str(error).startswith(error.message)
        assert pickle.loads(pickle.dumps(error)).args == error.args


@pytest.mark.parametrize("name", ["stake-9", "chomp", "foo/bar", "contour-602e2d65", "nim-3", "tower-6"])
def test_hints_lead_somewhere(name: str, tmp_path: Path) -> None:
    with pytest.raises(pp.MissingTableError) as raised:
        pp.open_table(name, tmp_path)
    calls = re.findall(r"perfectplay\.build\((.*?)\)", raised.value.hint or "")
    assert bool(calls) == (name == "tower-6")
    assert ("solve(" in (raised.value.hint or "")) == (name == "nim-3")


def test_the_value_alone_has_the_plies_of_its_table_and_is_pickled() -> None:
    oracle = pp.Oracle()
    for game, position in SINGLE:
        value = oracle.value(game, position)
        assert value == oracle.value(game, position, plies=False) == pickle.loads(pickle.dumps(value))
        assert value is not None and float(value) == oracle.values(game, [position])[0]


def test_everything_public_says_what_it_is() -> None:
    silent = [
        f"{name}.{part}"
        for name in pp.__all__
        for part in ["", *(vars(getattr(pp, name)) if isinstance(getattr(pp, name), type) else [])]
        if not part.startswith("_")
        and type(getattr(getattr(pp, name), part, None)).__name__ != "member_descriptor"  # of data classes
        and not (getattr(getattr(pp, name), part, None) if part else getattr(pp, name)).__doc__
    ]
    assert silent == [] and pp.__version__.count(".") == 2


def test_columns_are_arrays() -> None:
    oracle, masks = pp.Oracle(), pp.to_array("number", pp.random("number-20", 3000, seed=5))
    values = oracle.values("number", masks)
    masks.flags.writeable = False
    assert (oracle.values("number", masks) == values).all() and set(values.tolist()) == {1, -1}
    for module, column in (("pandas", "Series"), ("polars", "Series"), ("pyarrow", "array")):
        if find_spec(module):
            column_of = getattr(importlib.import_module(module), column)
            assert (oracle.values("number", column_of(masks)) == values).all()


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    positions = pp.random("chomp-10x10", 20_000)
    pp.Oracle().values("chomp", positions, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (20_000, 20_000)

    def stop(done: int, of: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        pp.Oracle().values("chomp", pp.to_array("chomp", positions), progress=stop)


@pytest.mark.parametrize("module", ["pyspiel", "gymnasium", "pettingzoo", "mcp.server"])
def test_parts_name_the_extra_that_is_missing(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    part = {"pyspiel": "openspiel", "mcp.server": "mcp"}.get(module, module)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"perfectplay.{part}", raising=False)
    with pytest.raises(ImportError, match=rf'pip install "perfectplay\[{part}\]"'):
        importlib.import_module(f"perfectplay.{part}")


def test_examples_of_the_stubs() -> None:
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for node in ast.walk(ast.parse(STUB)):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            runner.run(parser.get_doctest(text, vars(pp).copy(), node.name, None, node.lineno))
    results = runner.summarize()
    assert results.failed == 0 and results.attempted >= 4


def test_drawings_have_a_text_for_screen_readers() -> None:
    oracle = pp.Oracle()
    for game, position in [*SINGLE, ("tokens", "P..#/..../...P")]:
        answer = oracle.answer(game, position)
        html = answer._repr_html_()
        assert html.count("<svg") == (0 if position in ("none", "0", "after:100,101") else 1)
        picture = answer.position._repr_svg_()
        if picture is not None:
            assert 'role="img"' in picture and "aria-label" in picture and "prefers-color-scheme" in picture

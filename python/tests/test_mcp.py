"""The server for MCP: what clients get, from the server in this process and from one of its own."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from conftest import ORACLE

import perfectplay as pp

anyio = pytest.importorskip("anyio", reason="mcp is not installed")
mcp = pytest.importorskip("mcp", reason="mcp is not installed")
if not hasattr(mcp, "Client"):
    pytest.skip("version 2 of mcp is not installed", allow_module_level=True)

import perfectplay.mcp as served  # noqa: E402

BOARD = "2 2 1 2 3 4 4 3 2 1"


def ask_all(tools, calls):
    """The results of calls, one after another, of one client."""

    async def ask():
        async with mcp.Client(served.server(tools)) as client:
            return [await client.call_tool(tool, arguments) for tool, arguments in calls]

    return asyncio.run(ask())


def ask(tool, tools=None, **arguments):
    [result] = ask_all(tools or served.Tools(ORACLE), [(tool, arguments)])
    assert not result.is_error, result.content
    # The text is for models, and has the same.
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


def refusal(tool, tools=None, **arguments):
    [result] = ask_all(tools or served.Tools(ORACLE), [(tool, arguments)])
    assert result.is_error
    assert result.structured_content is None
    return result.content[0].text


def without_nulls(json):
    if isinstance(json, dict):
        return {key: without_nulls(value) for key, value in json.items() if value is not None}
    return [without_nulls(value) for value in json] if isinstance(json, list) else json


@pytest.mark.parametrize(
    ("game", "position", "options"),
    [
        ("number", "2 3 4 5 6", {"replies": True}),
        ("number", "after:101,103", {}),
        ("tower", "RGB/GRG", {}),
        ("contour", "1", {"board": BOARD}),
        ("stake", "01./.../...", {}),
        ("tokens", "PP.", {}),
        ("chomp", "4,4,1", {"replies": True}),
    ],
)
def test_answers_as_the_oracle_does(game, position, options):
    said = ask("answer", game=game, position=position, **options)
    answer = ORACLE.answer(game, position, **options)
    full = without_nulls(answer.to_dict() | {"theorem": answer.theorem})

    def agrees(said, full):
        """All that is said is in the full answer."""
        if isinstance(said, dict):
            return all(agrees(value, full[key]) for key, value in said.items())
        if isinstance(said, list):
            return len(said) == len(full) and all(map(agrees, said, full))
        return said == full

    assert agrees(without_nulls(said), full)
    assert said["value"] == full["value"]
    assert ("moves" in said, "rolls" in said) == ("moves" in full, "rolls" in full)
    if options.get("replies"):
        assert all("replies" in move for move in said["moves"])


def test_best_lines_end_the_game():
    said = ask("best_line", game="chomp", position="4,4,1")
    assert [step["move"] for step in said["line"]] == ["0,2", "1,1", "2,0", "0,1", "1,0", "0,0"]
    assert said["line"][-1]["position"] == "0"
    assert len(said["line"]) == said["value"]["plies"]
    said = ask("best_line", game="contour", position="0", board=BOARD)
    gains = [step["gain"] * (-1) ** turn for turn, step in enumerate(said["line"])]
    assert sum(gains) == said["value"]["score"]


@pytest.mark.parametrize(
    ("game", "start", "board"),
    [("chomp", "4,4,1", None), ("stake", ".../.../...", None), ("contour", "0", BOARD)],
)
def test_judges_perfect_play_as_perfect(game, start, board):
    line = ask("best_line", game=game, position=start, board=board)["line"]
    moves = [step["move"] for step in line]
    said = ask("judge", game=game, start=start, moves=moves, board=board)
    assert said["is_legal"]
    assert [verdict["move"] for verdict in said["moves"]] == moves
    assert [verdict["number"] for verdict in said["moves"]] == list(range(1, len(line) + 1))
    assert said["end"] == line[-1]["position"]
    assert {verdict["given_away"] for verdict in said["moves"]} == {0.0}
    assert all(verdict["best"] for verdict in said["moves"])
    assert said["value"] == ORACLE.answer(game, start, board=board).value.to_dict()


def test_judges_blunders():
    said = ask("judge", game="chomp", start="2,2", moves=["(0, 1)", "0-1"])
    blunder, illegal = said["moves"]
    assert blunder["move"] == "0,1"
    assert (blunder["best"], blunder["best_moves"], blunder["given_away"]) == (False, ["1,1"], 2.0)
    assert blunder["result"]["outcome"] == "loss"
    assert not said["is_legal"]
    assert illegal.pop("problem") == "no legal move in 1,1"
    assert illegal == {"number": 2, "move": "0-1", "best_moves": ["1,0"]}
    assert said["end_value"] == {"outcome": "win", "plies": 2}

    [verdict] = ask("judge", game="stake", start=".../.../...", moves=["0,0"])["moves"]
    assert (verdict["given_away"], verdict["best_moves"]) == (1.0, ["1,1"])
    [verdict] = ask("judge", game="tower", start="RGB/GRG", moves=["1L>L"])["moves"]
    assert verdict["given_away"] == pytest.approx(0.08)
    assert verdict["best_moves"] == ["1L>M"]


def test_judges_only_what_is_played_before_the_end():
    said = ask("judge", game="chomp", start="1", moves=["0,0", "0,0", "0,0"])
    assert [verdict.get("problem") for verdict in said["moves"]] == [None, "the game is over"]
    said = ask("judge", game="tokens", start="PP.", moves=["0,0>0,1", "0,1>0,2"])
    assert said["moves"][1]["problem"] == "the game has ended by a capture"
    assert said["end_value"] is None
    assert ask("judge", game="chomp", start="2,2", moves=[])["moves"] == []


@pytest.mark.parametrize("case", Path(__file__).with_name("refused_tools.txt").read_text().splitlines())
def test_errors_say_what_helps(case):
    """Each line has a tool, its arguments, and some words of what it says."""
    call, says = case.split(" => ")
    tool, _, arguments = call.partition(" ")
    assert says in refusal(tool, **eval(f"dict({arguments})"))


def test_limits_hold():
    bar = {"game": "chomp", "position": ",".join(["16"] * 16)}
    assert "are allowed" in refusal("answer", served.Tools(ORACLE, limit=1_000), **bar)
    assert "memory" in refusal("answer", served.Tools(ORACLE, memory=1_000), **bar)
    hurried = served.Tools(ORACLE, solve_time=0.1)
    assert "more than 0.1 seconds" in refusal("answer", hurried, **bar)
    # The next question is not held up.
    assert ask("answer", hurried, game="chomp", position="1")["value"]["outcome"] == "loss"


SLOW = {"game": "number", "position": "after:32,48"}


def test_a_slow_call_holds_up_no_other_and_ends_when_it_is_cancelled():
    async def talk():
        tools = served.Tools(ORACLE, limit=1 << 60, memory=1 << 30, solve_time=1e6)
        async with mcp.Client(served.server(tools)) as client, anyio.create_task_group() as group:
            for _ in range(2):  # one solves, and one waits
                group.start_soon(client.call_tool, "answer", SLOW)
            while not tools._turn.locked():
                await anyio.sleep(0.01)
            tables = await client.call_tool("list_tables", {})
            quick = await client.call_tool("answer", {"game": "chomp", "position": "4,4,1"})
            assert tools._turn.locked(), "the slow call goes on"
            group.cancel_scope.cancel()
        while tools._turn.locked():
            await anyio.sleep(0.01)
        return tables, quick

    tables, quick = anyio.run(talk)
    assert tables.structured_content["tables"] and quick.structured_content["value"]["outcome"] == "win"


def test_long_answers_are_cut_and_say_so(monkeypatch):
    monkeypatch.setattr(served, "_LONGEST", 5_000)
    bar = ",".join(["10"] * 10)
    board = "/".join(["P" + "." * 18 + "P", *["." * 20] * 19])
    games = [("judge", {"game": "tokens", "start": board, "moves": long_game(board)})]
    for tool, arguments in [("answer", {"game": "chomp", "position": bar}), *games]:
        [result] = ask_all(served.Tools(ORACLE), [(tool, arguments)])
        said, text = result.structured_content, result.content[0].text
        assert json.loads(text) == said and len(text) <= served._LONGEST and said["left_out"] > 0
        if tool == "judge":
            assert said["left_out"] + len(said["moves"]) == len(arguments["moves"])
            assert text.count(board) == 1


def long_game(board):
    """Moves of a game on a large board."""
    moves, position = [], pp.Position("tokens", board)
    while len(moves) < 300 and position is not None and (legal := position.legal_moves()):
        move = next((move for move in legal if move.position is not None), legal[0])
        moves.append(move.move)
        position = move.position
    return moves


def test_a_line_that_is_not_known_says_why():
    said = ask("best_line", game="number", position="after:101,103")
    assert "line" not in said or said["line"] is None
    assert said["reason"]


@pytest.mark.parametrize(
    "options", ["--limit -5", "--memory 0", "--threads 1e9", "--solve-time nan", "--tables /no/such"]
)
def test_options_that_cannot_be_are_refused_at_the_start(options, capsys):
    with pytest.raises(SystemExit):
        served.main(options.split())
    assert "Traceback" not in (said := capsys.readouterr().err) and "error: " in said


def test_lists_tables():
    said = ask("list_tables")
    names = {table["table"] for table in said["tables"]}
    listing = ORACLE.tables()
    assert names == {table["table"] for table in listing["tables"]}
    assert "chomp-10x10" in names
    assert said["missing"] == listing["missing"]


def test_serves_over_standard_output():
    async def talk():
        command = ["-m", "perfectplay.mcp", "--limit", "1000", "--threads", "1"]
        server = mcp.StdioServerParameters(command=sys.executable, args=command)
        async with mcp.Client(server) as client:
            tools = (await client.list_tools()).tools
            arguments = {"game": "number", "position": "2 5"}
            return client.server_info.version, tools, await client.call_tool("answer", arguments)

    version, tools, result = asyncio.run(talk())
    assert version == pp.__version__
    assert {tool.name for tool in tools} == {"answer", "best_line", "judge", "list_tables"}
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        assert tool.output_schema["type"] == "object"
    assert result.structured_content["value"] == {"outcome": "win", "plies": 1}

"""A server for the Model Context Protocol, with which assistants ask the oracle: `python -m perfectplay.mcp`.

It uses standard input and output. Its tools only read: `answer`, `best_line`, `judge` and `list_tables`.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Annotated, Any, TypeVar

try:
    from anyio.from_thread import check_cancelled
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import CallToolResult, TextContent, ToolAnnotations
    from pydantic import BaseModel, Field
except ImportError as error:
    raise ImportError(
        'perfectplay.mcp needs version 2 of the package mcp: pip install "perfectplay[mcp]"'
    ) from error

from . import __version__, _native
from ._errors import Error

#: Seconds that a call may take before it waits for its turn to solve. Tables answer in far less.
_QUICK = 0.2
#: The most characters of an answer. It comes both as structured content and as a text for models, and clients take
#: about 25,000 tokens in all.
_LONGEST = 20_000
#: The most best moves that a verdict names.
_MOST_BEST = 8

#: Name, rules, notation of positions, and whether positions belong to a board.
_GAMES = _native._games()

_INSTRUCTIONS = "\n".join(
    [
        "Exact values of positions, and of every move, in some games. Do not guess what a position is worth: ask.",
        *(f"{name}: {rules}{' It needs `board`.' * board}" for name, rules, _, board in _GAMES),
        "A value is seen by the player to move, the result of a move by the player who makes it. In a game with a "
        "die it is the minutes expected.",
    ]
)


def _text(description: str, longest: int = 32_768) -> Any:
    """Return a field for a text, with its longest length."""
    return Field(max_length=longest, description=description)


GameName = Annotated[str, _text(", ".join(name for name, *_ in _GAMES), 100)]
PositionText = Annotated[str, _text("; ".join(f"{name}: {notation}" for name, _, notation, _ in _GAMES))]
_BOARD = "of games that need one: rows, columns, A's scores by rows, then B's, as `1 2 5 0 3 4`"
BoardText = Annotated[str | None, _text(_BOARD)]
MoveTexts = Annotated[
    list[Annotated[str, _text("like `7`, `1,2`, `0,0>0,1` or `1L>M`", 100)]],
    Field(max_length=1_000, description="in the order in which they were played"),
]


def _optional(description: str | None = None, default: int | None = None) -> Any:
    """Return a field that JSON leaves out if it has its default: readers pay for every word."""
    return Field(default=default, exclude_if=lambda value: value == default, description=description)


_LEADS_TO = "where it leads; left out after a capture, and in long answers"
_LEFT_OUT = "how many moves are left out: the answer would be too long with them"


class Value(BaseModel):
    outcome: str | None = _optional()
    plies: int | None = _optional("moves until the end, if they are known")
    score: int | None = _optional("the player's score minus the opponent's")
    expected: float | None = _optional("minutes until the end")
    grundy: int | None = _optional()


class Move(BaseModel):
    move: str
    position: str | None = _optional(_LEADS_TO)
    gain: int | None = _optional()
    result: Value | None
    best: bool | None
    replies: list[str] | None = _optional()


class Roll(BaseModel):
    roll: str
    probability: str
    moves: list[Move] = Field(description="empty if the minute passes")


class Step(BaseModel):
    move: str
    gain: int | None = _optional()
    position: str | None = _optional(_LEADS_TO)
    value: Value


class Answer(BaseModel):
    game: str
    position: str
    value: Value | None
    moves: list[Move] | None = _optional("best first, if they are known")
    rolls: list[Roll] | None = _optional("of a game with a die, instead of moves")
    line: list[Step] | None = _optional("best play, if it is known within the limits")
    table: str | None
    reason: str | None = _optional("why the value or the line is not known")
    theorem: str | None = _optional()
    left_out: int = _optional(_LEFT_OUT, 0)

    def shorten(self) -> bool:
        """Leave out all positions or, next time, moves from the end; return whether there was anything left."""
        lists: list[list[Any]] = [self.moves or [], self.line or []]
        lists += [roll.moves for roll in self.rolls or []]
        if shown := [move for moves in lists for move in moves if move.position is not None]:
            for move in shown:
                move.position = None
            return True
        return _cut(self, max(lists, key=len), lambda _: True)


class Verdict(BaseModel):
    number: int = Field(description="of the move in the game, from 1")
    move: str
    problem: str | None = _optional("why the move is not legal")
    result: Value | None = _optional("what the move was worth to its player")
    best: bool | None = _optional()
    best_moves: list[str] = Field(description="some of the best that could be played, with the same roll")
    more_best_moves: int = _optional("how many others are as good", 0)
    given_away: float | None = _optional(
        "0 if nothing but plies was lost; a win is 1, a draw 0, a loss -1; points; or minutes"
    )


class Judgement(BaseModel):
    game: str
    start: str
    value: Value | None = Field(description="of the start, for the player to move")
    is_legal: bool = Field(description="whether all moves are")
    moves: list[Verdict] = Field(description="up to the first that is not legal")
    end: str | None = Field(description="the position after the last legal move; null after a capture")
    end_value: Value | None = Field(description="of that position, for the player to move there")
    left_out: int = _optional(_LEFT_OUT, 0)

    def shorten(self) -> bool:
        """Leave moves out, those that gave nothing away first; return whether there was one."""
        has_cut = _cut(self, self.moves, lambda verdict: verdict.given_away == 0)
        return has_cut or _cut(self, self.moves, lambda verdict: True)


def _cut(answer: Any, moves: list[Any], may_go: Callable[[Any], bool]) -> bool:
    """Remove a quarter of the moves that may go from a list, from its end; return whether there was one."""
    places = [place for place, move in enumerate(moves) if may_go(move)]
    for place in reversed(places[-(len(places) // 4 + 1) :]):
        del moves[place]
        answer.left_out += 1
    return bool(places)


Shortened = TypeVar("Shortened", Answer, Judgement)


def _result(answer: Shortened) -> CallToolResult:
    """Return an answer as structured content and as text, cut if it is too long."""
    while len(text := answer.model_dump_json()) > _LONGEST and answer.shorten():
        pass
    content = TextContent(type="text", text=text)
    return CallToolResult(content=[content], structured_content=answer.model_dump(mode="json"))


class Table(BaseModel):
    table: str
    states: int | None = _optional()
    bytes: int | None = _optional()
    embedded: bool = Field(default=False, description="whether it is inside the package")
    problem: str | None = _optional()


class Tables(BaseModel):
    tables: list[Table]
    missing: list[str] = Field(description="default tables that can be built or unpacked")


class Tools:
    """The tools of the server, with the limits for each call."""

    def __init__(
        self,
        oracle: _native.Oracle,
        limit: int | None = None,
        memory: int | None = None,
        solve_time: float = 60.0,
    ) -> None:
        self.oracle, self.limit, self.memory, self.solve_time = oracle, limit, memory, solve_time
        # Calls come in threads; only one at a time may take what the limits allow.
        self._turn = threading.Lock()

    @contextmanager
    def _asking(self) -> Iterator[Callable[..., _native.Answer]]:
        """Ask the oracle within the limits, for one call. Errors become `ToolError`.

        Each question first gets a moment, which is enough for tables. If it needs more, the call waits for its turn to
        solve, and keeps it.
        """
        until = time.monotonic() + self.solve_time
        has_turn = False

        def watch(*_: object) -> None:
            _check_cancelled()
            if time.monotonic() > until:
                raise ToolError(
                    f"beyond: this takes more than {self.solve_time:g} seconds; ask about something smaller, "
                    "or start the server with a larger --solve-time"
                )

        def ask(game: str, position: Any, **options: Any) -> _native.Answer:
            nonlocal has_turn
            options |= {"limit": self.limit, "memory": self.memory}
            watch()
            if not has_turn:
                soon = time.monotonic() + _QUICK

                def hurry(*_: object) -> None:
                    watch()
                    if time.monotonic() > soon:
                        raise _NotQuickError

                try:
                    return self.oracle.answer(game, position, progress=hurry, **options)
                except _NotQuickError:
                    # Until no other call solves a position.
                    while not (has_turn := self._turn.acquire(timeout=0.05)):
                        _check_cancelled()
                        if time.monotonic() > until:
                            message = "refused: another position is being solved; ask again later"
                            raise ToolError(message) from None
            return self.oracle.answer(game, position, progress=watch, **options)

        try:
            yield ask
        except Error as error:
            raise ToolError(f"{error.code}: {error}") from error
        finally:
            if has_turn:
                self._turn.release()

    def answer(
        self, game: GameName, position: PositionText, board: BoardText = None, replies: bool = False
    ) -> Annotated[CallToolResult, Answer]:
        """Return the value of a position and of each move. `replies` adds the best replies to each move."""
        with self._asking() as ask:
            answer = ask(game, position, board=board, replies=replies)
        return _result(_answer(answer))

    def best_line(
        self, game: GameName, position: PositionText, board: BoardText = None
    ) -> Annotated[CallToolResult, Answer]:
        """Return best play by both sides to the end. Games with a die have none."""
        with self._asking() as ask:
            answer = ask(game, position, board=board, line=True)
        return _result(_answer(answer).model_copy(update={"moves": None}))

    def judge(
        self, game: GameName, start: PositionText, moves: MoveTexts, board: BoardText = None
    ) -> Annotated[CallToolResult, Judgement]:
        """Judge the moves of a game: the result of each, the best moves, and whether all are legal."""
        verdicts = []
        with self._asking() as ask:
            first = ask(game, start, board=board)
            answer: _native.Answer | None = first
            for number, text in enumerate(moves, 1):
                verdict, move = _verdict(answer, text, number)
                verdicts.append(verdict)
                if move is None:
                    break
                answer = None if move.position is None else ask(game, move.position)
        judgement = Judgement(
            game=first.game,
            start=str(first.position),
            value=_value(first.value),
            is_legal=all(verdict.problem is None for verdict in verdicts),
            moves=verdicts,
            end=None if answer is None else str(answer.position),
            end_value=None if answer is None else _value(answer.value),
        )
        return _result(judgement)

    def list_tables(self) -> Tables:
        """List the tables that answer at once, and the default tables that are missing."""
        try:
            return Tables.model_validate(self.oracle.tables())
        except Error as error:
            raise ToolError(f"{error.code}: {error}") from error


class _NotQuickError(Exception):
    """A question needs more than a moment."""


def _check_cancelled() -> None:
    """Stop a call that its client has cancelled."""
    # It raises in threads that serve no call.
    with suppress(RuntimeError):
        check_cancelled()


def _answer(answer: _native.Answer) -> Answer:
    more = {"theorem": answer.theorem, "reason": answer.reason}
    return Answer.model_validate(answer.to_dict() | more)


def _value(value: _native.Value | None) -> Value | None:
    return None if value is None else Value.model_validate(value.to_dict())


def _verdict(answer: _native.Answer | None, text: str, number: int) -> tuple[Verdict, _native.Move | None]:
    """Return the verdict on a move, and the move; `None` if it is not legal."""
    if answer is None:
        problem = "the game has ended by a capture"
        return Verdict(number=number, move=text, problem=problem, best_moves=[]), None
    move, judged = answer.find(text), answer._judge(text)
    moves = [one for _, choice in answer.choices for one in choice]
    best_moves = judged[4] if judged else [one.move for one in moves if one.best]
    best = {"best_moves": best_moves[:_MOST_BEST], "more_best_moves": len(best_moves[_MOST_BEST:])}
    if move is None:
        # Where there are too many moves, the answer may have some of them only.
        if answer.moves is None and answer.rolls is None:
            raise ToolError(f"beyond: not all moves in {answer.position} are known")
        if answer.game == "number" and any(one.move == text for one in answer.position.legal_moves()):
            raise ToolError(f"beyond: the result of {text} in {answer.position} is not known")
        problem = f"no legal move in {answer.position}" if moves else "the game is over"
        return Verdict.model_validate({"number": number, "move": text, "problem": problem} | best), None
    verdict = {
        "number": number,
        "move": move.move,
        "result": _value(move.result),
        "best": move.best,
        "given_away": judged[2] - judged[1] if judged else 0.0 if move.best else None,
    }
    return Verdict.model_validate(verdict | best), move


def server(tools: Tools) -> MCPServer[Any]:
    """Return a server with these tools."""
    app: MCPServer[Any] = MCPServer("perfectplay", instructions=_INSTRUCTIONS, version=__version__)
    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool in (tools.answer, tools.best_line, tools.judge, tools.list_tables):
        app.add_tool(tool, annotations=reads, structured_output=True)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Serve until standard input ends."""
    what = "Serve the oracle over the Model Context Protocol."
    parser = argparse.ArgumentParser(prog="python -m perfectplay.mcp", description=what)
    # What starts servers of a registry names their package, too.
    parser.add_argument("package", nargs="?", choices=["perfectplay"], help=argparse.SUPPRESS)
    parser.add_argument("--tables", help="the folder of tables, or its address")
    number = partial(parser.add_argument, type=_above_zero(int))
    number("--threads", help="threads for solving [default: one for each processor]")
    number("--limit", help="the most states for solving a position [default: about ten seconds' worth]")
    number("--memory", help="the most bytes for solving [default: 256 MiB]")
    number("--solve-time", type=_above_zero(float), default=60.0, help="seconds for a call [default: 60]")
    asked = parser.parse_args(arguments)
    try:
        oracle = _native.Oracle(asked.tables, threads=asked.threads)
        oracle.tables()
    except (Error, ValueError) as error:
        parser.error(str(error))
    server(Tools(oracle, asked.limit, asked.memory, asked.solve_time)).run()


def _above_zero(kind: Callable[[str], float]) -> Callable[[str], Any]:
    """Return a reader of options that are numbers above 0."""

    def number(text: str) -> float:
        if not 0 < (value := kind(text)) < 1 << 64:
            raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
        return value

    return number


if __name__ == "__main__":
    main()

"""Questions that tables answer in no time, of all games, their values, and how long they take."""

from __future__ import annotations

import json
import multiprocessing
import random
import socket
import subprocess
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import NamedTuple

from findings import PROGRAM, ROOT
from long_questions import Question, board
from server import Connection, connect, get

# Whoever measures waits so long between two questions.
THINKING = 0.01
# Each game's positions.
POSITIONS = 40

# The value of each question, without plies, which not every table knows.
Values = dict[Question, dict[str, object]]


def value_of(value: dict[str, object]) -> dict[str, object]:
    """A value as all tables know it."""
    return {name: part for name, part in value.items() if name != "plies"}


def falling(generator: random.Random, most: int, rows: int) -> str:
    """Numbers that do not grow: a position of chomp or contour."""
    return ",".join(map(str, sorted((generator.randint(1, most) for _ in range(rows)), reverse=True)))


def number(generator: random.Random) -> str:
    """What is left of the numbers up to 29 after some were named."""
    left = set(range(2, 30))
    for named in [generator.choice([4, 5, 6]), 7, *generator.choices(range(8, 30), k=2)]:
        if named in left:
            # Sums of a number that is gone and of the named one.
            for gone in range(30):
                if gone not in left and gone != 1:
                    left -= set(range(gone, 30, named))
    return " ".join(map(str, sorted(left))) or "none"


def stake(generator: random.Random) -> str:
    """A board of four rows."""
    filled = generator.randint(0, 6)
    cells = generator.sample("." * (16 - 2 * filled) + "0" * filled + "1" * filled, 16)
    return "/".join("".join(cells[row : row + 4]) for row in range(0, 16, 4))


def tower(generator: random.Random) -> str:
    """A tower of four levels."""
    return "/".join("".join(generator.choices("RGB", k=3)) for _ in range(4))


def positions(generator: random.Random) -> Iterator[Question]:
    """Positions of all games."""
    contour = (ROOT / "tables/boards/contour-10x10.txt").read_text(encoding="ascii")
    for _ in range(POSITIONS):
        yield "number", number(generator), None
        yield "tower", tower(generator), None
        yield "contour", falling(generator, 10, generator.randint(4, 10)), contour
        yield "stake", stake(generator), None
        yield "tokens", "/".join(board(4, 4, generator.randint(0, 6), generator.randrange(1000))), None
        yield "chomp", falling(generator, 8, generator.randint(2, 8)), None


def quick_questions(folder: Path) -> Values:
    """Questions, and their values, which are solved here without any table."""
    asked = list(dict.fromkeys(positions(random.Random(5))))
    values: Values = {}
    (folder / "none").mkdir()
    for game in dict.fromkeys(game for game, _, _ in asked):
        mine = [question for question in asked if question[0] == game]
        command = [PROGRAM, "probe", game, "-", "--json", "--quiet", "--tables", str(folder / "none")]
        if mine[0][2] is not None:
            (folder / "board.txt").write_text(mine[0][2], encoding="ascii")
            command += ["--board", str(folder / "board.txt")]
        lines = "".join(f"{position}\n" for _, position, _ in mine)
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
        for question, line in zip(mine, done.stdout.splitlines(), strict=True):
            values[question] = value_of(json.loads(line)["value"])
    return values


class Taken(NamedTuple):
    """How long a question took, and a trip to a process that does nothing but answer, in milliseconds."""

    at: float
    question: float
    trip: float


class Measurement:
    """A process that asks quick questions one after the other, and notes how long they take."""

    def __init__(self, port: int, values: Values, seconds: float) -> None:
        context = multiprocessing.get_context("fork")
        listener = socket.create_server(("127.0.0.1", 0))
        self.results, results = context.Pipe(duplex=False)
        self.echo = context.Process(target=echo, args=(listener,), daemon=True)
        self.echo.start()
        echo_port = listener.getsockname()[1]
        self.process = context.Process(
            target=measure, args=(port, echo_port, values, seconds, results), daemon=True
        )
        self.process.start()

    def end(self) -> tuple[list[Taken], list[str]]:
        """How long all questions took, and what was wrong."""
        taken, wrong = self.results.recv()
        self.process.join()
        self.echo.terminate()
        return taken, wrong


def echo(listener: socket.socket) -> None:
    """Sends back what comes."""
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while received := connection.recv(1 << 16):
        connection.sendall(received)


def measure(port: int, echo_port: int, values: Values, seconds: float, results: Pipe) -> None:
    """Asks for so long, and then tells the results."""
    generator = random.Random(3)
    asked = list(values)
    taken: list[Taken] = []
    wrong: list[str] = []
    connection, other = Connection(port), connect(echo_port)
    started = now = time.perf_counter()
    while now < started + seconds:
        question = generator.choice(asked)
        request = get(*question, version="1.1")
        before = time.perf_counter()
        try:
            status, body = connection.ask(request)
        except OSError as error:
            wrong.append(f"{question}: {error!r}")
            connection = Connection(port)
            continue
        between = time.perf_counter()
        other.sendall(request)
        other.recv(1 << 16)
        now = time.perf_counter()
        taken.append(Taken(before - started, 1000 * (between - before), 1000 * (now - between)))
        if status != 200 or value_of(json.loads(body)["value"]) != values[question]:
            wrong.append(f"{question}: {status} {body[:300]!r} and not {values[question]}")
        time.sleep(THINKING)
    results.send((taken, wrong))

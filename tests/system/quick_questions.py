"""Questions that tables answer in no time, of all games, their values, and how long they take."""

from __future__ import annotations

import json
import multiprocessing
import random
import socket
import subprocess
import time
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import NamedTuple

from findings import PROGRAM, ROOT
from long_questions import Question
from server import Connection, connect, get

# Whoever measures waits so long between two questions.
THINKING = 0.01
# Where positions come from, and how many of each.
SOURCES = ["number-23", "tower-4", "contour", "stake-4", "tokens-4x4", "chomp-8x8"]
BOARD = ROOT / "tables/boards/contour-10x10.txt"
POSITIONS = 40

# The value of each question, without plies, which not every table knows.
Values = dict[Question, dict[str, object]]


def value_of(value: dict[str, object]) -> dict[str, object]:
    """A value as all tables know it."""
    return {name: part for name, part in value.items() if name != "plies"}


def quick_questions(folder: Path) -> Values:
    """Questions, and their values, which are solved here without any table."""
    values: Values = {}
    empty = folder / "none"
    empty.mkdir()
    options = ["--count", str(POSITIONS), "--seed", "5", "--json", "--quiet", "--tables", str(empty)]
    for source in SOURCES:
        is_contour = source == "contour"
        command = [PROGRAM, "positions", source, *options, *(["--board", str(BOARD)] if is_contour else [])]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        board = BOARD.read_text(encoding="ascii") if is_contour else None
        # The first line says how they were drawn.
        for answer in map(json.loads, done.stdout.splitlines()[1:]):
            values[answer["game"], answer["position"], board] = value_of(answer["value"])
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

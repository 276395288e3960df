"""Clients of a server as they come: those that ask well, that ask much, that are slow, that leave, and that
send anything. Each says which outcomes are meant: a status, or what became of the connection."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, repeat
from pathlib import Path

from long_questions import worst
from quick_questions import Values, value_of
from server import Server, get, post, post_all, status_of

# How much of a core the server and its clients may take before long questions wait.
PROCESSOR = 0.7

JSON = "content-type: application/json\r\n"


@dataclass
class Scene:
    """What clients see: the server, and when to end."""

    server: Server
    values: Values
    # The hash of each table that may be asked for as a file.
    tables: dict[str, str]
    ending: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.monotonic)
    used: float = 0

    def wait_for_processor(self) -> None:
        """Waits until server and clients have taken little enough."""
        while self.processor() > PROCESSOR and not self.ending.wait(0.1):
            pass

    def processor(self) -> float:
        """How much of a core the server and this process have taken."""
        fields = Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return (ticks / 100 + time.process_time() - self.used) / (time.monotonic() - self.started)


# An outcome, and what was sent.
Outcome = tuple[str, bytes]


@dataclass
class Client:
    """Does one thing again and again."""

    name: str
    # This many seconds between two times.
    pause: float
    meant: set[str]
    act: Callable[[Scene, random.Random], Outcome]
    # Whether it waits for others when much is asked.
    is_heavy: bool = False
    # How many do this at once.
    threads: int = 1
    seen: Counter[str] = field(default_factory=Counter)
    not_meant: list[str] = field(default_factory=list)

    def run(self, scene: Scene, seed: int) -> None:
        """Until the scene ends."""
        generator = random.Random(f"{self.name} {seed}")
        while not scene.ending.wait(self.pause * generator.uniform(0.5, 1.5)):
            if self.is_heavy:
                scene.wait_for_processor()
            try:
                outcome, detail = self.act(scene, generator)
            except Exception as error:
                # Whatever it is, it was not meant.
                outcome, detail = type(error).__name__, str(error).encode()
            self.seen[outcome] += 1
            if outcome not in self.meant and len(self.not_meant) < 5:
                self.not_meant.append(f"{outcome}: {detail[:300]!r}")


def reply(connection: socket.socket) -> Outcome:
    """What comes until the server closes the connection."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        parts = parts or [b""]
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    return (str(status_of(head)), body) if head else ("closed", b"")


def asked(scene: Scene, request: bytes) -> Outcome:
    """The outcome of a request that nothing is wrong with."""
    with scene.server.connect() as connection:
        connection.sendall(request)
        return reply(connection)


# Clients that ask well.


def quick(scene: Scene, generator: random.Random) -> Outcome:
    """A question for a table, by a connection of its own."""
    question = generator.choice(list(scene.values))
    outcome, body = asked(scene, get(*question, moves=generator.choice(["true", "false"])))
    is_right = outcome != "200" or value_of(json.loads(body)["value"]) == scene.values[question]
    return (outcome if is_right else "wrong"), body


def batch(scene: Scene, generator: random.Random, most: int = 300, least: int = 1) -> Outcome:
    """Questions of one game, of which each has its value."""
    number = generator.randint(least, most)
    game, _, text = generator.choice(list(scene.values))
    questions = generator.choices([each for each in scene.values if each[0] == game], k=number)
    request = post_all(game, (position for _, position, _ in questions), text, moves=False)
    outcome, body = asked(scene, request)
    if outcome == "200":
        answers = json.loads(body)["answers"]
        for question, answer in zip(questions, answers, strict=True):
            if value_of(answer.get("value", {})) != scene.values[question]:
                return "wrong", f"{question}: {answer}".encode()
    return outcome, body


PAGES = [
    "/",
    "/embed",
    "/v1/health",
    "/v1/tables",
    "/metrics",
    "/openapi.json",
    "/v1/chomp/line?position=4,4,1",
    "/v1/number?position=2+3+4+5+6&replies=true",
    "/v1/tower?position=RGB/GRG&moves=false",
]


def pages(scene: Scene, generator: random.Random) -> Outcome:
    """Everything else, packed or not."""
    packing = generator.choice(["", "accept-encoding: gzip\r\n", "accept-encoding: zstd\r\n"])
    return asked(scene, f"GET {generator.choice(PAGES)} HTTP/1.0\r\nhost: t\r\n{packing}\r\n".encode())


def file(scene: Scene, generator: random.Random) -> Outcome:
    """A table as a file, all of it, which may be replaced meanwhile."""
    table = generator.choice(list(scene.tables))
    outcome, body = asked(scene, f"GET /tables/{table}.table HTTP/1.0\r\nhost: t\r\n\r\n".encode())
    is_right = outcome != "200" or hashlib.sha256(body).hexdigest() == scene.tables[table]
    return (outcome if is_right else "wrong"), body


def part_of_file(scene: Scene, generator: random.Random) -> Outcome:
    """A part of a table that may be beyond its end."""
    table, first = generator.choice(list(scene.tables)), generator.randrange(100_000)
    head = f"GET /tables/{table}.table HTTP/1.0\r\nhost: t\r\nrange: bytes={first}-{first + 999}\r\n\r\n"
    return asked(scene, head.encode())


def passing(scene: Scene, generator: random.Random) -> Outcome:
    """A question for tables that come and go."""
    position = generator.choice(["2 3 4 5 6", "2 4 5 7", "3 5 7 9 11", "after:3,5"])
    chomp = ("chomp", generator.choice(["4,4,1", "8,8,8,1", "6,5,3,2,1"]), None)
    contour = ("contour", "2", "daa36c61")
    return asked(scene, get(*generator.choice([("number", position, None), chomp, contour])))


# Clients that ask much.


def long(scene: Scene, generator: random.Random) -> Outcome:
    """The longest question and answer, or the most that is solved."""
    request = generator.choice([get, post])
    return asked(scene, request(*generator.choice(worst_questions)))


worst_questions = worst()


def too_much(scene: Scene, generator: random.Random) -> Outcome:
    """More positions or bytes than a body may have."""
    if generator.random() < 0.5:
        return asked(scene, post_all("number", ["2 3"] * 10_001))
    head = f"POST /v1/number HTTP/1.0\r\nhost: t\r\n{JSON}content-length: {5 << 20}\r\n\r\n"
    with scene.server.connect() as connection:
        # It is refused before it is read.
        with contextlib.suppress(ConnectionError):
            connection.sendall(head.encode() + bytes(5 << 20))
        return reply(connection)


def flood(scene: Scene, generator: random.Random) -> Outcome:
    """More connections than there is place for, of which half say nothing for a while."""
    request = get(*generator.choice(list(scene.values)))
    with contextlib.ExitStack() as open_connections:
        connections = []
        for at in range(300):
            connections.append(open_connections.enter_context(scene.server.connect()))
            if at % 2:
                connections[at].sendall(request)
        scene.ending.wait(generator.random())
        for connection in connections[::2]:
            connection.sendall(request)
        for connection in connections:
            outcome = reply(connection)
            if outcome[0] != "200":
                return outcome
    return outcome


# Clients that are slow.


def drop_by_drop(
    scene: Scene,
    generator: random.Random,
    drops: Iterable[bytes],
    answered: Callable[[socket.socket], Outcome] = reply,
) -> Outcome:
    """Sends some bytes each second, until it is answered."""
    with scene.server.connect() as connection:
        connection.settimeout(generator.uniform(0.7, 1.4))
        for drop in drops:
            if scene.ending.is_set():
                return "left", b""
            try:
                connection.sendall(drop)
                first = connection.recv(1, socket.MSG_PEEK)
            except TimeoutError:
                continue
            except ConnectionError:
                return "closed", b""
            return answered(connection) if first else ("closed", b"")
    return "never answered", b""


def slow_head(scene: Scene, generator: random.Random) -> Outcome:
    """A head that does not come to its end."""
    text = b"GET /v1/health HTTP/1.1\r\nhost: t\r\nx: " + b"y" * 200
    return drop_by_drop(scene, generator, (bytes([byte]) for byte in text))


def slow_body(scene: Scene, generator: random.Random) -> Outcome:
    """A body that does not come to its end."""
    head = f"POST /v1/number HTTP/1.1\r\nhost: t\r\n{JSON}content-length: 1000\r\n\r\n".encode()
    # What was sent meanwhile resets the connection.
    return drop_by_drop(scene, generator, chain([head], repeat(b" ")), lambda _: ("408", b""))


def slow_reader(scene: Scene, generator: random.Random) -> Outcome:
    """Takes a little of a large answer now and then, or nothing at all, until the server gives up."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    takes = generator.random() < 0.5
    with connection:
        connection.settimeout(60)
        connection.connect(("127.0.0.1", scene.server.port))
        connection.sendall(b"GET /tables/tower-6.table HTTP/1.0\r\nhost: t\r\n\r\n")
        for _ in range(generator.randint(35, 60)):
            if scene.ending.wait(1):
                return "left", b""
            if takes and not connection.recv(1 << 10):
                return "closed", b""
        if takes:
            return "left", b""
        # What is on its way still comes.
        try:
            received = sum(iter(lambda: len(connection.recv(1 << 16)), 0))
        except ConnectionError:
            return "closed", b""
    return ("all came" if received > 10 << 20 else "closed"), b""


# Clients that leave, and that send anything.


def leaver(scene: Scene, generator: random.Random) -> Outcome:
    """Leaves at once or soon, having sent all or some of a request."""
    question = generator.choice(worst_questions if generator.random() < 0.2 else list(scene.values))
    request = generator.choice([get, post])(*question)
    if generator.random() < 0.5:
        request = request[: generator.randrange(len(request))]
    with scene.server.connect() as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(request)
        scene.ending.wait(generator.choice([0, 0.01, 0.1]))
        if generator.random() < 0.5:
            # It is broken off, and not closed.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return "left", b""


WRONG_REQUESTS = [
    "GET /v1/number?position=2+2",
    "GET /v1/number",
    "GET /v1/chess?position=e4",
    "GET /v1/%ff",
    "GET /tables/../../etc/passwd",
    "GET /tables/number-19.table",
    "DELETE /v1/number",
    "BREW /v1/number",
]
GARBAGE: list[bytes] = [
    *(f"{request} HTTP/1.0\r\nhost: t\r\n\r\n".encode() for request in WRONG_REQUESTS),
    b"GET / HTTP/3.7\r\nhost: t\r\n\r\n",
    b"GET / HTTP/1.0\r\n" + b"x: " + b"y" * 40_000 + b"\r\n\r\n",
    b"GET / HTTP/1.0\r\n" + b"x: y\r\n" * 200 + b"\r\n",
    b"POST /v1/number HTTP/1.0\r\nhost: t\r\ncontent-length: 2\r\n\r\n{}",
    f"POST /v1/number HTTP/1.0\r\nhost: t\r\n{JSON}content-length: 5\r\n\r\n[[[[[".encode(),
    f"POST /v1/number HTTP/1.0\r\nhost: t\r\n{JSON}content-length: -5\r\n\r\n".encode(),
    b"POST /v1/number HTTP/1.1\r\nhost: t\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n\r\n",
]


def garbage(scene: Scene, generator: random.Random) -> Outcome:
    """A bad request, sometimes with changed bytes, or any bytes."""
    if generator.random() < 0.3:
        request = generator.randbytes(generator.randrange(1, 5000))
    else:
        request = generator.choice(GARBAGE)
    with scene.server.connect() as connection:
        connection.sendall(request)
        # Nothing more comes.
        connection.shutdown(socket.SHUT_WR)
        return reply(connection)


REFUSALS = {"400", "404", "405", "408", "413", "414", "415", "431", "closed"}


def all_clients() -> list[Client]:
    """One of each."""
    return [
        Client("quick", 0.1, {"200"}, quick),
        Client("batch", 0.5, {"200"}, batch),
        Client("large batch", 10, {"200"}, partial(batch, least=10_000, most=10_000), is_heavy=True),
        Client("page", 0.2, {"200"}, pages),
        Client("table as a file", 5, {"200"}, file, is_heavy=True),
        Client("part of a file", 0.5, {"206", "416"}, part_of_file),
        Client("tables that come and go", 0.1, {"200", "400"}, passing),
        Client("long", 1, {"200", "400", "414", "422", "431", "503"}, long, is_heavy=True, threads=3),
        Client("too much", 3, {"413"}, too_much),
        Client("flood", 10, {"200"}, flood),
        Client("slow head", 1, {"closed", "left"}, slow_head, threads=8),
        Client("slow body", 1, {"408", "left"}, slow_body, threads=8),
        Client("slow reader", 1, {"closed", "left"}, slow_reader, threads=8),
        Client("leaver", 0.1, {"left"}, leaver),
        Client("garbage", 0.1, REFUSALS, garbage),
    ]

"""A server that a check starts, and requests to it."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import socket
import subprocess
import threading
import urllib.parse
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from findings import PROGRAM


class Connection:
    """A connection that answers are taken from one after the other."""

    def __init__(self, port: int, seconds: float = 60) -> None:
        self.socket = connect(port, seconds)

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of a request whose answer says how long it is."""
        self.socket.sendall(request)
        reply = self.receive()
        while b"\r\n\r\n" not in reply:
            reply += self.receive()
        head, _, body = reply.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += self.receive()
        return status_of(head), body

    def receive(self) -> bytes:
        """What comes next."""
        received = self.socket.recv(1 << 16)
        if not received:
            raise ConnectionError("the connection was closed")
        return received

    def close(self) -> None:
        """Ends it."""
        self.socket.close()


def connect(port: int, seconds: float = 60) -> socket.socket:
    """A connection to this machine, which sends at once."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=seconds)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def status_of(head: bytes) -> int:
    """The status in the first line of an answer."""
    return int(head.split(b" ", 2)[1])


class Server:
    """A server of its own, in a control group and with this many open files, if given."""

    def __init__(
        self, tables: str, *options: str, group: Path | None = None, files: int | None = None
    ) -> None:
        command = [PROGRAM, "serve", "--addr", "127.0.0.1:0", "--log", "json", "--tables", tables, *options]

        def enter() -> None:
            if group is not None:
                (group / "cgroup.procs").write_text(str(os.getpid()))
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=enter
        )
        assert self.process.stderr is not None
        first = json.loads(self.process.stderr.readline())
        self.port = int(first["url"].rsplit(":", 1)[1])
        self.announced = int(first["memory"])
        # What the log warned of last.
        self.log: deque[str] = deque(maxlen=100)
        # Takes the log, so that the server need not wait.
        threading.Thread(target=self.take_log, args=(self.process.stderr,), daemon=True).start()

    def take_log(self, lines: IO[bytes]) -> None:
        """Keeps warnings and errors."""
        self.log.extend(line.decode().strip() for line in lines if b'"level":"INFO"' not in line)

    def connect(self, seconds: float = 60) -> socket.socket:
        """A connection."""
        return connect(self.port, seconds)

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of one request, after which the server closes the connection."""
        with self.connect() as connection, connection.makefile("rb") as reply:
            connection.sendall(request)
            head, _, body = reply.read().partition(b"\r\n\r\n")
        return status_of(head), body

    def figure(self, name: str) -> float:
        """One of the server's figures."""
        _, body = self.ask(b"GET /metrics HTTP/1.0\r\nhost: t\r\n\r\n")
        lines = [line.rsplit(" ", 1) for line in body.decode().splitlines() if line.startswith(name)]
        return sum(float(value) for _, value in lines)

    def memory(self, name: str) -> int:
        """The memory of the process that has this name in its status, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith(f"{name}:"))
        return int(line.split()[1]) << 10

    def stop(self) -> int:
        """Stops it, and returns its exit code."""
        self.process.terminate()
        return self.process.wait()


@contextlib.contextmanager
def memory_group(limit: int) -> Iterator[Path | None]:
    """A control group of this many bytes of memory, if it can be made."""
    group = Path(f"/sys/fs/cgroup/memory/perfectplay-{os.getpid()}")
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(limit))
    except OSError as error:
        print(f"        not checked: a control group: {error}")
        yield None
        return
    try:
        yield group
    finally:
        group.rmdir()


def get(game: str, position: str, text: str | None = None, version: str = "1.0", **more: str) -> bytes:
    """A request for one position."""
    query = {"position": position} | ({"board": text} if text is not None else {}) | more
    return f"GET /v1/{game}?{urllib.parse.urlencode(query)} HTTP/{version}\r\nhost: t\r\n\r\n".encode()


def post(game: str, position: str, text: str | None = None) -> bytes:
    """A request with one position in its body."""
    return post_all(game, [position], text)


def post_all(game: str, positions: Iterable[str], text: str | None = None, **more: object) -> bytes:
    """A request with positions in its body."""
    body: dict[str, object] = {"positions": list(positions), **more}
    if text is not None:
        body["board"] = text
    content = json.dumps(body).encode()
    head = f"POST /v1/{game} HTTP/1.0\r\nhost: t\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(content)}\r\n\r\n".encode() + content

"""What the program does that writes files: builds, packs, downloads, blocks. Each in a folder of its own; and
what is there when it is done."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import ClassVar

from findings import CUSTOM_GAMES, PROGRAM, ROOT

# What the next run goes on from, or removes.
UNFINISHED = re.compile(r"\.(partial|layers|download|(partial|download)\.toml(\.new)?)$|^\d-\d+-\d+$")
# Who waits for another process finds this, and nobody else looks at it.
LOCK = re.compile(r"\.lock$")
# A file of blocks that was left is removed when nobody has written it for so long.
ABANDONED = 61

# Files by their path in a folder, and the hash of each.
Listing = dict[str, str]


def listing(folder: Path) -> Listing:
    """All files of a folder, and empty folders in it."""
    found = {}
    for parent, folders, files in os.walk(folder):
        for name in files:
            path = Path(parent) / name
            if UNFINISHED.search(name):
                found[str(path.relative_to(folder))] = "unfinished"
                continue
            with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                found[str(path.relative_to(folder))] = hashlib.file_digest(file, "sha256").hexdigest()
        if not folders and not files and parent != str(folder):
            found[str(Path(parent).relative_to(folder))] = "an empty folder"
    return found


@dataclass
class Operation:
    """A command, and what it needs and makes in the current folder."""

    name: str
    arguments: list[str]
    # What of the inputs is there before.
    given: list[str] = field(default_factory=list)
    # How many of the kills are of this, in proportion.
    share: int = 10
    # The folder that is written to.
    writes: str = "tables"
    # What the folder has when it is done.
    good: Listing = field(default_factory=dict)
    given_files: Listing = field(default_factory=dict)
    seconds: float = 0
    # How many tables it makes: it goes on after one that fails, and says so for each.
    tables: int = 1
    # What is run.
    program: str = PROGRAM
    # How often it went on from what another run had left.
    gone_on: int = 0

    def prepare(self, inputs: Path, folder: Path, copy: Callable[[str, str], object] = os.link) -> None:
        """Makes the folder as it is before. Links are enough where files are replaced and not written."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self.give(inputs, folder, copy)

    def give(self, inputs: Path, folder: Path, copy: Callable[[str, str], object]) -> None:
        """Puts there what it needs."""
        for name in self.given:
            source, target = inputs / name, folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, copy_function=copy, dirs_exist_ok=True)
            else:
                copy(str(source), str(target))

    def start(
        self, folder: Path, enter: Callable[[], None] | None = None, before: Sequence[str] = ()
    ) -> subprocess.Popen[str]:
        """Starts it, behind another command if one is given."""
        return subprocess.Popen(
            [*before, self.program, *self.arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=enter,
        )

    def learn(self, inputs: Path, folder: Path) -> None:
        """Runs it once undisturbed, for what is right and how long it takes."""
        self.prepare(inputs, folder)
        self.given_files = listing(folder)
        started = time.monotonic()
        process = self.start(folder)
        _, errors = process.communicate()
        self.seconds = time.monotonic() - started
        if process.returncode:
            raise RuntimeError(f"{self.name}: exit code {process.returncode}: {errors}")
        self.good = listing(folder)

    def wrong_meanwhile(self, folder: Path) -> list[str]:
        """What is wrong in a folder where it has been interrupted: files that are there are right, or
        unfinished, and those that were there before still are."""
        wrong = []
        found = listing(folder)
        for name, content in found.items():
            right = (self.good.get(name), self.given_files.get(name), "unfinished", "an empty folder")
            if content not in right and not LOCK.search(name):
                wrong.append(f"{name} is neither absent nor right")
        wrong += [f"{name} is lost" for name in self.given_files if name not in found]
        return wrong

    def wrong_at_end(self, folder: Path) -> list[str]:
        """What is wrong in a folder where it has succeeded."""
        found = {name: content for name, content in listing(folder).items() if not LOCK.search(name)}
        good = {name: content for name, content in self.good.items() if not LOCK.search(name)}
        different = sorted(name for name in found | good if found.get(name) != good.get(name))
        return [f"{name} is {'wrong' if name in found else 'missing'}" for name in different]

    def finish(self, folder: Path) -> list[str]:
        """Runs it to its end after it was interrupted, and says what is wrong then."""
        # As if a minute had gone by.
        for path in folder.rglob("*.partial"):
            earlier = path.stat().st_mtime - ABANDONED
            os.utime(path, (earlier, earlier))
        process = self.start(folder)
        _, errors = process.communicate()
        self.gone_on += "going on" in errors
        if process.returncode:
            return [f"the next run: exit code {process.returncode}: {errors}"]
        return self.wrong_at_end(folder)


def bad_end(process: subprocess.Popen[str], errors: str, *allowed: int, tables: int = 1) -> list[str]:
    """What is wrong with how it has ended: its exit code, and one line for each table that failed."""
    code = process.returncode
    if code not in allowed:
        return [f"exit code {code} instead of {allowed}: {errors[-500:]!r}"]
    lines = [line for line in errors.splitlines() if line.startswith("error: ")]
    if (len(lines) > 0) != (code != 0) or len(lines) > tables or "panicked" in errors:
        return [f"with exit code {code} it says {errors[-500:]!r}"]
    return []


def limited(files: int) -> Callable[[], None]:
    """Lets a program write no file beyond this many bytes."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (files, files))


# All of them.

TOWER_BLOCKS = [str(block) for block in range(5)]


def operations(url: str, number: str) -> list[Operation]:
    """All of them; `url` is where the release can be had, and `number` a table that is made in memory."""
    board = str(ROOT / "tables/boards/contour-10x10.txt")
    tables = ["--tables", "tables"]
    three, two = ["number-40", "stake-4", "tower-6"], ["number-40", "stake-4"]
    two_tables = [f"tables/{name}.table" for name in two]
    store = ["--store", "store", "--threads", "2"]
    anew = ["build", "tower-6", "--force"]
    before_block = [f"store/tower-6/{name}" for name in ("plan.toml", "block-00000", "block-00001")]
    tictactoe = ["build", "tictactoe-3x3", "--memory", "32K", *tables]
    kayles = ["build", "kayles-20", "--memory", "96K", *tables]
    unpack = partial(Operation, share=45, tables=len(three))
    chomp = ["export", "number-20", "--format", "csv", "--output", "made/number.csv", "--force", *tables]
    return [
        Operation("number, in memory", ["build", number, *tables], share=50),
        Operation("a table that is there", [*anew, *tables], ["tables/tower-6.table"], 40),
        Operation("number, with layers", ["build", "number-44", *tables], share=6),
        Operation("tower, in its file", ["build", "tower-6", *tables], share=50),
        Operation("tower, with records", ["build", "tower-8", *tables], share=24),
        Operation("stake, in its file", ["build", "stake-4", *tables], share=40),
        Operation("chomp, by segments", ["build", "chomp-16x17", *tables], share=24),
        Operation("tokens", ["build", "tokens-4x4", *tables], share=30),
        Operation("a board of contour", ["build", "contour", "--board", board, *tables], share=30),
        Operation("a custom game, on the disk", tictactoe, share=40, program=CUSTOM_GAMES),
        Operation("one from its ends back", kayles, share=40, program=CUSTOM_GAMES),
        Operation("pack", ["pack", *two, "--out", "release", *tables], two_tables, 45, "release"),
        unpack("unpack from a folder", ["unpack", "--from", "release", *three, *tables], ["release"]),
        unpack("unpack from a URL", ["unpack", "--from", url, *three, *tables]),
        Operation("block", ["block", "tower-6", "2", *store], before_block, 45, "store"),
        Operation("merge", ["merge", "tower-6", *store, *tables], ["store"], 40),
        Operation("export", chomp, ["tables/number-20.table", "made/other"], 40, "made"),
    ]


def make_inputs(inputs: Path) -> None:
    """Tables, their release, blocks, and a folder to export to."""
    inputs.mkdir()
    tables = ["--tables", "tables", "--quiet"]
    run = partial(subprocess.run, cwd=inputs, check=True)
    run([PROGRAM, "build", "number-20", "number-40", "stake-4", "tower-6", *tables])
    run([PROGRAM, "pack", "number-40", "stake-4", "tower-6", "--out", "release", *tables])
    for block in TOWER_BLOCKS:
        run([PROGRAM, "block", "tower-6", block, "--store", "store", "--block", "4MiB", "--quiet"])
    (inputs / "made").mkdir()
    (inputs / "made/other").write_text("of somebody else")


class ReleaseHandler(http.server.BaseHTTPRequestHandler):
    """Sends files of a folder, whole or from a byte on, at a moderate pace."""

    protocol_version = "HTTP/1.1"
    # The files that were asked for, and from which byte on.
    asked: ClassVar[list[tuple[str, int]]] = []
    folder = Path()

    def do_GET(self) -> None:
        """A file."""
        path = self.folder / Path(self.path).name
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("range") or "")
        first = int(wanted[1]) if wanted else 0
        self.asked.append((path.name, first))
        self.send_response(206 if wanted else 200)
        self.send_header("content-length", str(len(content) - first))
        self.send_header("etag", f'"{hashlib.sha256(content).hexdigest()}"')
        if wanted:
            self.send_header("content-range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            for at in range(first, len(content), 1 << 17):
                self.wfile.write(content[at : min(at + (1 << 17), len(content))])
                time.sleep(0.002)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class ReleaseServer(http.server.ThreadingHTTPServer):
    """A server whose clients may be killed."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of a folder's files."""
    handler = type("Handler", (ReleaseHandler,), {"folder": folder})
    server = ReleaseServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def signalled(process: subprocess.Popen[str], which: signal.Signals) -> str:
    """Sends a signal to a process that may have ended, and returns its errors."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(which)
    _, errors = process.communicate()
    return errors

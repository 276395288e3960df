#!/usr/bin/env python3
# A server under mixed load stays up, as fast as it was, and takes no more memory and files than it did.
"""LOAD_SECONDS (75) of quick and long questions, batches, slow clients, floods of connections, clients that
leave, garbage, and tables that are replaced and removed, on one server that has little memory and few files.
Before, each long question is asked once, so that what the server keeps is there. Needs cargo and Linux, and
for a limit of all memory a user who may make a control group of version 1."""

from __future__ import annotations

import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from clients import Client, Scene, all_clients, worst_questions
from findings import PROGRAM, build_program, check, end, figure
from quick_questions import Measurement, Taken, Values, quick_questions
from server import Server, get, memory_group, post

SECONDS = float(os.environ.get("LOAD_SECONDS", "75"))
MEMORY = 128 << 20
GROUP_MEMORY = 512 << 20
FILES = 256
# Beside sockets.
MORE_FILES = 16
# At rest, from before to after.
MORE_MEMORY, MORE_BYTES = 1.1, 16 << 20
SLOWER = 2
# Times of a run in which the machine was busy with something else say nothing: it is made again.
TRIES = 2
RELOAD = 10
TABLES = [
    "number-12",
    "number-20",
    "number-40",
    "tower-6",
    "stake-4",
    "tokens-4x4",
    "chomp-8x8",
    "chomp-10x10",
]


def run(*arguments: str) -> None:
    """Runs the program."""
    done = subprocess.run([PROGRAM, *arguments, "--quiet"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"perfectplay {' '.join(arguments)}: {done.stderr}")


# Tables that come and go.


class Reload:
    """Replaces, removes and spoils tables of a folder, as the program does: by name only."""

    def __init__(self, scene: Scene, tables: Path, release: Path) -> None:
        self.scene, self.tables, self.release = scene, tables, release
        self.seen: Counter[str] = Counter()

    def run(self) -> None:
        """All in turn until the scene ends."""
        steps = [self.build, self.remove, self.unpack, self.spoil]
        while True:
            for step in steps:
                if self.scene.ending.wait(RELOAD if SECONDS > 20 * RELOAD else RELOAD / 2):
                    return
                try:
                    step()
                except (OSError, RuntimeError) as error:
                    check(False, f"tables: {error!r}")

    def build(self) -> None:
        """Tables that are in use are built anew."""
        run("build", "tower-6", "stake-4", "number-12", "--force", "--tables", str(self.tables))
        self.seen["replaced"] += 3

    def remove(self) -> None:
        """Tables are removed: others answer, or it is solved, or the board is not known."""
        for table in ("number-12", "chomp-8x8", "contour-daa36c61"):
            (self.tables / f"{table}.table").unlink()
        self.expect("removed", number="number-20", chomp="chomp-10x10", contour="board")

    def unpack(self) -> None:
        """They come back."""
        run("unpack", "--from", str(self.release), "--tables", str(self.tables))
        self.expect("came back", number="number-12", chomp="chomp-8x8", contour="contour-daa36c61")

    def spoil(self) -> None:
        """A table is replaced by one that was cut off: the next one answers, and a forced build puts it right."""
        table = self.tables / "chomp-8x8.table"
        spoilt = table.with_suffix(".new")
        spoilt.write_bytes(table.read_bytes()[:-100])
        spoilt.replace(table)
        self.expect("spoilt", chomp="chomp-10x10")
        run("build", "chomp-8x8", "--force", "--tables", str(self.tables))
        self.expect("mended", chomp="chomp-8x8")

    def expect(self, what: str, **answering: str) -> None:
        """Waits until these tables, or these errors, answer."""
        questions = {
            "number": get("number", "2 3 4 5 6"),
            "chomp": get("chomp", "4,4,1"),
            "contour": get("contour", "2", "daa36c61"),
        }
        last = time.monotonic() + 60
        for game, answer in answering.items():
            while f'"{answer}"'.encode() not in self.scene.server.ask(questions[game])[1]:
                if time.monotonic() > last:
                    check(False, f"{what}: {game} is not answered by {answer}")
                    return
                time.sleep(0.1)
            self.seen[what] += 1


# What the server takes.


class Sample(NamedTuple):
    """What the server takes at some time: seconds, bytes, and files, with sockets and without."""

    at: float
    memory: int
    anonymous: int
    files: int
    no_sockets: int
    connections: int


def target(descriptor: Path) -> str:
    """What a descriptor is of; a socket, as most are, if it has been closed meanwhile."""
    try:
        return os.readlink(descriptor)
    except FileNotFoundError:
        return "socket:"


class Watch:
    """Samples of what the server takes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.samples: list[Sample] = []

    def run(self) -> None:
        """Until the scene ends."""
        while not self.scene.ending.wait(min(1, SECONDS / 100)):
            self.samples.append(self.sample())

    def sample(self) -> Sample:
        """What it takes now."""
        server = self.scene.server
        connections = int(server.figure("perfectplay_connections"))
        # Connections come and go between two looks, so that sockets are told by what they are.
        files = list(map(target, Path(f"/proc/{server.process.pid}/fd").iterdir()))
        no_sockets = sum(not file.startswith("socket:") for file in files)
        at = time.monotonic() - self.scene.started
        memory, anonymous = server.memory("VmRSS"), server.memory("RssAnon")
        return Sample(at, memory, anonymous, len(files), no_sockets, connections)

    def settled(self) -> Sample:
        """What it takes when all clients have gone."""
        while (sample := self.sample()).connections > 1:
            time.sleep(0.1)
        return sample


# Verdicts.


def third(taken: list[Taken], number: int) -> list[Taken]:
    """What was measured in a third of the time."""
    length = taken[-1].at / 3
    return [each for each in taken if number * length <= each.at <= (number + 1) * length]


def compare_times(taken: list[Taken], is_last_try: bool) -> bool:
    """Whether the last third is like the first. If trips take longer, too, the machine is busier."""
    first, last = third(taken, 0), third(taken, 2)
    is_good = True

    def middle(values: list[float]) -> float:
        return statistics.median(values)

    def slowest(values: list[float]) -> float:
        return statistics.quantiles(values, n=100)[98]

    quantiles: list[tuple[str, Callable[[list[float]], float]]] = [("p50", middle), ("p99", slowest)]
    for name, quantile in quantiles:
        before, after = (quantile([each.question for each in part]) for part in (first, last))
        trips = [quantile([each.trip for each in part]) for part in (first, last)]
        ratio = after / before / max(1, trips[1] / trips[0])
        what = (
            f"{name} of quick questions: {before:.3f} ms in the first third, {after:.3f} ms in the last; "
            f"of trips {trips[0]:.3f} ms and {trips[1]:.3f} ms; {ratio:.2f} times as long"
        )
        is_good &= ratio <= SLOWER
        if ratio <= SLOWER or is_last_try:
            check(ratio <= SLOWER, what)
        else:
            print(f"  once more: {what}")
    return is_good


def look_at_memory(samples: list[Sample], server: Server) -> None:
    """The most that it takes while it works swings; what it keeps shows at rest."""
    thirds = [
        [each.memory for each in samples if number <= 3 * each.at / SECONDS < number + 1]
        for number in range(3)
    ]
    print(
        f"        MiB at most in each third of the time: {' '.join(f'{max(part) >> 20}' for part in thirds)}"
    )
    # Maps of tables are not announced.
    peak = max(each.anonymous for each in samples)
    check(peak <= server.announced, f"{peak:,} bytes at most, {server.announced:,} announced")
    most_files = max(each.no_sockets for each in samples)
    most_connections = max(each.connections for each in samples)
    check(
        most_files <= MORE_FILES,
        f"{most_files} files open at most that are no sockets, beside {most_connections} connections at most",
    )


def report(clients: list[Client]) -> None:
    """What became of all requests."""
    for client in clients:
        seen = ", ".join(f"{number} {outcome}" for outcome, number in sorted(client.seen.items()))
        check(set(client.seen) <= client.meant and bool(client.seen), f"{client.name}: {seen}")
        for outcome in client.not_meant:
            print(f"        {outcome}")


# All of it.


def warm_up(server: Server, values: Values) -> None:
    """Asks all once."""
    for question in worst_questions:
        for request in (get, post):
            server.ask(request(*question))
    for question in values:
        server.ask(get(*question))


def put_under_load(server: Server, folder: Path, values: Values, is_last_try: bool) -> bool:
    """For so many seconds; whether its times are good."""
    tables = folder / "tables"
    warm_up(server, values)
    hashes = {
        name: hashlib.sha256((tables / f"{name}.table").read_bytes()).hexdigest()
        for name in ("tower-6", "stake-4", "number-40")
    }
    measurement = Measurement(server.port, values, SECONDS)
    scene = Scene(server, values, hashes)
    scene.used = scene.processor() * (time.monotonic() - scene.started)
    watch, reload, clients = Watch(scene), Reload(scene, tables, folder / "release"), all_clients()
    before = watch.sample()
    threads = [threading.Thread(target=watch.run), threading.Thread(target=reload.run)]
    for client in clients:
        for seed in range(client.threads):
            threads.append(threading.Thread(target=client.run, args=(scene, seed)))
    for thread in threads:
        thread.start()
    taken, wrong = measurement.end()
    processor = scene.processor()
    scene.ending.set()
    for thread in threads:
        thread.join()
    report(clients)
    seen = ", ".join(f"{number} {what}" for what, number in reload.seen.items())
    check(bool(reload.seen), f"tables: {seen}")
    check(not wrong, f"{len(taken)} quick questions one after the other, {len(wrong)} not answered rightly")
    for each in wrong[:5]:
        print(f"        {each}")
    is_good = compare_times(taken, is_last_try)
    look_at_memory(watch.samples, server)
    after = watch.settled()
    check(
        after.files <= before.files
        and after.connections <= before.connections
        and after.memory <= before.memory * MORE_MEMORY + MORE_BYTES,
        f"at rest {after.files} files and {after.memory >> 20} MiB; "
        f"{before.files} and {before.memory >> 20} before",
    )
    print(f"        {processor:.2f} of a core for server and clients")
    for line, number in Counter(line.partition('"level"')[2] for line in server.log).most_common(5):
        print(f"        log: {number} times {line[:200]}")
    if is_good:
        slowest = statistics.quantiles([each.question for each in taken], n=100)[98]
        most = max(each.memory for each in watch.samples) >> 20
        figure(
            f"{SECONDS:.0f} s, {len(taken)} quick questions answered rightly beside "
            f"{sum(sum(client.seen.values()) for client in clients)} requests of other clients; "
            f"p99 {slowest:.1f} ms, {most} MiB at most"
        )
    return is_good


def main() -> int:
    """Looks at all of it, and returns the exit code."""
    build_program()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = str(folder / "tables")
        run("build", "--tables", tables)
        run("build", *TABLES, "--tables", tables)
        run(
            "pack",
            "number-12",
            "chomp-8x8",
            "contour-daa36c61",
            "--out",
            f"{name}/release",
            "--tables",
            tables,
        )
        print(f"{SECONDS:.0f} s of mixed load, --memory {MEMORY >> 20}MiB, {FILES} files")
        options = ("--memory", str(MEMORY), "--solve-time", "2s")
        values = quick_questions(folder)
        for number in range(TRIES):
            with memory_group(GROUP_MEMORY) as group:
                server = Server(tables, *options, group=group, files=FILES)
                try:
                    is_good = put_under_load(server, folder, values, number == TRIES - 1)
                finally:
                    code = server.stop()
                check(code == 0, f"it stops with exit code {code}")
            if is_good:
                break
    return end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# When the power fails no file is wrong, what was said to be done is there, and the next run ends well.
"""CRASHES (50) runs end at some call that writes: builds in memory and in their file, with layers and records
that they go on from, packs, unpacks, downloads, blocks, merges and exports, each with its share; of what each
has not synced several parts are lost (unsynced.py says which may be), and the next run is made, which may be
cut off, too. Needs cargo and strace."""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from findings import build_program, check, end, figure, install_packages
from operations import (
    UNFINISHED,
    Operation,
    ReleaseHandler,
    listing,
    make_inputs,
    operations,
    served,
)
from unsynced import STRACE, Call, Disk, calls

CRASHES = int(os.environ.get("CRASHES", "50"))
STATES = ("nothing", "names", "bytes", "some")
# The next run is cut off, too.
AGAIN = "again"
# What takes longer is judged once for each run that was cut off.
SECONDS = 0.5
WRITES = ("write", "pwrite64")


class Crashes:
    """Runs of one operation that are cut off."""

    def __init__(self, operation: Operation, inputs: Path, folder: Path) -> None:
        self.operation, self.inputs, self.folder = operation, inputs, folder
        self.before, self.left = folder.with_name("before"), folder.with_name("left")
        self.log = folder.with_name("log")
        self.generator = random.Random(operation.name)
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []
        operation.prepare(inputs, folder)
        self.calls = self.run([], "all of it")[0].calls

    def run(self, options: list[str], what: str) -> tuple[Disk, str, int]:
        """Runs it in its folder as strace sees it: what it has done, what it has said, and its exit code."""
        shutil.rmtree(self.before, ignore_errors=True)
        # Only what is unfinished may be written in place.
        copy = lambda one, other: (shutil.copy2 if UNFINISHED.search(one) else os.link)(one, other)  # noqa: E731
        shutil.copytree(self.folder, self.before, copy_function=copy)
        process = self.operation.start(self.folder, before=[*STRACE, *options, "-o", str(self.log)])
        said, errors = process.communicate()
        if process.returncode not in (0, -9):
            self.wrong.append(f"{what}: exit code {process.returncode}: {errors[-300:]}")
        disk = Disk(self.folder, self.before)
        for call in calls(self.log):
            disk.apply(call)
        known = {path for path, content in disk.names.items() if content is not None}
        there = {path for path in self.folder.rglob("*") if path.is_file()}
        if known != there:
            self.wrong.append(f"{what}: not understood: {sorted(map(str, known ^ there))}")
        return disk, said, process.returncode

    def cut_off(self, call: Call | None) -> tuple[Disk, str, int, str]:
        """Runs it up to a call, or to its end, and says where that was."""
        options, what = [], "at its end"
        if call is not None:
            options = ["-e", f"inject={call.name}:signal=KILL:when={call.number}"]
            what = f"before {call.name} {call.number}"
        return (*self.run(options, what), what)

    def points(self, number: int) -> list[Call | None]:
        """Where to end it: at its end, at calls that give names or sync, and at some that write."""
        writes = [call for call in self.calls if call.name in WRITES]
        others = [call for call in self.calls if call.name not in WRITES]
        self.generator.shuffle(writes)
        self.generator.shuffle(others)
        chosen = others[: max(number - number // 4 - 1, number - 1 - len(writes))]
        return [None, *chosen, *writes][:number]

    def fail(self, call: Call | None) -> None:
        """The power fails before a call or after all of them."""
        self.operation.prepare(self.inputs, self.folder)
        disk, said, code, what = self.cut_off(call)
        kinds = self.generator.sample([*STATES, AGAIN], 5 if self.operation.seconds < SECONDS else 1)
        for how in sorted(kinds, key=AGAIN.__eq__):
            if how != AGAIN:
                disk.make(self.left, how, self.generator)
                self.judge(f"{what}, {how} kept", said, code)
            else:
                self.fail_again(disk, what)

    def fail_again(self, disk: Disk, what: str) -> None:
        """The power fails once more while the next run goes on."""
        disk.make(self.left, "some", self.generator)
        shutil.rmtree(self.folder)
        self.left.rename(self.folder)
        disk, said, code, again = self.cut_off(self.generator.choice(self.calls))
        disk.make(self.left, "some", self.generator)
        self.judge(f"{what}, some kept, and {again}, some kept", said, code)

    def judge(self, what: str, said: str, code: int) -> None:
        """Looks at what is left, and has it made whole."""
        operation = self.operation
        wrong = operation.wrong_meanwhile(self.left)
        found = listing(self.left)
        for name, content in operation.good.items():
            is_done = code == 0 or re.search(rf"^{re.escape(table_of(name))} ", said, re.MULTILINE)
            if is_done and found.get(name) != content and not name.endswith(".lock"):
                wrong.append(f"{name} was done and is {'wrong' if name in found else 'lost'}")
        goes_on, gone_on = self.goes_on(), operation.gone_on
        downloads, asked = self.downloads(), len(ReleaseHandler.asked)
        wrong += operation.finish(self.left)
        if goes_on and operation.gone_on == gone_on:
            wrong.append("the next run does not go on")
        wrong += [
            f"{each} is asked for anew" for each in downloads if each not in ReleaseHandler.asked[asked:]
        ]
        self.seen["went on" if goes_on or downloads else "made anew"] += 1
        self.wrong += [f"{what}: {each}" for each in wrong]

    def goes_on(self) -> bool:
        """Whether there is something that the next build must go on from."""
        tables = (re.sub(r"(\.table\.partial\.toml|\.layers)$", "", str(path)) for path in self.unfinished())
        return any(not Path(f"{table}.table").exists() for table in tables)

    def unfinished(self) -> list[Path]:
        """What builds go on from."""
        return [path for path in self.left.rglob("*") if re.search(r"\.(partial\.toml|layers)$", path.name)]

    def downloads(self) -> list[tuple[str, int]]:
        """Downloads that are right so far, and from where the next run must ask for more."""
        found = []
        for path in self.left.rglob("*.download"):
            name = path.name.removesuffix(".download")
            there, whole = path.read_bytes(), (self.inputs / "release" / name).read_bytes()
            is_made = path.with_name(name.removesuffix(".zst")).exists()
            if 0 < len(there) < len(whole) and whole.startswith(there) and not is_made:
                found.append((name, len(there)))
        return found

    def tell(self, seconds: float) -> None:
        """What came of it."""
        seen = ", ".join(f"{number} {what}" for what, number in sorted(self.seen.items()))
        check(
            not self.wrong,
            f"{self.operation.name}: {self.seen.total()} states of the disk: {seen}, {seconds:.0f} s",
        )
        for each in self.wrong[:5]:
            print(f"        {each}")


def table_of(name: str) -> str:
    """What a line of output says that a file is."""
    if name.startswith("tables/"):
        return Path(name).name.removesuffix(".table")
    return name


def main() -> int:
    """Cuts all of them off, and returns the exit code."""
    install_packages("strace")
    if shutil.which("strace") is None:
        print("skipped: there is no strace")
        return 77
    build_program()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        inputs, folder = place / "inputs", place / "folder"
        make_inputs(inputs)
        with served(inputs / "release") as url:
            everything = operations(url, "number-30")
            shares = sum(each.share for each in everything)
            states = 0
            for operation in everything:
                started = time.monotonic()
                operation.learn(inputs, folder)
                crashes = Crashes(operation, inputs, folder)
                for call in crashes.points(max(4, round(CRASHES * operation.share / shares))):
                    crashes.fail(call)
                crashes.tell(time.monotonic() - started)
                states += crashes.seen.total()
            figure(f"{states} states of the disk after losses of power in {len(everything)} operations")
    return end()


if __name__ == "__main__":
    sys.exit(main())

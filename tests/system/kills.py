#!/usr/bin/env python3
# What is killed at any moment leaves no wrong file; the next run makes the same bytes and no other file.
"""KILLS (40) runs that are killed: builds in memory and in their file, with layers and records that they go
on from, packs, unpacks, downloads, blocks, merges and exports, each with its share; most by SIGKILL, some by
SIGINT and SIGTERM. Then two at once of each. Needs only cargo."""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from findings import build_program, check, end, figure
from operations import UNFINISHED, Operation, bad_end, make_inputs, operations, served, signalled

KILLS = int(os.environ.get("KILLS", "40"))
# After how many kills in a row it is let go on to its end, at most.
MOST_IN_A_ROW = 3


def is_writing(folder: Path) -> bool:
    """Whether there is an unfinished file."""
    return any(UNFINISHED.search(name) for _, _, names in os.walk(folder) for name in names)


def wait_for_moment(operation: Operation, folder: Path, generator: random.Random) -> None:
    """Waits until some moment of the run: any, or one soon after it has begun to write."""
    if generator.random() < 0.3:
        time.sleep(generator.uniform(0, 1.1 * operation.seconds))
        return
    last = time.monotonic() + 1.1 * operation.seconds
    while not is_writing(folder) and time.monotonic() < last:
        time.sleep(0.0005)
    time.sleep(operation.seconds * 10 ** generator.uniform(-5, -0.2))


def kill(operation: Operation, folder: Path, generator: random.Random) -> tuple[str, list[str]]:
    """Starts it and kills it: what it was doing, and what is wrong."""
    which = generator.choices([signal.SIGKILL, signal.SIGINT, signal.SIGTERM], [6, 1, 1])[0]
    process = operation.start(folder)
    wait_for_moment(operation, folder, generator)
    errors = signalled(process, which)
    wrong = operation.wrong_meanwhile(folder)
    # Before it has a handler the system ends it.
    if process.returncode not in (0, 130, -which):
        wrong.append(f"after {which.name} exit code {process.returncode}: {errors}")
    if is_writing(folder):
        return "while writing", wrong
    is_done = operation.given_files != operation.good and not operation.wrong_at_end(folder)
    return ("after it" if is_done or process.returncode == 0 else "before it"), wrong


def kill_some(operation: Operation, number: int, inputs: Path, folder: Path) -> None:
    """So many kills of one operation."""
    generator = random.Random(operation.name)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    started = time.monotonic()
    killed = 0
    while killed < number:
        operation.prepare(inputs, folder)
        for _ in range(min(generator.randint(1, MOST_IN_A_ROW), number - killed)):
            what, found = kill(operation, folder, generator)
            seen[what] += 1
            wrong += found
            killed += 1
        wrong += operation.finish(folder)
        seen["ended"] += 1
    shown = ", ".join(f"{seen[what]} {what}" for what in ("before it", "while writing", "after it"))
    check(
        not wrong,
        f"{operation.name}: {killed} kills, {shown}; {seen['ended']} times made then, "
        f"of which {operation.gone_on} went on, {time.monotonic() - started:.0f} s",
    )
    for each in wrong[:5]:
        print(f"        {each}")


def two_at_once(operation: Operation, inputs: Path, folder: Path, generator: random.Random) -> None:
    """Two of the same, of which the first is killed every other time."""
    for kills_one in (False, True):
        operation.prepare(inputs, folder)
        first, second = operation.start(folder), operation.start(folder)
        if kills_one:
            time.sleep(generator.uniform(0, operation.seconds))
            first.kill()
        wrong = []
        for process in (first, second):
            _, errors = process.communicate()
            # Two packs do not wait for each other.
            codes = (0, 3) if operation.name == "pack" else (0,)
            if not (kills_one and process is first and process.returncode == -signal.SIGKILL):
                wrong += bad_end(process, errors, *codes)
        wrong += operation.wrong_meanwhile(folder) + operation.finish(folder)
        if wrong:
            check(False, f"two at once: {operation.name}: {'; '.join(wrong[:5])}")


def main() -> int:
    """Kills all of them, and returns the exit code."""
    build_program()
    with tempfile.TemporaryDirectory() as name:
        inputs, folder = Path(name) / "inputs", Path(name) / "folder"
        make_inputs(inputs)
        with served(inputs / "release") as url:
            everything = operations(url, "number-40")
            shares = sum(each.share for each in everything)
            for operation in everything:
                operation.learn(inputs, folder)
                kill_some(operation, max(1, round(KILLS * operation.share / shares)), inputs, folder)
            generator = random.Random(9)
            for operation in everything:
                two_at_once(operation, inputs, folder, generator)
            figure(f"{KILLS} kills of {len(everything)} operations")
            check(True, f"two at once of {len(everything)} kinds, of which one is killed or none")
    return end()


if __name__ == "__main__":
    sys.exit(main())

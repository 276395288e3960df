#!/usr/bin/env python3
# Where no more can be written, at any write, the error says what is missing; no file is half-made or gone.
"""Builds, packs, unpacks, blocks, merges and exports with limits of the files' length, with errors at each
write (which needs strace), on full disks and a read-only one (which needs root, who can mount a small disk),
and in folders that are removed meanwhile. FULL_DISK_POINTS (4) is at how many places each is tried."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from findings import build_program, check, end, figure, install_packages
from operations import LOCK, Operation, bad_end, limited, listing, make_inputs, operations, served

POINTS = int(os.environ.get("FULL_DISK_POINTS", "4"))
PAGE = 4096
# What takes longer is tried at fewer points.
SECONDS = 1
# Errors that say what is missing.
FULL = re.compile(r"File too large|No space left|of disk|disk space|are free")
# What of an error stays, for the next run to go on from.
KEPT = re.compile(r"\.(layers|download|download\.toml|partial\.toml)$")


def points(operation: Operation, most: int) -> list[int]:
    """Multiples of a page below `most`, all of them or as many as there is time for."""
    number = POINTS if operation.seconds < SECONDS else max(2, POINTS // 10)
    step = max(PAGE, most // number // PAGE * PAGE)
    return list(range(0, most, step))


class Tries:
    """What came of one thing that was tried at many places."""

    # How many tries there were of all things.
    number = 0

    def __init__(self, operation: Operation, what: str, reason: re.Pattern[str]) -> None:
        self.operation, self.what, self.reason = operation, what, reason
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.example = ""

    def add(
        self,
        place: str,
        process: subprocess.Popen[str],
        errors: str,
        folder: Path,
        codes: tuple[int, ...] = (0, 3),
    ) -> None:
        """A run that has ended, at some place."""
        Tries.number += 1
        wrong = bad_end(
            process, errors, *codes, tables=self.operation.tables
        ) + self.operation.wrong_meanwhile(folder)
        found = listing(folder)
        kept = any(name.endswith(".partial.toml") for name in found)
        for name, content in found.items():
            if content == "unfinished" and not KEPT.search(name) and not kept:
                wrong.append(f"{name} is left")
        if process.returncode == 0:
            wrong += self.operation.wrong_at_end(folder)
        else:
            lines = [line for line in errors.splitlines() if line.startswith("error: ")]
            self.example = lines[-1] if lines else ""
            if not self.reason.search(self.example):
                wrong.append(f"it does not say what is missing: {self.example}")
        self.seen["succeeded" if process.returncode == 0 else "refused"] += 1
        self.wrong += [f"{place}: {each}" for each in wrong]

    def tell(self) -> None:
        """What came of it."""
        seen = ", ".join(f"{number} {what}" for what, number in sorted(self.seen.items()))
        check(not self.wrong and self.seen.total() > 0, f"{self.operation.name}, {self.what}: {seen}")
        for each in self.wrong[:5]:
            print(f"        {each}")


def ended(process: subprocess.Popen[str]) -> str:
    """Waits for its end, and returns its errors."""
    return process.communicate()[1]


def with_limits(operation: Operation, inputs: Path, folder: Path) -> None:
    """No file may become longer than so many bytes."""
    good, given = operation.good, operation.given_files
    made = [path for path in good if given.get(path) != good[path] and not LOCK.search(path)]
    operation.prepare(inputs, folder)
    ended(operation.start(folder))
    longest = max((folder / path).stat().st_size for path in made or good)
    tries = Tries(operation, f"files of less than {longest} bytes", FULL)
    for number, limit in enumerate(points(operation, longest)):
        operation.prepare(inputs, folder)
        process = operation.start(folder, limited(limit))
        tries.add(f"{limit} bytes", process, ended(process), folder)
        if number % 10 == 0:
            tries.wrong += operation.finish(folder)
    tries.tell()


# Errors at each write.

WRITES = (
    "write,pwrite64,writev,pwritev,fallocate,ftruncate,rename,renameat,renameat2,link,linkat,mkdir,mkdirat"
)
SYNCS = "fsync,fdatasync"
CALL = re.compile(r"(\d+) +(\w+)\((.*)")


def calls_of(operation: Operation, inputs: Path, folder: Path) -> list[tuple[str, int]]:
    """The system calls that write something in the folder: each with its number among those of its thread."""
    log = folder.with_name("strace")
    operation.prepare(inputs, folder)
    ended(
        operation.start(
            folder, before=["strace", "-f", "-y", "-qq", "-e", f"{WRITES},{SYNCS}", "-o", str(log)]
        )
    )
    counts: Counter[tuple[str, str]] = Counter()
    found: dict[tuple[str, int], None] = {}
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if call := CALL.match(line):
            thread, name, arguments = call.groups()
            counts[thread, name] += 1
            if str(folder) in arguments or not name.startswith(("write", "pwrite", "f")):
                found[name, counts[thread, name]] = None
    return list(found)


def with_errors(operation: Operation, inputs: Path, folder: Path) -> None:
    """The system refuses one write after the other."""
    calls = calls_of(operation, inputs, folder)
    number = 2 * POINTS if operation.seconds < SECONDS else max(2, POINTS // 5)
    tries = Tries(
        operation, f"an error at each of {len(calls)} calls", re.compile("No space left|Input/output")
    )
    for name, count in calls[:: -(-len(calls) // number)]:
        operation.prepare(inputs, folder)
        error = "EIO" if name in SYNCS.split(",") else "ENOSPC"
        inject = f"inject={name}:error={error}:when={count}"
        before = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", name, "-e", inject]
        process = operation.start(folder, before=before)
        errors = ended(process)
        if name == "write" and process.returncode == 3 and not errors:
            # In the thread that says so it may be that what was refused is the message.
            errors = "error: No space left to say so"
        tries.add(f"{error} at {name} {count}", process, errors, folder)
        tries.wrong += [f"{name} {count}: {each}" for each in operation.finish(folder)]
    tries.tell()


# Disks.


@contextlib.contextmanager
def small_disk(place: Path) -> Iterator[Path | None]:
    """A disk whose size can be changed, if it can be mounted."""
    place.mkdir()
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1g", "none", str(place)], check=True)
    except (OSError, subprocess.CalledProcessError):
        print("not checked: disks: one cannot be mounted here")
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def remount(disk: Path, options: str) -> None:
    """Changes the disk."""
    subprocess.run(["mount", "-o", f"remount,{options}", str(disk)], check=True)


def used(disk: Path) -> int:
    """How many bytes of it are used."""
    system = os.statvfs(disk)
    return (system.f_blocks - system.f_bfree) * system.f_frsize


def on_full_disks(operation: Operation, inputs: Path, disk: Path) -> None:
    """On disks of any size that is too small, and where others write meanwhile."""
    folder = disk / "folder"
    remount(disk, "size=2g")
    operation.prepare(inputs, folder, shutil.copy2)
    before = used(disk)
    ended(operation.start(folder))
    need = used(disk) - before
    tries = Tries(operation, f"less than {need} bytes of disk", FULL)
    for free in points(operation, max(need, PAGE)):
        remount(disk, "size=2g")
        operation.prepare(inputs, folder, shutil.copy2)
        # No size at all would be no limit.
        remount(disk, f"size={max(PAGE, used(disk) + free)}")
        process = operation.start(folder)
        tries.add(f"{free} bytes free", process, ended(process), folder)
    remount(disk, "size=2g")
    tries.wrong += operation.finish(folder)
    tries.tell()


def on_disks_that_fill_up(operation: Operation, inputs: Path, disk: Path) -> None:
    """Another program takes the space while it waits for a lock, after it has looked what is free."""
    name = next(name for name in operation.good if name.endswith(".lock"))
    folder, lock, other = disk / "folder", disk / "folder" / name, disk / "other"
    remount(disk, "size=1g")
    operation.prepare(inputs, folder, shutil.copy2)
    before = used(disk)
    ended(operation.start(folder))
    need = used(disk) - before
    tries = Tries(operation, f"less than {need} bytes of disk after it looked", FULL)
    for free in points(operation, max(need, PAGE)):
        remount(disk, "size=1g")
        other.unlink(missing_ok=True)
        operation.prepare(inputs, folder, shutil.copy2)
        lock.parent.mkdir(exist_ok=True)
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            process = operation.start(folder)
            assert process.stderr is not None
            said = ""
            while "waiting" not in said and (line := process.stderr.readline()):
                said += line
            remount(disk, f"size={used(disk) + need + (64 << 20)}")
            with other.open("wb") as file:
                system = os.statvfs(disk)
                os.posix_fallocate(file.fileno(), 0, system.f_bfree * system.f_frsize - free)
        tries.add(f"{free} bytes free", process, said + ended(process), folder)
    other.unlink()
    remount(disk, "size=1g")
    tries.wrong += operation.finish(folder)
    tries.tell()


def on_a_read_only_disk(operation: Operation, inputs: Path, disk: Path) -> None:
    """Nothing can be written at all."""
    folder = disk / "folder"
    remount(disk, "size=1g")
    operation.prepare(inputs, folder, shutil.copy2)
    tries = Tries(operation, "a read-only disk", re.compile("[Rr]ead-only file ?system"))
    remount(disk, "ro")
    process = operation.start(folder)
    tries.add("read-only", process, ended(process), folder)
    remount(disk, "rw")
    if listing(folder) != operation.given_files:
        tries.wrong.append("files have changed")
    tries.tell()


# Folders.


def without_its_folder(operation: Operation, inputs: Path, folder: Path) -> None:
    """The folder that is written to goes while it runs."""
    generator = random.Random(operation.name)
    tries = Tries(operation, "its folder gone meanwhile", re.compile("."))
    for number in range(POINTS if operation.seconds < SECONDS else 2):
        operation.prepare(inputs, folder)
        process = operation.start(folder)
        last = time.monotonic() + operation.seconds
        while not (folder / operation.writes).exists() and time.monotonic() < last:
            time.sleep(0.0005)
        time.sleep(operation.seconds * generator.random())
        with contextlib.suppress(FileNotFoundError):
            (folder / operation.writes).rename(folder / "gone")
        errors = ended(process)
        shutil.rmtree(folder / "gone", ignore_errors=True)
        operation.give(inputs, folder, link_if_missing)
        if process.returncode:
            # Without the plan of its store a block may be none.
            tries.add(f"time {number}", process, errors, folder, (0, 2, 3))
        tries.seen["succeeded"] += process.returncode == 0
        tries.wrong += operation.finish(folder)
    tries.tell()


def link_if_missing(source: str, target: str) -> None:
    """Puts a file there unless there is one."""
    with contextlib.suppress(FileExistsError):
        os.link(source, target)


def main() -> int:
    """Tries all of it, and returns the exit code."""
    build_program()
    install_packages("strace")
    with tempfile.TemporaryDirectory() as name:
        inputs, folder = Path(name) / "inputs", Path(name) / "folder"
        make_inputs(inputs)
        has_strace = shutil.which("strace") is not None
        if not has_strace:
            print("not checked: errors at each write: there is no strace")
        with served(inputs / "release") as url, small_disk(Path(name) / "disk") as disk:
            for operation in operations(url, "number-30"):
                operation.learn(inputs, folder)
                with_limits(operation, inputs, folder)
                if has_strace:
                    with_errors(operation, inputs, folder)
                without_its_folder(operation, inputs, folder)
                if disk is not None:
                    on_full_disks(operation, inputs, disk)
                    on_a_read_only_disk(operation, inputs, disk)
                    if any(name.endswith(".lock") for name in operation.good):
                        on_disks_that_fill_up(operation, inputs, disk)
    figure(f"{Tries.number} places where writing fails, by limits, errors, full and read-only disks")
    return end()


if __name__ == "__main__":
    sys.exit(main())

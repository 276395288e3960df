#!/usr/bin/env python3
"""Computes a table of perfectplay in blocks, on the workers of a Dask cluster.

The program does all that matters: `perfectplay plan` says which blocks there are, what each reads and
which of them a store lacks, `perfectplay block` computes one, and a file there has its name only when it
is complete. So this driver moves no data and keeps nothing: it submits one task for each block that is
missing, and what it loses is planned again by the next run.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import contextlib
import json
import logging
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypedDict

import dask
from dask.system import CPU_COUNT
from distributed import Client, Future, as_completed, get_worker
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

# The program's exit codes, which are this one's too.
DAMAGED, USAGE, REFUSED, INTERRUPTED = 1, 2, 3, 130

CONNECT_SECONDS = 10
# How often the connection is looked at, how often the scheduler is asked for its workers, and after how
# long without an answer it is lost.
WATCH_SECONDS = 0.1
ASK_SECONDS = 2.0
ANSWER_SECONDS = 30
# What fails may be the machine's fault: a task is tried so often in a round, and so many rounds.
TRIES = 3
ROUNDS = 3
# After a failure a worker takes its time, or a broken one would fail all tasks before others come to them.
PAUSE_SECONDS = 2
# How often progress is shown on a terminal, and elsewhere.
TERMINAL_SECONDS = 0.5
LOG_SECONDS = 30

EXAMPLES = """\
examples:
  dask scheduler &
  dask worker tcp://127.0.0.1:8786 --nthreads 1 --memory-limit 0 &
  python cluster/build.py tower-8 --store /shared/store --scheduler tcp://127.0.0.1:8786 \\
      --tables /shared/tables
  python cluster/build.py tower-12 --store /shared/store --scheduler tcp://head:8786 \\
      --program /shared/bin/perfectplay --block 64MiB

exit codes:
  0 all blocks are there (and the table, with --tables), 1 a block is damaged again and again,
  2 wrong use, or another plan or program in the store, 3 something is missing or refused, or the
  scheduler was lost, 130 interrupted. The same command goes on from the blocks that are there.
"""


class Failed(Exception):
    """The end of a run: an exit code, and what to say."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Block(TypedDict):
    """A block in the JSON of `perfectplay plan`; ranges have a first and a last number."""

    block: int
    bytes: int
    reads: list[list[int]]


class Plan(TypedDict):
    """The JSON of `perfectplay plan --store`."""

    table: str
    bytes: int
    block_size: int
    hash: str
    blocks: list[Block]
    missing: list[list[int]]


class Job(TypedDict):
    """What is the same for all tasks of a run."""

    program: str
    table: str
    store: str
    # What is in the file that shows whether a worker's store is this one.
    store_id: str
    block_size: int
    threads: int | None


class Outcome(TypedDict):
    """What a task returns. Errors that another try would not mend are returned and not raised."""

    block: int
    # The program's exit code; None if the block was not tried, because one that it reads has failed.
    code: int | None
    message: str
    computed: bool
    # Within the program, and around it.
    seconds: float
    elapsed: float


# What runs on workers. It is sent there as code, so it uses only what is in this file.


def store_id_file(store: str, table: str) -> Path:
    """The file in a table's folder whose random content tells it from a folder of the same name."""
    return Path(store, table, "store-id")


def examine(job: Job) -> str | None:
    """What a worker lacks, if anything."""
    if shutil.which(job["program"]) is None:
        return f"there is no program {job['program']} that may be run; --program names it"
    try:
        found = store_id_file(job["store"], job["table"]).read_text()
    except OSError as error:
        found = str(error)
    if found != job["store_id"]:
        return f"the folder {job['store']} is not there; all machines must share it under one path"
    return None


def run_program(command: list[str]) -> tuple[int, str, str]:
    """Runs a program that ends when this process does, however that ends."""
    # `communicate` would close a pipe that it knows of, and the program would take that for the end.
    read, write = os.pipe()
    try:
        with subprocess.Popen(
            command, stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            out, error = process.communicate()
    finally:
        os.close(read)
        os.close(write)
    return process.returncode, out, error


def error_of(code: int, error: str) -> str:
    """The program's own message, or the signal that ended it."""
    if code < 0:
        return f"signal {-code} ended the program (9 may mean: no memory left)"
    lines = error.strip().splitlines() or [f"exit code {code}"]
    try:
        found = json.loads(lines[-1])["error"]
    except (ValueError, KeyError, TypeError):
        return lines[-1].removeprefix("error: ")
    return "; ".join(filter(None, [found["message"], found["hint"]]))


def report_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Reports what nobody waits for, but for calls of Dask that fail when a connection ends."""
    if not isinstance(context.get("exception"), CommClosedError):
        loop.default_exception_handler(context)


def compute(job: Job, block: int, before: list[Outcome]) -> Outcome:
    """Computes a block, when those that it reads and that were missing are there."""
    outcome = Outcome(block=block, code=None, message="", computed=False, seconds=0, elapsed=0)
    if any(other["code"] != 0 for other in before):
        return outcome
    started = time.monotonic()
    worker = get_worker()
    host = socket.gethostname()
    try:
        problem = examine(job)
        if problem is not None:
            raise RuntimeError(f"worker {worker.address} on {host}: {problem}")
        command = [job["program"], "block", job["table"], str(block), "--store", job["store"]]
        command += ["--block", str(job["block_size"]), "--end-with-parent", "--json", "--quiet"]
        # A worker of one thread leaves the choice to the program, which takes all processors.
        threads = job["threads"]
        if threads is None and worker.state.nthreads > 1:
            threads = max(1, CPU_COUNT // worker.state.nthreads)
        if threads is not None:
            command += ["--threads", str(threads)]
        code, out, error = run_program(command)
        if code not in (0, 1, 2):
            raise RuntimeError(f"block {block} on {host}: {error_of(code, error)}")
        outcome["code"] = code
        if code == 0:
            report = json.loads(out)
            outcome["computed"] = report["computed"]
            outcome["seconds"] = report["seconds"]
        else:
            outcome["message"] = error_of(code, error)
    except Exception:
        time.sleep(PAUSE_SECONDS)
        raise
    outcome["elapsed"] = time.monotonic() - started
    return outcome


# What runs in the driver.


def numbers(ranges: Iterable[list[int]]) -> Iterator[int]:
    """The numbers of ranges with a first and a last one."""
    for first, last in ranges:
        yield from range(first, last + 1)


def mask(members: Iterable[int]) -> int:
    """A set of numbers as the bits of one."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits


def members(bits: int) -> Iterator[int]:
    """The numbers of a set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def dependencies(plan: Plan, todo: set[int]) -> dict[int, list[int]]:
    """The blocks of `todo` that each of them waits for, in order.

    Those that it reads, without those that one of them reads itself: that one waits for them. A table
    whose layers read all layers before it would have millions of dependencies otherwise.
    """
    wanted = mask(todo)
    reads = {block: mask(numbers(plan["blocks"][block]["reads"])) & wanted for block in todo}
    waits = {}
    for block in sorted(todo):
        behind = 0
        for other in members(reads[block]):
            behind |= reads[other]
        waits[block] = list(members(reads[block] & ~behind))
    return waits


def size(count: float) -> str:
    """Bytes as people read them."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} TiB"


def duration(seconds: float) -> str:
    """A time as people read it."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minute} min"
    return f"{minute} min {second} s" if minute else f"{second} s"


class Progress:
    """How far a run is, on standard error."""

    def __init__(self, plan: Plan, quiet: bool) -> None:
        self.plan = plan
        self.there = {block["block"] for block in plan["blocks"]} - set(numbers(plan["missing"]))
        self.started = time.monotonic()
        self.before = self.bytes()
        self.workers = 0
        self.quiet = quiet
        self.terminal = sys.stderr.isatty()
        self.last = ""

    def bytes(self) -> int:
        """How many bytes of the table are there."""
        return sum(self.plan["blocks"][block]["bytes"] for block in self.there)

    def line(self) -> str:
        """How far it is, in one line."""
        blocks, there, total = self.plan["blocks"], self.bytes(), self.plan["bytes"]
        workers = f"{self.workers} worker{'' if self.workers == 1 else 's'}"
        parts = [
            f"{self.plan['table']}: {len(self.there)} of {len(blocks)} blocks",
            f"{size(there)} of {size(total)}",
            workers if self.workers else "waiting for workers",
        ]
        if there > self.before:
            rate = (there - self.before) / (time.monotonic() - self.started)
            parts += [f"{size(rate)}/s", f"about {duration((total - there) / rate)} left"]
        return ", ".join(parts)

    def show(self) -> None:
        """Shows it, in place of what was shown on a terminal."""
        line = self.line()
        if self.quiet or (line == self.last and not self.terminal):
            return
        self.last = line
        if self.terminal:
            width = shutil.get_terminal_size().columns
            print(f"\r\x1b[2K{line[: width - 1]}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Takes the line from the terminal."""
        if self.terminal and not self.quiet:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)

    def say(self, message: str) -> None:
        """Prints a line above."""
        self.clear()
        print(message, file=sys.stderr, flush=True)


def ask_program(command: list[str]) -> str:
    """What the program prints."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Failed(REFUSED, f"cannot start {command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        raise Failed(done.returncode, error_of(done.returncode, done.stderr))
    return done.stdout


class Run:
    """One call of this driver."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.program: str = args.program
        if os.path.dirname(self.program):
            self.program = os.path.abspath(self.program)
        if shutil.which(self.program) is None:
            what = f"there is no program {self.program} that may be run; --program names it"
            raise Failed(REFUSED, what)
        self.store = os.path.abspath(args.store)
        self.plan = self.ask_plan()
        self.progress = Progress(self.plan, args.quiet)
        self.job = Job(
            program=self.program,
            table=args.table,
            store=self.store,
            store_id=self.store_id(),
            block_size=self.plan["block_size"],
            threads=args.threads,
        )
        self.check_tables()
        # In how many rounds a block has failed.
        self.failures: Counter[int] = Counter()
        self.outcomes: list[Outcome] = []
        self.interrupted = False

    def ask_plan(self) -> Plan:
        """The plan, and the blocks that are missing now."""
        command = [self.program, "plan", self.args.table, "--store", self.store, "--json"]
        if self.args.block is not None:
            command += ["--block", self.args.block]
        try:
            plan: Plan = json.loads(ask_program(command))
        except ValueError:
            raise Failed(USAGE, f"{self.program} is another program: it prints no plan") from None
        return plan

    def store_id(self) -> str:
        """What tells the store from another folder of that name, written by the first driver."""
        path = store_id_file(self.store, self.args.table)
        partial = path.with_name(f"store-id.{uuid.uuid4().hex}.partial")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                partial.write_text(uuid.uuid4().hex)
                # A link fails where another driver was first; not all file systems have links.
                try:
                    os.link(partial, path)
                    partial.unlink()
                except FileExistsError:
                    partial.unlink()
                except OSError:
                    partial.replace(path)
            return path.read_text()
        except OSError as error:
            raise Failed(REFUSED, f"cannot write to {path.parent}: {error.strerror}") from None

    def check_tables(self) -> None:
        """Makes sure that the table can be made at the end, as far as can be known before the first block."""
        if self.args.tables is None:
            return
        folder = Path(os.path.abspath(self.args.tables))
        if (folder / f"{self.args.table}.table").exists():
            return
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            raise Failed(REFUSED, f"cannot write to {folder}; --tables names another folder")
        need, free = self.plan["bytes"], shutil.disk_usage(folder).free
        blocks = sum(self.plan["blocks"][block]["bytes"] for block in numbers(self.plan["missing"]))
        if os.stat(folder).st_dev == os.stat(store_id_file(self.store, self.args.table)).st_dev:
            need += blocks
        if free < need:
            raise Failed(
                REFUSED,
                f"the table and the blocks that are missing need {size(need)} of disk space in {folder}, and "
                f"{size(free)} are free; free some, or choose another folder with --tables",
            )

    def compute_missing(self, check_all: bool) -> None:
        """Makes sure that all blocks are there; with `check_all`, that all their bytes are right."""
        todo = set(numbers(self.plan["missing"]))
        if check_all:
            todo = set(range(len(self.plan["blocks"])))
        if not todo:
            return
        try:
            asyncio.run(self.until_interrupted(todo))
        finally:
            self.progress.clear()

    async def until_interrupted(self, todo: set[int]) -> None:
        """Does it, unless Ctrl-C or a signal to terminate comes; a second one ends the driver at once."""
        session = asyncio.ensure_future(self.session(todo))

        def interrupt() -> None:
            if not session.cancel() or self.interrupted:
                os._exit(INTERRUPTED)
            self.interrupted = True

        loop = asyncio.get_running_loop()
        loop.set_exception_handler(report_fault)
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # on Windows
                loop.add_signal_handler(number, interrupt)
        try:
            await session
        except asyncio.CancelledError:
            raise Failed(INTERRUPTED, f"interrupted; {self.advice()}") from None

    async def session(self, todo: set[int]) -> None:
        """Connects, and submits what is to do until nothing is left."""
        client = await self.connect()
        work = asyncio.create_task(self.work(client, todo))
        tasks = [work, asyncio.create_task(self.watch(client)), asyncio.create_task(self.report())]
        try:
            if self.interrupted:  # and connecting has swallowed that
                raise asyncio.CancelledError
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if client.status != "running":
                # It may have ended the work too, with another error.
                raise self.lost()
            for task in tasks:
                if task.done():
                    task.result()
        except (OSError, concurrent.futures.CancelledError):
            # A call of Dask that was under way.
            raise self.lost() from None
        finally:
            for task in tasks:
                task.cancel()
            # A call of Dask that ends at this moment may swallow that; the end of the client ends it too.
            await asyncio.wait(tasks, timeout=1)
            # This cancels what is queued. What runs on workers is finished there.
            await self.close(client)
            await asyncio.wait(tasks, timeout=CONNECT_SECONDS)
            for task in tasks:
                if not task.cancelled():
                    # It has been raised, or came too late to matter.
                    with contextlib.suppress(asyncio.InvalidStateError):
                        task.exception()

    @staticmethod
    async def close(client: Client) -> None:
        """Closes a client, whatever state it is in."""
        with contextlib.suppress(Exception):
            await asyncio.wait_for(client.close(), CONNECT_SECONDS)

    async def connect(self) -> Client:
        """A client of the scheduler."""
        address = self.args.scheduler
        try:
            client = Client(address, asynchronous=True, timeout=CONNECT_SECONDS, name="perfectplay")
            await asyncio.wait_for(client, 2 * CONNECT_SECONDS)
        except ValueError as error:
            raise Failed(USAGE, f"--scheduler {address}: {error}") from None
        except (OSError, asyncio.TimeoutError):
            raise Failed(REFUSED, f"no scheduler answers at {address}; `dask scheduler` starts one") from None
        found = await client.run(examine, self.job, on_error="return")
        problems = [f"worker {worker}: {what}" for worker, what in found.items() if what]
        if problems:
            await self.close(client)
            more = f" (and {len(problems) - 1} more workers)" if len(problems) > 1 else ""
            raise Failed(REFUSED, problems[0] + more)
        return client

    def advice(self) -> str:
        """How to go on."""
        there, blocks = len(self.progress.there), len(self.plan["blocks"])
        return f"{there} of {blocks} blocks are there, and the same command goes on from them"

    def lost(self) -> Failed:
        """That there is no connection any more."""
        return Failed(
            REFUSED,
            f"the connection to the scheduler {self.args.scheduler} was lost; start it and its "
            f"workers again if they do not run: {self.advice()}",
        )

    async def watch(self, client: Client) -> None:
        """Fails when the scheduler is lost. One that comes back knows nothing of this run."""
        asked = -ASK_SECONDS
        while client.status == "running":
            if time.monotonic() - asked >= ASK_SECONDS:
                try:
                    workers = await asyncio.wait_for(client.nthreads(), ANSWER_SECONDS)
                except asyncio.TimeoutError:
                    break
                self.progress.workers = len(workers)
                asked = time.monotonic()
            await asyncio.sleep(WATCH_SECONDS)
        raise self.lost()

    async def report(self) -> None:
        """Shows progress, once something may have happened."""
        while True:
            await asyncio.sleep(TERMINAL_SECONDS if self.progress.terminal else LOG_SECONDS)
            self.progress.show()

    async def work(self, client: Client, todo: set[int]) -> None:
        """Submits what is to do until nothing is left."""
        blocks = self.plan["blocks"]
        while todo:
            outcomes, errors = await self.one_round(client, todo)
            again: set[int] = set()
            for outcome in outcomes:
                if outcome["code"] == DAMAGED:
                    # Which one is damaged? Computing a block checks it, if it is there.
                    again |= {outcome["block"], *numbers(blocks[outcome["block"]]["reads"])}
                    errors.append((outcome["block"], DAMAGED, outcome["message"]))
            for block, code, message in errors:
                self.failures[block] += 1
                if self.failures[block] >= ROUNDS:
                    raise Failed(code, f"{message} ({ROUNDS} rounds failed; {self.advice()})")
            if errors:
                count = f"{len(errors)} block{'' if len(errors) == 1 else 's'}"
                self.progress.say(f"warning: {count} could not be computed, and will be tried again")
            self.plan = await asyncio.to_thread(self.ask_plan)
            todo = again | set(numbers(self.plan["missing"]))

    async def one_round(
        self, client: Client, todo: set[int]
    ) -> tuple[list[Outcome], list[tuple[int, int, str]]]:
        """Submits blocks once; returns what came of them, and the errors of those that were tried."""
        futures: dict[int, Future[Outcome]] = {}
        token = uuid.uuid4().hex[:8]
        for block, waits in dependencies(self.plan, todo).items():
            futures[block] = client.submit(
                compute,
                self.job,
                block,
                [futures[other] for other in waits],
                key=f"{self.args.table}-block-{block:05}-{token}",
                retries=TRIES - 1,
                # Lower blocks have more that waits for them.
                priority=-block,
                pure=False,
            )
        numbers_of = {future.key: block for block, future in futures.items()}
        completed = as_completed(futures.values())
        futures.clear()
        outcomes: list[Outcome] = []
        errors: dict[str, tuple[int, int, str]] = {}
        async for future in completed:
            block = numbers_of[future.key]
            if future.status == "cancelled":
                raise self.lost()
            error = await future.exception() if future.status == "error" else None
            if isinstance(error, KilledWorker):
                message = f"block {block}: the workers that computed it were lost, the last one was "
                message += error.last_worker.address
            elif error is not None:
                message = str(error)
            else:
                self.note(await future, outcomes)
                continue
            # Those that wait for a block that failed fail with its error.
            if message not in errors:
                errors[message] = (block, REFUSED, message)
                self.progress.say(f"warning: {message}")
        return outcomes, list(errors.values())

    def note(self, outcome: Outcome, outcomes: list[Outcome]) -> None:
        """Takes what a task has returned."""
        if outcome["code"] == USAGE:
            raise Failed(USAGE, outcome["message"])
        if outcome["code"] == DAMAGED and all(outcome["message"] != other["message"] for other in outcomes):
            # Others may read the same damaged block.
            self.progress.say(f"warning: {outcome['message']}")
        if outcome["code"] == 0:
            self.progress.there.add(outcome["block"])
        outcomes.append(outcome)
        self.outcomes.append(outcome)

    def merge(self) -> None:
        """Makes the table of the blocks, or says how."""
        command = [self.program, "merge", self.args.table, "--store", self.store]
        command += ["--tables", os.path.abspath(self.args.tables) if self.args.tables else "DIR"]
        if self.args.tables is None:
            if not self.args.quiet:
                self.progress.say(
                    f"all blocks are there; the table is made of them by\n  {shlex.join(command)}"
                )
            return
        # Nothing but the JSON of this driver is on its standard output.
        quiet = ["--quiet"] if self.args.quiet or self.args.json else []
        code = subprocess.run([*command, *quiet], check=False).returncode
        if code == DAMAGED:
            self.progress.say("warning: all blocks are checked, and damaged ones computed again")
            self.compute_missing(check_all=True)
            code = subprocess.run([*command, *quiet], check=False).returncode
        if code != 0:
            # It has said why.
            sys.exit(INTERRUPTED if code == -signal.SIGINT else max(code, 1))

    def summary(self) -> str:
        """What was done, as JSON."""
        done = [outcome for outcome in self.outcomes if outcome["code"] == 0]
        return json.dumps(
            {
                "table": self.args.table,
                "bytes": self.plan["bytes"],
                "block_size": self.plan["block_size"],
                "blocks": len(self.plan["blocks"]),
                "tasks": len(self.outcomes),
                "computed": sum(outcome["computed"] for outcome in done),
                "seconds": time.monotonic() - self.progress.started,
                "program_seconds": sum(outcome["seconds"] for outcome in done),
                "task_seconds": sum(outcome["elapsed"] for outcome in done),
            }
        )


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Computes a table of perfectplay in blocks, on the workers of a Dask cluster.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", metavar="TABLE", help="the table, as in tower-8 or stake-4")
    parser.add_argument(
        "--store", metavar="DIR", required=True, help="the folder of blocks that all machines share"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", required=True, help="as in tcp://127.0.0.1:8786")
    parser.add_argument(
        "--program",
        metavar="PATH",
        default="perfectplay",
        help="the program, here and on the workers [default: perfectplay in the PATH of each]",
    )
    parser.add_argument(
        "--block",
        metavar="SIZE",
        help="the most bytes of a block, as in 64MiB [default: as in the store, else as in "
        "`perfectplay plan`]",
    )
    parser.add_argument(
        "--tables", metavar="DIR", help="make the table at the end, in this folder, on this machine"
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=positive,
        help="threads of each block [default: the worker's processors, divided by the number of "
        "blocks that it computes at once, its --nthreads]",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="submit all blocks: those that are there are checked, and computed again if damaged",
    )
    parser.add_argument("--json", action="store_true", help="print at the end what was done")
    parser.add_argument("--quiet", action="store_true", help="print only warnings and errors")
    return parser


def positive(text: str) -> int:
    """A number of threads."""
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError("it must be a number from 1 to 1024")
    return int(text)


def ended(steps: Callable[[], None]) -> int:
    """The exit code of what may fail."""
    try:
        steps()
    except Failed as failed:
        print(f"error: {failed}", file=sys.stderr)
        return failed.code
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return INTERRUPTED
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Runs the driver."""
    args = parser().parse_args(arguments)
    # What Dask says of lost connections is said here in other words. It has set the levels of some of its
    # loggers, so that of the one above them is not enough.
    for name in ["distributed", *(name for name in logging.root.manager.loggerDict if "distributed" in name)]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    settings: dict[str, Any] = {"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s"}

    def steps() -> None:
        run = Run(args)
        run.compute_missing(args.check)
        run.merge()
        if args.json:
            print(run.summary())

    with dask.config.set(settings):
        return ended(steps)


if __name__ == "__main__":
    sys.exit(main())

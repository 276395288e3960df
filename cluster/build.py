#!/usr/bin/env python3
"""Computes a table of perfectplay in blocks, on the workers of a Dask cluster.

The program does all that matters: `perfectplay plan` says which blocks there are, what each reads and
which of them a store lacks, `perfectplay block` computes one, and a file there has its name only when it
is complete. So this driver moves no data and keeps nothing: it submits one task for each block that is
missing, and what it loses is planned again by the next run.

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

from __future__ import annotations

import argparse
import asyncio
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
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn, cast

import dask
import dask.system
from dask.utils import format_bytes, format_time
from distributed import CancelledError, Client, Future, Security, TimeoutError, as_completed, get_worker
from distributed.comm.core import connect
from distributed.scheduler import KilledWorker
from distributed.utils import import_term

# The program's exit codes, which are this one's too.
DAMAGED, USAGE, REFUSED, INTERRUPTED = 1, 2, 3, 130

CONNECT_SECONDS = 10
# How often the driver looks what has ended, how often it asks the scheduler for its workers, and after how
# long without an answer the scheduler is lost.
LOOK_SECONDS = 0.02
ASK_SECONDS = 2.0
ANSWER_SECONDS = 30
# What fails may be the machine's fault: a task is tried so often in a round, and this many rounds.
TRIES = 3
ROUNDS = 3
# After a failure a worker takes its time, or a broken one would fail all tasks before others come to them.
PAUSE_SECONDS = 2
# How often progress is shown on a terminal, and elsewhere.
TERMINAL_SECONDS = 0.5
LOG_SECONDS = 30

# The JSON of `perfectplay plan --store`. Ranges in it have a first and a last number.
Plan = dict[str, Any]
# What a task returns: the program's exit code, its error as "message", and for code 0 its JSON and
# "elapsed", the seconds around it. The code is None if a block that this one reads has failed.
Outcome = dict[str, Any]


class Failed(Exception):
    """The end of a run: an exit code, and what to say."""


# What runs on workers. It is sent there as code, so it uses only what is in this file.


def examine(args: argparse.Namespace) -> str | None:
    """What a worker lacks, if anything."""
    if shutil.which(args.program) is None:
        return f"there is no program {args.program} that may be run; --program names it"
    with contextlib.suppress(OSError):
        if Path(args.store, args.table, "store-id").read_text() == args.store_id:
            return None
    return f"the folder {args.store} is not there; all machines must share it under one path"


def ending(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    """The exit code of a program, and its own message or the signal that ended it."""
    if done.returncode < 0:
        return REFUSED, f"signal {-done.returncode} ended the program (9 may mean: no memory left)"
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    try:
        found = json.loads(lines[-1])["error"]
    except (ValueError, KeyError, TypeError):
        return done.returncode, lines[-1].removeprefix("error: ")
    return done.returncode, "; ".join(filter(None, [found["message"], found["hint"]]))


def compute(args: argparse.Namespace, block: int, before: list[Outcome]) -> Outcome:
    """Computes a block. Only errors that another try may mend are raised."""
    if any(outcome["code"] != 0 for outcome in before):
        return {"code": None}
    started = time.monotonic()
    worker, host = get_worker(), socket.gethostname()
    try:
        if problem := examine(args):
            raise RuntimeError(f"worker {worker.address} on {host}: {problem}")
        command = [args.program, "block", args.table, str(block), "--store", args.store]
        command += ["--block", args.block, "--end-with-parent", "--json", "--quiet"]
        # A worker of one thread leaves the choice to the program, which takes all processors.
        if args.threads or worker.state.nthreads > 1:
            # Of the worker's machine: a number imported by its name would come from the driver's.
            processors = dask.system.CPU_COUNT
            command += ["--threads", str(args.threads or max(1, processors // worker.state.nthreads))]
        # Only this process has the pipe's other end, so the program ends with it, however it ends.
        read, write = os.pipe()
        with open(read), open(write, "w"):
            done = subprocess.run(command, stdin=read, capture_output=True, text=True)
        if done.returncode == 0:
            return {**json.loads(done.stdout), "code": 0, "elapsed": time.monotonic() - started}
        code, message = ending(done)
        if code not in (DAMAGED, USAGE):
            raise RuntimeError(f"block {block} on {host}: {message}")
        return {"code": code, "message": message}
    except Exception:
        time.sleep(PAUSE_SECONDS)
        raise


# What runs in the driver.


def numbers(ranges: Iterable[list[int]]) -> Iterator[int]:
    """The numbers of ranges."""
    for first, last in ranges:
        yield from range(first, last + 1)


def dependencies(plan: Plan, todo: set[int]) -> dict[int, list[int]]:
    """The blocks of `todo` that each of them waits for.

    Those that it reads, without those that another of these waits for. A table whose layers read all layers
    before it would have millions of dependencies otherwise.
    """
    waits: dict[int, list[int]] = {}
    # All blocks that must be there before one, as the bits of a number.
    behind: dict[int, int] = {}
    for block in sorted(todo):
        waits[block], behind[block] = [], 0
        # A block reads lower ones only, so the highest has most behind it.
        for other in sorted(todo.intersection(numbers(plan["blocks"][block]["reads"])), reverse=True):
            if not behind[block] >> other & 1:
                waits[block].append(other)
                behind[block] |= behind[other] | 1 << other
    return waits


def counted(count: int, what: str) -> str:
    """As many of something."""
    return f"{count} {what}{'' if count == 1 else 's'}"


class Progress:
    """How far a run is, on standard error."""

    def __init__(self, plan: Plan, quiet: bool) -> None:
        self.table, self.total, self.quiet = plan["table"], plan["bytes"], quiet
        self.sizes = [block["bytes"] for block in plan["blocks"]]
        self.there = set(range(len(self.sizes))).difference(numbers(plan["missing"]))
        self.before = self.bytes()
        self.workers = 0
        self.started = self.shown = time.monotonic()
        self.last = ""
        # What takes the last line from a terminal.
        self.erase = "\r\x1b[2K" if sys.stderr.isatty() and not quiet else ""

    def bytes(self) -> int:
        """How many bytes are there."""
        return sum(self.sizes[block] for block in self.there)

    def say(self, message: str, end: str = "\n") -> None:
        """Prints a line, on a terminal in place of how far it is."""
        print(self.erase + message, end=end, file=sys.stderr, flush=True)

    def show(self) -> None:
        """Shows how far it is, if it is time for that."""
        now = time.monotonic()
        if self.quiet or now - self.shown < (TERMINAL_SECONDS if self.erase else LOG_SECONDS):
            return
        self.shown = now
        there = self.bytes()
        workers = counted(self.workers, "worker") if self.workers else "waiting for workers"
        line = f"{self.table}: {len(self.there)} of {len(self.sizes)} blocks, {format_bytes(there)} of "
        line += f"{format_bytes(self.total)}, {workers}"
        if there > self.before:
            rate = (there - self.before) / (now - self.started)
            line += f", {format_bytes(int(rate))}/s, about {format_time((self.total - there) / rate)} left"
        if self.erase:
            self.say(line[: shutil.get_terminal_size().columns - 1], end="")
        elif line != self.last:
            self.say(line)
        self.last = line


def fault(error: Exception) -> str:
    """What has ended a task."""
    if isinstance(error, KilledWorker):
        _, block = cast(tuple[str, int], error.task)
        last = error.last_worker.address
        return f"block {block}: the workers that computed it were lost, the last one was {last}"
    return str(error)


async def reach(address: str) -> None:
    """Fails where no scheduler answers. A client would wait for ever for one that is stopped."""
    loader = dask.config.get("distributed.client.security-loader")
    security = import_term(loader)({"address": address}) if loader else None
    comm = await connect(address, **(security or Security()).get_connection_args("client"))
    await comm.close()


class Run:
    """One call of this driver."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        args.store = os.path.abspath(args.store)
        if os.path.dirname(args.program):
            args.program = os.path.abspath(args.program)
        if shutil.which(args.program) is None:
            what = f"there is no program {args.program} that may be run; --program names it"
            raise Failed(REFUSED, what)
        self.folder = Path(args.store, args.table)
        self.plan = self.ask_plan()
        self.progress = Progress(self.plan, args.quiet)
        # Workers have it from here.
        args.block, args.store_id = str(self.plan["block_size"]), self.store_id()
        if args.tables is not None:
            args.tables = os.path.abspath(args.tables)
            self.check_tables(Path(args.tables))
        # In how many rounds a block has failed.
        self.failures: Counter[int] = Counter()
        self.outcomes: list[Outcome] = []
        # When the scheduler was asked for its workers.
        self.asked = -ASK_SECONDS

    def ask_plan(self) -> Plan:
        """The plan, and the blocks that are missing now."""
        command = [self.args.program, "plan", self.args.table, "--store", self.args.store, "--json"]
        command += ["--block", self.args.block] if self.args.block is not None else []
        try:
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise Failed(*ending(done))
            plan: Plan = json.loads(done.stdout)
        except OSError as error:
            raise Failed(REFUSED, f"cannot start {self.args.program}: {error.strerror}") from None
        except ValueError:
            raise Failed(USAGE, f"{self.args.program} is another program: it prints no plan") from None
        return plan

    def store_id(self) -> str:
        """What tells the store from another folder of that name: random, and written by the first driver."""
        path = self.folder / "store-id"
        partial = path.with_name(f"store-id.{uuid.uuid4().hex}.partial")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                partial.write_text(uuid.uuid4().hex)
                try:
                    os.link(partial, path)
                except FileExistsError:
                    pass  # another driver was first
                except OSError:
                    partial.replace(path)  # not all file systems have links
                partial.unlink(missing_ok=True)
            return path.read_text()
        except OSError as error:
            raise Failed(REFUSED, f"cannot write to {self.folder}: {error.strerror}") from None

    def check_tables(self, folder: Path) -> None:
        """Makes sure that the table can be made at the end, as far as can be known before the first block."""
        if (folder / f"{self.args.table}.table").exists():
            return
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            raise Failed(REFUSED, f"cannot write to {folder}; --tables names another folder")
        need, free = self.plan["bytes"], shutil.disk_usage(folder).free
        if folder.stat().st_dev == self.folder.stat().st_dev:
            need += sum(self.progress.sizes) - self.progress.before
        if free < need:
            what = f"the table and the blocks that are missing need {format_bytes(need)} of disk space in "
            what += f"{folder}, and {format_bytes(free)} are free"
            raise Failed(REFUSED, f"{what}; free some, or choose another folder with --tables")

    def advice(self) -> str:
        """How to go on."""
        there, blocks = len(self.progress.there), len(self.plan["blocks"])
        return f"{there} of {blocks} blocks are there, and the same command goes on from them"

    def compute(self, todo: set[int]) -> None:
        """Makes sure that these blocks are there and right, and that none is missing."""
        if not todo:
            return
        address = self.args.scheduler
        try:
            asyncio.run(asyncio.wait_for(reach(address), 2 * CONNECT_SECONDS))
            client = Client(address, name="perfectplay")
        except (ValueError, TypeError) as error:
            raise Failed(USAGE, f"--scheduler {address}: {error}") from None
        except (OSError, TimeoutError):
            raise Failed(REFUSED, f"no scheduler answers at {address}; `dask scheduler` starts one") from None
        try:
            found = client.run(examine, self.args, on_error="return")
            problems = [f"worker {worker}: {what}" for worker, what in found.items() if what]
            if problems:
                more = f" (and {len(problems) - 1} more workers)" if len(problems) > 1 else ""
                raise Failed(REFUSED, problems[0] + more)
            while todo:
                todo = self.one_round(client, todo)
        except Exception as error:
            # Dask may have any error when the connection ends.
            if client.status == "running" and not isinstance(error, (OSError, TimeoutError, CancelledError)):
                raise
            what = f"the connection to the scheduler {address} was lost; start it and its workers again"
            raise Failed(REFUSED, f"{what} if they do not run: {self.advice()}") from None
        finally:
            self.progress.say("", end="")
            # This cancels what is queued. What runs on workers is finished there.
            with contextlib.suppress(Exception):
                client.close(timeout=CONNECT_SECONDS)

    def one_round(self, client: Client, todo: set[int]) -> set[int]:
        """Submits blocks once; returns those of the next round."""
        futures: dict[int, Future[Outcome]] = {}
        name = f"{self.args.table}-block-{uuid.uuid4().hex[:8]}"
        for block, waits in dependencies(self.plan, todo).items():
            futures[block] = client.submit(
                compute,
                self.args,
                block,
                [futures[other] for other in waits],
                key=(name, block),
                retries=TRIES - 1,
                # Lower blocks have more that waits for them.
                priority=-block,
            )
        completed = as_completed(futures.values())
        # What nobody refers to is not computed again when its worker ends.
        futures.clear()
        again: set[int] = set()
        errors: list[tuple[int, int, str]] = []
        while not completed.is_empty():
            self.watch(client)
            for future in completed.next_batch(block=False):
                self.watch(client)
                block = future.key[1]
                try:
                    outcome = future.result(timeout=CONNECT_SECONDS)
                    self.outcomes.append(outcome)
                except Exception as error:
                    if future.status == "error":
                        outcome = {"code": REFUSED, "message": fault(error)}
                    elif isinstance(error, TimeoutError):
                        # It was lost with its worker, or the scheduler does not answer.
                        completed.add(future)
                        continue
                    else:
                        raise
                code = outcome["code"]
                if code == 0:
                    self.progress.there.add(block)
                elif code == USAGE:
                    raise Failed(USAGE, outcome["message"])
                elif code is not None:
                    # Those that wait for a block fail with its error; more than one may read a damaged block.
                    new = all(outcome["message"] != message for *_, message in errors)
                    if new:
                        self.progress.say(f"warning: {outcome['message']}")
                    if code == DAMAGED:
                        # Which one is damaged? Computing a block checks it, if it is there.
                        again |= {block, *numbers(self.plan["blocks"][block]["reads"])}
                    if new or code == DAMAGED:
                        errors.append((block, code, outcome["message"]))
            time.sleep(LOOK_SECONDS)
        for block, code, message in errors:
            self.failures[block] += 1
            if self.failures[block] >= ROUNDS:
                raise Failed(code, f"{message} ({ROUNDS} rounds failed; {self.advice()})")
        if errors:
            count = counted(len(errors), "block")
            self.progress.say(f"warning: {count} could not be computed, and will be tried again")
        self.plan = self.ask_plan()
        return again.union(numbers(self.plan["missing"]))

    def watch(self, client: Client) -> None:
        """Fails when the scheduler is lost. One that comes back knows nothing of this run."""
        if signal.getsignal(signal.SIGINT) is not interrupt:
            raise KeyboardInterrupt  # once more, in case it came where Python must ignore it
        if client.status != "running":
            raise ConnectionError
        if time.monotonic() - self.asked >= ASK_SECONDS:
            self.progress.workers = len(client.nthreads(callback_timeout=ANSWER_SECONDS))
            self.asked = time.monotonic()
        self.progress.show()

    def merge(self) -> int:
        """Makes the table of the blocks, or says how; returns the exit code."""
        command = [self.args.program, "merge", self.args.table, "--store", self.args.store, "--tables"]
        if self.args.tables is None:
            if not self.args.quiet:
                how = shlex.join([*command, "DIR"])
                self.progress.say(f"all blocks are there; the table is made of them by\n  {how}")
            return 0
        command.append(self.args.tables)
        # Nothing but the JSON of this driver is on its standard output.
        command += ["--quiet"] if self.args.quiet or self.args.json else []
        done = subprocess.run(command, text=True)
        if done.returncode == DAMAGED:
            self.progress.say("warning: all blocks are checked, and damaged ones computed again")
            self.compute(set(range(len(self.plan["blocks"]))))
            done = subprocess.run(command, text=True)
        if done.returncode == -signal.SIGINT:
            raise KeyboardInterrupt
        if done.returncode < 0:
            raise Failed(*ending(done))
        # The program has said why, if it failed.
        return done.returncode

    def make(self) -> int:
        """Makes all blocks, and the table; returns the exit code."""
        blocks = len(self.plan["blocks"])
        self.compute(set(range(blocks) if self.args.check else numbers(self.plan["missing"])))
        code = self.merge()
        if code == 0 and self.args.json:
            done = [outcome for outcome in self.outcomes if outcome["code"] == 0]
            summary = {name: self.plan[name] for name in ("table", "bytes", "block_size")} | {
                "blocks": blocks,
                "tasks": len(self.outcomes),
                "computed": sum(outcome["computed"] for outcome in done),
                "seconds": time.monotonic() - self.progress.started,
                "program_seconds": sum(outcome["seconds"] for outcome in done),
                "task_seconds": sum(outcome["elapsed"] for outcome in done),
            }
            print(json.dumps(summary))
        return code


def threads(text: str) -> int:
    """A number of threads."""
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError("it must be a number from 1 to 1024")
    return int(text)


def parse() -> argparse.Namespace:
    """The command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    add = parser.add_argument
    add("table", metavar="TABLE", help="the table, as in tower-8 or stake-4")
    add("--store", metavar="DIR", required=True, help="the folder of blocks that all machines share")
    add("--scheduler", metavar="ADDRESS", required=True, help="as in tcp://127.0.0.1:8786")
    what = "the program, here and on the workers [default: perfectplay in the PATH of each]"
    add("--program", metavar="PATH", default="perfectplay", help=what)
    what = "the most bytes of a block, as in 64MiB [default: as in the store, else as in `perfectplay plan`]"
    add("--block", metavar="SIZE", help=what)
    add("--tables", metavar="DIR", help="make the table at the end, in this folder, on this machine")
    what = "threads of each block [default: the worker's processors, divided by the number of blocks that it "
    add("--threads", metavar="N", type=threads, help=what + "computes at once, its --nthreads]")
    what = "submit all blocks: those that are there are checked, and computed again if damaged"
    add("--check", action="store_true", help=what)
    add("--json", action="store_true", help="print at the end what was done")
    add("--quiet", action="store_true", help="print only warnings and errors")
    return parser.parse_args()


def interrupt(*_: object) -> NoReturn:
    """Ends a run in order, on Ctrl-C or a signal to terminate; a second one ends it at once."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(INTERRUPTED))
    raise KeyboardInterrupt


def main() -> int:
    """Runs the driver."""
    args = parse()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    # What Dask says of lost connections is said here in other words.
    logging.disable(logging.ERROR)
    dask.config.set({"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s"})
    run = None
    try:
        run = Run(args)
        return run.make()
    except KeyboardInterrupt:
        code, message = INTERRUPTED, f"interrupted; {run.advice()}" if run else "interrupted"
    except Failed as failed:
        code, message = failed.args
    print(f"error: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Tests of build.py with real schedulers and workers, and small tables.

PERFECTPLAY=target/release/perfectplay python -m unittest discover cluster
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import build

HERE = Path(__file__).resolve().parent
PROGRAM = str(
    Path(os.environ.get("PERFECTPLAY", HERE.parent / "target" / "release" / "perfectplay")).resolve()
)
CATALOGUE = str(
    Path(
        os.environ.get("PERFECTPLAY_CATALOGUE", HERE.parent / "catalogue/program/target/release/catalogue")
    ).resolve()
)
SIZE = ["--block", "64KiB"]
# Exit code, what is said, arguments and options.
WRONG_USE: list[tuple[int, str, list[str], dict[str, str]]] = [
    (2, "it must be a number from 1 to 1024", ["tower-3", "--threads", "0"], {}),
    (2, "", ["tower-3", "--block", "7"], {}),
    (2, "--scheduler nonsense://x: ", ["tower-3"], {"address": "nonsense://x"}),
    (2, "error: /bin/true is another program: it prints no plan\n", ["tower-3"], {"program": "/bin/true"}),
    (3, "there is no program /no/such/program that", ["tower-3"], {"program": "/no/such/program"}),
    (3, "/proc", ["tower-3", "--tables", "/proc/tables"], {}),
]
# With sizes of blocks that make many.
TABLES_TO_KILL = [("tower-8", "4MiB"), ("stake-4", "64KiB")]


def wait_until(condition: Callable[[], bool], seconds: float = 30) -> None:
    """Waits until something is true, and fails if that takes too long."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def running(text: str) -> list[int]:
    """The processes of `perfectplay block` with this in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().decode(errors="replace").split("\0")
            if "block" in words[1:3] and text in words:
                found.append(int(path.parent.name))
    return found


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process as a power cut does."""
    process.kill()
    process.wait()


def plan_of(table: str, size: str) -> build.Plan:
    """The plan of a table in blocks of a size."""
    command = [PROGRAM, "plan", table, "--block", size, "--json"]
    plan: build.Plan = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return plan


class Cluster:
    """A scheduler and workers in a folder of their own, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = ""
        self.start_scheduler("0")

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """A process of Dask."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def start_scheduler(self, port: str) -> None:
        """A scheduler at this port."""
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        options = ["--host", "127.0.0.1", "--port", port, "--no-dashboard", "--scheduler-file"]
        self.scheduler = self.start("dask_scheduler", *options, str(file))
        wait_until(lambda: file.exists() and bool(file.read_text().strip().endswith("}")))
        self.address = json.loads(file.read_text())["address"]

    def start_workers(self, number: int) -> None:
        """More workers, which have to be killed once."""
        options = ["--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--no-dashboard"]
        for _ in range(number):
            self.workers.append(self.start("dask_worker", self.address, *options))

    def kill_workers(self) -> None:
        """Ends all workers."""
        while self.workers:
            kill(self.workers.pop())

    def stop(self) -> None:
        """Ends everything."""
        self.kill_workers()
        kill(self.scheduler)


class Ended:
    """What a run of the driver left."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.out, self.error = process.communicate(timeout=120)
        self.code = process.returncode

    def __repr__(self) -> str:
        return f"exit code {self.code}\n{self.out}{self.error}"

    def summary(self) -> dict[str, Any]:
        """The JSON of a run that went well."""
        if self.code != 0:
            raise AssertionError(repr(self))
        found: dict[str, Any] = json.loads(self.out.splitlines()[-1])
        return found


class DriverCase(unittest.TestCase):
    """Tests that have a cluster of two workers, and each an empty folder."""

    cluster: Cluster
    shared: tempfile.TemporaryDirectory[str]
    tables: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.shared = tempfile.TemporaryDirectory()
        cls.tables = Path(cls.shared.name, "tables")
        command = [PROGRAM, "build", "tower-5", "stake-4", "--quiet", "--tables", str(cls.tables)]
        subprocess.run(command, check=True)
        cls.cluster = Cluster(Path(cls.shared.name))
        cls.cluster.start_workers(2)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.cluster.stop()
        cls.shared.cleanup()

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.store = self.folder / "it's a store"
        # The option to make the table.
        self.into = ["--tables", str(self.folder / "tables")]

    def begin(self, *arguments: str, address: str = "", program: str = PROGRAM) -> subprocess.Popen[str]:
        """Starts the driver."""
        command = [sys.executable, str(HERE / "build.py"), *arguments, "--store", str(self.store)]
        command += ["--scheduler", address or self.cluster.address, "--program", program, "--json"]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def drive(self, *arguments: str, **options: str) -> Ended:
        """Runs the driver."""
        return Ended(self.begin(*arguments, **options))

    def assert_ends(self, run: Ended, code: int, says: str = "") -> None:
        """A run has ended with this exit code, and this among its errors."""
        self.assertEqual(run.code, code, run)
        self.assertIn(says, run.error, run)

    def block(self, table: str, number: int) -> Path:
        """The file of a block."""
        return self.store / table / f"block-{number:05}"

    def damage(self, table: str, number: int) -> None:
        """Changes a byte of a block."""
        path = self.block(table, number)
        content = bytearray(path.read_bytes())
        content[len(content) // 2 + 30_000] ^= 1
        path.unlink()
        path.write_bytes(content)

    def wrapper(self, script: str) -> str:
        """A program that does this before it is perfectplay; `$number` is the block."""
        path = self.folder / "wrapper"
        lines = ["#!/bin/sh", "number=-", '[ "$1" = block ] && number=$3', script, f"exec '{PROGRAM}' \"$@\""]
        path.write_text("\n".join(lines) + "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def assert_table(self, table: str) -> None:
        """The merged table has the bytes of the one that `perfectplay build` makes."""
        name = f"{table}.table"
        made = (self.folder / "tables" / name).read_bytes()
        self.assertTrue(made == (self.tables / name).read_bytes(), f"{name} differs")


class Tables(DriverCase):
    """Runs that end well, at once or after something was mended."""

    def test_the_table_is_the_one_that_build_makes_and_a_second_run_submits_nothing(self) -> None:
        for table in ("tower-5", "stake-4"):
            first = self.drive(table, *SIZE, *self.into).summary()
            self.assertEqual(first["computed"], first["blocks"])
            self.assert_table(table)
            # With the size of the blocks in the store.
            second = self.drive(table, *self.into).summary()
            self.assertEqual((second["tasks"], second["blocks"]), (0, first["blocks"]))

    def test_only_missing_blocks_are_submitted(self) -> None:
        blocks = self.drive("tower-5", *SIZE).summary()["blocks"]
        for number in (0, 7, blocks - 1):
            self.block("tower-5", number).unlink()
        # Cut off: that is seen without reading it.
        cut = self.block("tower-5", 20)
        content = cut.read_bytes()[:-1]
        cut.unlink()
        cut.write_bytes(content)
        self.assertEqual(self.drive("tower-5", *self.into).summary()["tasks"], 4)
        self.assert_table("tower-5")

    def test_without_tables_the_command_is_printed(self) -> None:
        self.assert_ends(self.drive("tower-3"), 0, "merge tower-3 --store")

    def test_a_damaged_block_that_another_reads_is_computed_again(self) -> None:
        blocks = self.drive("stake-4", *SIZE).summary()["blocks"]
        self.damage("stake-4", 7)
        self.block("stake-4", blocks - 1).unlink()
        run = self.drive("stake-4", *self.into)
        self.assertEqual(run.summary()["computed"], 2, run)
        self.assertEqual(run.error.count("block-00007: its bytes are damaged"), 1, run)
        self.assert_table("stake-4")

    def test_a_damaged_block_that_merge_finds_is_computed_again(self) -> None:
        self.drive("stake-4", *SIZE).summary()
        self.damage("stake-4", 8)
        self.damage("stake-4", 13)
        run = self.drive("stake-4", *self.into)
        self.assertEqual(run.summary()["computed"], 2, run)
        self.assert_table("stake-4")

    def test_all_blocks_are_checked_on_demand(self) -> None:
        blocks = self.drive("stake-4", *SIZE).summary()["blocks"]
        self.damage("stake-4", 8)
        run = self.drive("stake-4", "--check").summary()
        self.assertEqual((run["tasks"], run["computed"]), (blocks, 1))

    def test_two_drivers_at_once_do_no_harm(self) -> None:
        first = self.begin("stake-4", *SIZE, *self.into)
        second = self.begin("stake-4", *SIZE, *self.into)
        for run in (Ended(first), Ended(second)):
            run.summary()
        self.assert_table("stake-4")
        self.assertEqual(list((self.store / "stake-4").glob("*.partial")), [])

    def test_a_block_that_fails_is_tried_again(self) -> None:
        count = self.folder / "count"
        fail = f'[ "$number" = 3 ] && echo >>"{count}" && [ "$(wc -l <"{count}")" -le 2 ] && exit 3'
        run = self.drive("tower-5", *SIZE, *self.into, program=self.wrapper(fail))
        run.summary()
        self.assertEqual(len(count.read_text()), 3)
        self.assert_table("tower-5")


class Refusals(DriverCase):
    """Runs that end with an error."""

    def test_another_block_size(self) -> None:
        self.drive("tower-3", *SIZE).summary()
        run = self.drive("tower-3", "--block", "128KiB")
        self.assert_ends(run, 2, "the blocks there have 65536 bytes, not 131072")

    def test_what_is_wrong_on_the_command_line_is_said_before_any_block_is_made(self) -> None:
        for code, says, arguments, options in WRONG_USE:
            self.assert_ends(self.drive(*arguments, **options), code, says)
            self.assertFalse(self.block("tower-3", 0).exists())

    def test_no_such_table(self) -> None:
        for table in ("tower-99", "number-40", "nothing"):
            self.assert_ends(self.drive(table), 2)
            self.assertFalse(self.store.exists())

    def test_blocks_of_another_plan_without_their_plan(self) -> None:
        self.drive("tower-5", *SIZE).summary()
        (self.store / "tower-5" / "plan.toml").unlink()
        self.assert_ends(self.drive("tower-5"), 2, "of another plan")
        self.assertEqual(self.drive("tower-5", *SIZE).summary()["tasks"], 0)

    def test_a_program_that_only_the_driver_has(self) -> None:
        (self.folder / "only-here").symlink_to(PROGRAM)
        with patch.dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}"):
            run = self.drive("tower-3", program="only-here")
        self.assertEqual(run.code, 3, run)
        self.assertRegex(run.error, "error: worker tcp://.*: there is no program only-here that may be run")

    def test_a_worker_that_sees_another_folder(self) -> None:
        self.drive("tower-3").summary()
        seen = {"program": PROGRAM, "table": "tower-3", "store": str(self.store)}
        seen["store_id"] = (self.store / "tower-3" / "store-id").read_text()
        self.assertIsNone(build.examine(argparse.Namespace(**seen)))
        for other in ({"store_id": "another"}, {"store": str(self.folder / "nowhere")}):
            problem = build.examine(argparse.Namespace(**{**seen, **other}))
            self.assertIn("all machines must share it", problem or "")

    def test_a_program_of_another_version_is_not_tried_again(self) -> None:
        count = self.folder / "count"
        plan = self.store / "tower-5" / "plan.toml"
        change = (
            f"""[ "$number" = 3 ] && echo >>"{count}" && sed -i 's/^program.*/program = "0.0.1"/' "{plan}" """
        )
        run = self.drive("tower-5", *SIZE, program=self.wrapper(change))
        self.assert_ends(run, 2, "of version 0.0.1 of this program")
        self.assertEqual(len(count.read_text()), 1)
        # The next run is told before it submits anything.
        self.assert_ends(self.drive("tower-5"), 2)

    def test_a_block_that_always_fails_ends_the_run(self) -> None:
        fail = '[ "$number" = 3 ] && echo "error: no memory" >&2 && exit 3'
        self.assert_ends(self.drive("tower-5", *SIZE, program=self.wrapper(fail)), 3, "no memory")
        self.assertTrue(self.block("tower-5", 2).exists())

    def test_no_scheduler(self) -> None:
        started = time.monotonic()
        run = self.drive("tower-3", address="tcp://127.0.0.1:9")
        self.assert_ends(run, 3, "no scheduler answers at tcp://127.0.0.1:9")
        self.assertLess(time.monotonic() - started, 40)


class Ends(DriverCase):
    """What is lost, and how it goes on. Each test has a cluster to kill, still without workers."""

    def setUp(self) -> None:
        super().setUp()
        folder = self.folder / "cluster"
        folder.mkdir()
        self.own = Cluster(folder)
        self.addCleanup(self.own.stop)

    def verify(self, table: str) -> None:
        """The table has the hash of the manifest, and nothing runs."""
        command = [PROGRAM, "verify", "--quick", table, *self.into]
        self.assertEqual(subprocess.run(command, capture_output=True).returncode, 0)
        wait_until(lambda: not running(str(self.store)), 5)

    def go_on(self) -> None:
        """The same command makes the table."""
        self.drive("stake-4", *SIZE, *self.into, address=self.own.address).summary()
        self.assert_table("stake-4")

    def begin_and_wait(self) -> subprocess.Popen[str]:
        """A driver that has computed some blocks and not all."""
        self.own.start_workers(2)
        driver = self.begin("stake-4", *SIZE, *self.into, address=self.own.address)
        wait_until(self.block("stake-4", 4).exists)
        return driver

    def test_an_interrupted_run_goes_on(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            driver = self.begin_and_wait()
            driver.send_signal(number)
            run = Ended(driver)
            self.assert_ends(run, 130, "of 29 blocks are there, and the same command goes on")
            self.go_on()
            shutil.rmtree(self.store)

    def test_a_scheduler_that_comes_back_at_once_ends_the_driver_too(self) -> None:
        driver = self.begin_and_wait()
        self.own.stop()
        self.own.start_scheduler(self.own.address.rsplit(":", 1)[1])
        self.own.start_workers(2)
        self.assert_ends(Ended(driver), 3)
        self.go_on()

    def test_a_scheduler_that_does_not_answer_ends_the_driver(self) -> None:
        driver = self.begin_and_wait()
        self.own.scheduler.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        self.assert_ends(Ended(driver), 3)
        self.assertLess(time.monotonic() - stopped, build.ANSWER_SECONDS + 30)
        self.own.scheduler.send_signal(signal.SIGCONT)
        self.go_on()

    def test_lost_workers_are_replaced_and_leave_nothing_running(self) -> None:
        self.own.start_workers(2)
        driver = self.begin("tower-7", *self.into, address=self.own.address)
        for _ in range(2):
            wait_until(lambda: bool(running("tower-7")))
            self.own.kill_workers()
            wait_until(lambda: not running("tower-7"), 5)
            self.own.start_workers(2)
        Ended(driver).summary()
        self.verify("tower-7")
        self.assertEqual(running("tower-7"), [])

    def begin_run(self, table: str, size: str) -> subprocess.Popen[str]:
        """A driver that makes the table."""
        self.blocks = len(plan_of(table, size)["blocks"])
        return self.begin(table, "--block", size, *self.into, address=self.own.address)

    def wait_for(self, table: str, share: float) -> None:
        """Waits until a share of the blocks is there."""
        folder = self.store / table
        wait_until(lambda: len(list(folder.glob("block-" + "[0-9]" * 5))) >= share * self.blocks)

    def test_two_of_three_workers_are_killed_at_any_moment(self) -> None:
        self.own.start_workers(3)
        for table, size in TABLES_TO_KILL:
            driver = self.begin_run(table, size)
            for share in sorted(random.uniform(0.01, 0.8) for _ in range(2)):
                self.wait_for(table, share)
                kill(self.own.workers.pop(random.randrange(3)))
                self.own.start_workers(1)
            Ended(driver).summary()
            self.verify(table)

    def test_two_of_three_workers_are_killed_while_they_share_a_custom_game(self) -> None:
        alone = self.folder / "alone"
        # One whose moves lead level by level, and one with cycles.
        for game in ("connect4-4x5", "rook-8x8"):
            subprocess.run([CATALOGUE, "build", game, "--quiet", "--tables", str(alone)], check=True)
            self.own.start_workers(3)
            driver = self.begin(game, *SIZE, *self.into, address=self.own.address, program=CATALOGUE)
            levels = self.store / game / "levels"

            def has_begun(files: int, levels: Path = levels, driver: subprocess.Popen[str] = driver) -> bool:
                return len(list(levels.glob("*"))) >= files or driver.poll() is not None

            for files in sorted(random.randrange(2, 12) for _ in range(2)):
                wait_until(functools.partial(has_begun, files))
                kill(self.own.workers.pop(random.randrange(len(self.own.workers))))
            Ended(driver).summary()
            made, expected = (path / f"{game}.table" for path in (self.folder / "tables", alone))
            self.assertTrue(made.read_bytes() == expected.read_bytes(), game)
            self.own.kill_workers()

    def test_the_scheduler_is_killed_at_any_moment(self) -> None:
        self.own.start_workers(3)
        for table, size in TABLES_TO_KILL:
            driver = self.begin_run(table, size)
            self.wait_for(table, random.uniform(0.01, 0.8))
            kill(self.own.scheduler)
            stopped = time.monotonic()
            run = Ended(driver)
            self.assert_ends(run, 3, "the connection to the scheduler")
            said = [line for line in run.error.splitlines() if not line.startswith(f"{table}: ")]
            self.assertEqual(len(said), 1, run)
            self.assertLess(time.monotonic() - stopped, 30)
            self.own.kill_workers()
            self.own.start_scheduler("0")
            self.own.start_workers(3)
            again = self.drive(table, *self.into, address=self.own.address).summary()
            self.assertLess(again["tasks"], again["blocks"])
            self.verify(table)


class Dependencies(unittest.TestCase):
    """The blocks that a task waits for."""

    def test_all_that_a_block_reads_is_there_before_it(self) -> None:
        random.seed(1)
        for table in ("tower-5", "stake-4"):
            plan = plan_of(table, SIZE[1])
            blocks = range(len(plan["blocks"]))
            for share in (1.0, 0.7, 0.3):
                todo = {block for block in blocks if random.random() < share}
                waits = build.dependencies(plan, todo)
                self.assertEqual(list(waits), sorted(todo))
                before: dict[int, set[int]] = {}
                for block, direct in waits.items():
                    before[block] = set(direct).union(*(before[other] for other in direct))
                    reads = set(build.numbers(plan["blocks"][block]["reads"])) & todo
                    self.assertLessEqual(reads, before[block])
                    self.assertLessEqual(set(direct), reads)
                if share == 1.0 and table == "stake-4":
                    edges = sum(map(len, waits.values()))
                    self.assertLess(edges, 110, "those between neighbouring layers")


if __name__ == "__main__":
    unittest.main()

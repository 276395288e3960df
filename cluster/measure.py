#!/usr/bin/env python3
"""Measures what computing a table in blocks costs, on one worker, against `perfectplay build`.

Prints a table in Markdown: of each figure the median of all runs. The runs of all block sizes and of
`perfectplay build` alternate, for what else the machine does differs from minute to minute.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from test_build import Cluster, wait_until

HERE = Path(__file__).resolve().parent


def timed(command: list[str]) -> tuple[float, str]:
    """How many seconds a command takes, and what it prints."""
    started = time.monotonic()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return time.monotonic() - started, done.stdout


def measure(args: argparse.Namespace, folder: Path, cluster: Cluster) -> dict[str, list[dict[str, Any]]]:
    """The figures of all runs, by the size of blocks; those of `perfectplay build` under "build"."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in ("build", *args.blocks)}
    store, tables = folder / "store", folder / "tables"
    for number in range(args.runs):
        for block, found in runs.items():
            print(f"run {number + 1} of {args.runs}: {block}", file=sys.stderr)
            if block == "build":
                command = [args.program, "build", args.table, "--quiet", "--tables", str(tables)]
                found.append({"seconds": timed(command)[0]})
            else:
                command = [sys.executable, str(HERE / "build.py"), args.table, "--block", block]
                command += ["--store", str(store), "--scheduler", cluster.address, "--json", "--quiet"]
                whole, out = timed([*command, "--program", args.program])
                figures = json.loads(out) | {"whole": whole}
                merge = [args.program, "merge", args.table, "--store", str(store), "--quiet"]
                found.append(figures | {"merge": timed([*merge, "--tables", str(tables)])[0]})
            for made in (store, tables):
                shutil.rmtree(made, ignore_errors=True)
    return runs


def report(args: argparse.Namespace, runs: dict[str, list[dict[str, Any]]]) -> None:
    """Prints the table."""
    build = median(figures["seconds"] for figures in runs.pop("build"))
    print(f"`perfectplay build {args.table}`: {build:.1f} s\n")
    print(
        "| blocks of | tasks | all blocks | in the program, multiple of `build` | outside, per task | merge |"
    )
    print("|---|---|---|---|---|---|")
    for block, found in runs.items():
        tasks = found[0]["tasks"]
        seconds = median(figures["seconds"] for figures in found)
        program = median(figures["program_seconds"] for figures in found)
        outside = median((figures["seconds"] - figures["program_seconds"]) / tasks for figures in found)
        merge = median(figures["merge"] for figures in found)
        print(
            f"| {block} | {tasks} | {seconds:.1f} s | {program:.1f} s, {program / build:.2f} "
            f"| {outside * 1000:.0f} ms | {merge:.1f} s |"
        )


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="?", default="tower-8", metavar="TABLE")
    parser.add_argument("--program", default=str(HERE.parent / "target/release/perfectplay"), metavar="PATH")
    parser.add_argument("--blocks", nargs="+", default=["4MiB", "16MiB", "64MiB", "256MiB"], metavar="SIZE")
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--folder", default=None, metavar="DIR", help="for blocks and tables")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        cluster = Cluster(folder)
        try:
            cluster.start_workers(1)
            wait_until(lambda: b"Registered to" in (folder / "log").read_bytes())
            report(args, measure(args, folder, cluster))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What tower tables larger than any that was built would take on a cluster, by arithmetic.

The shapes of states, the sizes of their slabs, the layers and the cut into blocks are those of
docs/tower.md and of `perfectplay plan`, which this compares itself with up to tower-12
(`larger.py --check PROGRAM`). Times follow from measured constants, which are options.
"""

from __future__ import annotations

import argparse
import bisect
import json
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import NamedTuple

CHUNK = 64 << 10
TOP_KINDS = {1: 6, 2: 15, 3: 18}


class Shape(NamedTuple):
    """How many complete levels and two-block levels are below the top, and its blocks."""

    complete: int
    two: int
    blocks: int

    def weight(self) -> int:
        """The number of its layer, which moves lower by 1 or by 4."""
        return 6 * self.complete + 3 * self.two + 2 * self.blocks

    def after_moves(self) -> list[Shape]:
        """The shapes that moves lead to."""
        complete, two, blocks = self
        complete, blocks = (complete + 1, 1) if blocks == 3 else (complete, blocks + 1)
        moves = []
        if self.complete > 0:
            moves += [Shape(complete - 1, two + 1, blocks), Shape(complete - 1, two, blocks)]
        if self.two > 0:
            moves.append(Shape(complete, two - 1, blocks))
        return moves

    def bytes(self) -> int:
        """All multisets of complete levels, those with green and blue exchanged once; of two-block
        levels; and the kinds of the top, at eight bytes each."""
        n = self.complete
        unchanged = sum(multisets(8, half) * multisets(2, n - 2 * half) for half in range(n // 2 + 1))
        classes = (multisets(18, n) + unchanged) // 2
        return 8 * classes * multisets(3, self.two) * TOP_KINDS[self.blocks]


def multisets(kinds: int, size: int) -> int:
    """How many multisets there are."""
    return comb(size + kinds - 1, size)


@dataclass
class Plan:
    """A table's layers and blocks, in bytes from the first entry on."""

    total: int
    block_size: int
    layers: list[tuple[int, int]]
    blocks: list[tuple[int, int]]
    reads: list[int]
    """How many bytes of other blocks each block reads."""
    block_reads: list[int]
    """How many bytes the blocks have that each block reads some of."""
    path: int
    """How many blocks have to be computed one after the other."""


def plan(levels: int, block_size: int | None) -> Plan:
    """The plan of a tower table."""
    pending = [Shape(complete, 0, 3) for complete in range(levels)]
    found: set[Shape] = set()
    while pending:
        shape = pending.pop()
        if shape not in found:
            found.add(shape)
            pending += shape.after_moves()
    shapes = sorted(found, key=lambda shape: (shape.weight(), shape))
    slabs: dict[Shape, tuple[int, int]] = {}
    layers: dict[int, tuple[int, int]] = {}
    end = 0
    for shape in shapes:
        slabs[shape] = (end, end + shape.bytes())
        end = slabs[shape][1]
        start, _ = layers.get(shape.weight(), slabs[shape])
        layers[shape.weight()] = (start, end)
    size = block_size or max(16 << 20, 1 << (-(-end // 256) - 1).bit_length())
    blocks = cut(list(layers.values()), size)
    starts, ends = [start for start, _ in blocks], [end for _, end in blocks]
    slab_starts = [slabs[shape][0] for shape in shapes]
    reads: list[int] = []
    block_reads: list[int] = []
    depth: list[int] = []
    for number, (start, stop) in enumerate(blocks):
        read: set[int] = set()
        targets: set[Shape] = set()
        first = bisect.bisect_right(slab_starts, start) - 1
        for shape in shapes[first : bisect.bisect_left(slab_starts, stop)]:
            for target in shape.after_moves():
                targets.add(target)
                low, high = slabs[target]
                last = min(bisect.bisect_left(starts, high), number)
                read.update(range(bisect.bisect_right(ends, low), last))
        # Of what it reads, only the slabs that it needs; those that it fills itself are no traffic.
        reads.append(sum(min(slabs[t][1], start) - min(slabs[t][0], start) for t in targets))
        block_reads.append(sum(ends[other] - starts[other] for other in read))
        depth.append(1 + max((depth[other] for other in read), default=0))
    return Plan(end, size, list(layers.values()), blocks, reads, block_reads, max(depth))


def cut(layers: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Small layers together, large ones into parts that begin with a chunk."""
    blocks: list[tuple[int, int]] = []
    is_open = False
    for start, end in layers:
        if is_open and end - blocks[-1][0] <= size:
            blocks[-1] = (blocks[-1][0], end)
            continue
        is_open = end - start <= size
        chunks = -(-end // CHUNK) - start // CHUNK
        parts = 1 if is_open else -(-chunks // (size // CHUNK))
        cuts = [(start // CHUNK + chunks * part // parts) * CHUNK for part in range(parts + 1)]
        blocks += pairwise(min(max(at, start), end) for at in cuts)
    return blocks


def check(program: str) -> None:
    """Compares plans with those of the program."""
    for levels, size in [(5, 64 << 10), (8, None), (8, 1 << 20), (10, None), (12, None)]:
        command = [program, "plan", f"tower-{levels}", "--json"]
        command += ["--block", str(size)] if size else []
        theirs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        ours = plan(levels, size)
        blocks = [block["bytes"] for block in theirs["blocks"]]
        assert blocks == [end - start for start, end in ours.blocks], levels
        reads = [
            sum(sum(blocks[first : last + 1]) for first, last in block["reads"]) for block in theirs["blocks"]
        ]
        assert reads == ours.block_reads, levels
        print(f"tower-{levels} in blocks of {theirs['block_size']} bytes: the same plan")


def main() -> None:
    """Prints a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=["12", "14", "16"], metavar="LEVELS[:MIB]")
    parser.add_argument("--check", metavar="PROGRAM", help="compare plans with this program's")
    parser.add_argument("--ns", type=float, default=64, help="processor time of an entry, in ns")
    parser.add_argument("--cores", type=int, default=8, help="of a machine")
    parser.add_argument("--machines", type=int, default=64)
    parser.add_argument("--network", type=float, default=1.25, help="of a machine, in GB/s")
    parser.add_argument("--storage", type=float, default=10, help="that all share, in GB/s")
    arguments = parser.parse_args()
    if arguments.check:
        check(arguments.check)
        return
    for table in arguments.tables:
        levels, _, mebibytes = table.partition(":")
        found = plan(int(levels), int(mebibytes) << 20 if mebibytes else None)
        read, most = sum(found.reads), max(found.reads)
        widest = max(end - start for start, end in found.layers)
        processor = found.total / 8 * arguments.ns / 1e9
        # A block on one machine: it reads, computes on all cores, and writes.
        block = max(end - start for start, end in found.blocks)
        seconds = block / 8 * arguments.ns / 1e9 / arguments.cores
        seconds += (most + block) / 1e9 / arguments.network
        shared = (read + found.total) / 1e9 / arguments.storage
        busy = min(arguments.machines, -(-widest // found.block_size))
        print(
            f"tower-{levels}: {found.total / 1e9:,.1f} GB, {found.total // 8:,} entries; "
            f"{len(found.blocks)} blocks of {found.block_size >> 20} MiB, at most {busy} machines busy "
            f"with a layer of {widest / 1e9:,.2f} GB; blocks read {read / 1e12:,.2f} TB, one at most "
            f"{most / 1e9:,.1f} GB; {found.path} blocks one after the other at {seconds:,.0f} s: "
            f"{found.path * seconds / 60:,.0f} min; shared storage: {shared / 60:,.0f} min; "
            f"processor time {processor / 60:,.0f} min, on all cores "
            f"{processor / arguments.cores / arguments.machines:,.0f} s"
        )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# tables/check.py denounces forged, cut and flipped tables of every encoding, and accepts good ones; `verify` agrees.
"""Tables are changed by an entry, with all checksums made right, so that only the rules can tell; and by
a byte of header, sections or zeros, with checksums made right or not: of each small table FORGERIES entries,
and about as many bytes. With at least 400 the large table is proven whole. `perfectplay verify` has to say the same
of each, but of tables whose hash it knows. Needs cargo, two minutes of processor time (ten with FORGERIES=400)
and 500 MB of disk."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from findings import PROGRAM, ROOT, build_program, figure

CHECKER = ROOT / "tables/check.py"
GOLDEN = ROOT / "tests/golden/v1"
OWN = ROOT / "tests/golden/custom/v1"

sys.dont_write_bytecode = True
sys.path.insert(0, str(CHECKER.parent))
import check  # type: ignore[import-not-found]  # noqa: E402

FORGERIES = int(os.environ.get("FORGERIES", "100"))
OPTIONS = argparse.Namespace(sample=None, seed=1, limit=1 << 31, processes=1)
# What a changed unit of a section is called, for a section and the unit's bytes (0: a bit).
ENTRIES = {
    "trie+entry32": ("entries", 4, "entry {}, position "),
    "f64": ("entries", 8, "entry {}, tower "),
    "g32": ("entries", 4, "entry {}, position "),
    "g64": ("entries", 8, "entry {}, position "),
    "patterns+score8": ("entries", 1, "entry {}, board "),
    "lead8": ("entries", 1, "entry {}, board "),
    "losing1": ("losing", 0, "entry {}, (start|position) "),
    "losing1+steps8": ("losing", 0, "entry {}, start "),
    "segments1": ("entries", 0, "bit {}, position "),
}
chance = random.Random(1)
# Tables that perfectplay knows by their hashes.
KNOWN = re.findall(r"^\[(.*)\]$", (ROOT / "crates/tables/src/manifest.toml").read_text(), re.MULTILINE)
failures = 0
forged = 0
compared = 0


def expect(is_so: bool, what: str) -> None:
    """Remembers and shows what is not as it must be."""
    global failures
    if not is_so:
        failures += 1
        print(f"  BAD  {what}", flush=True)


class Forgery:
    """A copy of a good table, to be changed."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.table, _ = check.open_table(str(source))
        self.good = bytes(self.table.data)
        self.data = bytearray(self.good)
        self.folder = Path(tempfile.mkdtemp(dir=folder))
        self.path = self.folder / source.name
        # The files, with what the checker said of them.
        self.verdicts: list[tuple[Path, dict[str, Any]]] = []

    def fresh(self) -> Forgery:
        """The good bytes again."""
        self.data = bytearray(self.good)
        return self

    def flip(self, offset: int, bit: int) -> Forgery:
        """Changes a bit."""
        self.data[offset] ^= 1 << bit
        return self

    def correct(self, offset: int) -> Forgery:
        """Makes all checksums over a byte of the header or the payload right."""
        begin, end = self.table.payload, self.table.end
        if offset >= begin:
            chunk = (offset - begin) // check.CHUNK
            first = begin + chunk * check.CHUNK
            self.put(end + 8 * chunk, bytes(self.data[first : min(first + check.CHUNK, end)]))
            where = self.data.index(struct.pack("<Q", self.table.checksums), 32, self.table.header_end)
            self.put(where, bytes(self.data[end:]))
        self.put(16, bytes(self.data[32 : self.table.header_end]))
        self.put(24, bytes(self.data[:24]))
        return self

    def put(self, where: int, covered: bytes) -> None:
        """Writes the checksum of these bytes."""
        self.data[where : where + 8] = struct.pack("<Q", check.xxh3(covered))

    def report(self, length: int | None = None) -> dict[str, Any]:
        """What the checker says of the file, or of its beginning."""
        self.path = self.folder / str(len(self.verdicts)) / self.path.name
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_bytes(self.data[:length])
        report: dict[str, Any] = check.check_table(str(self.path), OPTIONS)
        # A table of the manifest is known by its hash, and of `segments1` the program understands large ones alone.
        if self.table.name not in KNOWN and self.table.encoding != "segments1":
            self.verdicts.append((self.path, report))
        return report

    def compare(self) -> None:
        """Compares what the checker said with what `perfectplay verify` says."""
        global compared
        if self.verdicts:
            command = [PROGRAM, "verify", "--json", "--quiet", *(str(path) for path, _ in self.verdicts)]
            lines = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines()
            expect(
                len(lines) == len(self.verdicts), f"verify says {len(lines)} things of {len(self.verdicts)}"
            )
            for (_, report), line in zip(self.verdicts, lines, strict=False):
                verdict = json.loads(line)
                fine = verdict["good"] or verdict.get("unproven", False)
                same = fine == (report["result"] != "wrong")
                expect(same, f"{report}, but verify says {verdict}")
            compared += len(self.verdicts)
        shutil.rmtree(self.folder)

    def denounced(
        self, what: str, pattern: str = "", length: int | None = None, by_rules: bool = False
    ) -> bool:
        """Expects that the checker finds the table wrong, with a problem that begins so; or, if only the rules tell
        and it does not know them, that it does not find it good."""
        report = self.report(length)
        problem = str(report.get("problem"))
        is_wrong: bool = report["result"] == "wrong"
        fine = is_wrong and re.match(pattern, problem) is not None
        fine |= by_rules and self.table.encoding == "code+functions" and report["result"] == "unproven"
        expect(fine, f"{self.path.name}: {what}: {report['result']}, {problem}, expected {pattern}")
        return is_wrong


def some(numbers: range, count: int) -> list[int]:
    """So many of the numbers, or all if there are not as many."""
    return list(numbers) if len(numbers) <= count else sorted(chance.sample(numbers, count))


def forge_entries(forgery: Forgery, count: int) -> int:
    """Changes single entries; the checker must name each."""
    table = forgery.table
    name, width, pattern = ENTRIES[table.encoding]
    offset, length = table.places[name]
    units = range(length // width if width else table.states if name == "losing" else 8 * length)
    changed = 0
    for unit in some(units, count):
        at = offset + (unit * width + chance.randrange(width) if width else unit >> 3)
        expected = "(" + pattern.format(unit) + "|section `entries`: bit .* is of no position)"
        if name == "losing":
            expected = pattern.format(unit)
        forgery.fresh().flip(at, chance.randrange(8) if width else unit & 7).correct(at)
        forgery.denounced(f"entry {unit} changed", expected)
        changed += 1
    return changed


def forge_steps(forgery: Forgery, count: int) -> int:
    """Changes bytes of `steps`. Where partners disagree, either may be named."""
    table = forgery.table
    offset, length = table.places["steps"]
    board = check.Board(*check.tokens_board(table.board))
    for place in some(range(length), count):
        bit = chance.randrange(8)
        at = offset + place
        forgery.fresh().flip(at, bit).correct(at)
        near = [place]
        if bit < 4 and board.is_vertex(place):
            near += [to for _, to in board.edges(place)]
        either = "|".join(map(str, near))
        forgery.denounced(f"step {place} changed", f"entry ({either}), start |the matching is no maximum")
    return int(min(length, count))


def stored_losing(table: Any) -> set[int]:
    """The losing positions of a table of `filters+function`, by all look-ups."""
    functions = check.NumberFunctions(table)
    masks = (mask for mask, _, _, _ in check.number_positions(functions.bound))
    return {mask for mask in masks if functions.losing_mask(mask)}


def forge_filters(forgery: Forgery, count: int) -> int:
    """Changes bits of `bits`. The first position whose outcome changes is named. If there is none, the table
    is still good, as the bit is the writer's choice, unless it must be zero."""
    good = stored_losing(forgery.table)
    offset, length = forgery.table.places["bits"]
    wrong = 0
    for byte in some(range(length), count):
        at = offset + byte
        forgery.fresh().flip(at, chance.randrange(8)).correct(at)
        report = forgery.report()
        if report["result"] == "wrong" and re.match(
            "section `bits`|shard .*: an unused bit", report["problem"]
        ):
            continue
        changed = stored_losing(check.open_table(str(forgery.path))[0]) ^ good
        if changed:
            wrong += 1
            first = f"position {check.number_text(min(changed))}: "
            fine = report["result"] == "wrong" and report["problem"].startswith(first)
            expect(fine, f"{forgery.path.name}: bit in byte {byte} of bits: {report}, expected {first}")
        else:
            expect(report["result"] == "good", f"{forgery.path.name}: byte {byte} of bits is free: {report}")
    return wrong


def forge_code(forgery: Forgery, count: int) -> int:
    """Changes bits of the sections of a game whose rules are not known."""
    wrong = 0
    for name, (offset, length) in forgery.table.places.items():
        for byte in some(range(length), count):
            # Values, rows and seeds of shards, and most bits could be others.
            by_rules = name == "bits" or (name == "code" and byte >= 8 and byte % 4 < 2)
            by_rules |= name == "shards" and byte % 8 in (5, 7)
            forgery.fresh().flip(offset + byte, chance.randrange(8)).correct(offset + byte)
            wrong += forgery.denounced(f"byte {byte} of {name} forged", by_rules=by_rules)
    return wrong


def forge_bytes(forgery: Forgery, count: int) -> int:
    """Cuts, an addition, and changed bytes, with checksums as they were or, but for entries, right ones."""
    size, table = len(forgery.good), forgery.table
    lengths = [0, 1, 7, 8, 31, 32, 33, table.header_end - 1, table.payload, table.end, size - 8, size - 1]
    for length in lengths:
        forgery.fresh().denounced(f"cut to {length} bytes", length=length)
    forgery.fresh().data.append(0)
    forgery.denounced("a byte more")
    changed = len(lengths) + 1
    for at in [*some(range(32), 32), *some(range(32, size), count)]:
        forgery.fresh().flip(at, chance.randrange(8)).denounced(f"byte {at} flipped")
        changed += 1
    # The checksums in the header cannot be made right by themselves.
    for at in some(range(32, table.header_end), count):
        forgery.fresh().flip(at, chance.randrange(8)).correct(at)
        changed += forgery.denounced(f"byte {at} of the header forged", by_rules=True)
    covered: set[int] = set()
    for offset, length in table.places.values():
        covered.update(range(offset, offset + length))
    for at in some(range(table.header_end, table.end), count):
        if at not in covered:
            forgery.fresh().flip(at, chance.randrange(8)).correct(at).denounced(f"zero {at} forged")
            changed += 1
    for name in {"trie", "patterns", "counts"} & set(table.places):
        offset, length = table.places[name]
        for at in some(range(offset, offset + length), count // 10):
            forgery.fresh().flip(at, chance.randrange(8)).correct(at).denounced(f"byte {at} of {name} forged")
            changed += 1
    # Some of these make another table that is right, too: what `verify` says is compared.
    for name in {"classes", "functions", "shards"} & set(table.places):
        offset, length = table.places[name]
        for at in some(range(offset, offset + length), count // 3):
            value = chance.choice([0, 1, 7, 255, forgery.good[at] ^ 1 << chance.randrange(8)])
            forgery.fresh().data[at] = value
            if value != forgery.good[at]:
                forgery.correct(at).report()
                changed += 1
    return changed


def text(words: str) -> bytes:
    """A text as it is in a header."""
    return struct.pack("<Q", len(words)) + words.encode()


def small_segments(source: Path, folder: Path) -> Path:
    """A table of `segments1`, smaller than those that perfectplay makes, of one of `losing1`."""
    table, _ = check.open_table(str(source))
    rows, columns = (value for _, value in table.parameters)
    stored = check.Bits(table.section("losing"))
    blocks = check.Blocks(rows, columns)
    section = bytearray(check.blocks_size(rows, columns))
    for place in range(table.states):
        at = blocks.bit(check.staircase_at(place, rows, columns))
        section[at >> 3] |= stored[place] << (at & 7)
    payload = section + bytes(-len(section) % check.PAGE)
    chunks = range(0, len(payload), check.CHUNK)
    sums = b"".join(struct.pack("<Q", check.xxh3(payload[at : at + check.CHUNK])) for at in chunks)
    header = b"".join(map(text, ("chomp", table.name, "chomp/1", "segments1")))
    header += (
        struct.pack("<Q", 2)
        + text("rows")
        + struct.pack("<Q", rows)
        + text("columns")
        + struct.pack("<Q", columns)
    )
    header += text("") + struct.pack("<QQ", table.states, 1) + text("entries")
    header += struct.pack("<QQQ", check.PAGE, len(section), check.xxh3(sums)) + struct.pack("<Q", 2)
    header += b"".join(text(name) + struct.pack("<IQ", kind, value) for name, kind, value in table.statistics)
    prelude = check.MAGIC + struct.pack("<IIQ", 1, len(header), check.xxh3(header))
    head = prelude + struct.pack("<Q", check.xxh3(prelude)) + header
    path = folder / source.name
    path.write_bytes(head + bytes(check.PAGE - len(head)) + payload + sums)
    return path


def run(
    *arguments: str | Path, output: Any = subprocess.PIPE, before: Callable[[], None] | None = None
) -> tuple[int, str, str]:
    """The checker as people run it: its code, and what it prints. It must end."""
    command = [sys.executable, str(CHECKER), *map(str, arguments)]
    try:
        done = subprocess.run(
            command,
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=300,
            preexec_fn=before,
        )
    except subprocess.TimeoutExpired:
        return -1, "", "it does not end"
    return done.returncode, done.stdout or "", done.stderr


def command_line(folder: Path) -> None:
    """Files that are no tables, and wrong command lines, have a plain message and an exit code."""
    good = GOLDEN / "number-12.table"
    files = {"empty": b"", "short": b"x", "zeros": bytes(100_000), "packed": bytes.fromhex("28b52ffd00")}
    files |= {f"garbage-{size}": chance.randbytes(size) for size in (31, 32, 4096, 100_000)}
    files |= {f"head-{size}": check.MAGIC + chance.randbytes(size) for size in (8, 24, 100_000)}
    files["number-13"] = good.read_bytes()
    for name, data in files.items():
        (folder / f"{name}.table").write_bytes(data)
    (folder / "folder.table").mkdir()
    (folder / "loop.table").symlink_to("loop.table")
    os.mkfifo(folder / "fifo.table")
    undecided = ["packed", "folder", "loop", "fifo", "missing"]
    cases: list[tuple[int, list[str | Path]]] = [
        (1, [folder / f"{name}.table"]) for name in files if name != "packed"
    ]
    cases += [(3, [folder / f"{name}.table"]) for name in undecided]
    cases += [
        (3, ["--limit", "100", good]),
        (0, ["--limit", "100", "--sample", "50", good]),
        (0, ["--json", good]),
    ]
    cases += [(0, [good]), (3, [good, folder / "missing.table"])]
    cases += [(1, [folder / "missing.table", folder / "empty.table", good])]
    cases += [
        (2, []),
        (2, ["--sample", "x", good]),
        (2, ["--sample", "0", good]),
        (2, ["--processes", "0", good]),
        (2, ["--nothing", good]),
    ]
    cases += [(0, ["--help"])]
    for code, arguments in cases:
        got, out, err = run(*arguments)
        lines = len(arguments) - 2 * sum(str(each) in ("--limit", "--sample") for each in arguments)
        fine = got == code and "Traceback" not in err and "program failed" not in out
        if code != 2 and arguments != ["--help"]:
            fine &= not err and len(out.splitlines()) == lines - ("--json" in arguments)
        expect(fine, f"check.py {' '.join(map(str, arguments))}: code {got}, {out}{err}, expected {code}")
    print(f"{len(cases)} command lines: exit codes, and no traceback", flush=True)


def little_memory(table: Path) -> None:
    """With so little memory that no threads and processes can be started, a good table is never called wrong,
    and the checker ends."""

    def limited(size: int, *arguments: str | Path) -> tuple[int, str, str]:
        return run(*arguments, before=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))

    # From here on Python itself has enough.
    least = next(size for size in range(1 << 24, 1 << 30, 1 << 21) if limited(size, "--help")[0] == 0)
    sizes = [least + (more << 20) for more in (0, 3, 6, 10, 16, 24)]
    for size in sizes:
        code, out, err = limited(size, "--processes", "3", table)
        fine = (code, out.split()[1:2]) in ((0, ["good"]), (3, ["undecided"])) and not err
        expect(fine and "failed" not in out, f"in {size} bytes of memory: code {code}, {out}{err}")
    print(f"{len(sizes)} sizes of memory from {least >> 20} MiB on", flush=True)


def triple(shared: int, job: int) -> int:
    """A job that ends well."""
    return shared * job


def end_at_two(_: None, job: int) -> int:
    """A job that ends its process, as the system does where memory runs out."""
    if job == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def wrong_from_two(_: None, job: int) -> int:
    """A job that finds something wrong, the later the sooner."""
    if job >= 2:
        time.sleep(0.1 * (4 - job))
        raise check.Wrong(str(job))
    return job


def processes() -> None:
    """Work is the same on many processes and where none can be started; the first finding counts."""
    whole = list(check.run(triple, range(20), 3, 3))
    expect(whole == [3 * job for job in range(20)], f"work of three processes: {whole}")
    for failure in (OSError, MemoryError):
        with patch.object(check.Process, "start", side_effect=failure):
            alone = list(check.run(triple, range(20), 3, 3))
        expect(alone == whole, f"work where no process can be started: {alone}")
    cases: list[tuple[Callable[[None, int], int], type[Exception], str]] = [
        (end_at_two, check.Undecided, "a process"),
        (wrong_from_two, check.Wrong, "2"),
    ]
    for work, kind, message in cases:
        try:
            expect(False, f"{work.__name__}: {list(check.run(work, range(5), None, 3))}")
        except (check.Wrong, check.Undecided) as error:
            fine = type(error) is kind and str(error).startswith(message)
            expect(fine, f"{work.__name__}: {error!r}")
    print("processes that cannot be started, or are killed", flush=True)


def no_output(good: Path, wrong: Path) -> None:
    """Where the report cannot be written, the code says so, or that a table is wrong."""
    read, write = os.pipe()
    os.close(read)
    with open("/dev/full", "w") as full, os.fdopen(write, "w") as closed:
        cases: list[tuple[int, Any, list[str | Path]]] = [
            (3, full, [good]),
            (3, full, ["--json", good]),
            (3, full, ["--help"]),
            (1, full, [wrong, good]),
            (3, closed, [good]),
            (1, closed, [wrong]),
            (2, full, ["--nothing"]),
        ]
        for code, output, arguments in cases:
            got, _, err = run(*arguments, output=output)
            message = "error: the report cannot be written: " if output is full else ""
            fine = got == code and "Traceback" not in err
            if code != 2:
                fine &= err.startswith(message) and len(err.splitlines()) == bool(message)
            expect(fine, f"{output.name}: {arguments}: code {got}, {err}, expected {code}")
    print(f"{len(cases)} reports that cannot be written", flush=True)


def forge(source: Path, folder: Path, count: int) -> None:
    """Forges a table, and says how often."""
    global forged
    forgery = Forgery(source, folder)
    report = forgery.report()
    encoding = forgery.table.encoding
    sound = "unproven" if encoding == "code+functions" else "good"
    expect(report["result"] == sound, f"{source.name} as it is: {report}")
    if encoding == "filters+function":
        entries = forge_filters(forgery, count // 20)
    elif encoding == "code+functions":
        entries = forge_code(forgery, count)
    else:
        entries = forge_entries(forgery, count)
    if encoding == "losing1+steps8":
        entries += forge_steps(forgery, count)
    others = forge_bytes(forgery, count)
    forgery.compare()
    forged += entries + others
    print(f"{source.stem}, {encoding}: {entries} entries and {others} other bytes forged", flush=True)


def large_segments(source: Path, folder: Path) -> None:
    """A table as perfectplay makes it, and with an entry near its beginning changed."""
    proof = ("--limit", str(1 << 31)) if FORGERIES >= 400 else ("--sample", "5000")
    code, out, err = run(*proof, source)
    print(out, end="")
    expect(code == 0, f"{source.name}: code {code}, {out}{err}")
    forgery = Forgery(source, folder)
    offset, _ = forgery.table.places["entries"]
    forgery.flip(offset + 1000, 0).correct(offset + 1000)
    forgery.denounced("bit 8000 changed", "bit 8000, position |section `entries`: bit 8000")


def main() -> None:
    """Builds what is needed, and forges."""
    build_program()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        tables, changed = folder / "tables", folder / "changed"
        changed.mkdir()
        built = ["number-4", "number-24", "chomp-7x9", "stake-2", "tokens-3x3", "chomp-16x17"]
        subprocess.run([PROGRAM, "build", "--quiet", "--tables", tables, *built], check=True)
        command_line(folder)
        no_output(GOLDEN / "number-12.table", folder / "empty.table")
        processes()
        little_memory(GOLDEN / "number-30.table")
        for source in sorted([*GOLDEN.glob("*.table"), *OWN.glob("*.table")]):
            # Each forgery of it takes a second.
            large = source.stem == "number-30"
            forge(source, changed, FORGERIES // 5 if large else FORGERIES)
        for name in built[:-1]:
            forge(tables / f"{name}.table", changed, FORGERIES // 2)
        # Blocks are cut as if tables of this size had some, too.
        fixed = check.blocks_fixed
        for rows in (0, 2, 6):
            check.blocks_fixed = lambda height, width, rows=rows: rows
            check.blocks_of.cache_clear()
            forge(small_segments(tables / "chomp-7x9.table", folder), changed, FORGERIES // 2)
        check.blocks_fixed = fixed
        check.blocks_of.cache_clear()
        large_segments(tables / "chomp-16x17.table", changed)
    print("not checked: canonical+score8: stake-5, its only table, takes 20 GB")
    if failures:
        sys.exit(f"error: {failures} of the checker's verdicts are wrong")
    figure(
        f"{forged} forgeries of all encodings but one, each of which check.py names or knows to be harmless; "
        f"verify says the same of {compared}"
    )


if __name__ == "__main__":
    main()

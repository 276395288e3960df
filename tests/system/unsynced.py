"""What a disk may have when the power fails: of what a run has written, as strace saw it, any part that was
not synced is lost.

Written bytes are certain to be there when a sync of their file that began later has ended, and names when one
of their folder has. Of the other bytes any blocks may be there, with a length that is that of before or of
now; of the changes of a folder's names the first ones, however many, as journals keep their order. A file and
its names know nothing of each other."""

from __future__ import annotations

import codecs
import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

BLOCK = 4096
# What changes files and names, and where in a file the next bytes go.
WITH_AT = ("rename", "link", "unlink", "mkdir")
NAMES = (*WITH_AT, *(f"{name}at" for name in WITH_AT), "renameat2", "rmdir")
SYNCS = ("fsync", "fdatasync")
BYTES = ("openat", "write", "pwrite64", "ftruncate", "fallocate")
UNKNOWN = ("writev", "pwritev", "pwritev2", "truncate", "copy_file_range", "sendfile", "splice")
TRACED = (*NAMES, *SYNCS, *BYTES, *UNKNOWN, "read", "lseek", "mmap")
# Bytes of a write that are seen; longer ones are taken from the file.
SEEN = 1000
STRACE = ["strace", "-f", "-y", "-qq", "-s", str(SEEN), "-e", "trace=" + ",".join(TRACED)]

LINE = re.compile(r"(\d+) +(.*)", re.DOTALL)
CALL = re.compile(r"(\w+)\((.*)\) += (\S+)", re.DOTALL)
RESUMED = re.compile(r"<\.\.\. \w+ resumed>(.*)", re.DOTALL)
OPENED = re.compile(r"(\d+)<([^>]*)>")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"(\.\.\.)?', re.DOTALL)

Range = tuple[int, int]


@dataclass
class Call:
    """A system call: when it began and ended, in lines of the log. One that was killed has no result."""

    name: str
    arguments: str
    result: int | None
    began: int
    ended: int
    # Its number among those of its name in its thread.
    number: int

    def texts(self) -> list[str]:
        """The texts among its arguments."""
        return [text for text, _ in TEXT.findall(self.arguments)]

    def opened(self) -> tuple[int, Path]:
        """The number and the path of the file that is its first argument."""
        found = OPENED.match(self.arguments)
        return (int(found[1]), Path(found[2])) if found else (-1, Path())


def calls(log: Path) -> list[Call]:
    """All calls of a log, in the order in which they have ended."""
    found = []
    begun: dict[str, tuple[int, str]] = {}
    counts: Counter[tuple[str, str]] = Counter()
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    for at, line in enumerate(lines):
        thread, text = parts.groups() if (parts := LINE.match(line)) else ("", "")
        began = at
        if text.endswith("<unfinished ...>"):
            begun[thread] = (at, text.removesuffix("<unfinished ...>").rstrip())
            continue
        if resumed := RESUMED.match(text):
            began, head = begun.pop(thread, (at, ""))
            text = head + resumed[1]
        if call := CALL.match(text):
            found.append((thread, call, began, at))
    # Of a call that was killed nothing more may be said.
    for thread, (began, text) in begun.items():
        if call := CALL.match(f"{text}) = ?"):
            found.append((thread, call, began, len(lines)))
    made = []
    for thread, call, began, ended in sorted(found, key=lambda each: each[2]):
        counts[thread, call[1]] += 1
        result = None if call[3] == "?" else int(call[3].split("<")[0], 0)
        made.append(Call(call[1], call[2], result, began, ended, counts[thread, call[1]]))
    return sorted(made, key=lambda each: each.ended)


@dataclass(eq=False)
class Content:
    """A file, whatever its names are."""

    # What it was before the run.
    before: Path | None = None
    # What was written when, and is not certain to be there.
    unsynced: list[tuple[int, Range]] = field(default_factory=list)
    # What was written and is.
    synced: list[Range] = field(default_factory=list)
    length: int = 0
    certain_length: int = 0
    # Whether it has been cut off since it was certain, and whether it has been at all.
    is_cut: bool = False
    was_cut: bool = False
    # All of it, where all writes were short.
    text: bytearray | None = None

    def cut(self, length: int) -> None:
        """Gives it a length."""
        if length < self.length:
            self.is_cut = self.was_cut = True
            left = [(at, (first, min(end, length))) for at, (first, end) in self.unsynced]
            self.unsynced = [(at, written) for at, written in left if written[0] < length]
            self.synced = [(first, min(end, length)) for first, end in self.synced if first < length]
        self.length = length
        if length == 0:
            self.text = bytearray()
        elif self.text is not None:
            self.text = self.text[:length].ljust(length, b"\0") if length <= 1 << 20 else None

    def write(self, ended: int, first: int, length: int, text: bytes | None) -> None:
        """Some bytes of it."""
        end = first + length
        self.unsynced.append((ended, (first, end)))
        if text is None or self.text is None:
            self.text = None
        else:
            self.text = self.text.ljust(end, b"\0")
            self.text[first:end] = text
        self.length = max(self.length, end)

    def sync(self, began: int) -> None:
        """Makes certain what was written before."""
        self.synced += [written for ended, written in self.unsynced if ended < began]
        self.unsynced = [(ended, written) for ended, written in self.unsynced if ended >= began]
        self.certain_length, self.is_cut = self.length, False

    def is_as_before(self) -> bool:
        """Whether nothing has been written."""
        return not (self.unsynced or self.synced or self.was_cut)


@dataclass
class Change:
    """A change of a folder's names: those that it removes, and what has one then. A folder is no content."""

    removed: list[Path]
    added: Path | None = None
    content: Content | None = None


class Disk:
    """A folder in which a run writes."""

    def __init__(self, folder: Path, before: Path) -> None:
        """`before` is a copy of it."""
        self.folder = folder
        self.names: dict[Path, Content | None] = {}
        for path in before.rglob("*"):
            length = path.stat().st_size
            content = Content(path, length=length, certain_length=length)
            self.names[folder / path.relative_to(before)] = content if path.is_file() else None
        self.first_names = dict(self.names)
        # What has changed in each folder, when, and how much of that is certain.
        self.changes: dict[Path, list[tuple[int, Change]]] = {}
        self.certain: Counter[Path] = Counter()
        self.positions: dict[int, int] = {}
        # The calls that have changed something, or made it certain.
        self.calls: list[Call] = []

    def is_inside(self, path: Path) -> bool:
        """Whether it is in the folder."""
        return path == self.folder or self.folder in path.parents

    def change(self, call: Call, change: Change) -> None:
        """Changes names. A call that was killed has done it if that is seen."""
        if call.result is None:
            seen = all(not path.exists() for path in change.removed)
            if not (seen and (change.added is None or change.added.exists())):
                return
        for path in change.removed:
            self.names.pop(path, None)
        if change.added is not None:
            self.names[change.added] = change.content
        parent = (change.added or change.removed[0]).parent
        assert all(path.parent == parent for path in change.removed), call
        self.changes.setdefault(parent, []).append((call.ended, change))
        self.calls.append(call)

    def apply(self, call: Call) -> None:
        """What a call does."""
        if call.result is not None and call.result < 0:
            return
        opened, path = call.opened()
        if call.name in NAMES or call.name == "openat":
            # Paths may begin at a folder that is open.
            paths = [(path if opened >= 0 else self.folder) / text for text in call.texts()]
            if call.name == "openat":
                self.positions[-1 if call.result is None else call.result] = 0
            if not paths or not self.is_inside(paths[-1]):
                return
            if call.name == "openat":
                self.open(call, paths[0])
            else:
                self.rename(call, paths)
        elif call.name == "lseek":
            self.positions[opened] = call.result or 0
        elif self.is_inside(path):
            self.change_bytes(call, opened, path)

    def rename(self, call: Call, paths: list[Path]) -> None:
        """Another name."""
        if call.name.startswith("rename"):
            self.change(call, Change([paths[0]], paths[1], self.names.get(paths[0])))
        elif call.name.startswith("link"):
            self.change(call, Change([], paths[1], self.names.get(paths[0])))
        elif call.name.startswith("mkdir"):
            self.change(call, Change([], paths[0]))
        else:
            self.change(call, Change([paths[-1]]))

    def open(self, call: Call, path: Path) -> None:
        """A file is opened, and may be made."""
        if path not in self.names:
            if "O_CREAT" in call.arguments:
                self.change(call, Change([], path, Content(text=bytearray())))
        elif "O_TRUNC" in call.arguments and (content := self.names[path]) is not None:
            content.cut(0)

    def change_bytes(self, call: Call, opened: int, path: Path) -> None:
        """Bytes are read, written or synced."""
        if call.name == "read":
            self.positions[opened] = self.positions.get(opened, 0) + (call.result or 0)
            return
        if call.name == "mmap":
            assert not ("MAP_SHARED" in call.arguments and "PROT_WRITE" in call.arguments), call
            return
        assert call.name not in UNKNOWN, call
        self.calls.append(call)
        if call.name in SYNCS:
            self.sync(call, path)
            return
        if (content := self.names.get(path)) is None:
            # Without a name nothing finds it.
            return
        rest = call.arguments[call.arguments.rindex(">") + 1 :] if call.name[0] == "f" else ""
        numbers = [int(number) for number in re.findall(r"\d+", TEXT.sub("", call.arguments[-60:]))]
        if call.name == "ftruncate":
            content.cut(int(rest.strip(", ")))
        elif call.name == "fallocate":
            content.cut(max(content.length, numbers[-2] + numbers[-1]))
        else:
            (text, is_cut), *_ = TEXT.findall(call.arguments) or [("", "...")]
            seen = None if is_cut else codecs.escape_decode(text.encode("latin-1", "replace"))[0]
            asked = numbers[-1] if call.name == "write" else numbers[-2]
            length = asked if call.result is None else call.result
            at = self.positions.get(opened, 0) if call.name == "write" else numbers[-1]
            if call.name == "write":
                self.positions[opened] = at + length
            content.write(call.ended, at, length, seen if seen is not None and len(seen) == length else None)

    def sync(self, call: Call, path: Path) -> None:
        """What was written before it began is certain."""
        if call.result is None:
            return
        if path in self.names and (content := self.names[path]) is not None:
            content.sync(call.began)
        else:
            self.certain[path] = sum(ended < call.began for ended, _ in self.changes.get(path, []))

    def source(self, content: Content) -> Path | bytes | None:
        """Where the bytes of a file are now, if they are anywhere."""
        for path, other in self.names.items():
            if other is content and path.exists():
                return path
        if content.text is not None:
            return bytes(content.text)
        return content.before if content.is_as_before() else None

    def kept_names(self, keep: float, generator: random.Random) -> dict[Path, Content | None]:
        """Names that may be there: about this many of the changes that are not certain are kept."""
        names = dict(self.first_names)
        for folder in sorted(self.changes):
            changes, certain = self.changes[folder], self.certain[folder]
            kept = certain + sum(generator.random() < keep for _ in changes[certain:])
            while True:
                now = dict(names)
                for _, change in changes[:kept]:
                    for path in change.removed:
                        now.pop(path, None)
                    if change.added is not None:
                        now[change.added] = change.content
                # Bytes that nobody has any more cannot be shown: their last name is gone.
                if kept == len(changes) or all(
                    content is None or self.source(content) is not None for content in now.values()
                ):
                    break
                kept += 1
            names = now
        return names

    def make(self, target: Path, how: str, generator: random.Random) -> None:
        """Makes a folder as it may be when the power has failed: with `nothing` that is not certain, with the
        `names` and lengths and no bytes, with the `bytes` and no names, or with `some` of all."""
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        keep = {"nothing": 0.0, "bytes": 0.0, "names": 1.0}.get(how)
        names = self.kept_names(generator.random() if keep is None else keep, generator)
        made: dict[Content, Path] = {}
        for path in sorted(names):
            place = target / path.relative_to(self.folder)
            content = names[path]
            if not place.parent.is_dir():
                # Its folder is gone.
                continue
            if content is None:
                place.mkdir()
            elif content in made:
                os.link(made[content], place)
            elif (source := self.source(content)) is not None:
                made[content] = place
                if how == "nothing" and content.is_cut and content.before and not content.synced:
                    source = content.before
                put(source, place)
                if source != content.before:
                    lose(content, place, how, generator)


def put(source: Path | bytes, place: Path) -> None:
    """Puts bytes there."""
    if isinstance(source, bytes):
        place.write_bytes(source)
    else:
        shutil.copy2(source, place)
        place.chmod(0o644)


def without(first: int, end: int, kept: list[Range]) -> Iterator[Range]:
    """The parts of a range that are in none of others, which are sorted."""
    for start, stop in kept:
        if stop <= first or start >= end:
            continue
        if start > first:
            yield first, start
        first = stop
    if first < end:
        yield first, end


def lose(content: Content, place: Path, how: str, generator: random.Random) -> None:
    """Replaces bytes that are not certain by what was there, or by zeros. What was certain and is written
    over stays as it is now, as nobody has what it was."""
    if how == "bytes":
        return
    certain = sorted(content.synced)
    old = b"" if content.before is None or content.was_cut else content.before.read_bytes()
    with place.open("r+b") as file:
        for _, written in content.unsynced:
            for first, end in without(*written, certain):
                for at in range(first, end, BLOCK if how == "some" else 1 << 20):
                    stop = min(end, at + (BLOCK if how == "some" else 1 << 20))
                    if how == "some" and generator.random() < 0.5:
                        continue
                    file.seek(at)
                    file.write(old[at:stop].ljust(stop - at, b"\0"))
        if how == "nothing" and not content.is_cut:
            file.truncate(max([content.certain_length, *(end for _, end in content.synced)]))

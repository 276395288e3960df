"""Tables: indexes, entries as arrays, and how they come into a folder."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from conftest import BOARD, Program

import perfectplay as pp


@pytest.mark.parametrize("name", ["number-20", "stake-4", "tokens-4x4", "chomp-10x10"])
def test_indexes_go_there_and_back(name: str) -> None:
    table = pp.open_table(name)
    oracle = pp.Oracle(threads=1)
    assert table.name == name and table.game == name.split("-")[0] and len(table) == table.header["states"]
    for index in [0, 1, len(table) // 2, len(table) - 1]:
        assert table.index(table.position(index)) == index
        assert table[index] == table.position(index)
    assert table[-1] == table[len(table) - 1]
    values = table.values()
    assert len(values) == len(table)
    step = 1 if len(table) < 10_000 else 97
    every = list(table) if step == 1 else [table[index] for index in range(0, len(table), step)]
    assert (oracle.values(table.game, every) == values[::step]).all()
    assert table.value(every[1]) == oracle.value(table.game, every[1], plies=False)


def test_entries_are_arrays_without_a_copy(tmp_path: Path) -> None:
    pp.build("tower-3", tmp_path)
    tower = pp.open_table("tower-3", tmp_path)
    stake = pp.open_table("stake-4")
    for table in (tower, stake):
        entries = np.frombuffer(table, dtype=table.dtype)
        assert len(entries) == len(table) and not entries.flags.writeable and not entries.flags.owndata
        view = memoryview(table)
        assert view.readonly and view.nbytes == entries.nbytes
        assert np.asarray(view).dtype == np.dtype(table.dtype)
        assert (entries == table.values()).all()
        with pytest.raises(ValueError):
            entries[0] = 1
    if find_spec("pyarrow"):
        import pyarrow

        array = pyarrow.Array.from_buffers(pyarrow.int8(), len(stake), [None, pyarrow.py_buffer(stake)])
        assert array.to_pylist()[:100] == stake.values()[:100].tolist()
    entries = np.frombuffer(stake, dtype=stake.dtype)
    total = int(entries.astype(int).sum())
    del stake
    assert int(entries.astype(int).sum()) == total
    for name in ("number-20", "number-40", "tokens-4x4", "chomp-10x10"):
        table = pp.open_table(name)
        assert table.dtype is None
        with pytest.raises(BufferError, match=r"values\(\)"):
            memoryview(table)


def test_contours_have_their_board(tmp_path: Path, program: Program) -> None:
    board = tmp_path / "board.txt"
    board.write_text(BOARD)
    program.run("build", "contour", "--board", board, "--tables", tmp_path)
    [path] = tmp_path.glob("contour-*.table")
    table = pp.open_table(path)
    assert table.board == BOARD and len(table) == 10
    assert [table.index(position) for position in table] == list(range(10))
    assert table.value("2") == pp.Oracle(tmp_path).value("contour", "2", board=BOARD)
    assert np.frombuffer(table, dtype=table.dtype).dtype == np.int32 and len(memoryview(table)) == 10
    assert pp.Oracle(tmp_path).answer("contour", "2", board=BOARD).table == table.name


def test_tables_are_proven(tmp_path: Path) -> None:
    path = Path(pp.build("tower-3", tmp_path))
    table = pp.open_table(path)
    assert table.verify() == len(table) and table.verify(sample=10) == 10
    assert pp.open_table("tokens-4x4").verify() is not None
    whole = bytearray(path.read_bytes())
    whole[-100] ^= 1
    path.chmod(0o644)
    path.write_bytes(whole)
    with pytest.raises(pp.DamagedTableError):
        pp.open_table(path).verify()


def test_a_damaged_file_is_an_error(tmp_path: Path) -> None:
    path = Path(pp.build("tower-3", tmp_path))
    whole = path.read_bytes()
    path.chmod(0o644)
    for broken in (b"", whole[:100], whole[:-1], b"\0" * len(whole), bytes(255 - byte for byte in whole)):
        path.write_bytes(broken)
        with pytest.raises(pp.DamagedTableError):
            pp.open_table(path)
    oracle = pp.Oracle(tmp_path)
    with pytest.raises(pp.DamagedTableError, match="build"):
        oracle.value("tower", "RGB/GRG")
    assert oracle.value("number", "2 3 4 5 6") is not None
    with pytest.raises(pp.RefusedError):
        pp.open_table(tmp_path)


def test_tables_are_unpacked(tmp_path: Path, program: Program) -> None:
    made, packed, folder = tmp_path / "made", tmp_path / "packed", tmp_path / "tables"
    pp.build("tokens-3x3", made)
    pp.build("chomp-4x4", made)
    program.run("pack", "tokens-3x3", "chomp-4x4", "--tables", made, "--out", packed)
    [unpacked] = pp.unpack(str(packed), ["chomp-4x4"], folder)
    assert Path(unpacked).name == "chomp-4x4.table"
    assert len(pp.unpack(packed, tables=folder)) == 2
    assert (folder / "tokens-3x3.table").read_bytes() == (made / "tokens-3x3.table").read_bytes()
    with pytest.raises(pp.MissingTableError):
        pp.unpack(str(packed), ["tokens-3x3", "tower-6"], tmp_path / "none")
    assert not list((tmp_path / "none").glob("*.table"))
    with pytest.raises(pp.UsageError):
        pp.unpack(str(packed), ["../tower"], folder)
    oracle = pp.Oracle(folder)
    assert oracle.answer("tokens", "P.P/.../..#").table == "tokens-3x3"
    assert {table["table"] for table in oracle.tables()["tables"]} >= {"tokens-3x3", "chomp-4x4", "number-20"}
    pp.build("chomp-3x3", folder)
    assert oracle.refresh() and not oracle.refresh()
    assert oracle.answer("chomp", "3,3").table == "chomp-3x3"

"""Tables of games that are described in Python: how they are made, kept and let go."""

from __future__ import annotations

import copy
import gc
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import interrupted
from described import Board, Coins, Kayles, Pile, Sliding, TicTacToe, np, of, plain, solved

import perfectplay as pp


def test_oracle(tmp_path):
    kayles, coins = Kayles(20), Coins()
    for game in (kayles, coins):
        pp.solve(game, tmp_path)
    oracle = pp.Oracle(tmp_path, games=[kayles, coins])
    assert oracle.answer("kayles-20", "7").value.grundy == 3
    assert oracle.values("kayles-20", ["7", "15", "1"]).tolist() == [3, 1, 1]
    assert oracle.values("kayles-20", ["7"]).dtype == np.int32
    many = ["7", "15", "1"] * 100
    assert [a.value.grundy for a in oracle.answers("kayles-20", many)] == [3, 1, 1] * 100
    assert oracle.value("coins-9", repr(coins.start)).score == plain(coins)[coins.start][0]
    assert oracle.value("number", "2 3 4 5 6").outcome == "win"
    assert [name for name in map(str, oracle.tables()["tables"]) if "kayles-20" in name]
    assert [str(m.move) for m in oracle.answer("kayles-20", "7", line=True).moves]
    kept = oracle.answers("kayles-20", ["7", "x"], errors="keep")
    assert isinstance(kept[1], pp.PositionError)


def test_threads():
    table = solved(Board)

    def ask(_):
        for _ in range(20):
            assert table.answer("XX./OO./...").value.plies == 1
            assert table.oracle.values("board-3x3", [".../.../..."] * 40).tolist() == [0] * 40

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ask, range(4), timeout=60))


def test_tables_are_kept(tmp_path):
    game = TicTacToe()
    pp.solve(game, tmp_path)
    file = tmp_path / "tictactoe-3x3.table"
    was = file.stat()
    again = TicTacToe()
    table = pp.solve(again, tmp_path)
    assert file.stat().st_ino == was.st_ino
    assert pickle.loads(pickle.dumps(table)).values().tolist().count(0) == table.statistics["drawn"]

    class Other(TicTacToe):
        def end(self, word):
            return super().end(word) and "draw"

    with pytest.raises(pp.Error, match="rules of its game have changed"):
        pp.Oracle(tmp_path, games=[Other()]).answer("tictactoe-3x3", "0")
    # It may be another program's table.
    with pytest.raises(pp.Error, match="another program built it.*force=True"):
        pp.solve(Other(), tmp_path)
    assert pp.solve(Other(), tmp_path, force=True).statistics["winning"] == 0
    assert file.stat().st_ino != was.st_ino
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert pp.solve(game, tmp_path, force=True).verify() == 5478


def test_positions_are_pickled_and_copied():
    table = solved(Pile)
    for position in [*table][:3]:
        for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
            assert again == position and table.value(again) == table.value(position)


@pytest.mark.parametrize("case", Path(__file__).with_name("closed_objects.txt").read_text().splitlines())
def test_a_with_block_releases_files(case, tmp_path):
    """Each line has what opens an object, and what it can be asked."""
    opened, *asks = re.split(" => |; ", case)
    pp.build("tower-4", tmp_path)
    pp.solve(Kayles(12), tmp_path)
    maps = Path("/proc/self/maps")
    names = {"pp": pp, "folder": tmp_path, "game": Kayles(12)}
    with eval(opened, names) as it:
        assert all(eval(ask, names | {"it": it}) is not None for ask in asks)
        assert not maps.exists() or str(tmp_path) in maps.read_text()
        entries = np.frombuffer(it, dtype=it.dtype) if isinstance(it, pp.Table) else None
    assert repr(it).endswith(", closed>")
    for ask in [*asks, "it.__enter__()"]:
        with pytest.raises(ValueError, match="it is closed"):
            eval(ask, names | {"it": it})
    # An array keeps its numbers, and the file with them.
    assert entries is None or (entries == pp.open_table("tower-4", tmp_path).values()).all()
    del entries
    gc.collect()
    assert not maps.exists() or str(tmp_path) not in maps.read_text()


def test_memory_of_what_finds_positions_again(tmp_path):
    pp.solve(Board(), tmp_path)
    for ask in (lambda table: table.values(memory=1000), lambda table: table.words(memory=1000)):
        with pytest.raises(pp.RefusedError, match="raise the limit with `memory=`"):
            ask(pp.solve(Board(), tmp_path))
    table, seen = pp.solve(Board(), tmp_path), []
    assert len(table.values(memory=1 << 30, progress=lambda done, of: seen.append(done))) == len(table)
    assert seen[-1] == len(table)


def test_memory():
    endless = of(moves=lambda at: [("a", at + 1), ("b", 2 * at % 2**60)])
    for memory in (0, 10**6, 3 * 10**7):
        says = rf"bytes of memory or more, and {memory} are allowed.*`memory=`"
        with pytest.raises(pp.RefusedError, match=says):
            pp.solve(endless, memory=memory)
    needed = next(memory for memory in range(10**4, 10**6, 10**4) if solves(memory))
    assert 2 * 5478 < needed < 20 * 5478


def test_what_memory_lacks_is_on_the_disk(tmp_path):
    # The other one does not lead one level on with each move.
    for game, states in ((TicTacToe(), 5478), (Sliding(), 1672)):
        assert pp.solve(game, tmp_path, memory=27_000).verify() == states
        with pytest.raises(pp.RefusedError, match="raise the limit with `memory=`"):
            pp.solve(game, memory=27_000)
    assert not [*tmp_path.glob("*.levels")]


def solves(memory):
    try:
        return pp.solve(TicTacToe(), memory=memory)
    except pp.RefusedError as error:
        assert f"and {memory} are allowed; raise the limit" in str(error) and error.code == "refused"
        return None


def test_progress():
    seen = []
    pp.solve(TicTacToe(), progress=lambda done, of: seen.append((done, of)))
    assert (5478, 5478) in seen and all(done <= of for done, of in seen)

    def stop(done, of):
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        pp.solve(TicTacToe(), progress=stop)


ENDLESS = """
class Endless:
    name, start, last = "endless-1", 1, {last}
    def moves(self, w):
        if self.last < 10**6:
            time.sleep(0.001)  # where the rules are hashed
        return [w + 1, w + 2] if w < self.last else []
"""


@pytest.mark.parametrize(("last", "wait"), [(1 << 60, 0.4), (1000, 1.0)], ids=["exploring", "hashing"])
def test_ctrl_c(last, wait):
    interrupted("while True: pp.solve(Endless(), memory=1 << 40)", ENDLESS.format(last=last), wait)

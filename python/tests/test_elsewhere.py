"""Tables on a server: with ranges, without, and with what is none."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from conftest import run

import perfectplay as pp

#: What a server makes of the part of a file that it sends.
Change = Callable[[bytes], bytes]


class Server:
    """Serves a folder, and remembers what it was asked for."""

    def __init__(
        self,
        folder: Path,
        *,
        ranges: bool = True,
        change: Change = lambda part: part,
        until: tuple[float, int] = (math.inf, 0),
    ) -> None:
        asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                asked.append(self.path)
                file, wanted = folder / self.path[1:], self.headers.get("Range")
                if not file.is_file() or len(asked) > until[0]:
                    self.send_error(404 if not file.is_file() else until[1])
                    return
                content = file.read_bytes()
                if wanted and ranges:
                    first, last = wanted.removeprefix("bytes=").split("-")
                    part = content[int(first) : int(last) + 1 if last else None]
                    self.send_response(206)
                    end = int(first) + len(part) - 1
                    self.send_header("Content-Range", f"bytes {first}-{end}/{len(content)}")
                else:
                    part = content
                    self.send_response(200)
                part = change(part) if self.path.endswith(".table") else part
                self.send_header("Content-Length", str(len(part)))
                self.end_headers()
                self.wfile.write(part)

            def log_message(self, *_: object) -> None:
                pass

        self.asked = asked
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("served")
    listed = []
    for table in ("tower-5", "number-22"):
        file = pp.build(table, folder)
        listed.append({"table": table, "bytes": file.stat().st_size})
    (folder / "tables.json").write_text(json.dumps({"tables": listed}))
    yield folder


def largest(folder: Path) -> pp.Position:
    """A position that no table inside the package has but for one without plies."""
    return pp.open_table("number-22", folder)[-1]


def test_answers_are_those_of_the_folder(folder: Path) -> None:
    server = Server(folder)
    here, there = pp.Oracle(folder), pp.Oracle(server.url)
    assert repr(there) == f"<Oracle of {server.url}>"
    tower = pp.open_table("tower-5", folder)
    towers = [tower.position(index) for index in range(0, len(tower), len(tower) // 50)]
    for position in towers[:10]:
        assert there.answer("tower", position).to_dict() == here.answer("tower", position).to_dict()
    assert (there.values("tower", towers) == here.values("tower", towers)).all()
    number = largest(folder)
    assert there.answer("number", number).to_dict() == here.answer("number", number).to_dict()
    assert there.answer("number", number).table == "number-22"
    assert server.asked.count("/number-22.table") == 1, "a small table is fetched whole, once"
    assert there.tables()["tables"][0] == here.tables()["tables"][1]
    for remote in (pp.open_table("tower-5", server.url), pp.open_table(f"{server.url}/tower-5.table")):
        assert [remote.value(position) for position in towers] == [tower.value(one) for one in towers]
        assert remote.index(towers[7]) == tower.index(towers[7])


def test_a_server_without_ranges_has_small_tables_and_says_so_of_others(folder: Path) -> None:
    oracle = pp.Oracle(Server(folder, ranges=False).url)
    assert oracle.answer("number", largest(folder)).table == "number-22"
    says = "tower-5.table: it cannot be read: the server sends the whole file"
    with pytest.raises(pp.RefusedError, match=says):
        oracle.answer("tower", "RGB/GRG/RGB/GRR")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (
            lambda part: part[:-1] + bytes([part[-1] ^ 1]),
            pp.DamagedTableError,
            "its list of checksums is damaged|chunk .* is damaged|it cannot be read",
        ),
        (lambda part: part + b"more", pp.RefusedError, "the server announces"),
        (lambda part: b"<!doctype html>", pp.RefusedError, "the server announces 15 bytes"),
    ],
)
def test_what_is_wrong_is_an_exception_and_no_answer(
    folder: Path, change: Change, error: type[Exception], message: str
) -> None:
    oracle = pp.Oracle(Server(folder, change=change).url)
    with pytest.raises(error, match=f"/tower-5.table: .*({message})"):
        oracle.answer("tower", "RGB/GRG/RGB/GRR")
    with pytest.raises(error):
        oracle.values("tower", ["RGB/GRG/RGB/GRR"] * 3)


@pytest.mark.parametrize("status", [404, 503])
def test_a_server_that_goes_away_half_way_is_an_exception_and_never_a_hole(folder: Path, status: int) -> None:
    here = pp.open_table("tower-5", folder)
    whole = Server(folder)
    assert (pp.open_table("tower-5", whole.url).values() == here.values()).all()
    for requests in range(2, len(whole.asked), 3):
        server = Server(folder, until=(requests, status))
        with pytest.raises(pp.RefusedError, match=f"{server.url}/tower-5.table: "):
            pp.open_table("tower-5", server.url).values()
        assert len(server.asked) < requests + 20, "it does not go on asking"
    table = pp.open_table("tower-5", Server(folder, until=(3, status)).url)
    for ask in (lambda: table.value(here[-1]), lambda: here[-1] in table):
        with pytest.raises(pp.RefusedError):
            ask()
    assert table.index(here[-1]) == len(here) - 1 and table[-1] == here[-1]


def test_addresses_that_lead_nowhere(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(pp.MissingTableError, match=r"/tables\.json: the server has no such file"):
        pp.Oracle(Server(tmp_path).url)
    with pytest.raises(pp.RefusedError, match="the server cannot be reached"):
        pp.Oracle("http://127.0.0.1:1")
    url = Server(folder).url
    with pytest.raises(pp.MissingTableError, match="/tower-4.table: there is no such table"):
        pp.open_table("tower-4", url)
    for write in (lambda: pp.build("number-20", url), lambda: pp.unpack("x", tables=url)):
        with pytest.raises(pp.UsageError, match="a folder on a disk"):
            write()


def test_threads_ask_at_once(folder: Path) -> None:
    there, here = pp.Oracle(Server(folder).url), pp.Oracle(folder)
    tower = pp.open_table("tower-5", folder)
    towers = [tower.position(index) for index in range(0, len(tower), len(tower) // 20)]
    expected = here.values("tower", towers)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: there.values("tower", towers), range(6)))
    assert all(np.array_equal(values, expected) for values in found)


@pytest.mark.parametrize(
    "call",
    ["pp.open_table('tower-5', url)", "pp.open_table('tower-5', url).values()", "pp.Oracle(url).tables()"],
)
def test_waiting_ends_with_ctrl_c(folder: Path, call: str) -> None:
    """A server stops answering in the middle of a call."""
    code = f"""
import os, signal, sys, threading
sys.path.insert(0, {str(Path(__file__).parent)!r})
from pathlib import Path
from test_elsewhere import Server
import perfectplay as pp
def silent(part, asked=[]):
    asked.append(part)
    if len(asked) > {3 if "values" in call else 0}:
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait()
    return part
server = Server(Path({str(folder)!r}), change=silent)
url = server.url
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    assert run(code) == "interrupted\n"

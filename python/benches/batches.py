"""How long values take: arrays in random order on one core, beside the same probes in Rust, single calls, a dictionary
of Python, the program through a pipe, and HTTP; and how long an import and the first answer take.

    cargo build --profile dist                # the program as it is installed
    python python/benches/batches.py          # needs NumPy, and the checkout with cargo; a few minutes
    python python/benches/batches.py calls    # single calls alone, and the steps of an environment; needs Gymnasium

All of it is one run; compare the ratios, because the speed of a machine varies.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
import urllib.request
from collections.abc import Callable
from pathlib import Path

import numpy as np

import perfectplay as pp

CHECKOUT = Path(__file__).resolve().parents[2]
PROGRAM = CHECKOUT / "target/dist/perfectplay"
MANY, FEW = 10_000_000, 100_000


def nanoseconds(count: int, work: Callable[[], object], rounds: int = 5) -> float:
    """The median of some rounds, a position."""
    times = timeit.repeat(work, "import gc; gc.enable()", number=1, repeat=rounds)
    return statistics.median(times) / count * 1e9


def number_masks(bound: int = 40, count: int = 200_000) -> np.ndarray:
    """Positions of games that are played at random, as masks."""
    random.seed(1)
    masks: list[int] = []
    everything = (1 << (bound + 1)) - 4
    while len(masks) < count:
        mask = everything
        while mask:
            number = random.choice([x for x in range(2, bound + 1) if mask >> x & 1])
            made = ~mask & ((1 << 64) - 3)
            multiple = number
            while multiple < 64:
                made |= made << multiple
                multiple *= 2
            mask &= ~made
            masks.append(mask)
    return np.array(masks, dtype=np.uint64)


def rust(game: str, table: str, array: np.ndarray, folder: Path) -> float:
    """These probes in Rust."""
    path = folder / f"{game}.array"
    array.astype(array.dtype.newbyteorder("<")).tofile(path)
    command = ["cargo", "bench", "-q", "--manifest-path", "benches/Cargo.toml", "--bench", "arrays", "--"]
    command += [game, str(folder / f"{table}.table"), str(path), str(array[0].size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=CHECKOUT)
    return float(done.stdout.split()[-1])


def piped(game: str, texts: list[str], folder: Path) -> float:
    """`probe - --values` of the program."""
    command = [PROGRAM, "probe", game, *["-", "--values", "--threads", "1", "--tables", folder]]
    start = time.perf_counter()
    done = subprocess.run(command, input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == len(texts)
    return (time.perf_counter() - start) / len(texts) * 1e9


def http(game: str, texts: list[str], folder: Path) -> float:
    """Batches of the program's server."""
    command = [PROGRAM, "serve", "--addr", "127.0.0.1:0", "--tables", folder]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None and server.stderr is not None
        try:
            lines = (line for stream in (server.stdout, server.stderr) for line in stream)
            line = next(line for line in lines if "http://" in line)
            address = "http://" + line.split("http://")[1].split()[0].strip("/,.")
            start = time.perf_counter()
            for first in range(0, len(texts), 100):
                body = json.dumps({"positions": texts[first : first + 100], "moves": False}).encode()
                headers = {"content-type": "application/json"}
                request = urllib.request.Request(f"{address}/v1/{game}", body, headers)
                with urllib.request.urlopen(request) as response:
                    response.read()
            return (time.perf_counter() - start) / len(texts) * 1e9
        finally:
            server.terminate()


def fresh(code: str) -> float:
    """Milliseconds that a fresh process says something took: the median of nine."""
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(9)
    ]
    return statistics.median(float(run.stdout) for run in runs) * 1e3


def measure(
    game: str, table: str, distinct: np.ndarray, texts: list[str], folder: Path, **options: object
) -> None:
    pp.build(table, folder)
    oracle = pp.Oracle(folder, threads=1)
    array = distinct[np.random.default_rng(1).integers(0, len(distinct), MANY)]
    values = oracle.values(game, distinct, **options)
    assert (values[: len(texts)] == oracle.values(game, texts)).all()
    packed = nanoseconds(MANY, lambda: oracle.values(game, array, **options))
    plain = rust(game, table, array, folder)
    single = nanoseconds(FEW, lambda: [oracle.value(game, text) for text in texts[:FEW]], 3)
    listed = nanoseconds(len(texts), lambda: oracle.values(game, texts), 3)
    keys = list(map(tuple, distinct.tolist())) if distinct.ndim > 1 else distinct.tolist()
    dictionary = dict(zip(keys, values.tolist(), strict=True))
    asked = [keys[place] for place in np.random.default_rng(2).integers(0, len(keys), FEW)]
    found = nanoseconds(FEW, lambda: [dictionary[key] for key in asked], 3)
    print(f"{table}, one core, nanoseconds a position:")
    for what, time_ in [
        (f"array of {MANY:,} in random order ({1e3 / packed:.1f} million a second)", packed),
        (f"the same probes in Rust, with the same checks (ratio {packed / plain:.2f})", plain),
        ("list of texts", listed),
        ("single calls", single),
        (f"dictionary of Python, of {len(dictionary):,} positions", found),
        ("`probe - --values` through a pipe", piped(game, texts[:FEW], folder)),
        ("HTTP, batches of 100 values", http(game, texts[: FEW // 20], folder)),
    ]:
        print(f"{time_:12,.1f}  {what}")


def calls() -> None:
    """Single calls, in microseconds."""
    import gymnasium

    import perfectplay.gymnasium  # noqa: F401

    oracle = pp.Oracle(threads=1)
    texts = list(map(str, pp.random("number-23", FEW // 10, seed=1)))
    some = texts[:200]
    env = gymnasium.make("perfectplay/Oracle-v0", game="number", bound=23)

    def play() -> None:
        for seed in range(50):
            info, ended = env.reset(seed=seed)[1], False
            env.action_space.seed(seed)
            while not ended:
                _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
                steps.append(seed)

    steps: list[int] = []
    plain = nanoseconds(len(texts), lambda: [oracle.value("number", one) for one in texts])
    with_plies = nanoseconds(len(some), lambda: [oracle.value("number", one, plies=True) for one in some])
    times = {
        "oracle.value(game, text)": plain,
        "oracle.value(game, text, plies=True)": with_plies,
        "a step of Oracle-v0": nanoseconds(1, play, 1) / len(steps),
    }
    print("number up to 23, one core, microseconds a call:")
    for what, time_ in times.items():
        print(f"{time_ / 1e3:12,.1f}  {what}")


def main() -> None:
    if sys.argv[1:] == ["calls"]:
        return calls()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        masks = number_masks()
        texts = [" ".join(str(x) for x in range(2, 41) if mask >> x & 1) or "none" for mask in masks.tolist()]
        measure("number", "number-40", masks, texts, folder)
        for table, size in [("stake-4", (4, 4)), ("tower-6", None), ("tokens-4x4", (4, 4))]:
            drawn = pp.random(table, 250_000, seed=1)
            if size is not None:
                drawn = [one for one in drawn if [*map(len, str(one).split("/"))] == [size[1]] * size[0]]
            game = drawn[0].game
            measure(game, table, pp.to_array(game, drawn), list(map(str, drawn)), folder, size=size)
    timed = "import time; start = time.perf_counter(); {}; print(time.perf_counter() - start)"
    imported = fresh(timed.format("import perfectplay"))
    first = "pp.Oracle().answer('number', '2 3 4 5 6')"
    answered = fresh("import perfectplay as pp; " + timed.format(first))
    print(f"import {imported:.1f} ms, opening and the first answer {answered:.2f} ms after it")


if __name__ == "__main__":
    main()

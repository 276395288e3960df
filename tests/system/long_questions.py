"""Questions whose texts or answers take long, as they are known."""

from __future__ import annotations

import random
from itertools import islice

LENGTH = 32 << 10

# Game, position and board.
Question = tuple[str, str, str | None]


def named(numbers: list[int]) -> str:
    """As many named numbers as the length allows."""
    return ("after:" + ",".join(map(str, numbers)))[:LENGTH].rsplit(",", 1)[0]


def board(rows: int, columns: int, removed: int, seed: int) -> list[str]:
    """A board of tokens with two pieces at its ends."""
    generator = random.Random(seed)
    cells = ["."] * (rows * columns)
    for cell in generator.sample(range(1, rows * columns - 1), removed):
        cells[cell] = "#"
    cells[0] = cells[-1] = "P"
    return ["".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]


def history(rows: int, columns: int) -> str:
    """Visited pairs, as many as the length allows."""
    pairs = (
        f"{a // columns},{a % columns}+{b // columns},{b % columns}"
        for a in range(1, rows * columns)
        for b in range(a + 2, rows * columns, 3)
    )
    # The board takes the rest.
    return " ".join(islice(pairs, LENGTH))[: LENGTH - 5000].rsplit(" ", 1)[0]


def contest_board(size: int, seed: int) -> str:
    """A board of contour as its contest gives it."""
    generator = random.Random(seed)
    rows = [" ".join(str(generator.randint(0, 99_999)) for _ in range(size)) for _ in range(2 * size)]
    return f"{size} {size}\n" + "\n".join(rows) + "\n"


def worst() -> list[Question]:
    """Questions whose texts or answers take long."""
    found: list[Question] = []
    for least in (801, 1601, 3201, 12001, 20003, 60001, 99991, 1_000_003):
        for step in (1, 2, 4):
            found.append(("number", named(list(range(least, 2 * least, step))[:5600]), None))
    for least in (1_000_000, 1_048_574, 1_048_575, 1_048_576):
        for factor in (2, 3, 16, 1024):
            multiples = range(least // factor * factor + factor, 2 * least, factor)
            found.append(("number", named([least, 2 * least - 1, *multiples][:5600]), None))
    generator = random.Random(1)
    for least in (5003, 20011, 99991):
        numbers = [least, *sorted(generator.sample(range(least + 1, 2 * least), least // 3)[:5600])]
        found += [("number", named(numbers), None), ("number", named(numbers[::-1]), None)]
    found.append(("number", f"after:{999_999_937 * 999_999_929}", None))
    found.append(("tower", "/".join(["RGB"] * (LENGTH // 4)), None))
    found.append(("tower", "/".join(["RGB"] * 12), None))
    found.append(("contour", ",".join(["0"] * (LENGTH // 2)), contest_board(10, 1)))
    found.append(("contour", "0", contest_board(16, 1)))
    found.append(("stake", "/".join(["." * 180] * 180), None))
    found.append(("stake", "/".join(["........"] * 8), None))
    found.append(("stake", "/".join(["......", "......", "......", "......", "010101", "101010"]), None))
    found.append(("tokens", "/".join(board(64, 64, 0, 1)), None))
    found.append(("tokens", "/".join(board(64, 64, 700, 2)), None))
    found.append(("tokens", "/".join(board(64, 64, 0, 1)) + " history:" + history(64, 64), None))
    found.append(("chomp", ",".join(["1"] * (LENGTH // 2)), None))
    found.append(("chomp", ",".join(["16"] * 16), None))
    return found


def short(position: str) -> str:
    """A position's text as it is printed."""
    return position if len(position) <= 40 else f"{position[:37]}... ({len(position)} bytes)"

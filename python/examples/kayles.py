"""Kayles, solved: take one pin of a row, or two that stand side by side. Whoever takes the last one wins."""

import sys
from collections.abc import Iterator

import perfectplay as pp


class Kayles(pp.Game[tuple[int, ...]]):
    values = "grundy"
    rules = "Take one pin, or two that stand together. Whoever takes the last one wins."

    def __init__(self, pins: int) -> None:
        self.name, self.start = f"kayles-{pins}", (pins,)

    def moves(self, rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """A position has the lengths of all rows, ascending, for their order does not matter."""
        for place, pins in enumerate(rows):
            others = rows[:place] + rows[place + 1 :]
            for left in (pins - 1, pins - 2):
                for split in range(left // 2 + 1):
                    yield tuple(sorted(filter(None, (*others, split, left - split))))


if __name__ == "__main__":
    kayles = Kayles(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    table = pp.solve(kayles)
    answer = table.answer(kayles.start)
    print(f"{table.name}: {len(table)} positions, {table.verify()} entries follow from the rules")
    print(
        "the start is worth", answer.value, "and won by", *(m.move for m in answer.moves or () if m.winning)
    )
    rows = [(pins,) if pins else () for pins in range(kayles.start[0] + 1)]
    print("a row of n pins:", *table.values(rows))

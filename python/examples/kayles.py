"""Kayles, solved: take one pin of a row, or two that stand side by side. Whoever takes the last one wins."""

import sys
from collections.abc import Iterator

import perfectplay as pp


class Kayles:
    values = "grundy"
    rules = "Take one pin, or two that stand together. Whoever takes the last one wins."

    def __init__(self, pins: int) -> None:
        self.name = f"kayles-{pins}"
        self.start = (1 << pins) - 1  # the pins that stand, as bits

    def moves(self, words: list[int]) -> list[list[tuple[str, int]]]:
        return [list(self.of_one(word)) for word in words]

    def of_one(self, word: int) -> Iterator[tuple[str, int]]:
        for pin in range(word.bit_length()):
            if word >> pin & 1:
                yield f"{pin}", word & ~(1 << pin)
            if word >> pin & 3 == 3:
                yield f"{pin}+{pin + 1}", word & ~(3 << pin)

    def canonical(self, words: list[int]) -> list[int]:
        return [self.sorted(word) for word in words]

    def sorted(self, word: int) -> int:
        """Only the lengths of the rows matter: the longest is first."""
        rows = sorted(filter(None, f"{word:b}".split("0")), reverse=True)
        return int("0".join(rows) or "0", 2)


if __name__ == "__main__":
    kayles = Kayles(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    table = pp.solve(kayles)
    answer = table.answer(str(kayles.start))
    print(f"{table.name}: {len(table)} positions, {table.verify()} entries follow from the rules")
    print("the start is worth", answer.value, "and won by", *(m.move for m in answer.moves if m.winning))
    rows = [(1 << pins) - 1 for pins in range(kayles.start.bit_length() + 1)]
    print("a row of n pins:", *table.values(rows))

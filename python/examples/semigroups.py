"""The numerical semigroups with Frobenius number up to 20 as a data frame.

A position of the Number Game is the set of gaps of a semigroup, so its table has each of them once, with who wins
Sylver coinage there.

    python examples/semigroups.py             # needs NumPy and pandas
"""

from __future__ import annotations

import numpy as np
import pandas

import perfectplay as pp


def columns() -> dict[str, np.ndarray]:
    """A row for each semigroup: its gaps as a mask, its invariants, and the outcome for the player to move."""
    table = pp.open_table("number-20")
    masks = pp.to_array("number", table)
    bits = masks[:, None] >> np.arange(2, 64, dtype=np.uint64) & np.uint64(1)
    numbers = np.arange(2, 64)
    # The number 1 is a gap of all of them, and not in the mask.
    return {
        "gaps": masks,
        "genus": bits.sum(axis=1).astype(np.int64) + 1,
        "frobenius": (bits * numbers).max(axis=1, initial=1).astype(np.int64),
        "multiplicity": np.where(bits == 0, numbers, 64).min(axis=1),
        "outcome": table.values(),
    }


def main() -> None:
    by_genus = pandas.DataFrame(columns()).groupby("genus")["outcome"]
    print(by_genus.agg(semigroups="count", lost=lambda one: (one == -1).sum()).head(12))


if __name__ == "__main__":
    main()

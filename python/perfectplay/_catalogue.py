"""The catalogue: classic games in several sizes, with their rules."""

from functools import cache
from typing import TypedDict

from . import _native


class CatalogueGame(TypedDict):
    """The description of a game of the catalogue."""

    title: str
    """The name of the game, the same at all sizes."""
    kind: str
    """Its kind: `alignment`, `blocking`, `capture`, `walls`, `sowing`, `paper`, `dice` or `endgame`."""
    rules: str
    """The rules, and the notation of positions and moves."""
    differs: str | None
    """How this variant differs from those rules; `None` if it does not."""
    large: bool
    """Whether its table takes at least a minute, and much memory, to build."""


@cache
def catalogue() -> dict[str, CatalogueGame]:
    """Return the classic games by the names that `build`, `Oracle` and `open_table` take.

    >>> import perfectplay as pp
    >>> pp.catalogue()["achi-3x3"]["title"]
    'Achi'
    """
    return _native._catalogue()

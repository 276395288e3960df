"""The catalogue: classic games at their sizes, each with its rules."""

from functools import cache
from typing import TypedDict

from . import _native


class CatalogueGame(TypedDict):
    """What is written of a game of the catalogue."""

    title: str
    """What people call it, at all of its sizes."""
    kind: str
    """What it is like: `alignment`, `blocking`, `capture`, `walls`, `sowing`, `paper`, `dice` or `endgame`."""
    rules: str
    """The rules, and how positions and moves are written."""
    differs: str | None
    """How this variant differs from them."""
    large: bool
    """Whether its table takes a minute or more to build, and much memory."""


@cache
def catalogue() -> dict[str, CatalogueGame]:
    """Classic games by the names under which `build`, `Oracle` and `open_table` know them.

    >>> import perfectplay as pp
    >>> pp.catalogue()["achi-3x3"]["title"]
    'Achi'
    """
    return _native._catalogue()

"""What a Python object has that describes a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

#: How a game has ended for the player whose turn it would be: a score where the values are scores. `None`: it has not.
End: TypeAlias = str | int | None


class Game(Protocol):
    """A game of two players who move in turn, with nothing hidden and without chance, for `solve`.

    A position is a word: an integer from 0 to 2**64 - 1, a different one for each position. The methods are asked
    about many words at a time, and give a list with one element for each.

    These are optional, and have the defaults that are shown:

    - `values: str = "outcome"`: who wins, in how many plies, where a player without a move has lost. `"misere"`: such
      a player has won. `"score"`: points of the player to move minus the opponent's, which `end` tells. `"grundy"`.
    - `members: int = 0`: so many bits a position, up to 7, with which the table recognises all but one in 2**members
      of the words that are none of its positions.
    - `rules: str = ""`: a few sentences for people.
    - `end(self, words) -> list[None | str | int]`: `None`, or `"loss"`, `"draw"`, `"win"` or a score, for the player
      whose turn it would be. It is asked first; `moves` is not asked where it says something.
    - `canonical(self, words) -> list[int]`: one of the words of positions that are the same but for a symmetry, the
      same one for all of them.
    - `same_player(self, pairs) -> list[bool]`: of pairs of words, before a move and after it, whether the player who
      has moved moves again.
    - `show(self, words) -> list[str]` and `read(self, text) -> int | None`: the text of a position, and back; by
      default the number. Rows with `/` between them are a board.
    """

    @property
    def name(self) -> str:
        """Letters and digits, a hyphen, letters and digits: `"kayles-20"`."""

    @property
    def start(self) -> int:
        """The word of the position in which a game begins."""

    def moves(self, words: list[int], /) -> Sequence[Sequence[tuple[str, int]]]:
        """For each word the moves: the text of each, and the word that it leads to."""

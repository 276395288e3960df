"""The methods and attributes of an object that describes a game."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol, TypeAlias

from ._errors import DescriptionError

#: How a game has ended for the player whose turn it would be: a score where the values are scores. `None`: it has not.
End: TypeAlias = str | int | None


class Game(Protocol):
    """A game with nothing hidden, of two players who move in turn or of one, for `solve`.

    A position is a word: an integer from 0 to 2**64 - 1, a different one for each position. `solve` calls the methods
    with many words at a time, and they return a list with one element for each.

    These are optional, with the defaults shown:

    - `values: str = "outcome"`: who wins, in how many plies, where a player without a move has lost. `"misere"`: that
      player has won. `"outcome_only"`: as `"outcome"`, without the plies. `"score"`: points that the player to move is
      still to get minus the opponent's, which `gain` and `end` tell. `"grundy"`. `"expected"`: what the player can
      expect, 1 for a win, 0 for a draw, -1 for a loss, or points; for games with `rolls`. `"no_repeat"`: who wins if no
      position may occur twice, where each move can be undone.
    - `members: int`: how many bits per position, up to 7, the table uses to recognise its own positions; it takes one
      in 2**members of all other words for one of them. By default 7 in a table of up to a million positions, and 0 in
      a larger one.
    - `layers: list[int]`: how many positions each layer has, if words number positions without gaps: those of the first
      layer from 0 on, then those of the second, and so on, where every move leads to a lower layer. A table then has a
      byte or two for each number.
    - `rules: str = ""`: a few sentences for people.
    - `end(self, words) -> list[None | str | int]`: `None`, or `"loss"`, `"draw"`, `"win"` or a score, for the player
      whose turn it would be. `solve` calls it first, and `moves` only for words whose `end` is `None`.
    - `canonical(self, words) -> list[int]`: one word that stands for all words that symmetries make equal.
    - `same_player(self, pairs) -> list[bool]`: of pairs of words, before a move and after it, whether the player who
      has moved moves again.
    - `gain(self, pairs) -> list[int]`: of pairs of words, before a move or a roll and after it, the points that it
      scores at once for the player who makes it.
    - `rolls(self, words) -> list[list[tuple[int, str, int]]]`: for each word the outcomes of a roll of dice: how often
      each comes up compared with the others, its text, and the word that it leads to, which may be the same one. No
      outcomes: there is no roll, and `moves` is asked. A roll does not change the player.
    - `players: int = 2`: 1 for a game of one player, who wants the best result.
    - `starts(self) -> Iterable[int]`: the words of all positions in which a game can begin, as all placements of an
      endgame; by default `start` alone.
    - `stage(self, words) -> list[int]`: a number that no move makes lower, such as how many pieces are gone. A game is
      solved in less memory if moves within a stage all lead one level on, and those to later ones to their beginning.
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


#: The optional methods, and the other optional attributes.
_METHODS = ("starts", "end", "canonical", "same_player", "gain", "rolls", "stage", "show", "read")
_FACTS = ("values", "members", "layers", "rules", "players")


def check_spelling(game: object) -> None:
    """Refuses a name that is close to an optional one: Python would ignore it, and `solve` another game."""
    for name in dir(game):
        known = _METHODS if callable(getattr(game, name, None)) else _FACTS
        absent = [one for one in known if getattr(game, one, None) is None]
        if name.startswith("_") or name in known:
            continue
        if near := get_close_matches(name.lower(), absent, 1, 0.85):
            raise DescriptionError(
                f"the description of a game has `{name}`: did you mean `{near[0]}`?",
                "a name that begins with `_` is yours",
            )

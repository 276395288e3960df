"""The methods and attributes of an object that describes a game: of one position, or of arrays of words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from ._errors import DescriptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words: TypeAlias = NDArray[np.uint64]

P = TypeVar("P", bound=Hashable)
#: How a game has ended for the player whose turn it would be: a score where the values are scores. `None`: it has not.
End: TypeAlias = Literal["loss", "draw", "win"] | int | None


class _Facts:
    """What both kinds of descriptions may say of the whole game."""

    #: Letters and digits, a hyphen, letters and digits: `"kayles-20"`.
    name: str
    #: `"outcome"`, `"misere"`, `"outcome_only"`, `"score"`, `"grundy"`, `"expected"` or `"no_repeat"`.
    values: str = "outcome"
    #: 1 for a game of one player, who wants the best result.
    players: int = 2
    #: How many bits per position, up to 7, the table uses to recognise its own positions: by default 7 in a table of up
    #: to a million positions, and 0 in a larger one.
    members: int | None = None
    #: How many positions each layer has, if words number positions without gaps and every move leads to a lower layer.
    layers: list[int] | None = None
    #: A few sentences for people.
    rules: str = ""


class Game(_Facts, Generic[P]):
    """A game with nothing hidden, of two players who move in turn or of one, for `solve`: one position at a time.

    A position is any hashable object. `name`, `start` and `moves` are required, and all else has the defaults below. A
    class need not inherit from this one.
    """

    start: P

    def moves(self, position: P, /) -> Iterable[P | tuple[object, P]]:
        """The positions that moves lead to, each alone or as `(label, position)`. A label is any object, shown as `str`
        shows it. If `start` is a tuple, a pair is a label and a position where its second part is a tuple."""
        raise NotImplementedError

    def starts(self) -> Iterable[P]:
        """All positions in which a game can begin, as all placements of an endgame."""
        return (self.start,)

    def end(self, position: P, /) -> End:
        """`None`, or `"loss"`, `"draw"`, `"win"` or a score for the player whose turn it would be. There are no
        moves from a position that has ended."""
        return None

    def canonical(self, position: P, /) -> P:
        """One position that stands for all that symmetries make equal."""
        return position

    def same_player(self, before: P, after: P, /) -> bool:
        """Whether the player who has moved moves again."""
        return False

    def gain(self, before: P, after: P, /) -> int:
        """The points that a move or a roll scores at once for the player who makes it."""
        return 0

    def rolls(self, position: P, /) -> Iterable[tuple[int, object, P]]:
        """The outcomes of a roll of dice: how often each comes up compared with the others, its label, and the position
        that it leads to, which may be the same one. No outcomes: there is no roll, and `moves` is asked."""
        return ()

    def stage(self, position: P, /) -> int:
        """A number that no move makes lower, such as how many pieces are gone."""
        return 0

    def pack(self, position: P, /) -> int:
        """A number from 0 to 2**64 - 1, a different one for each position: `solve` then keeps no positions."""
        raise NotImplementedError

    def unpack(self, word: int, /) -> P:
        """The position of a number that `pack` has made."""
        raise NotImplementedError

    def show(self, position: P, /) -> str:
        """The text of a position. Rows with `/` between them are a board."""
        raise NotImplementedError

    def read(self, text: str, /) -> P | None:
        """The position of a text, or `None`."""
        raise NotImplementedError


class ArrayGame(_Facts):
    """A game for `solve`, described for arrays of many positions at once.

    A position is a *word*, an integer from 0 to 2**64 - 1. `name`, `start` and `children` are required, and all else
    has the defaults below. A class need not inherit from this one.
    """

    #: What `ends` has in an array of type `int8`. In one of `int16` every number is a score but `GOES_ON`.
    OPEN: ClassVar[int] = 0
    WIN: ClassVar[int] = 1
    LOSS: ClassVar[int] = -1
    DRAW: ClassVar[int] = 2
    GOES_ON: ClassVar[int] = -(2**15)

    start: int

    def children(self, words: Words, /) -> tuple[NDArray[Any], Words]:
        """Where the children of each word begin and the last ones end, as `n + 1` integers, and the words that moves
        lead to, one after another."""
        raise NotImplementedError

    def ends(self, words: Words, /) -> NDArray[np.int8] | NDArray[np.int16]:
        """How each has ended for the player whose turn it would be. `children` is asked about `OPEN` ones."""
        raise NotImplementedError

    def starts(self) -> Iterable[int]:
        """The words of all positions in which a game can begin."""
        return (self.start,)

    def canonical(self, words: Words, /) -> Words:
        """For each word one that stands for all that symmetries make equal."""
        return words

    def same_player(self, before: Words, after: Words, /) -> NDArray[np.bool_]:
        """Whether players move again, by the words before their moves and after them."""
        raise NotImplementedError

    def gain(self, before: Words, after: Words, /) -> NDArray[Any]:
        """The points that moves score at once."""
        raise NotImplementedError

    def stage(self, words: Words, /) -> NDArray[Any]:
        """Numbers that no move makes lower."""
        raise NotImplementedError

    def labels(self, word: int, /) -> Iterable[object]:
        """What people call the moves that `children` has, in the same order."""
        raise NotImplementedError

    def show(self, word: int, /) -> str:
        """The text of a position: by default the number."""
        return str(word)

    def read(self, text: str, /) -> int | None:
        """The word of a text, or `None`."""
        raise NotImplementedError


class PlainDescription(Protocol):
    """What a description of one position at a time has at least."""

    @property
    def name(self) -> str: ...
    @property
    def start(self) -> Any: ...
    def moves(self, position: Any, /) -> Iterable[Any]: ...


class ArrayDescription(Protocol):
    """What a description for arrays has at least."""

    @property
    def name(self) -> str: ...
    @property
    def start(self) -> int: ...
    def children(self, words: Any, /) -> tuple[Any, Any]: ...


Description: TypeAlias = PlainDescription | ArrayDescription

_BOTH = ("starts", "canonical", "same_player", "gain", "stage", "show", "read")
_PLAIN = ("moves", "end", "rolls", "pack", "unpack", *_BOTH)
_ARRAYS = ("children", "ends", "labels", *_BOTH)
_VALUES = ("outcome", "outcome_only", "misere", "score", "grundy", "expected", "no_repeat")
WORD = "a word, which is an integer from 0 to 2**64 - 1"


def is_word(value: Any) -> bool:
    """Whether something is an integer from 0 on of 64 bits; truths are none, though Python counts with them."""
    return hasattr(value, "__index__") and not isinstance(value, bool) and 0 <= int(value) < 2**64


#: What a description may say of the whole game: what that is, and whether something is that.
_FACTS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ("a text", lambda value: isinstance(value, str)),
    "values": (", ".join(f'"{one}"' for one in _VALUES[:-1]) + ' or "no_repeat"', _VALUES.__contains__),
    "members": ("from 0 to 7", lambda value: value is None or (is_word(value) and value <= 7)),
    "layers": (
        "a list of numbers of positions",
        lambda value: value is None or (hasattr(value, "__getitem__") and all(map(is_word, value))),
    ),
    "rules": ("a text", lambda value: isinstance(value, str)),
    "players": ("1 or 2", lambda value: is_word(value) and value in (1, 2)),
}


def described(game: object) -> dict[str, Any]:
    """What an object says of its game, by name; `None` stands for a method that it has not, or from this module."""
    is_arrays = _own(game, "children") is not None
    methods = _ARRAYS if is_arrays else _PLAIN
    _check_form(game, is_arrays)
    _check_spelling(game, methods)
    found: dict[str, Any] = {name: _own(game, name) for name in ("start", *methods, *_FACTS)}
    found |= {name: getattr(_Facts, name, None) for name in _FACTS if found[name] is None}
    for name in ("name", "start", "children" if is_arrays else "moves"):
        if found[name] is None:
            raise DescriptionError(f"{type(game)} has no `{name}`: a game needs one")
    for one, other in (("pack", "unpack"), ("unpack", "pack"), ("show", "read"), ("read", "show")):
        if one in methods and found[one] is not None and found[other] is None:
            raise DescriptionError(f"{type(game)} has `{one}`, but no `{other}`: a game has both or neither")
    wrong = [(name, "a method") for name in methods if found[name] is not None and not callable(found[name])]
    wrong += [(name, expected) for name, (expected, fits) in _FACTS.items() if not fits(found[name])]
    for name, expected in wrong:
        what = f"`{name}` is {shown(found[name])}, and not {expected}"
        raise DescriptionError(f"the description of a game: {what}")
    return found | {"layers": list(found["layers"] or ())}


def shown(value: object) -> str:
    """The beginning of how Python writes something."""
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "…"


def text_of(described: dict[str, Any], position: object, usual: Callable[[Any], str]) -> str:
    """The text that a description makes of a position, or without `show` the usual one."""
    text = (described["show"] or usual)(position)
    if not isinstance(text, str):
        what = f"`show` of {shown(position)} is {shown(text)}, and not a text"
        raise DescriptionError(f"{described['name']}: {what}")
    return text


def _own(game: object, name: str) -> object:
    """An attribute, unless it is a method that the game's base class has."""
    value = getattr(game, name, None)
    inherited = (vars(base).get(name) for base in (Game, ArrayGame))
    return None if callable(value) and getattr(value, "__func__", value) in inherited else value


def _check_form(game: object, is_arrays: bool) -> None:
    """Refuses what is of two forms, and the form of version 0.1 in which methods took lists."""
    if is_arrays:
        for name in ("moves", "end", "rolls", "pack"):
            if _own(game, name) is not None:
                raise DescriptionError(
                    f"{type(game)} has `children` and `{name}`: a description is for arrays, with `children` and "
                    "`ends`, or for one position at a time, with `moves` and `end`"
                )
        return
    for name in _PLAIN:
        method = _own(game, name)
        try:
            first = next(iter(inspect.signature(method).parameters), "") if callable(method) else ""
        except (TypeError, ValueError):
            continue
        if first in ("words", "pairs"):
            raise DescriptionError(
                f"`{name}({first})` is for lists of words, which are no longer asked: write "
                + _INSTEAD.get(name, f"`{name}(position)`, for one position"),
                "for arrays of many words there is `children(words)`, see `perfectplay.ArrayGame`",
            )


_INSTEAD = {
    "moves": "`moves(position)`, which yields the moves of one position, each as `(label, position)`",
    "same_player": "`same_player(before, after)`, for one move",
    "gain": "`gain(before, after)`, for one move",
}


def _check_spelling(game: object, methods: tuple[str, ...]) -> None:
    """Refuses a name that is close to an optional one: Python would ignore it, and `solve` another game."""
    for name in dir(game):
        known = methods if callable(getattr(game, name, None)) else _FACTS
        absent = [one for one in known if _own(game, one) is None or (one in _FACTS and not _says(game, one))]
        if name.startswith("_") or name in known or (known is methods and _own(game, name) is None):
            continue
        if near := get_close_matches(name.lower(), absent, 1, 0.85):
            raise DescriptionError(
                f"the description of a game has `{name}`: did you mean `{near[0]}`?",
                "a name that begins with `_` is yours",
            )


def _says(game: object, name: str) -> bool:
    """Whether a game says something itself that `_Facts` has a default for."""
    return getattr(game, name, None) is not getattr(_Facts, name, None)

"""Descriptions of custom games: their base classes, and the checks of an object that describes a game."""

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
#: How a game has ended for the player whose turn it would be: an integer is a score. `None`: it goes on.
End: TypeAlias = Literal["loss", "draw", "win"] | int | None


class _Facts:
    """Attributes of the whole game, which both kinds of description have."""

    #: The name of the table: letters and digits, a hyphen, letters and digits, such as `"kayles-20"`.
    name: str
    #: The values: `"outcome"`, `"misere"`, `"outcome_only"`, `"score"`, `"grundy"`, `"expected"` or `"no_repeat"`.
    values: str = "outcome"
    #: 2, or 1 if a single player makes all moves and wants the best result.
    players: int = 2
    #: How many bits per position, 0 to 7, the table uses to recognise its own positions. The default is 7 in tables of
    #: up to a million positions, and 0 in larger ones.
    members: int | None = None
    #: The number of positions in each layer, if words number positions and all moves lead to lower layers.
    layers: list[int] | None = None
    #: The rules in a few sentences, for people.
    rules: str = ""


class Game(_Facts, Generic[P]):
    """A game for `solve`, described one position at a time: no hidden information, one or two players.

    A position is any hashable object. Define `name`, `start` and `moves`; everything else has a default. Your class
    need not inherit from this one.
    """

    start: P

    def moves(self, position: P, /) -> Iterable[P | tuple[object, P]]:
        """Return or yield the moves, each as the position it leads to or as `(label, position)`. `str` shows labels. If
        `start` is a tuple, a pair is a label and a position only if its second part is a tuple."""
        raise NotImplementedError

    def starts(self) -> Iterable[P]:
        """Return all positions in which a game can begin, such as all placements of an endgame."""
        return (self.start,)

    def end(self, position: P, /) -> End:
        """Return how the game has ended, for the player whose turn it would be: `"loss"`, `"draw"`, `"win"` or a score.
        Return `None` if it goes on: `solve` asks only such positions for moves."""
        return None

    def canonical(self, position: P, /) -> P:
        """Return the position that represents all positions equal to this one by symmetry."""
        return position

    def same_player(self, before: P, after: P, /) -> bool:
        """Return whether the player who moves from `before` to `after` moves again."""
        return False

    def gain(self, before: P, after: P, /) -> int:
        """Return the points that a move or roll from `before` to `after` scores for its player, in 16 bits."""
        return 0

    def rolls(self, position: P, /) -> Iterable[tuple[int, object, P]]:
        """Return the outcomes of a roll of dice as `(weight, label, position)`. Weights are relative frequencies from 1
        on; an outcome may lead back to `position`. If there are none, `solve` calls `moves` instead."""
        return ()

    def stage(self, position: P, /) -> int:
        """Return a number from 0 to 2**32 - 1 that no move lowers, such as how many pieces are gone, to save memory."""
        return 0

    def pack(self, position: P, /) -> int:
        """Return a different integer from 0 to 2**64 - 1 for each position: `solve` then keeps no objects."""
        raise NotImplementedError

    def unpack(self, word: int, /) -> P:
        """Return the position that `pack` turned into `word`."""
        raise NotImplementedError

    def show(self, position: P, /) -> str:
        """Return a position as text. Notebooks draw rows separated by `/` as a board."""
        raise NotImplementedError

    def read(self, text: str, /) -> P | None:
        """Return the position that a text describes, or `None` if it describes none."""
        raise NotImplementedError


class ArrayGame(_Facts):
    """A game for `solve`, described for arrays of thousands of positions at once.

    A position is a *word*, an integer from 0 to 2**64 - 1, and arrays of words have the type `uint64`. Define `name`,
    `start` and `children`; everything else has a default. Your class need not inherit from this one.
    """

    #: The numbers in an `int8` array of `ends`. In an `int16` array all numbers but `GOES_ON` are scores.
    OPEN: ClassVar[int] = 0
    WIN: ClassVar[int] = 1
    LOSS: ClassVar[int] = -1
    DRAW: ClassVar[int] = 2
    GOES_ON: ClassVar[int] = -(2**15)

    start: int

    def children(self, words: Words, /) -> tuple[NDArray[Any], Words]:
        """Return `(offsets, children)`: the words that moves lead to, one after another, and `n + 1` integers, where
        the children of each of the `n` words begin, and where the last ones end."""
        raise NotImplementedError

    def ends(self, words: Words, /) -> NDArray[np.int8] | NDArray[np.int16]:
        """Return how each word has ended for the player whose turn it would be. `children` gets those that go on."""
        raise NotImplementedError

    def starts(self) -> Iterable[int]:
        """Return the words of all positions in which a game can begin."""
        return (self.start,)

    def canonical(self, words: Words, /) -> Words:
        """Return for each word the word that represents all positions equal to it by symmetry."""
        return words

    def same_player(self, before: Words, after: Words, /) -> NDArray[np.bool_]:
        """Return for each move from `before` to `after` whether its player moves again."""
        raise NotImplementedError

    def gain(self, before: Words, after: Words, /) -> NDArray[Any]:
        """Return the points that each move from `before` to `after` scores for its player, integers of 16 bits."""
        raise NotImplementedError

    def stage(self, words: Words, /) -> NDArray[Any]:
        """Return for each word a number from 0 to 2**32 - 1 that no move lowers."""
        raise NotImplementedError

    def labels(self, word: int, /) -> Iterable[object]:
        """Return labels for the moves to the children of `word`, in the order of `children`."""
        raise NotImplementedError

    def show(self, word: int, /) -> str:
        """Return a position as text: by default the word in digits."""
        return str(word)

    def read(self, text: str, /) -> int | None:
        """Return the word of the position that a text describes, or `None` if it describes none."""
        raise NotImplementedError


class PlainDescription(Protocol):
    """The members that a description of one position at a time must have."""

    @property
    def name(self) -> str: ...
    @property
    def start(self) -> Any: ...
    def moves(self, position: Any, /) -> Iterable[Any]: ...


class ArrayDescription(Protocol):
    """The members that a description for arrays must have."""

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
WORD = "a word (an integer from 0 to 2**64 - 1)"


def is_word(value: Any) -> bool:
    """Return whether a value is an integer from 0 to 2**64 - 1, but not a `bool`."""
    return hasattr(value, "__index__") and not isinstance(value, bool) and 0 <= int(value) < 2**64


#: For each attribute of the whole game, its allowed values in words, and a check of a value.
_FACTS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ("a string", lambda value: isinstance(value, str)),
    "values": (", ".join(f'"{one}"' for one in _VALUES[:-1]) + ' or "no_repeat"', _VALUES.__contains__),
    "members": ("from 0 to 7", lambda value: value is None or (is_word(value) and value <= 7)),
    "layers": (
        "a list of numbers of positions",
        lambda value: value is None or (hasattr(value, "__getitem__") and all(map(is_word, value))),
    ),
    "rules": ("a string", lambda value: isinstance(value, str)),
    "players": ("1 or 2", lambda value: is_word(value) and value in (1, 2)),
}


def described(game: object) -> dict[str, Any]:
    """Return the methods and attributes of a description by name; `None` for methods that it lacks or inherits."""
    is_arrays = _own(game, "children") is not None
    methods = _ARRAYS if is_arrays else _PLAIN
    _check_form(game, is_arrays)
    _check_spelling(game, methods)
    found: dict[str, Any] = {name: _own(game, name) for name in ("start", *methods, *_FACTS)}
    found |= {name: getattr(_Facts, name, None) for name in _FACTS if found[name] is None}
    for name in ("name", "start", "children" if is_arrays else "moves"):
        if found[name] is None:
            raise DescriptionError(f"{type(game)} has no `{name}`, which every game needs")
    for one, other in (("pack", "unpack"), ("unpack", "pack"), ("show", "read"), ("read", "show")):
        if one in methods and found[one] is not None and found[other] is None:
            raise DescriptionError(f"{type(game)} has `{one}`, but no `{other}`: define both or neither")
    wrong = [(name, "a method") for name in methods if found[name] is not None and not callable(found[name])]
    wrong += [(name, expected) for name, (expected, fits) in _FACTS.items() if not fits(found[name])]
    for name, expected in wrong:
        what = f"`{name}` must be {expected}, not {shown(found[name])}"
        raise DescriptionError(f"the description of a game: {what}")
    return found | {"layers": list(found["layers"] or ())}


def shown(value: object) -> str:
    """Return the first 60 characters of an object's `repr`."""
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "…"


def text_of(described: dict[str, Any], position: object, usual: Callable[[Any], str]) -> str:
    """Return the text that `show` makes of a position, or `usual` if the description has no `show`."""
    text = (described["show"] or usual)(position)
    if not isinstance(text, str):
        what = f"`show` of {shown(position)} must return a string, not {shown(text)}"
        raise DescriptionError(f"{described['name']}: {what}")
    return text


def _own(game: object, name: str) -> object:
    """Return an attribute, or `None` for a method inherited from `Game` or `ArrayGame`."""
    value = getattr(game, name, None)
    inherited = (vars(base).get(name) for base in (Game, ArrayGame))
    return None if callable(value) and getattr(value, "__func__", value) in inherited else value


def _check_form(game: object, is_arrays: bool) -> None:
    """Refuse descriptions that mix both forms, and methods of version 0.1, which took lists."""
    if is_arrays:
        for name in ("moves", "end", "rolls", "pack"):
            if _own(game, name) is not None:
                raise DescriptionError(
                    f"{type(game)} has `children` and `{name}`: describe arrays, by `children` and `ends`, "
                    "or one position at a time, by `moves` and `end`"
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
                f"`{name}({first})` takes lists of words, which `solve` no longer passes: write "
                + _INSTEAD.get(name, f"`{name}(position)`, for one position"),
                "for arrays of words write `children(words)`, see `perfectplay.ArrayGame`",
            )


_INSTEAD = {
    "moves": "`moves(position)`, which yields the moves of one position, each as `(label, position)`",
    "same_player": "`same_player(before, after)`, for one move",
    "gain": "`gain(before, after)`, for one move",
}


def _check_spelling(game: object, methods: tuple[str, ...]) -> None:
    """Refuse a name close to an optional one: `solve` would ignore it, and solve another game."""
    for name in dir(game):
        known = methods if callable(getattr(game, name, None)) else _FACTS
        absent = [one for one in known if _own(game, one) is None or (one in _FACTS and not _says(game, one))]
        if name.startswith("_") or name in known or (known is methods and _own(game, name) is None):
            continue
        if near := get_close_matches(name.lower(), absent, 1, 0.85):
            raise DescriptionError(
                f"the description of a game has `{name}`: did you mean `{near[0]}`?",
                "begin your own names with `_`",
            )


def _says(game: object, name: str) -> bool:
    """Return whether a game defines an attribute itself, rather than inheriting the default."""
    return getattr(game, name, None) is not getattr(_Facts, name, None)

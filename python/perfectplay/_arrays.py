"""Calls the methods of a description for arrays, and checks what they return."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import DescriptionError
from ._game import WORD, ArrayGame, End, is_word, shown, text_of

Words = NDArray[np.uint64]
_REMEMBERED = 1 << 12
_MOST_MOVES = 2**16 - 1
_OUTCOMES: dict[int, End] = {0: None, 1: "win", -1: "loss", 2: "draw"}
#: The methods that return a number for each word, with its type and the name of that type in messages.
_NUMBERS = {
    "canonical": (np.uint64, "type uint64"),
    "same_player": (np.bool_, "type bool"),
    "gain": (np.int16, "points of 16 bits"),
    "stage": (np.uint32, "stages from 0 to 2**32 - 1"),
}
#: How words have ended, as outcomes or as scores, and how many children each has. Then for all children: the words, the
#: canonical words, whether the same player moves, the points and the stages.
_Found = tuple[NDArray[Any], ...]


class Arrays:
    """A description for arrays."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.described = described
        #: The results for single words: people, and the hash of the rules, ask for them again and again.
        self.known: dict[int, _Found] = {}
        #: The canonical words of children of those.
        self.canonical_words: dict[int, int] = {}
        if not is_word(described["start"]):
            start = shown(described["start"])
            raise DescriptionError(f"the description of a game: `start` must be {WORD}, not {start}")

    def ask(self, words: Words, is_verified: bool) -> _Found:
        """Return what the description says of words. If `is_verified`, a single word must get the same as before."""
        found = self._ask(words)
        if is_verified and len(words) == 1:
            before = self.known.setdefault(int(words[0]), found)
            if not all(map(np.array_equal, before, found)):
                what = "has another end or other children the second time: methods must return the same each time"
                raise self._error(f"the word {words[0]} {what}")
        return found

    def end(self, word: int) -> End:
        ends = self._alone(word)[0]
        end = int(ends[0])
        return _OUTCOMES[end] if ends.dtype == np.int8 else None if end == ArrayGame.GOES_ON else end

    def moves(self, word: int) -> list[tuple[int, str, int]]:
        """Return a weight of 0, the text of the move, and the word that it leads to, for each move."""
        children, method = self._alone(word)[2].tolist(), self.described["labels"]
        labels = list(map(str, method(word)) if method else map(self.text, children))
        if len(labels) != len(children):
            raise self._error(f"the word {word} has {len(labels)} `labels`, but {len(children)} `children`")
        return [(0, label, child) for label, child in zip(labels, children, strict=True)]

    def turn(self, before: int, after: int) -> tuple[bool, int]:
        """Return whether the player of a move moves again, and the points."""
        _, _, children, _, again, gains, _ = self._alone(before)
        place = children.tolist().index(after)
        return bool(again[place]), int(gains[place])

    def canonical(self, words: Words) -> Words:
        if len(words) == 1 and (known := self.canonical_words.get(int(words[0]))) is not None:
            return np.array([known], np.uint64)
        return self._numbers("canonical", words)

    def stage(self, word: int) -> int:
        return int(self._numbers("stage", np.array([word], np.uint64))[0])

    def starts(self) -> Words:
        if self.described["starts"] is None:
            return np.array([self.described["start"]], np.uint64)
        given = self.described["starts"]()
        if (words := _integers(given, np.uint64)) is not None:
            return words
        if not hasattr(given, "__iter__"):
            raise self._error(f"`starts` must return words, not {shown(given)}")
        starts = list(given)
        for start in starts:
            if not is_word(start):
                raise self._error(f"`starts` returned {shown(start)}, which is not {WORD}")
        return np.array(starts, np.uint64)

    def text(self, word: int) -> str:
        return text_of(self.described, word, str)

    def read(self, text: str) -> int | None:
        if self.described["read"] is None:
            return int(text) if text.isascii() and text.isdigit() and int(text) < 2**64 else None
        word = self.described["read"](text)
        if word is not None and not is_word(word):
            raise self._error(f"`read` of {shown(text)} must return None or {WORD}, not {shown(word)}")
        return word  # type: ignore[no-any-return]

    def _alone(self, word: int) -> _Found:
        """Return what the description says of a word."""
        known = self.known
        if word in known:
            return known[word]
        # The hash of the rules begins at the start: ask for the neighbours in the same call.
        words, left = [word], 1 if known else _REMEMBERED // 4
        if len(known) > _REMEMBERED:
            self.known = known = {}
            self.canonical_words = {}
        while words and left > 0:
            words = words[:left]
            left -= len(words)
            found = self._ask(np.array(words, np.uint64))
            ends, counts, *of_children = found
            behind = np.cumsum(counts).tolist()
            for place, one in enumerate(words):
                its = slice(behind[place] - int(counts[place]), behind[place])
                here = slice(place, place + 1)
                known[one] = (ends[here], counts[here], *(column[its] for column in of_children))
            children, canonical = (column.tolist() for column in of_children[:2])
            self.canonical_words.update(zip(children, canonical, strict=True))
            words = sorted({*canonical} - known.keys())
        return known[word]

    def _ask(self, words: Words) -> _Found:
        ends = self._ends(words)
        goes_on = ends == (ArrayGame.OPEN if ends.dtype == np.int8 else ArrayGame.GOES_ON)
        counts = np.zeros(len(words), np.int64)
        counts[goes_on], children = self._children(words[goes_on])
        canonical = self._numbers("canonical", children)
        has_turns = self.described["same_player"] or self.described["gain"]
        before = np.repeat(words, counts) if has_turns else words
        again, gains = (self._numbers(name, children, before) for name in ("same_player", "gain"))
        stages = self._numbers("stage", canonical)
        return ends, counts, children, canonical, again.view(np.uint8), gains, stages

    def _ends(self, words: Words) -> NDArray[Any]:
        method = self.described["ends"]
        if method is None or not len(words):
            return np.zeros(len(words), np.int8)
        given = method(words)
        kind = given.dtype if getattr(given, "shape", None) == words.shape else None
        if kind == np.int16 or (kind == np.int8 and np.isin(given, [*_OUTCOMES]).all()):
            return given  # type: ignore[no-any-return]
        expected = (
            "for each word 0, 1 for a win, -1 for a loss or 2 for a draw in an array of int8, or a score, or -32768 "
            "where play goes on, in an array of int16"
        )
        raise self._wrong("ends", words, given, expected)

    def _children(self, words: Words) -> tuple[NDArray[Any], Words]:
        """Return how many children each word has, and the words of all children."""
        if not len(words):
            return np.zeros(0, np.int64), words
        given = self.described["children"](words)
        if not isinstance(given, tuple) or len(given) != 2:
            expected = "a pair of arrays: offsets, and words of type uint64"
            raise self._wrong("children", words, given, expected)
        offsets, children = _integers(given[0], np.int64), _integers(given[1], np.uint64)
        if children is None:
            raise self._wrong("children", words, given[1], "words of type uint64 after the offsets")
        if offsets is not None and len(offsets) == len(words) + 1:
            counts = np.diff(offsets)
            is_whole = offsets[0] == 0 and offsets[-1] == len(children)
            if is_whole and counts.min() >= 0 and counts.max() <= _MOST_MOVES:
                return counts, children
        expected = (
            f"{len(words) + 1} integers as offsets, from 0 to the number of children, which never fall, nor rise by "
            f"more than {_MOST_MOVES}"
        )
        raise self._wrong("children", words, given[0], expected)

    def _numbers(self, name: str, words: Words, *before: Words) -> NDArray[Any]:
        """Return the numbers that a method returns, one for each word; `before` are the words before moves."""
        method, (kind, expected) = self.described[name], _NUMBERS[name]
        is_for_one = name == "same_player" and self.described["players"] == 1
        if method is None or is_for_one or not len(words):
            return words if name == "canonical" else np.full(len(words), is_for_one, kind)
        given = method(*before, words)
        numbers = _integers(given, kind)
        if numbers is None or len(numbers) != len(words):
            raise self._wrong(name, words, given, f"an array of {expected}, one for each word")
        return numbers

    def _wrong(self, name: str, words: Words, given: object, expected: str) -> DescriptionError:
        """Return the error for a method that returned something unexpected."""
        of = f"the word {words[0]}" if len(words) == 1 else f"{len(words)} words"
        what, hint = shown(given), None
        if isinstance(given, np.ndarray):
            what = f"an array of type {given.dtype} and shape {given.shape}"
            if given.dtype == np.float64:
                hint = "in NumPy, uint64 and a signed array make float64; use `.astype(numpy.uint64)`"
        return self._error(f"`{name}` of {of} must return {expected}, not {what}", hint)

    def _error(self, what: str, hint: str | None = None) -> DescriptionError:
        return DescriptionError(f"{self.described['name']}: {what}", hint)


def _integers(given: object, kind: type[np.generic]) -> NDArray[Any] | None:
    """Convert an array of integers or booleans to a type; `None` if one does not fit, or it is no such array."""
    if not isinstance(given, np.ndarray) or given.ndim != 1 or given.dtype.kind not in "biu":
        return None
    numbers = given.astype(kind, copy=False)
    return numbers if numbers is given or (numbers == given).all() else None

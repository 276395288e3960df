"""Why there is no answer: exceptions with a code, a message and a hint at what helps."""

from __future__ import annotations

from typing import ClassVar


class Error(Exception):
    """Why there is no answer. Its text is the message, and the hint if there is one."""

    #: The word that the program's JSON has for errors of this kind.
    code: ClassVar[str] = "internal"
    message: str
    hint: str | None

    def __init_subclass__(cls, code: str | None = None) -> None:
        cls.code = code or cls.code

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.args = (message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}; {self.hint}"


class UsageError(Error, ValueError, code="usage"):
    """Something was asked for that does not exist."""


class PositionError(Error, ValueError, code="position"):
    """A text is not a position."""


class BoardError(Error, ValueError, code="board"):
    """A text is not a board, or a board is missing."""


class InputError(Error, ValueError, code="input"):
    """Other input is not as expected: a move, or a file."""


class BeyondError(Error, code="beyond"):
    """A position is beyond tables and limits."""


class MissingTableError(Error, LookupError, code="missing"):
    """A table is missing."""


class DamagedTableError(Error, code="damaged"):
    """A table is damaged or wrong."""


class DescriptionError(Error, ValueError, code="description"):
    """The description of a custom game is wrong."""


class RefusedError(Error, code="refused"):
    """The machine refused: memory, disk space, a file, threads."""


class InternalError(Error):
    """A bug in this package."""


_BY_CODE = {kind.code: kind for kind in Error.__subclasses__()}


def make(code: str, message: str, hint: str | None) -> Error:
    """The exception with a code."""
    return _BY_CODE.get(code, InternalError)(message, hint)


for _kind in (Error, *_BY_CODE.values()):
    # Where people import them from, and where tracebacks say they are.
    _kind.__module__ = "perfectplay"

"""The exceptions of the package, each with a code, a message and a hint."""

from __future__ import annotations

from typing import ClassVar


class Error(Exception):
    """The base class of the package's errors. `str(error)` is the message, and the hint if there is one."""

    #: The `code` of such errors in the program's JSON.
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
    """You asked for something that does not exist, such as an unknown game or option."""


class PositionError(Error, ValueError, code="position"):
    """A text is not a position of the game."""


class BoardError(Error, ValueError, code="board"):
    """A text is not a board, or a board is missing."""


class InputError(Error, ValueError, code="input"):
    """Other input is wrong: a move, or a file."""


class BeyondError(Error, code="beyond"):
    """No table has the position, and solving it takes more than the limits allow."""


class MissingTableError(Error, LookupError, code="missing"):
    """A table, or a folder of tables, is missing."""


class DamagedTableError(Error, code="damaged"):
    """A table is damaged, or has wrong entries."""


class DescriptionError(Error, ValueError, code="description"):
    """The description of a custom game is wrong."""


class RefusedError(Error, code="refused"):
    """The system refused memory, disk space, a file, a connection or a thread."""


class InternalError(Error):
    """A bug in this package: please report it."""


_BY_CODE = {kind.code: kind for kind in Error.__subclasses__()}


def make(code: str, message: str, hint: str | None) -> Error:
    """Return the exception for a code."""
    return _BY_CODE.get(code, InternalError)(message, hint)


for _kind in (Error, *_BY_CODE.values()):
    # People import them from there, and tracebacks show it.
    _kind.__module__ = "perfectplay"

"""Texts of positions without `show` and `read`, and the parts that their hashes are made of."""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from ._errors import DescriptionError
from ._game import text_of


def text(described: dict[str, Any], position: object) -> str:
    """Return the text of a position: without `show` its `repr`, with sets sorted, so that all processes agree."""
    return text_of(described, position, lambda it: it if isinstance(it, str) else _written(it))


def _written(part: object) -> str:
    if isinstance(part, Enum):
        return f"{type(part).__name__}.{part.name}"
    if isinstance(part, frozenset):
        return f"{{{', '.join(sorted(map(_written, part)))}}}" if part else "set()"
    if isinstance(part, tuple) or (is_dataclass(part) and not isinstance(part, type)):
        parts = ", ".join(map(_written, _fields(part)))
        name = type(part).__name__ if type(part) is not tuple else ""
        return f"{name}({parts}{',' * (not name and len(_fields(part)) == 1)})"
    return repr(part)


def _fields(part: object) -> tuple[object, ...]:
    if isinstance(part, tuple):
        return part
    return tuple(getattr(part, field.name) for field in fields(part) if field.init)  # type: ignore[arg-type]


def read(described: dict[str, Any], text: str) -> object:
    """Return the position of a text, or `None`. Without `read`, it is made of the classes found in the start."""
    if described["read"]:
        return described["read"](text)
    start = described["start"]
    if isinstance(start, str):
        return text
    try:
        position = _value(ast.parse(text.strip(), mode="eval").body, _kinds(start, {}))
    except (KeyError, SyntaxError, TypeError, ValueError):
        return None
    return position if type(position) is type(start) else None


def _kinds(part: object, kinds: dict[str, type]) -> dict[str, type]:
    kinds[type(part).__name__] = type(part)
    inner = (
        part
        if isinstance(part, frozenset)
        else _fields(part)
        if isinstance(part, tuple) or is_dataclass(part)
        else ()
    )
    for one in inner:
        _kinds(one, kinds)
    return kinds


def _value(node: ast.expr, kinds: dict[str, type]) -> object:
    match node:
        case ast.Tuple(elts=parts):
            return tuple(_value(part, kinds) for part in parts)
        case ast.Set(elts=parts):
            return frozenset(_value(part, kinds) for part in parts)
        case ast.Call(func=ast.Name(id="set"), args=[]):
            return frozenset()
        case ast.Call(func=ast.Name(id=kind), args=parts, keywords=named):
            by_name = {str(one.arg): _value(one.value, kinds) for one in named}
            return kinds[kind](*(_value(part, kinds) for part in parts), **by_name)
        case ast.Attribute(value=ast.Name(id=kind), attr=name):
            return getattr(kinds[kind], name)
    return ast.literal_eval(node)


def parts(position: object) -> tuple[object, ...]:
    """Return the parts of an object that go into the hash of a position."""
    kind = type(position)
    if isinstance(position, Enum):
        return (kind.__qualname__, position.name)
    if is_dataclass(position):
        return (kind.__qualname__, *(getattr(position, it.name) for it in fields(position) if it.compare))
    raise DescriptionError(
        f"{position!r} is a position, or part of one, of {kind}, which `solve` cannot hash",
        "use int, str, bytes, None, tuples, frozensets, dataclasses and enums, or add `pack` and `unpack`",
    )

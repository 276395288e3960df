"""Drawings for notebooks, in the colours of the page, light or dark, with a text for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ._play import GAMES, cells_of

if TYPE_CHECKING:
    from ._native import Answer, Position, SolvedTable, Table, Value

_SIDE = 28
#: The width of the names of rows and columns.
_EDGE = 18
#: The most rows of a table in a notebook.
_FEW = 10

# On its own a drawing follows the system's colours; inside a page it takes those of the text around it.
_ALONE = "svg{color:#1a1a1a}@media(prefers-color-scheme:dark){svg{color:#eee}}"
_STYLE = (
    ".pp rect{fill:none;stroke:currentColor;stroke-opacity:.5}"
    ".pp rect.full{fill:currentColor;fill-opacity:.22}.pp rect.gone{fill:currentColor;fill-opacity:.75}"
    ".pp rect.none{stroke-dasharray:2 3;stroke-opacity:.3}.pp .R{fill:#b83246}.pp .G{fill:#1f7d47}.pp .B{fill:#2f68bd}"
    ".pp text{fill:currentColor;font:13px sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".pp text.name{font-size:11px;fill-opacity:.7}.pp text.R,.pp text.G,.pp text.B{fill:#fff}"
)


def _spoken(position: Position) -> str:
    """Return the text for screen readers."""
    return f"{position.game}: {str(position).replace('/', ', ')}"


def _names(game: str, rows: int, columns: int) -> tuple[list[str], list[str]]:
    """Return the names of rows and columns in the notation of moves."""
    below, letters = [str(row) for row in range(rows, 0, -1)], "abcdefghijklmnopqrstuvwxyz"
    if game == "number" or columns > len(letters):
        return [], []
    if game == "tower":
        return below, list("LMR")
    if game in GAMES:
        return [str(row) for row in range(rows)], [str(column) for column in range(columns)]
    return below, list(letters[:columns])


def _drawing(position: Position, style: str) -> str | None:
    cells = cells_of(position)
    columns = max((len(row) for row in cells), default=0)
    if columns == 0:
        return None
    wide = max(_SIDE, 8 * max(len(text) for row in cells for text, _ in row))
    rows, above = _names(position.game, len(cells), columns)
    edge = _EDGE if above else 1
    width, height = columns * wide + edge + 1, len(cells) * _SIDE + edge + 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pp" role="img" aria-label="{escape(_spoken(position))}" '
        f'width="{width}" height="{height}" viewBox="{-edge} {-edge} {width} {height}">'
        f"<title>{escape(_spoken(position))}</title><style>{style}</style>"
    ]
    for row, name in enumerate(rows):
        parts.append(f'<text class="name" x="{-_EDGE / 2:g}" y="{(row + 0.5) * _SIDE:g}">{name}</text>')
    for column, name in enumerate(above):
        parts.append(f'<text class="name" x="{(column + 0.5) * wide:g}" y="{-_EDGE / 2:g}">{name}</text>')
    for row, line in enumerate(cells):
        for column, (text, kind) in enumerate(line):
            x, y = column * wide, row * _SIDE
            parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{wide}" height="{_SIDE}"/>')
            if text:
                middle = f'x="{x + wide / 2:g}" y="{y + _SIDE / 2:g}"'
                parts.append(f'<text class="{kind}" {middle}>{escape(text)}</text>')
    return "".join(parts) + "</svg>"


def svg(position: Position) -> str | None:
    """Return a position as a picture that stands alone; `None` if nothing is left to draw."""
    return _drawing(position, _ALONE + _STYLE)


def position_html(position: Position) -> str:
    """Return a position as a picture inside a page."""
    return _drawing(position, _STYLE) or f"<code>{escape(str(position))}</code>"


def frame_html(caption: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the first rows as an HTML table."""
    few = rows[:_FEW]
    names = list(few[0]) if few else []
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(row[name]))}</td>' for name in names)}</tr>" for row in few
    )
    more = f"<p>{len(rows) - len(few)} more rows</p>" if len(few) < len(rows) else ""
    head = f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
    return f"<table>{head}<tbody>{body}</tbody></table>{more}"


def table_html(table: Table | SolvedTable) -> str:
    """Return the header of a table as an HTML table."""
    return frame_html(
        repr(table)[1:-1], [{"fact": name, "value": value} for name, value in table.header.items()]
    )


def _shown(value: Value | None) -> str:
    if value is None:
        return "not known"
    return str(value) if value.expected is None else f"{value.expected:.6f}"


def answer_html(answer: Answer) -> str:
    """Return a position with its value and its moves, best first."""
    value = _shown(answer.value)
    rows = "".join(
        f"<tr><td>{escape(f'{roll}: ' if roll else '')}{escape(move.move)}</td><td>{_shown(move.result)}</td>"
        f"<td>{'best' if move.best else ''}</td></tr>"
        for roll, moves in answer.choices
        for move in moves
    )
    head = "<tr><th>move</th><th>result</th><th></th></tr>"
    caption = f"<caption>{escape(answer.game)} {escape(str(answer.position))}: {escape(value)}</caption>"
    table = f"<table>{caption}<thead>{head}</thead><tbody>{rows}</tbody></table>"
    return position_html(answer.position) + (table if rows else f"<p>{escape(value)}</p>")

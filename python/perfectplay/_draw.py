"""Drawings for notebooks: the colours of the page around them, light or dark, and a text for screen readers."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Answer, Position, Value

#: A cell: what is written in it, and its class.
_Cell = tuple[str, str]

_SIDE = 28

# In a page of its own a drawing follows the system; inside a page it takes the colour of the text around it.
_ALONE = "svg{color:#1a1a1a}@media(prefers-color-scheme:dark){svg{color:#eee}}"
_STYLE = (
    ".pp rect{fill:none;stroke:currentColor;stroke-opacity:.5}"
    ".pp rect.full{fill:currentColor;fill-opacity:.22}.pp rect.gone{fill:currentColor;fill-opacity:.75}"
    ".pp rect.none{stroke-dasharray:2 3;stroke-opacity:.3}.pp .R{fill:#b83246}.pp .G{fill:#1f7d47}.pp .B{fill:#2f68bd}"
    ".pp text{fill:currentColor;font:13px sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".pp text.R,.pp text.G,.pp text.B{fill:#fff}"
)


def _number(position: Position) -> list[list[_Cell]]:
    numbers = [(word, "full") for word in str(position).split() if word.isdigit()]
    return [numbers[start : start + 10] for start in range(0, len(numbers), 10)]


def _tower(position: Position) -> list[list[_Cell]]:
    kind = {"R": "R", "G": "G", "B": "B", ".": "none"}
    levels = str(position).split("/")
    return [[(block if block != "." else "", kind[block]) for block in level] for level in reversed(levels)]


def _contour(position: Position) -> list[list[_Cell]]:
    words = (position.board or "").split()
    rows, columns = int(words[0]), int(words[1])
    taken = [int(count) for count in str(position).split(",")] + [0] * rows
    score = words[2:]

    def cell(row: int, column: int) -> _Cell:
        first, second = (score[player * rows * columns + row * columns + column] for player in (0, 1))
        return f"{first}|{second}", "full" if column < taken[row] else ""

    return [[cell(row, column) for column in range(columns)] for row in range(rows)]


def _letters(position: Position) -> list[list[_Cell]]:
    shown = {"#": ("", "gone"), ".": ("", ""), "P": ("●", ""), "0": ("0", "full"), "1": ("1", "full")}
    rows = str(position).split(" ")[0].split("/")
    return [[shown.get(letter, (letter, "")) for letter in row] for row in rows]


def _chomp(position: Position) -> list[list[_Cell]]:
    rows = [int(count) for count in str(position).split(",")]
    return [
        [("✗" if row == column == 0 else "", "full") for column in range(count)]
        for row, count in enumerate(rows)
    ]


def _own(position: Position) -> list[list[_Cell]]:
    """A game of one's own may write its positions without rows."""
    return _letters(position) if "/" in str(position) else []


_CELLS = {
    "number": _number,
    "tower": _tower,
    "contour": _contour,
    "stake": _letters,
    "tokens": _letters,
    "chomp": _chomp,
}


def _spoken(position: Position) -> str:
    """What a screen reader says."""
    return f"{position.game}: {str(position).replace('/', ', ')}"


def _drawing(position: Position, style: str) -> str | None:
    cells = _CELLS.get(position.game, _own)(position)
    columns = max((len(row) for row in cells), default=0)
    if columns == 0:
        return None
    wide = max(_SIDE, 8 * max(len(text) for row in cells for text, _ in row))
    width, height = columns * wide + 2, len(cells) * _SIDE + 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pp" role="img" aria-label="{escape(_spoken(position))}" '
        f'width="{width}" height="{height}" viewBox="-1 -1 {width} {height}">'
        f"<title>{escape(_spoken(position))}</title><style>{style}</style>"
    ]
    for row, line in enumerate(cells):
        for column, (text, kind) in enumerate(line):
            x, y = column * wide, row * _SIDE
            parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{wide}" height="{_SIDE}"/>')
            if text:
                middle = f'x="{x + wide / 2:g}" y="{y + _SIDE / 2:g}"'
                parts.append(f'<text class="{kind}" {middle}>{escape(text)}</text>')
    return "".join(parts) + "</svg>"


def svg(position: Position) -> str | None:
    """A position as a picture of its own; `None` if nothing is left to draw."""
    return _drawing(position, _ALONE + _STYLE)


def position_html(position: Position) -> str:
    """A position inside a page."""
    return _drawing(position, _STYLE) or f"<code>{escape(str(position))}</code>"


def _shown(value: Value | None) -> str:
    if value is None:
        return "not known"
    return str(value) if value.expected is None else f"{value.expected:.6f}"


def answer_html(answer: Answer) -> str:
    """A position with its value and its moves, best first."""
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

"""Writes docs/python-reference.md from the docstrings of the installed package; `--check` compares it."""

import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import perfectplay as pp

PAGE = Path(__file__).parents[1] / "docs/python-reference.md"
HEAD = """# The Python package, name by name

What `help()` prints, for reading. [docs/python.md](python.md) says what it is for, with examples.
`python python/reference.py` writes this page.
"""


def signature(of: Any) -> str:
    """The arguments of a function, without the types that stubs have."""
    try:
        parameters = inspect.signature(of).parameters.values()
    except ValueError:
        return ""
    bare = [
        it.replace(annotation=inspect.Parameter.empty) for it in parameters if it.name not in ("self", "cls")
    ]
    return str(inspect.Signature(bare))


def text(of: Any) -> str:
    """A docstring with its examples as code."""
    parts = (inspect.getdoc(of) or "").strip().split("\n\n")
    return "\n\n".join(f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts)


def entries(name: str, of: Any) -> list[str]:
    """What the page says of a name."""
    if not (inspect.isclass(of) or callable(of)) or isinstance(of, ModuleType):
        return []
    shown = name if inspect.isclass(of) else name + signature(of)
    found = [f"## `{shown}`\n\n{text(of)}"]
    for member, value in sorted(vars(of).items()) if inspect.isclass(of) else []:
        value = getattr(value, "__func__", value)
        if not member.startswith("_") and (callable(value) or hasattr(value, "__get__")):
            arguments = signature(value) if callable(value) else ""
            found.append(f"- **`{member}{arguments}`** " + text(value).replace("\n\n", "\n\n  "))
    return found


def page() -> str:
    """The whole page."""
    parts = [entry for name in sorted(pp.__all__) for entry in entries(name, getattr(pp, name))]
    return "\n".join([HEAD, "\n\n".join(parts).replace("\n\n- **", "\n- **")]).rstrip() + "\n"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/python-reference.md is not what `python python/reference.py` writes")

"""Writes docs/python-reference.md from the docstrings of the installed package; `--check` compares it."""

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import perfectplay as pp

PAGE = Path(__file__).parents[1] / "docs/python-reference.md"
HEAD = """# The Python package, name by name

Every public name with its docstring. [docs/python.md](python.md) explains the package, with examples.
`python python/reference.py` writes this page.
"""
SOURCES = "".join(path.read_text(encoding="utf-8") for path in Path(pp.__file__).parent.glob("_*.py"))


def signature(of: Any) -> str:
    """Return the arguments of a function, without types."""
    try:
        parameters = inspect.signature(of).parameters.values()
    except ValueError:
        return ""
    bare = [
        it.replace(annotation=inspect.Parameter.empty) for it in parameters if it.name not in ("self", "cls")
    ]
    return str(inspect.Signature(bare))


def text(of: Any) -> str:
    """Return a docstring, with examples as code blocks."""
    parts = (inspect.getdoc(of) or "").strip().split("\n\n")
    return "\n\n".join(f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts)


def comments(name: str) -> dict[str, str]:
    """Return the `#:` comments on the attributes of a class."""
    body = re.search(rf"^class {name}\b.*?(?=^\S)", SOURCES, re.MULTILINE | re.DOTALL)
    found = re.findall(r"((?: +#: .*\n)+) +(\w+):", body[0] if body else "")
    return {member: re.sub(r"\s*#: ", " ", text).strip() for text, member in found}


def entries(name: str, of: Any) -> list[str]:
    """Return the entries of a name."""
    if not (inspect.isclass(of) or callable(of)) or isinstance(of, ModuleType):
        return []
    shown = name if inspect.isclass(of) else name + signature(of)
    found, notes = [f"## `{shown}`\n\n{text(of)}"], comments(name)
    for member, value in sorted(vars(of).items()) if inspect.isclass(of) else []:
        value = getattr(value, "__func__", value)
        if not member.startswith("_") and (callable(value) or hasattr(value, "__get__")):
            arguments = signature(value) if callable(value) else ""
            said = notes.get(member) or text(value)
            found.append(f"- **`{member}{arguments}`** " + said.replace("\n\n", "\n\n  "))
    return found


def page() -> str:
    """Return the whole page."""
    parts = [entry for name in sorted(pp.__all__) for entry in entries(name, getattr(pp, name))]
    return "\n".join([HEAD, "\n\n".join(parts).replace("\n\n- **", "\n- **")]).rstrip() + "\n"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/python-reference.md is not what `python python/reference.py` writes")

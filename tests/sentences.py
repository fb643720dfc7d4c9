"""The golden files of every sentence that a player reads: `python -m tests.sentences` writes them.

Sentences are collected from the source, without running it: string literals and f-strings of
`engine`, `tui` and `weathergage.py`, and the texts of `data`. A string counts as a sentence if it
has a word in lower case and a second word, or ends like a sentence. Left out are docstrings,
annotations, regular expressions, style sheets, SQL, tags without words between them, keys, paths,
ids (`like_this`, `like:{this}`), options (`--like`), texts of errors that only a programmer sees,
names of streams of dice, synonyms that only a search reads, answers in lessons as programs write
them, and notes of records that no screen shows: where a figure was found, how even a battle is.
A placeholder of an f-string is written by the last name in it: `{seat}`.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.sources import tree

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = Path(__file__).parent / "golden"
"""The folder with the golden files, one for each room; in it, sentences stand below the path of
their source file."""
ROOMS = ("tui", "engine/systems", "engine", "data")
"""Folders whose subfolders each have a golden file of their own; deeper folders come first."""
PROGRAMMERS = frozenset(
    ("AssertionError", "AttributeError", "LookupError", "NotImplementedError", "TypeError")
)
"""Errors whose texts are for programmers; no player reads them."""
NO_WORDS = frozenset(
    (
        *(
            "ByType",
            "Popen",
            "Random",
            "TypeVar",
            "cast",
            "compile",
            "fullmatch",
            "match",
            "run",
            "search",
        ),
        *("split", "sub"),
    )
)
"""Functions whose first argument is never words for people: a pattern, a type, a program, dice."""
STYLES = frozenset(("ALSO", "ON_PAPER", "CSS", "DEFAULT_CSS", "BINDINGS"))
"""Names of values that hold style sheets, keys, synonyms for a search, or notes for programmers."""
UNSHOWN = frozenset(("source", "balance", "fitted", "right", "answer"))
"""Fields of data files that no screen shows."""
PLACE = re.compile(r"\{[^{}]*\}")
TAG = re.compile(r"</?[a-z!][^<>]*>")
CODE = re.compile(
    r"[\w\])]\{[a-z-]+:"  # a rule of a style sheet
    r"|^@media|^(?:transform|data-key)=|^[a-z]+ [A-Z][A-Z_|]+$"  # an attribute, an argument
    r"|\b(?:SELECT|CREATE TABLE|CREATE VIRTUAL TABLE|INSERT INTO|DELETE FROM|PRIMARY KEY)\b"
)
HINT = re.compile(r"^[a-z_]+=(?=[a-z])")
"""The action before the words of a hint: `accept=take it` is shown with the action's key."""
ID = re.compile(r"\S*(?:[:.\[]\{[^{}]*\}|\{[^{}]*\}[:.\[]\w)\S*")
"""Matches an id that is put together from others, such as `left:{edge}`."""
GAP = re.compile(r"\s{2,}")
"""Matches the space between two columns, or around a command to be copied; it is written as two
spaces."""
WORD = re.compile(
    r"(?<![\w./<>=\\-])[a-z]{2,}(?![\w/<>=\\]|\.\w)|(?<![\w./<-])[A-Z][a-z]+(?![\w/<>=])"
)


def is_sentence(text: str) -> bool:
    """Tell whether a string of the source is words for people, and not an id or a format."""
    bare = TAG.sub(" ", PLACE.sub(" ", text)).strip()
    words = WORD.findall(bare)
    if "\x1b" in text or CODE.search(text) or ID.fullmatch(PLACE.sub("{}", text)):
        return False
    if not any(word[-1].islower() for word in words):
        return False
    several = len(bare.split()) > 1 and any(word.islower() for word in words)
    return several or bool(re.search(r"[a-z][.!?]$", bare)) or ("{" in text and bool(words))


def sentences(path: Path) -> Iterator[str]:
    """Yield the sentences of a source file in its order, each once."""
    if path.suffix == ".py":
        found: Iterator[str] = _in_code(tree(path))
    elif path.suffix == ".toml":
        found = _in_data(tomllib.loads(path.read_text(encoding="utf-8")))
    else:
        found = _in_data(json.loads(path.read_text(encoding="utf-8")))
    seen: set[str] = set()
    for text in found:
        for part in text.splitlines() if path.suffix == ".py" else (text,):
            line = GAP.sub("  ", HINT.sub("", " ".join(part.strip().splitlines())))
            line = TAG.sub(" ", line).strip() if line.startswith("<") else line
            if line not in seen and is_sentence(line):
                seen.add(line)
                yield line


def _in_data(value: Any) -> Iterator[str]:
    """Yield every string in a data file that is a value and not a key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if key not in UNSHOWN:
                yield from _in_data(each)
    elif isinstance(value, Sequence):
        for each in value:
            yield from _in_data(each)


def _in_code(node: ast.AST) -> Iterator[str]:  # noqa: PLR0912  (one branch a kind of node)
    """Yield the strings below a node of a syntax tree that may be words; placeholders of f-strings
    are named.
    """
    match node:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Constant(value=str(text)):
            yield text
            return
        case ast.JoinedStr(values=parts):
            yield "".join(_piece(part) for part in parts)
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    yield from _in_code(part.value)
            return
        case ast.Call(func=func, args=args) if (name := _name(func)) in NO_WORDS | PROGRAMMERS:
            for each in args[1:] if name in NO_WORDS else ():
                yield from _in_code(each)
            return
        case ast.Call(func=ast.Name(id="actions_of" | "engine_actions"), args=[_, group, *rows]):
            yield from _in_code(group)
            for row in rows:
                yield from (
                    text
                    for at, each in enumerate(getattr(row, "elts", ()))
                    if at != 1
                    for text in _in_code(each)
                )
            return
        case ast.Call(func=ast.Name(id="Destination"), args=[_, label, _]):
            yield from _in_code(label)
            return
        case ast.Assign(targets=[ast.Name(id=name)]) if name in STYLES:
            return
        case ast.AnnAssign(value=value):
            if value is not None and _name(node.target) not in STYLES:
                yield from _in_code(value)
            return
        case ast.arg() | ast.Import() | ast.ImportFrom() | ast.Assert():
            return
        case ast.keyword(arg="no_key" | "no_word"):  # why an action has none, for tests
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            for each in (
                *node.decorator_list,
                *node.args.defaults,
                *node.args.kw_defaults,
                *node.body,
            ):
                if each is not None:
                    yield from _in_code(each)
            return
    for child in ast.iter_child_nodes(node):
        yield from _in_code(child)


def _piece(part: ast.expr) -> str:
    """Return a part of an f-string as the golden file has it."""
    if isinstance(part, ast.FormattedValue):
        return f"{{{_name(part.value)}}}"
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""


def _name(node: ast.expr) -> str:
    """Return the most telling name in an expression: its last attribute, or its function."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id=name), args=[first, *_]):
            return f"{name} {inner}" if (inner := _name(first)) != "..." else name
        case ast.Call(func=func):
            return _name(func)
        case ast.Subscript(value=value) | ast.Await(value=value):
            return _name(value)
        case ast.Constant(value=value):
            return str(value)
        case ast.IfExp(body=body, orelse=other):
            return f"{_name(body)}|{_name(other)}"
    return "..."


def room(path: Path) -> str:
    """Return the name of the golden file for a source file: its folder, with `_` between the
    parts.
    """
    relative = path.relative_to(ROOT)
    for above in ROOMS:
        if relative.is_relative_to(above):
            below = relative.relative_to(above).parts
            return "_".join((*Path(above).parts, *below[:1])) if len(below) > 1 else above
    return "tui"


def sources() -> list[Path]:
    """Return every file with sentences, sorted by path."""
    files = [
        *(ROOT / "engine").rglob("*.py"),
        *(ROOT / "tui").rglob("*.py"),
        ROOT / "weathergage.py",
    ]
    files += [*(ROOT / "data").rglob("*.toml"), *(ROOT / "data").rglob("*.json")]
    return sorted(files)


def written() -> dict[str, list[str]]:
    """Return {name of a golden file: its lines}."""
    found: dict[str, list[str]] = {}
    for path in sources():
        if lines := list(sentences(path)):
            name = room(path).replace("/", "_")
            found.setdefault(f"{name}.txt", []).extend(
                ("", f"# {path.relative_to(ROOT).as_posix()}", *lines)
            )
    return {name: lines[1:] for name, lines in found.items()}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for name, lines in written().items():
        (GOLDEN / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

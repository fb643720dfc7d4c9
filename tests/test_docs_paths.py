"""Every path and every name of the code in a document exists."""

from __future__ import annotations

import ast
import keyword
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import statements, tree

ROOT = Path(__file__).resolve().parent.parent
CODE = ("engine", "tui", "tests")
DOCUMENTS = sorted(
    [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"],
    key=lambda path: path.name,
)

PATH = re.compile(r"(?<![\w/.~-])(?:engine|tui|tests|docs|data|saves)/(?:[\w./-]*\w/?)?")
"""Matches a path from the root of the project, even at the end of a sentence."""
MADE_IN_PLAY = re.compile(r"saves/(?!sample_)\w")
"""Matches files that a player makes: everything in the folder saves, except the samples."""
QUOTED = re.compile(r"`([^`\n]+)`")
DEFINED = re.compile(r"([\w./-]+\.py)(?:::|: )([\w.]+)")
"""Matches a name in a file: `path.py: name`, `path.py: Class.method`, `path.py::test_name`."""
FILE = re.compile(r"[\w-]+\.py")
DOTTED = re.compile(r"(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*(?=$|\()")
CALL = re.compile(r"[A-Za-z_]\w*(?=\()")
CLASS = re.compile(r"(?:[A-Z][a-z0-9]+){2,}$")
TEST = re.compile(r"test_\w+$")
NO_CODE = re.compile(
    r"\.(battle|cast|curve|css|json|log|mail|md|notes|papers|results|sock|sqlite|svg|toml|txt)$|^(battle|replay)\.[a-z_]+$"
)
"""Matches words with dots that are not code, such as names of files and of actions in a keymap."""


def bound(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that the statements of a module or class define."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            targets = (e for each in node.targets for e in getattr(each, "elts", (each,)))
            yield from (each.id for each in targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def attributes(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names in the body of a class, and the attributes that its methods set on `self`."""
    yield from bound(node.body)
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield each.attr


class Names:
    """All names of the code: modules by path and by last name, classes with their members."""

    def __init__(self) -> None:
        self.files: defaultdict[str, list[Path]] = defaultdict(list)
        self.modules: defaultdict[str, set[str]] = defaultdict(set)
        self.classes: defaultdict[str, set[str]] = defaultdict(set)
        self.all: set[str] = set()
        bases: defaultdict[str, set[str]] = defaultdict(set)
        for path in sorted(path for top in CODE for path in (ROOT / top).rglob("*.py")):
            self.files[path.name].append(path)
            parts = path.relative_to(ROOT).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            mine = set(bound(tree(path).body))
            self.modules[".".join(parts)] |= mine
            self.modules[parts[-1]] |= mine
            for node in statements(tree(path)):
                if isinstance(node, ast.ClassDef):
                    self.classes[node.name] |= set(attributes(node))
                    bases[node.name] |= {base for each in node.bases for base in named(each)}
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    self.all.add(node.name)
        self.ends = {
            path[at + 1 :]
            for path in self.modules
            for at in (-1, *(found.start() for found in re.finditer(r"\.", path)))
        }
        """Every path of a module, and every end of such a path."""
        for _ in range(4):  # the longest chain of base classes
            for kind, above in bases.items():
                self.classes[kind] |= {
                    name for base in above for name in self.classes.get(base, ())
                }

    def has(self, dotted: str) -> bool:
        """Tell whether a name, plain or dotted, belongs to the code or to a library."""
        head, _, name = dotted.rpartition(".")
        if not head:
            return dotted in self.all
        if dotted in self.modules or name in self.modules.get(head, ()):
            return True
        kind = head.rpartition(".")[2]
        if name in self.classes.get(kind, ()):
            return True
        if dotted.split(".", maxsplit=1)[0] in (*CODE, *self.modules, *self.classes):
            return False
        try:
            pkgutil.resolve_name(dotted)
        except (ImportError, AttributeError, ValueError):
            return False
        return True

    def in_file(self, file: str, name: str) -> bool:
        """Tell whether a source file, given by its path or its name, defines a name."""
        path = ROOT / file
        found = [path] if path.is_file() else self.files.get(file, [])
        kind, _, member = name.rpartition(".")
        return any(
            (not kind and name in deep(each)) or (kind and member in members(each, kind))
            for each in found
        )


def named(node: ast.expr) -> Iterator[str]:
    """Yield the name of a base class in a syntax tree."""
    node = node.value if isinstance(node, ast.Subscript) else node
    if isinstance(node, ast.Name):
        yield node.id


@cache
def deep(path: Path) -> frozenset[str]:
    """Return the names that a source file defines at the top level or in its classes."""
    inside = (bound(node.body) for node in tree(path).body if isinstance(node, ast.ClassDef))
    return frozenset(bound(tree(path).body)).union(*inside)


@cache
def members(path: Path, kind: str) -> frozenset[str]:
    """Return the names in the body of a class of a source file."""
    bodies = [
        node for node in tree(path).body if isinstance(node, ast.ClassDef) and node.name == kind
    ]
    return frozenset(name for node in bodies for name in attributes(node))


@cache
def names() -> Names:
    """Return the names that the code defines."""
    return Names()


SYSTEMS = ("oak_iron", "iron_oak", "wooden_ships")


def paths(text: str) -> set[str]:
    """Return the paths in a text. A path with SYSTEM stands for one path in each game's folder."""
    named = (path for path in PATH.findall(text) if not MADE_IN_PLAY.match(path))
    return {path.replace("SYSTEM", each) for path in named for each in SYSTEMS}


def symbols(text: str) -> set[str]:
    """Return the names of the code that a text has between back quotes."""
    found = set()
    for quoted in QUOTED.findall(text):
        if DEFINED.fullmatch(quoted) or FILE.fullmatch(quoted):
            found.add(quoted)
            continue
        matches = (kind.match(quoted) for kind in (DOTTED, CALL, CLASS, TEST))
        match = next(filter(None, matches), None)
        if match and not NO_CODE.search(match[0]):
            found.add(match[0])
    return found


def missing(text: str) -> list[str]:
    """Return every path and name in a text that does not exist."""
    gone = [path for path in paths(text) if not (ROOT / path).exists()]
    for symbol in symbols(text):
        place = DEFINED.fullmatch(symbol)
        if place:
            there = names().in_file(place[1], place[2])
        elif FILE.fullmatch(symbol):
            there = symbol in names().files or (ROOT / "docs" / symbol).is_file()
        else:
            there = names().has(symbol)
        if not there:
            gone.append(symbol)
    return sorted(gone)


def test_everything_that_a_document_names_is_there() -> None:
    """This is one test for all documents, because it takes seconds to read all names of the
    code.
    """
    gone = {path.name: missing(path.read_text(encoding="utf-8")) for path in DOCUMENTS}
    assert not {name: found for name, found in gone.items() if found}


def test_rooms_of_a_game_system_that_are_named_in_short_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w/`(.])(?:[a-z_]+/)+(?:\w+\.py)?(?![\w/])", text)) - paths(text)
    assert len(named) >= 20
    homes = [each for each in (ROOT / "engine" / "systems").iterdir() if each.is_dir()]
    assert not sorted(room for room in named if not any((home / room).exists() for home in homes))


def test_methods_that_guides_name_are_there() -> None:
    """In guides about the code, a word with an underscore has to be a name of the code."""
    guides = ("docs/adding-a-game.md", "docs/architecture.md", "CONTRIBUTING.md")
    text = "\n".join((ROOT / guide).read_text(encoding="utf-8") for guide in guides)
    named = {word for word in QUOTED.findall(text) if re.fullmatch(r"_?[a-z]+(?:_[a-z]+)+", word)}
    assert len(named) >= 15
    known = names().all.union(*names().modules.values(), *names().classes.values())
    assert not sorted(named - known)


def test_documents_name_many_things() -> None:
    texts = [path.read_text(encoding="utf-8") for path in DOCUMENTS]
    assert sum(len(paths(text)) for text in texts) >= 250
    assert sum(len(symbols(text)) for text in texts) >= 900


@pytest.mark.parametrize(
    "wrong",
    [
        "engine/kernel/battel.py",
        "[link](docs/nowhere.md)",
        "`engine/kernel/battle.py: Battle.sumbit`",
        "`engine/kernel/battle.py: nothing`",
        "`tests/test_readme.py::test_nothing`",
        "`test_nowhere.py::test_nothing`",
        "`test_that_nobody_wrote`",
        "`Battle.sumbit`",
        "`engine.kernel.nowhere`",
        "`engine.kernel.battle.nothing`",
        "`timeline.unfold`",
        "`unfold_again(state)`",
        "`NoSuchClass`",
        "`msgspec.Strukt`",
        "`nowhere.py`",
    ],
)
def test_what_is_not_there_is_found(wrong: str) -> None:
    assert missing(f"A sentence about {wrong}, and more.") != []


@pytest.mark.parametrize(
    "right",
    [
        "engine/kernel/battle.py.",
        "`engine/kernel/battle.py: Battle.submit`",
        "`tests/test_readme.py::test_every_command_has_an_example`",
        "`test_refusals.py::test_a_terminal_of_any_size_is_served`",
        "`Battle.submit(seat, command)`",
        "`engine.kernel.battle`",
        "`engine.kernel.timeline.fold`",
        "`timeline.fold`",
        "`evolve(state, event)`",
        "`BattleScreen`",
        "`msgspec.Struct`",
        "`gunner.py`",
        "`saves/mail/`, `keymap.toml` and `battle.undo`",
    ],
)
def test_what_is_there_is_not_complained_of(right: str) -> None:
    assert missing(f"A sentence about {right}, and more.") == []


WORD = re.compile(r"((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:\(.*\))?")
"""Matches a name between back quotes: a field, parameter or function, `Class.member`,
`module.name`."""
MADE_UP = re.compile(
    r"^(weathergage|ID|anna|a|x|[tb]\d|[A-Z]\d)(\.|$)|_$|[A-Z]{4}|\.(toml|json|txt|py)$|_keys$"
)
"""Matches words of examples, names of files and placeholders: they are not names of the code."""


@cache
def words_of_the_code() -> frozenset[str]:
    """Return every name that occurs in the code, and every string that could be a name."""
    found = set(keyword.kwlist)
    for path in sorted(path for top in CODE[:2] for path in (ROOT / top).rglob("*.py")):
        found |= {path.stem, path.parent.name}
        for node in ast.walk(tree(path)):
            for field in node._fields:
                if field in NAMING and isinstance(each := getattr(node, field), str):
                    found.add(each)
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value} if re.fullmatch(r"[\w-]+", node.value) else set()
    return frozenset(found)


NAMING = frozenset({"id", "arg", "attr", "name"})
"""The fields of syntax-tree nodes that hold a name."""


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a source file, including those under fields and constants."""
    for node in statements(tree(path)):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def is_there(name: str) -> bool:
    """Tell whether the code has a name; for `Class.member` and `module.name`, whether it has the
    member.
    """
    parts = name.split(".")
    head, last = parts[-2] if len(parts) > 1 else "", parts[-1]
    kind = "".join(part.capitalize() for part in head.split("_"))
    known = names()
    if head in known.classes:
        return last in known.classes[head]
    if name in known.ends:
        return True
    if head in known.modules and "." in name:
        rooms = [path for path in known.modules if path == head or path.endswith(f".{head}")]
        inside = any(last in known.modules[path] for path in rooms)
        # A variable with the name of its class, as in `window.columns`, is not a module.
        kinds = (each for each in known.classes if each.endswith(kind))
        return inside or any(last in known.classes[each] for each in kinds)
    return all(part in words_of_the_code() for part in parts)


def test_everything_that_a_docstring_names_is_there() -> None:
    gone: dict[str, list[str]] = {}
    for path in sorted(path for top in ("engine", "tui") for path in (ROOT / top).rglob("*.py")):
        for text in docstrings(path):
            quoted = (WORD.fullmatch(each) for each in QUOTED.findall(text))
            found = [each[1] for each in quoted if each and not MADE_UP.search(each[1])]
            lost = [name for name in found if not is_there(name)]
            lost += [each for each in paths(text) if not (ROOT / each).exists()]
            if lost:
                gone[str(path.relative_to(ROOT))] = lost
    assert not gone


def test_a_name_that_is_gone_is_found() -> None:
    stale = "Game.area", "Game.aftermath", "records.book", "soundness", "gone_name"
    assert not any(map(is_there, stale))
    there = (
        "Answering.area",
        "hull_condition",
        "positions.read",
        "window.columns",
        "set_up.scenario_draft",
    )
    assert all(map(is_there, there))

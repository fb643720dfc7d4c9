"""Rules of the code base that a reviewer should not have to check by hand."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.sources import statements, tree

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "tui").rglob("*.py")])
MOST_MODULES = 15
"""A room (folder) with more modules than this needs a reason in `OVERFULL_ROOMS`."""
FLAT_ROOMS = {
    "engine/systems/oak_iron/effects": "a module a moment of the rules at which cards work",
    "engine/systems/oak_iron/thinking/measure": "a module a figure that a position is judged by",
    "tui/commands": "a module a command of the command line",
}
"""{room (folder) that is a flat list by nature: the reason}. New modules of its kind go into it,
too."""
OVERFULL_ROOMS: dict[str, tuple[int, str]] = {
    "engine/systems/iron_oak/campaign": (
        16,
        "rooms of one file each, beside the chapters of the war",
    ),
}
"""{room (folder) over the limit: (its number of modules, why it stays one room)}."""
MOST_METHODS = 20
"""A class with more public methods than this needs a reason in `WIDE_CLASSES`."""
WIDE_CLASSES = {
    "BaseScreen": (45, "what every screen is asked for, with an answer that suits most"),
    "Battle": (32, "the one door to a battle: commands, undo, take-backs, views, the file"),
    "ReplayScreen": (26, "a method a key, and what its reader knows"),
    "PageScreen": (22, "what all pages share; the last is the keys of a line that is being typed"),
    "Kind": (27, "all in which an evening may differ, each with the answer of a plain battle"),
    "BattleScreen": (27, "a method a key, and what `Display` asks of it"),
    "Showing": (21, "one method for each thing that a screen can show of a game"),
    "SheetOrders": (26, "orders, and what a sheet has besides: slots, picks, spelling, a draft"),
    "Connection": (25, "a method an errand over SSH"),
    "HostedBattle": (25, "what the lobby, the table, the clock and the computers ask of it"),
    "BuilderScreen": (21, "a method a key"),
    "LobbyScreen": (22, "a method a key"),
    "Seating": (24, "a question a seat may be asked about who has it, and how that changes"),
    "Rules": (21, "one method for each thing that a game can be asked"),
    "SeriesGame": (21, "it hands each question to the game of its battles"),
    "GameApp": (21, "what a screen asks of its application, at home and on a host"),
    "WeatherGageApp": (22, "what screens share: settings, sounds, changes of screens"),
}
"""{class over the limit: (its number of public methods, why it stays one class)}.

The number must be exact: if a class grows or shrinks, the number is changed in the same commit."""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports."""
    for node in statements(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def modules_of_rooms() -> Counter[str]:
    """Return {folder: number of its modules, without `__init__`}."""
    return Counter(name(path.parent) for path in SOURCES if path.name != "__init__.py")


@cache
def methods_of_classes() -> Counter[str]:
    """Return {class: number of its public methods and properties}.

    Inherited methods do not count. Of two classes with the same name, the larger number counts.
    """
    widest: Counter[str] = Counter()
    for path in SOURCES:
        for node in statements(tree(path)):
            if isinstance(node, ast.ClassDef):
                widest[node.name] = max(widest[node.name], len(public(node)))
    return widest


def public(node: ast.ClassDef) -> set[str]:
    """Return the names of a class's public methods; a property with a setter counts once."""
    functions = (
        each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {each.name for each in functions if not each.name.startswith("_")}


def over(counted: Counter[str], most: int) -> dict[str, int]:
    """Return {name: figure} of the counted things whose figure is over a limit."""
    return {key: n for key, n in counted.items() if n > most}


def figures(reasoned: Mapping[str, tuple[int, str]]) -> dict[str, int]:
    """Return {name: allowed figure} of the exceptions; each must have a reason of some words."""
    assert all(len(why.split()) >= 3 for _, why in reasoned.values())
    return {key: n for key, (n, _) in reasoned.items()}


def test_a_room_over_the_limit_has_its_figure_and_a_reason() -> None:
    rooms = modules_of_rooms()
    assert rooms.keys() >= FLAT_ROOMS.keys()
    kept = Counter({room: n for room, n in rooms.items() if room not in FLAT_ROOMS})
    assert over(kept, MOST_MODULES) == figures(OVERFULL_ROOMS)


def test_a_class_over_the_limit_has_its_figure_and_a_reason() -> None:
    assert over(methods_of_classes(), MOST_METHODS) == figures(WIDE_CLASSES)


def test_a_class_over_the_limit_is_found() -> None:
    body = "\n".join(f"    def m{n}(self): ..." for n in range(MOST_METHODS + 1))
    (node,) = ast.parse(f"class Wide:\n    def _own(self): ...\n{body}").body
    assert isinstance(node, ast.ClassDef)
    counted = Counter({"Wide": len(public(node)), "Narrow": MOST_METHODS})
    assert over(counted, MOST_METHODS) == {"Wide": MOST_METHODS + 1}


REVIEWED = re.compile(r"# noqa: [^#\n]*\bPLR09\d\d\b(?P<reason>[^#\n]*)")
"""Matches a line that is over a limit of branches, returns, statements or arguments, with the
comment that allows it."""


def reason_of(line: str) -> str | None:
    """Return the reason in the comment of a line that is over such a limit; None for any other
    line.
    """
    found = REVIEWED.search(line)
    return found["reason"].strip(" -()") if found else None


def test_a_function_over_a_limit_of_review_says_why_in_its_line() -> None:
    reasons = {
        f"{name(path)}:{number}": reason
        for path in SOURCES
        for number, line in enumerate(_plain(path).splitlines(), 1)
        if (reason := reason_of(line)) is not None
    }
    assert len(reasons) > 50
    assert not [where for where, reason in reasons.items() if len(reason.split()) < 3]


def test_the_reason_at_a_limit_is_found() -> None:
    assert reason_of("def f():  # noqa: PLR0911, PLR0912  (a branch a card)") == "a branch a card"
    assert reason_of("def f():  # noqa: PLR0913 - a place and its style") == "a place and its style"
    assert reason_of("def f():  # noqa: PLR0915") == ""
    assert reason_of("import a  # noqa: F401") is None


def test_every_room_says_what_it_is_for() -> None:
    for room in {path.parent for path in SOURCES}:
        assert (room / "__init__.py").is_file(), name(room)
        assert ast.get_docstring(tree(room / "__init__.py")), name(room)


def test_every_module_says_what_it_is() -> None:
    assert not [name(path) for path in SOURCES if not ast.get_docstring(tree(path))]


def test_every_private_function_is_used() -> None:
    """A function without a decorator is used only by its name; ruff does not look for such ones."""
    for path in SOURCES:
        words = Counter(re.findall(r"\w+", _plain(path)))
        for node in tree(path).body:
            private = isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] == "_"
            if private and not node.decorator_list:
                assert words[node.name] > 1, f"{name(path)}: {node.name}"


def test_the_engine_reads_no_clock_and_no_global_chance() -> None:
    # Clocks are needed for the timeout of a pipe, for searches with a time limit, and in the rooms
    # for files, people and hosts.
    # Ratings use dates as values; they do not read the clock.
    timed = {
        "engine/players/program.py",
        "engine/players/admiral.py",
        "engine/puzzles/solving.py",
    }
    around = ("engine/files", "engine/sitting", "engine/hosting")
    for path in (ROOT / "engine").rglob("*.py"):
        if name(path).startswith(around):
            continue
        used = set(imports(path)) & {"time", "datetime", "secrets"}
        assert not used or name(path) in timed, name(path)
        assert not re.search(r"\brandom\.(random|choice|randint|seed)\(", _plain(path)) or (
            name(path).startswith(("engine/players", "engine/lookahead"))  # their own `random`
        ), name(path)


def _plain(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_data_holds_no_code() -> None:
    files = (path for path in (ROOT / "data").rglob("*") if path.is_file())
    kinds = {each.suffix for each in files if each.parent.name != "__pycache__"}
    assert kinds <= {".toml", ".json"}  # puzzles: written by the program, read as a whole


def test_nothing_is_left_undone_in_the_sources() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b|pytest\.(skip|xfail)")
    for path in SOURCES:
        assert not marks.search(_plain(path)), name(path)

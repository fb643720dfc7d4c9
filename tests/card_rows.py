"""The rows of docs/coverage.md about cards, made from the data and the registries of effects.

Run `python -m tests.card_rows` to update the document after a card or an effect was added or
renamed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.machine import MOMENTS
from engine.systems.oak_iron.plays.events import EVENTS
from engine.systems.oak_iron.turn import rules

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "coverage.md"
OPENED, CLOSED = "<!-- cards: python -m tests.card_rows -->\n", "<!-- end of cards -->\n"
NOT_BUILT = "## Not built yet"
HOME = "engine/systems/oak_iron"
TESTS = "tests/engine/systems/oak_iron"
ON_PAPER = {
    "double_rations": "squadrons/squadron.py: added",
    "intrepid": "squadrons/squadron.py: added",
    "doughty": "squadrons/squadron.py: added",
    "buccaneer_tactics": "squadrons/check.py: _one_pirate_card",
    "mixed_hand": "squadrons/check.py: _other_nations",
    "indecisive": "squadrons/squadron.py: hand_size",
    "rogues": "squadrons/check.py: _against",
    "no_ships_of_the_line": "squadrons/check.py: _against",
    "fast_ships": "squadrons/squadron.py: option_price",
    "heavily_armed": "squadrons/squadron.py: option_price",
    "stout_ships": "squadrons/squadron.py: option_price",
    "large_crews": "squadrons/squadron.py: option_price",
    "skill": "effects/dice.py: skill",
}
"""{keyword or rule that has an effect while a squadron is built: its function}."""
SCENARIO = {
    "settings": ("set_up/terrain.py: allowed", "test_set_up_terrain.py::test_a_setting_card"),
    "deployments": ("terrain.py: zone", "test_set_up.py::test_ships_lie_in_their_zones"),
    "engage_the_enemy": ("victory/objectives.py: points", "test_objectives.py::test_an_objective"),
    "escort": ("victory/objectives.py: achieved", "test_objectives.py::test_the_dignitary"),
    "cut_off": (
        "victory/objectives.py: _cut_off_points",
        "test_objectives.py::test_a_ship_that_was_cut_off",
    ),
    "raze": ("victory/objectives.py: raze", "test_objectives.py::test_two_tests"),
    "raid": ("victory/objectives.py: plunder", "test_objectives.py::test_a_party"),
    "delivery": ("victory/objectives.py: _delivery_points", "test_objectives.py::test_cargo"),
    "local_pilot": ("", "test_shoals.py::test_who_knows_the_water"),
    "early_warning": ("set_up/objectives.py: deployments", "test_conditions.py::test_early_"),
    "rested_crews": ("crew/actions.py: _rested", "test_conditions.py::test_rested_crews"),
    "weather_wise": ("set_up/objectives.py: turn_wind", "test_conditions.py::test_weather_wise"),
    "favoured_by_fortune": (
        "set_up/scenario_draft.py: take_card",
        "test_conditions.py::test_favoured",
    ),
    "surprise": ("set_up/objectives.py: first_cards", "test_conditions.py::test_surprise"),
    "well_found": ("set_up/objectives.py: set_sail", "test_conditions.py::test_well_found"),
    "steady_wind": ("plays/events.py: draw_event", "test_events.py::test_steady_wind"),
}
"""{scenario card or kind of card: (its function, the beginning of its tests' names)}."""
MOST = 3
"""The maximum number of tests that a row names."""
Row = tuple[str, str, str]


def rows(part: str) -> dict[str, Row]:
    """Return {card id: row} for a part; cards without a function or a test are left out."""
    records = getattr(shipped(), part)
    made = {key: _row(part, key, record.name) for key, record in records.items()}
    return {key: row for key, row in made.items() if all(row)}


def _row(part: str, key: str, name: str) -> Row:
    functions, tests = _works(part, key)
    return f"{name} (`{key}`)", _cell(functions), _cell(tests[:MOST])


def _works(part: str, key: str) -> tuple[list[str], list[str]]:
    """Return (functions, tests) of a card, keyword or rule."""
    if part in ("settings", "deployments", "objectives", "conditions"):
        function, test = SCENARIO.get(key) or SCENARIO.get(part) or ("", "")
        file, _, start = test.partition("::")
        found = [each for each in _tests(file) if each.split("::")[-1].startswith(start)]
        return ([f"{HOME}/{function}"] if function else registered(key)), found if start else []
    if part in ("commanders", "factions"):
        record = getattr(shipped(), part)[key]
        words = record.keywords if part == "commanders" else record.rules
        inner = "keywords" if part == "commanders" else "faction_rules"
        return _joined(_works(inner, word) for word in words)
    named = _named(key, FILES[part])
    if part in ("keywords", "rules", "faction_rules") and key in ON_PAPER:
        return [f"{HOME}/{ON_PAPER[key]}"], named
    functions = registered(key)
    if part == "upgrades" and not functions:
        words = shipped().upgrades[key].keywords
        functions = _joined(_works("rules", word) for word in words)[0]
    if part == "events":
        event = EVENTS[key]
        parts = [each for each in (event.happen, event.options, event.work) if each]
        functions += [_place(each) for each in parts if "<" not in each.__qualname__]
    return functions, named


FILES = {
    "cards": "test_cards_*.py",
    "upgrades": "test_upgrades.py",
    "keywords": "test_[ks]*.py",
    "rules": "test_special_rules.py",
    "faction_rules": "test_[ks]*.py",
    "events": "test_events*.py",
}
PARTS = {
    "cards": "Initiative cards",
    "upgrades": "Upgrades",
    "keywords": "Keywords of admirals and captains",
    "commanders": "Commanders",
    "rules": "Special rules of ships",
    "factions": "Factions",
    "faction_rules": "Rules of factions",
    "events": "Events",
    "settings": "Settings",
    "deployments": "Deployments",
    "objectives": "Objectives",
    "conditions": "Advantages and conditions",
}
"""{part of the data: its heading in the document}."""


def registered(key: str) -> list[str]:
    """Return the functions that are registered under an id at any moment (hook of the rules)."""
    assert rules.CHAPTERS
    found = {_place(moment[key]) for moment in MOMENTS.values() if key in moment}
    return sorted(found)


def _place(function: object) -> str:
    module = str(function.__module__).replace(".", "/")
    return f"{module}.py: {getattr(function, '__name__', '')}"


def _joined(works: Iterable[tuple[list[str], list[str]]]) -> tuple[list[str], list[str]]:
    functions: list[str] = []
    tests: list[str] = []
    for some, shown in works:
        functions += [each for each in some if each not in functions]
        tests += shown[:1]
    return functions, tests


def _named(key: str, files: str) -> list[str]:
    """Return the tests with an id in their names; those that begin with it come first."""
    found = [each for each in _tests(files) if re.search(rf"_{key}(_|$)", each.split("::")[-1])]
    return sorted(found, key=lambda each: not each.split("::")[-1].startswith(f"test_{key}"))


@cache
def _tests(files: str) -> tuple[str, ...]:
    paths = sorted((ROOT / TESTS).rglob(files)) if files else []
    return tuple(f"{path.relative_to(ROOT)}::{name}" for path in paths for name in names(path))


@cache
def names(path: Path) -> tuple[str, ...]:
    """Return the names of the tests in a file: `test_x`, or `Class::test_x` inside a class."""
    found = []
    for node in ast.parse(path.read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found += [f"{prefix}{each.name}" for each in inner if isinstance(each, ast.FunctionDef)]
    return tuple(name for name in found if name.split("::")[-1].startswith("test_"))


def _cell(names: list[str]) -> str:
    return "<br>".join(f"`{name}`" for name in names)


def text() -> str:
    """Return the tables of all parts in Markdown."""
    parts = []
    for part, title in PARTS.items():
        head = f"### {title}\n\n| card | implemented by | shown by |\n| --- | --- | --- |\n"
        parts.append(head + "".join(f"| {' | '.join(row)} |\n" for row in rows(part).values()))
    return "\n".join(parts)


def missing() -> list[str]:
    """Return the ids of cards that have no row."""
    return [key for part in PARTS for key in getattr(shipped(), part) if key not in rows(part)]


def write() -> None:
    """Write the current rows into the document."""
    before, _, rest = DOCUMENT.read_text("utf-8").partition(OPENED)
    after = rest.partition(CLOSED)[2]
    DOCUMENT.write_text(f"{before}{OPENED}\n{text()}\n{CLOSED}{after}", "utf-8")


if __name__ == "__main__":
    write()
    print("\n".join(missing()))

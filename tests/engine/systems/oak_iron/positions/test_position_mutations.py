"""Position files changed in hundreds of ways: each mistake is reported with file and key.

A change that leaves a legal position must be read and be visible in the state.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.base.errors import SetUpFault
from engine.kernel.battle import Battle
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.positions.positions import from_position
from engine.systems.oak_iron.state.state import State

FOLDER = Path(__file__).parents[4] / "positions"
NAMES = ("example", "fleets", "fog_and_land", "shaken_and_entangled", "boarding")
Table = dict[str, Any]
Path_ = tuple[str | int, ...]


class Mutant(NamedTuple):
    """A table with one mistake, the key at which it must be reported, and words of the report."""

    table: Table
    path: str
    words: str


class Sound(NamedTuple):
    """A table with a legal change, and the place where the change must be seen."""

    table: Table
    seen: Callable[[State], Any]
    value: Any


def load(name: str) -> Table:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def written(path: Path_) -> str:
    """Return a key path as an error writes it: `squadrons.A.ships[0].x`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


def changed(table: Table, path: Path_, value: Any) -> Table:
    """Return the table with another value at a place."""
    fresh = deepcopy(table)
    inner: Any = fresh
    for part in path[:-1]:
        inner = inner.setdefault(part, {}) if isinstance(part, str) else inner[part]
    inner[path[-1]] = value
    return fresh


def without(table: Table, path: Path_) -> Table:
    """Return the table without a key."""
    fresh = deepcopy(table)
    inner: Any = fresh
    for part in path[:-1]:
        inner = inner[part]
    del inner[path[-1]]
    return fresh


def ships_of(table: Table) -> list[Path_]:
    """Return the key paths of the ships."""
    return [
        ("squadrons", key, "ships", at)
        for key, squadron in table["squadrons"].items()
        for at in range(len(squadron["ships"]))
    ]


def tables_of(table: Table) -> dict[Path_, Table]:
    """Return {key path: table} for every table in a position."""
    found: dict[Path_, Table] = {(): table, ("table",): table["table"]}
    if "rules" in table:
        found["rules",] = table["rules"]
    for at, piece in enumerate(table.get("terrain", ())):
        found["terrain", at] = piece
    for key, squadron in table["squadrons"].items():
        found["squadrons", key] = squadron
    for path in ships_of(table):
        found[path] = table["squadrons"][path[1]]["ships"][path[3]]
    return found


def mutants(table: Table) -> Iterator[Mutant]:
    """Yield every mistake that can be made in a position, one at a time."""
    for spoil in (_lost_keys, _misspelt_keys, _wrong_kinds, _wrong_values, _words, _wholes):
        yield from spoil(table)


def _lost_keys(table: Table) -> Iterator[Mutant]:
    needed: list[Path_] = [("table",), ("squadrons",)]
    needed += [("squadrons", key, "ships") for key in table["squadrons"]]
    needed += [(*ship, key) for ship in ships_of(table) for key in ("id", "type", "x", "heading")]
    for at in range(len(table.get("terrain", ()))):
        needed += [("terrain", at, "kind"), ("terrain", at, "outline")]
    for path in needed:
        if path[-1] in tables_of(table).get(path[:-1], table):
            yield Mutant(without(table, path), written(path), "is missing; ")


def _misspelt_keys(table: Table) -> Iterator[Mutant]:
    for place, inner in tables_of(table).items():
        for key in inner:
            if place or key not in ("game", "squadrons"):
                path = (*place, f"{key}_")
                wrong = changed(table, path, inner[key])
                yield Mutant(wrong, written(path), "is not a key here; allowed: ")


NUMBERS = {"x", "y", "heading", "width", "height"}
WHOLE = {"seed", "turn", "fortune", "skill", "damage", "fatigue", "strike_points_last_turn"}
SWITCHES = {"flagship", "aground", "moved", "attacked", "formation", "events", "quick_start"}
LISTS = {"hand", "discarded", "conditions", "reload", "options", "upgrades", "used"}
LISTS |= {"events_in_force", "events_gone", "entangled_with", "terrain", "outline", "ships"}


def _wrong_kinds(table: Table) -> Iterator[Mutant]:
    for place, inner in tables_of(table).items():
        for key in inner:
            path, kind = (*place, key), ""
            if key in NUMBERS:
                kind, value = "allowed: a number", "here"
            elif key in WHOLE:
                kind, value = "allowed: a whole number", 1.5
            elif key in SWITCHES:
                kind, value = "allowed: true or false", 1
            elif key in LISTS:
                kind, value = "allowed: a list of", {}
            elif key in ("table", "rules"):
                kind, value = "allowed: a table", []
            elif key != "game" and isinstance(inner[key], str):
                kind, value = "allowed: ", 7
            if kind:
                yield Mutant(changed(table, path, value), written(path), kind)
            if key in LISTS:
                yield Mutant(changed(table, path, 7), written(path), kind)


def _wrong_values(table: Table) -> Iterator[Mutant]:
    head: list[tuple[str, Any, str]] = [
        ("turn", 0, "from 1 to 99"),
        ("turn", 100, "from 1 to 99"),
        ("phase", "sunset", "one of attack, end, initiative, movement"),
        ("step", "aloft", "one of '', crew, move, seamanship"),
        ("initiative", "Z", "allowed: one of"),
        ("defender", "Z", "allowed: one of"),
        ("objective", "escrot", "did you mean 'escort'?"),
        ("activating", "Z9", "which is not a ship"),
    ]
    for key, value, words in head:
        yield Mutant(changed(table, (key,), value), key, words)
    for key, value in (("width", 5.9), ("height", 240.5), ("width", float("nan"))):
        yield Mutant(changed(table, ("table", key), value), f"table.{key}", "from 6 to 240")
    for key in table["squadrons"]:
        for word, value, words in (
            ("fortune", -1, "from 0 to 99"),
            ("strike_points_last_turn", 100, "from 0 to 99"),
            ("faction", "danish", "allowed: one of"),
            ("admiral", "nelson", "allowed: one of"),
            ("face_up", "dwon", "did you mean 'down'?"),
            ("face_down", "dwon", "did you mean 'down'?"),
        ):
            path: Path_ = ("squadrons", key, word)
            yield Mutant(changed(table, path, value), written(path), words)
    for ship in ships_of(table):
        for word, value, words in (
            ("x", 1001, "from -1000 to 1000"),
            ("y", float("inf"), "from -1000 to 1000"),
            ("heading", -1001, "from -1000 to 1000"),
            ("damage", 9, "from 0 to "),
            ("fatigue", -1, "from 0 to "),
            ("skill", 4, "from 0 to 3"),
            ("type", "sloup", "did you mean 'sloop'?"),
            ("sail", "ful", "did you mean 'full'?"),
            ("lost", "gone", "one of '', destroyed, left, sunk"),
            ("commander", "bold_captan", "did you mean 'bold_captain'?"),
            ("captured_by", ship[1], "allowed:"),
            ("boats_on", "Z9", "allowed: the id of another ship"),
        ):
            yield Mutant(changed(table, (*ship, word), value), written((*ship, word)), words)


def _words(table: Table) -> Iterator[Mutant]:
    for key, right in (("events_in_force", "squall"), ("events_gone", "dolphins")):
        wrong = changed(table, (key,), [right, f"{right}x"])
        yield Mutant(wrong, f"{key}[1]", f"did you mean '{right}'?")
    for key in table["squadrons"]:
        for word in ("hand", "discarded"):
            path: Path_ = ("squadrons", key, word)
            yield Mutant(changed(table, path, ["dwon"]), f"{written(path)}[0]", "'down'?")
    for ship in ships_of(table):
        for word in ("upgrades", "options", "reload"):
            path = (*ship, word)
            yield Mutant(changed(table, path, ["wings"]), f"{written(path)}[0]", "found 'wings'")
        path = (*ship, "entangled_with")
        yield Mutant(changed(table, path, ["Z9"]), written(path), "which is not a ship")
        for word, bad in (("name", "x" * 81), ("token", "a\nb")):
            path = (*ship, word)
            yield Mutant(
                changed(table, path, bad), written(path), "one line of up to 80 characters"
            )


def _wholes(table: Table) -> Iterator[Mutant]:
    """Yield the mistakes that are wrong only in combination with another field."""
    first, other, *_ = places = ships_of(table)
    own = tables_of(table)
    for ship in places:
        where = written(ship)
        far = {**own[ship], "x": -3.0}
        yield Mutant(changed(table, ship, far), where, "its base is off the table of")
        lost = {**own[ship], "lost": "sunk"}
        yield Mutant(changed(table, ship, lost), f"{where}.x", "found on a ship that is sunk")
        odd = changed(table, (*ship, "id"), "a b")
        yield Mutant(odd, f"{where}.id", "allowed: a key of up to 16")
        ashore = changed(table, (*ship, "landing_party"), [0.5, 0.5])
        yield Mutant(
            ashore,
            f"{where}.landing_party",
            "found a point off the land, allowed: a point on island or land",
        )
        rock = {"kind": "rocks", "outline": _around(own[ship])}
        laid = changed(table, ("terrain",), [*table.get("terrain", ()), rock])
        yield Mutant(laid, where, "its base overlaps the rocks")
    same = {**own[other], **{key: own[first][key] for key in ("x", "y", "heading")}}
    yield Mutant(changed(table, other, same), written(other), "its base overlaps that of")
    twin = changed(table, (*other, "id"), own[first]["id"])
    yield Mutant(twin, f"{written(other)}.id", "which is the id of another ship")
    itself = changed(table, (*first, "entangled_with"), [own[first]["id"]])
    yield Mutant(itself, f"{written(first)}.entangled_with", "which is this ship itself")
    acting = {**table, "phase": "end", "activating": own[first]["id"], "step": ""}
    yield Mutant(acting, "activating", "must be empty in phase end")
    idle = {**table, "phase": "movement", "activating": "", "step": "crew"}
    yield Mutant(idle, "step", "must be empty while no ship")
    cross = {"kind": "fog", "outline": [[1, 1], [5, 5], [5, 1], [1, 5]]}
    at = len(table.get("terrain", ()))
    crossed = changed(table, ("terrain",), [*table.get("terrain", ()), cross])
    yield Mutant(crossed, f"terrain[{at}].outline", "found lines that cross")
    third = {"ships": [{"id": "Z1", "type": "sloop", "x": 3, "y": 3, "heading": 0}]}
    yield Mutant(changed(table, ("squadrons", "Z"), third), "squadrons", "found 3 sides")
    for key in table["squadrons"]:
        path: Path_ = ("squadrons", key)
        enemy = next(one for one in table["squadrons"] if one != key)
        strange = changed(table, (*path, "fleet"), enemy)
        yield Mutant(strange, f"{written(path)}.fleet", "which only one squadron has")
        twice = changed(table, (*path, "hand"), ["down", "down"])
        yield Mutant(twice, f"{written(path)}.hand", "found 'down', which is already in hand")
        both = changed(changed(table, (*path, "hand"), ["down"]), (*path, "face_down"), "down")
        yield Mutant(both, f"{written(path)}.face_down", "which is already in hand")
        yield Mutant(changed(table, (*path, "ships"), []), f"{written(path)}.ships", "found none")
        yield Mutant(changed(table, path, 3), written(path), "allowed: a table")
        two = [{**ship, "flagship": True} for ship in table["squadrons"][key]["ships"]]
        if len(two) > 1:
            flags = changed(table, (*path, "ships"), two)
            yield Mutant(flags, f"{written(path)}.ships[1].flagship", "found a second one beside")


def _around(ship: Table) -> list[list[float]]:
    x, y = ship["x"], ship["y"]
    return [[x - 0.2, y - 0.2], [x + 0.2, y - 0.2], [x, y + 0.2]]


def sounds(table: Table) -> Iterator[Sound]:
    """Yield legal changes to a position."""
    head: tuple[tuple[str, Any], ...] = (
        ("title", "Another"),
        ("turn", 10),
        ("events_gone", ["squall"]),
        ("objective", "escort"),
    )
    for key, value in head:
        seen = tuple(value) if isinstance(value, list) else value
        yield Sound({**table, key: value}, lambda state, key=key: getattr(state, key), seen)
    for edge in ("north", "east", "south", "west"):
        turned = changed(table, ("table", "weather_edge"), edge)
        yield Sound(turned, lambda state: state.table.weather_edge, edge)
    for switch in ("quick_start", "formation", "events", "scrolling_sea"):
        on = changed(table, ("rules", switch), True)
        yield Sound(on, lambda state, switch=switch: getattr(state.rules, switch), True)
    for key in table["squadrons"]:
        for word, value in (("fortune", 0), ("name", "Ours"), ("hand", []), ("faction", "dutch")):
            seen = tuple(value) if isinstance(value, list) else value
            fresh = changed(table, ("squadrons", key, word), value)
            yield Sound(
                fresh, lambda state, key=key, word=word: getattr(state.squadrons[key], word), seen
            )
    own = tables_of(table)
    for ship in ships_of(table):
        id_ = own[ship]["id"]
        for word, value in (
            ("name", "Swan"),
            ("sail", "minimal"),
            ("skill", 2),
            ("damage", 3),
            ("fatigue", 2),
            ("reload", ["port", "starboard"]),
            ("aground", True),
            ("upgrades", ["marines"]),
            ("commander", "bold_captain"),
        ):
            seen = tuple(value) if isinstance(value, list) else value
            fresh = changed(table, (*ship, word), value)
            yield Sound(
                fresh, lambda state, id_=id_, word=word: getattr(state.ships[id_], word), seen
            )


def test_there_are_more_than_two_hundred_mutants() -> None:
    assert len(list(chain.from_iterable(mutants(load(name)) for name in NAMES))) > 200


@pytest.mark.parametrize("name", NAMES)
def test_every_mutant_is_refused_with_a_sentence_that_names_file_and_key(name: str) -> None:
    for mutant in mutants(load(name)):
        with pytest.raises(SetUpFault) as refused:
            from_position("hurt.toml", mutant.table)
        found = refused.value.faults
        told = [text for path, text in found if path == mutant.path]
        assert any(mutant.words in text for text in told), (mutant, found)
        said = str(refused.value)
        assert said.startswith("hurt.toml")
        assert said.isprintable()
        for path, text in found:
            assert path, mutant
            assert 10 < len(text) < 600, text


@pytest.mark.parametrize("name", NAMES)
def test_what_is_still_a_position_is_read_with_its_change(name: str) -> None:
    for sound in sounds(load(name)):
        state, seed = from_position("sound.toml", sound.table)
        assert sound.seen(state) == sound.value
        battle = Battle.from_state(OakIron(), state, seed)
        assert battle.pending() or battle.outcome()

"""Position files: the example, the defaults, and every mistake reported at once."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.arena.fighting import play_out
from engine.base.errors import SetUpFault
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.inspection import explain, inspect
from engine.systems.iron_oak.positions.positions import from_position
from engine.systems.iron_oak.state.state import Fire
from engine.systems.iron_oak.victory import lines_of, verdict

LEAST: dict[str, Any] = {
    "game": "iron_oak",
    "sides": {
        "union": {"edge": "left", "ships": [{"id": "uss_monitor", "box": "C3"}]},
        "confederate": {"edge": "right", "ships": [{"id": "css_virginia", "box": "C4"}]},
    },
}
FULL: dict[str, Any] = {
    "game": "iron_oak",
    "title": "Below the bluff",
    "seed": 7,
    "turn": 3,
    "active": "confederate",
    "board": {
        "current": {"direction": "right", "speed": "moderate"},
        "banks": ["top"],
        "shoals": [{"band": "row A", "depth": 1}, {"band": "column 5", "depth": 3}],
        "markers": [{"kind": "mine", "box": "D4"}, {"kind": "hulk", "box": "B2"}],
        "terrain": [{"box": "E5", "kind": "sandbar"}],
    },
    "sides": {
        "union": {
            "edge": "left",
            "hand": [20, 27],
            "hand_size": 6,
            "replaced": 1,
            "ships": [
                {
                    "id": "uss_carondelet",
                    "box": "C3",
                    "hits": 4,
                    "shields": {"A": -1, "WL": -2},
                    "crew_loss": 2,
                    "criticals": ["captain", "speed_1"],
                    "fires": [2],
                    "smoke": "light",
                },
                {"id": "uss_tyler", "box": "off:left", "enter_turn": 4},
            ],
        },
        "confederate": {
            "edge": "right",
            "hand": [16, 41, 47],
            "ships": [
                {
                    "id": "css_arkansas",
                    "box": "C3",
                    "grade": "crack",
                    "hits": 5,
                    "criticals": ["smokestack"],
                    "across_bow_of": "uss_carondelet",
                }
            ],
            "forts": [
                {
                    "fort": "vicksburg_upper",
                    "section": "water_battery",
                    "boxes": ["A2", "A3"],
                    "grade": "crack",
                    "hits": 3,
                    "shield": -1,
                }
            ],
        },
    },
}


@pytest.mark.parametrize(
    ("side", "key", "table"),
    [
        ("union", "ships", {"id": "uss_carondelett", "hits": 3, "criticals": ["pilot"]}),
        ("confederate", "forts", {"fort": "vicksburg_uper", "section": "water_battery"}),
        ("confederate", "forts", {"fort": "vicksburg_upper", "section": "water_batery"}),
    ],
)
def test_a_misspelt_ship_or_fort_is_no_other_one(
    side: str, key: str, table: dict[str, Any]
) -> None:
    """Two misspelt names give two faults, each with a suggestion, and are not taken for one known
    ship.
    """
    position = deepcopy(LEAST)
    position["sides"][side][key] = [*position["sides"][side].get(key, []), table, table]
    with pytest.raises(SetUpFault) as refused:
        from_position("misspelt", position)
    assert len(refused.value.faults) == 2
    assert all("did you mean" in text for _, text in refused.value.faults)


def test_defaults() -> None:
    state, seed = from_position("least", LEAST)
    assert (seed, state.turn, state.turns, state.phase) == (0, 1, 10, "order")
    assert (state.first, state.active, state.scenario) == ("union", "union", "")
    assert len(state.deck) == 50
    assert state.board.wind == "normal"


def test_the_example() -> None:
    state, seed = from_position("full", FULL)
    assert (seed, state.active, len(state.deck)) == (7, "confederate", 45)
    carondelet = state.ships["uss_carondelet"]
    assert carondelet.shields == {"A": -1, "WL": -2}
    assert carondelet.fires == (Fire(2),)
    assert state.sides["union"].hand_size == 6
    assert state.sides["confederate"].hand_size == 3
    assert state.sections["vicksburg_upper.water_battery"].shields == {"section": -1}
    facts = inspect(state)
    assert set(facts) == {
        "uss_carondelet",
        "uss_tyler",
        "css_arkansas",
        "vicksburg_upper.water_battery",
    }
    assert facts["uss_carondelet"]["orders"]["cross_t"]["why_not"] == ["bow_on"]
    assert facts["uss_tyler"]["targets"] == {}
    assert facts["uss_tyler"]["orders"]["maneuver_1"]["why_not"] == ["too_early"]
    assert explain(state, "css_arkansas")["css_arkansas"]["targets"]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("turn", 0, "turn: found 0"),
        ("colour", 1, "colour: is not a key"),
        ("scenario", "hampton", "scenario: found 'hampton'"),
        ("phase", "fight", "phase: found 'fight'"),
        ("deck", [51], "card number from 1 to 50"),
        ("discarded", [20], "card 20 is in 2 places"),
        ("board.wind", "storm", "board.wind"),
        ("board.current.speed", "quick", "board.current.speed"),
        ("board.banks", ["left"], "board.banks[0]"),
        ("board.shoals", [{"band": "row F", "depth": 1}], "band"),
        ("board.markers", [{"kind": "rock", "box": "C3"}], "kind"),
        ("board.terrain", [{"box": "C3", "kind": "high"}], "'C3' is land"),
        ("sides.union.edge", "west", "sides.union.edge"),
        ("sides.union.hand", [20, 20], "card 20 is in 2 places"),
        ("sides.union.ships.0.id", "uss_carondelette", "did you mean 'uss_carondelet'"),
        ("sides.union.ships.0.id", "css_virginia", "ships[0].id"),
        ("sides.union.ships.0.box", "F3", "ships[0].box"),
        ("sides.union.ships.0.hits", 30, "ships[0].hits"),
        ("sides.union.ships.0.shields", {"TF": -1}, "shields.TF"),
        ("sides.union.ships.0.shields", {"A": -5}, "shields.A"),
        ("sides.union.ships.0.criticals", ["leak"], "criticals[0]"),
        ("sides.union.ships.0.criticals", ["speed_1", "speed_2"], "cannot both be listed"),
        ("sides.union.ships.0.fires", [6], "fires[0]"),
        ("sides.union.ships.0.order", "attack", "order"),
        ("sides.union.ships.0.springs", True, "needs anchored"),
        ("turns", 2, "turns: found 2, allowed: a whole number of 3 or more"),
        (
            "board.terrain",
            [{"box": "E5", "kind": "sandbar"}, {"box": "E5", "kind": "high"}],
            "board.terrain[1].box: 'E5' is listed twice",
        ),
        ("sides.union.ships.1.id", "uss_carondelet", "'uss_carondelet' is listed twice"),
        (
            "sides.union.ships.0.criticals",
            ["captain"] * 2,
            "criticals: a critical hit is listed twice",
        ),
        (
            "sides.confederate.forts",
            [{"fort": "vicksburg_upper", "section": "water_battery", "boxes": ["B5"]}] * 2,
            "'vicksburg_upper.water_battery' is listed twice",
        ),
        ("sides.union.ships.0.towing", "css_arkansas", "towing: 'css_arkansas' is an enemy"),
        ("sides.union.ships.0.towing", "uss_tyler", "is not in C3"),
        ("sides.union.ships.0.towing", "uss_taylor", "is not a ship of this position"),
        ("sides.union.ships.0.fouled_with", ["uss_carondelet"], "tied to herself"),
        ("sides.union.ships.0.across_bow_of", "css_arkansas", None),
        ("sides.union.ships.0.captured_by", "union", "captured_by"),
        ("sides.union.ships.0.screened_from", ["fort_x"], "is not in this position"),
        ("sides.union.ships.1.anchored", True, "needs a ship in a box"),
        ("sides.confederate.forts.0.section", "tower", "section"),
        ("sides.confederate.forts.0.boxes", [], "boxes"),
        ("sides.confederate.forts.0.shield", 1, "shield"),
    ],
)
def test_mistakes(path: str, value: Any, told: str | None) -> None:
    table = deepcopy(FULL)
    *way, last = path.split(".")
    here: Any = table
    for key in way:
        here = here[int(key)] if key.isdecimal() else here[key]
    here[last] = value
    if told is None:
        from_position("fine", table)
        return
    with pytest.raises(SetUpFault) as fault:
        from_position("bad.toml", table)
    assert told in str(fault.value)
    assert str(fault.value).startswith("bad.toml: ")


def test_a_ship_without_a_box_is_told() -> None:
    table = deepcopy(FULL)
    del table["sides"]["union"]["ships"][0]["box"]
    with pytest.raises(SetUpFault, match=r"box: is missing; needed: a box such as C3 or off:left"):
        from_position("bad.toml", table)


def test_all_mistakes_are_told_at_once() -> None:
    table = {**deepcopy(FULL), "turn": 0, "seed": "x"}
    table["sides"]["union"]["ships"][0]["box"] = "Z9"
    with pytest.raises(SetUpFault) as fault:
        from_position("bad", table)
    assert len(fault.value.faults) >= 3


JUNK: tuple[Any, ...] = (None, -1, 0, 99, 1.5, "", "x", "C3", True, [], [1], {}, {"a": 1}, [[]])


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [way] if way else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += _places(inner, (*way, key))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            found += _places(inner, (*way, number))
    return found


def test_mutated_positions_are_read_or_refused_with_a_sentence() -> None:
    random = Random(26)
    refused: list[str] = []
    places = _places(FULL)
    for _ in range(400):
        table = deepcopy(FULL)
        way = random.choice(places)
        here: Any = table
        for key in way[:-1]:
            here = here[key]
        here[way[-1]] = random.choice(JUNK)
        try:
            state, _ = from_position("mutated", table)
        except SetUpFault as fault:
            refused.append(str(fault))
        else:
            inspect(state)
    assert len(refused) > 200
    assert all(each.startswith("mutated: ") for each in refused)


def test_a_position_has_victory_lines_of_its_own() -> None:
    line = {"side": "union", "when": "any_of", "ships": ["css_virginia"], "states": ["sunk"]}
    table = {**LEAST, "victory": [line], "default": "confederate", "turns": 1}
    state, _ = from_position("own", table)
    assert lines_of(state)[0].ships == ("css_virginia",)
    assert verdict(state) == (
        ("Confederacy",),
        "the last turn is over and the enemy has not won",
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"side": "union", "when": "cheer"}, "victory[0]"),
        ({"side": "union"}, "victory[0]"),
        (
            {"side": "union", "when": "exit", "ships": ["css_virgina"], "edge": "left"},
            "did you mean 'css_virginia'",
        ),
        (
            {"side": "union", "when": "fort_silenced", "fort": "fort_sumter"},
            "is not a fort of this",
        ),
    ],
)
def test_wrong_victory_lines_are_told(line: dict[str, Any], told: str) -> None:
    with pytest.raises(SetUpFault) as fault:
        from_position("own", {**LEAST, "victory": [line]})
    assert told in str(fault.value)


def test_a_default_that_is_written_out_verifies_like_one_that_is_not(tmp_path: Path) -> None:
    """After being written to a file and read again, the state has the same bytes."""
    table = deepcopy(LEAST)
    table["board"] = {"wind": "".join(("nor", "mal"))}
    table["sides"]["union"]["ships"][0]["grade"] = "".join(("aver", "age"))
    state, seed = from_position("explicit", table)
    game = IronOak()
    path = tmp_path / "explicit.battle"
    battle = Battle.from_state(game, state, seed, {}, path=path)
    play_out(battle, {key: make_player("ensign", game, 1, key) for key in "AB"})
    battle.close()
    verdict = Battle.open(path, write=False).verify()
    assert verdict.ok, verdict.text


MONITOR, LINE = {"id": "uss_monitor", "box": "C3"}, ("uss_cairo", "uss_benton", "uss_tyler")


@pytest.mark.parametrize(
    ("union", "told"),
    [
        (
            [{**MONITOR, "anchored": True, "slipped": True}],
            "anchored: a ship that has slipped her anchor cannot lie at one",
        ),
        (
            [
                {"id": one, "box": "C3", "towing": two}
                for one, two in zip(LINE, (*LINE[1:], ""), strict=True)
            ],
            "towing: a ship may tow only one ship, and a towed ship none",
        ),
        (
            [{**MONITOR, "across_bow_of": "css_virginia", "across_stern_of": "css_virginia"}],
            "across_stern_of: a ship can lie across only one end of one ship",
        ),
        (
            [MONITOR, {"id": "uss_cairo", "across_bow_of": "uss_monitor"}],
            "across_bow_of: 'uss_monitor' is not an enemy",
        ),
        (
            [{"id": id, "box": "C4", "across_bow_of": "css_virginia"} for id in LINE[:2]],
            "ships.css_virginia: 2 ships lie across bow of this ship; allowed: one",
        ),
    ],
)
def test_ships_that_cannot_lie_so_are_told(union: list[dict[str, Any]], told: str) -> None:
    table = deepcopy(LEAST)
    table["sides"]["union"]["ships"] = [{**each, "box": "C4"} for each in union]
    with pytest.raises(SetUpFault) as fault:
        from_position("bad.toml", table)
    assert told in str(fault.value)


def test_false_contacts_lie_hidden_where_they_are_put() -> None:
    table = deepcopy(LEAST)
    table["sides"]["union"]["false_contacts"] = ["D2", "E2"]
    state, _ = from_position("night", table)
    found = {id: (ship.box, ship.kind, ship.hidden) for id, ship in state.ships.items()}
    assert found["union_contact_1"] == ("D2", "contact", True)
    assert found["union_contact_2"] == ("E2", "contact", True)
    assert found["uss_monitor"] == ("C3", "ship", False)

"""Casualties and how they are recorded (Iron & Oak 6.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.kit.ledger import evolve
from engine.systems.iron_oak.damage import casualty_die, inflict, lose_crew, sink
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.gunnery.shot import SHIELD_LOSS, case_of, hits_of
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll, Ship, State
from engine.systems.iron_oak.state.steps import Blast, Collateral, Critical
from tests.engine.systems.iron_oak.table import GAME, Told, position, ship

FORT = "fort_powell"
PART = next(iter(shipped().forts[FORT].sections))
SECTION = f"{FORT}.{PART}"
OF_FORT = shipped().sections[SECTION].crew.full
OF_SHIP = shipped().ships["uss_essex"].crew.full


def after(unit: str, losses: int, *, before: int, halved: bool = False, **more: Any) -> list[Any]:
    """Return the events when a ship or section that has lost `before` men loses `losses` more."""
    fort = {"fort": FORT, "section": PART, "boxes": ["A1"], "crew_loss": before * (unit == SECTION)}
    own = ship("uss_essex", "C3", crew_loss=before * (unit != SECTION), repair_party=True)
    ledger = Ledger(position([own], [], forts=([], [fort])), Told())
    lose_crew(ledger, unit, losses, halved, **more)
    return ledger.events


def test_a_section_that_loses_its_whole_crew_is_silenced_and_one_with_a_man_is_not() -> None:
    assert after(SECTION, 1, before=OF_FORT - 2) == [ev.CrewLost(SECTION, 1)]
    lost = after(SECTION, 5, before=OF_FORT - 2)
    assert lost == [ev.CrewLost(SECTION, 2), ev.Silenced(SECTION)]
    assert after(SECTION, 3, before=OF_FORT) == [], "nobody is left to lose"


def test_a_ship_without_crew_loses_her_repair_party_and_is_not_silenced() -> None:
    lost = after("uss_essex", 9, before=OF_SHIP - 1)
    assert lost == [ev.CrewLost("uss_essex", 1), ev.PartyRecalled("uss_essex")]
    assert after("uss_essex", 1, before=OF_SHIP - 2) == [ev.CrewLost("uss_essex", 1)]


@pytest.mark.parametrize(("left", "lost"), [(7, 3), (4, 2), (3, 1), (2, 1), (1, 1)])
def test_no_more_than_half_of_those_left_fall_but_one_may(left: int, lost: int) -> None:
    found = after("uss_essex", 99, before=OF_SHIP - left, halved=True)
    assert found[0] == ev.CrewLost("uss_essex", lost)


def test_a_die_is_told_though_nobody_falls() -> None:
    roll = Roll("d6", (2,))
    found = after("uss_essex", 0, before=OF_SHIP, roll=roll)
    assert found[0] == ev.CrewLost("uss_essex", 0, roll)


def test_a_ship_on_springs_that_sinks_gives_the_card_up() -> None:
    held = ship("uss_essex", "C3", anchored=True, springs=True)
    ledger = Ledger(position([held], [], deck=[20]), Told())
    sprung = ledger.state.ships["uss_essex"]
    assert sprung.springs
    sink(ledger, sprung)
    kinds = [type(event) for event in ledger.events]
    assert kinds == [ev.CardsDiscarded, ev.Sunk]
    assert ledger.events[0] == ev.CardsDiscarded((sprung.springs,))


def test_what_is_taken_is_no_longer_towed() -> None:
    state = position(
        [ship("uss_zouave", "C3", towing="uss_minnesota"), ship("uss_minnesota", "C3")],
        [ship("css_virginia", "C3")],
    )
    then = evolve(state, ev.Captured("uss_minnesota", "confederate"))
    assert then.ships["uss_zouave"].towing == ""
    assert then.ships["uss_minnesota"].captured_by == "confederate"


# The seventeen critical hits, their repeats, and what a ship lacks (Iron & Oak 6.3).


HIT_SECTION = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A3"]}


def struck(
    critical: str, *faces: int, unit: str = "uss_kearsarge", location: str = "A", **fields: Any
) -> State:
    """Return the state after a critical hit; the dice for its effects show `faces`."""
    side = "union" if unit.startswith("uss") or unit == "barge_1" else "confederate"
    ships = {"union": [ship("uss_zouave", "E1")], "confederate": [ship("css_drewry", "E5")]}
    if "." not in unit:
        ships[side].append(ship(unit, "C3", **fields))
    state = position(
        ships["union"], ships["confederate"], forts=([], [HIT_SECTION]), phase="action"
    )
    ledger = Ledger(state, Told(*faces))
    inflict(ledger, unit, critical, location)
    for _ in range(6):
        step = ledger.state.agenda[-1]
        if type(step).__name__ not in {"Collateral", "Blast", "AfterBlast", "Critical"}:
            break
        (question,) = RULES.pending(ledger.state) or (None,)
        if question is None:
            RULES._does[type(step)](ledger, step)
        else:
            RULES._takes[type(step)](ledger, step, question.seat, question.options[0].command)
    return ledger.state


@pytest.mark.parametrize(
    ("critical", "had", "has", "hits", "faces"),
    [
        ("armament", [], ("armament_1",), 0, ()),
        ("armament", ["armament_1"], ("armament_2",), 0, ()),
        ("armament", ["armament_2"], ("armament_2",), 2, ()),
        ("captain", [], ("captain",), 0, ()),
        ("captain", ["captain"], ("captain",), 2, ()),
        ("engine_damaged", [], ("engine_damaged",), 0, ()),
        ("engine_damaged", ["engine_damaged"], ("engine_stopped",), 0, ()),
        ("engine_damaged", ["engine_stopped"], ("engine_stopped",), 2, ()),
        ("engine_stopped", ["engine_damaged"], ("engine_stopped",), 0, ()),
        ("engine_stopped", ["engine_stopped"], ("engine_stopped",), 2, ()),
        ("ram", [], ("ram",), 0, ()),
        ("ram", ["ram"], ("ram",), 2, ()),
        ("rudder", [], ("rudder",), 0, ()),
        ("rudder", ["rudder"], ("rudder",), 2, ()),
        ("speed", [], ("speed_1",), 0, ()),
        ("speed", ["speed_1"], ("speed_2",), 0, ()),
        ("speed", ["speed_2"], ("speed_2",), 2, ()),
        ("smokestack", [], ("smokestack",), 0, ()),
        ("smokestack", ["smokestack"], ("smokestack",), 2, ()),
        ("steering", [], ("steering_column",), 0, (3,)),
        ("steering", [], ("steering_row",), 0, (4,)),
        ("steering", ["steering_row"], ("steering_row",), 2, ()),
    ],
)
def test_markers_and_repeats(
    critical: str, had: list[str], has: tuple[str, ...], hits: int, faces: tuple[int, ...]
) -> None:
    found = struck(critical, *faces, criticals=had).ships["uss_kearsarge"]
    assert (found.criticals, found.hits) == (has, hits)


@pytest.mark.parametrize(
    ("critical", "unit"),
    [
        ("jam", "uss_kearsarge"),
        ("smokestack", "uss_monitor"),
        ("spar", "uss_kearsarge"),
        ("engine_damaged", "barge_1"),
        ("boiler", "barge_1"),
        ("rudder", "barge_1"),
        ("armament", "barge_1"),
        ("boiler", "uss_congress"),
        ("smokestack", "uss_congress"),
    ],
)
def test_what_she_has_not_got_is_collateral(critical: str, unit: str) -> None:
    found = struck(critical, unit=unit, location="WL").ships[unit]
    assert sum(found.shields.values()) == -1
    assert found.criticals == ()


def test_collateral_goes_to_a_neighbour_or_costs_two_hits() -> None:
    assert struck("collateral", location="B").ships["uss_kearsarge"].shields == {"A": -1}
    full = struck("collateral", location="B", shields={"A": -4}).ships["uss_kearsarge"]
    assert (full.shields, full.hits) == ({"A": -4}, 2)


def test_crew_by_the_undamaged_factor_at_most_half() -> None:
    for face, lost in zip(range(1, 7), (1, 2, 3, 4, 4, 4), strict=True):
        assert struck("crew", face, unit="css_atlanta").ships["css_atlanta"].crew_loss == lost
    assert [casualty_die("crew", full) for full in (7, 8, 10, 11)] == ["d4", "d6", "d6", "d8"]
    assert [casualty_die("boiler", full) for full in (8, 9, 10, 11)] == ["d4", "d6", "d6", "d8"]
    gone = struck("crew", 3, unit="css_atlanta", crew_loss=9)
    assert gone.dice == 0


@pytest.mark.parametrize(("face", "level"), [(1, 2), (4, 2), (5, 3), (8, 3), (9, 4), (10, 4)])
def test_fire(face: int, level: int) -> None:
    (fire,) = struck("fire", face).ships["uss_kearsarge"].fires
    assert fire.level == level


def test_boiler_hurts_kills_and_burns() -> None:
    found = struck("boiler", 1, 1, 2).ships["uss_kearsarge"]
    assert "boiler" in found.criticals
    assert (found.hits, found.crew_loss) == (2, 2)
    assert [fire.level for fire in found.fires] == [3]
    again = struck("boiler", criticals=["boiler"]).ships["uss_kearsarge"]
    assert again.hits == 2


def test_an_explosion_sinks_and_strikes_neighbours() -> None:
    state = position(
        [ship("uss_zouave", "C3"), ship("uss_monitor", "C3")],
        [ship("css_drewry", "C3")],
        phase="action",
    )
    ledger = Ledger(state, Told(10, 6, 10, 3, 1, 1, 1, 1, 1, 3, 3))
    inflict(ledger, "uss_zouave", "explosion", "A")
    step = ledger.state.agenda[-1]
    RULES._does[type(step)](ledger, step)
    assert ledger.state.ships["uss_zouave"].lost == "sunk"
    told = [type(event).__name__ for event in ledger.events]
    assert told.count("BlastStruck") == 2


def test_a_forts_magazine_ends_it() -> None:
    state = struck("magazine", unit="drewrys_bluff.upper_battery")
    assert state.sections["drewrys_bluff.upper_battery"].destroyed


def test_a_forts_explosion() -> None:
    section = struck("explosion", 1, 1, 2, unit="drewrys_bluff.upper_battery").sections[
        "drewrys_bluff.upper_battery"
    ]
    assert (section.hits, section.crew_loss) == (2, 2)
    assert [fire.level for fire in section.fires] == [3]


CASE: Callable[[int, int], str] = lambda attack, defence: case_of(  # noqa: E731
    Roll("d10", (attack,)), Roll("d10", (defence,))
)


def test_the_four_cases() -> None:
    assert [CASE(attack, 3) for attack in (3, 4, 5, 6, 8, 9, 10)] == [
        "miss",
        "possible",
        "possible",
        "effective",
        "effective",
        "critical",
        "critical",
    ]
    assert [SHIELD_LOSS[case] for case in SHIELD_LOSS] == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("unit", "location", "shield", "hits"),
    [
        ("uss_kearsarge", "D", 0, [0, 0, 0, 2]),
        ("uss_kearsarge", "D", -1, [0, 1, 2, 2]),
        ("uss_monitor", "TS", -1, [0, 0, 0, 2]),
        ("uss_monitor", "TS", -2, [0, 1, 2, 2]),
        ("uss_monitor", "WL", 0, [0, 0, 0, 3]),
    ],
)
def test_hits_by_the_shield_before_the_shot(
    unit: str, location: str, shield: int, hits: list[int]
) -> None:
    target = Ship(id=unit, side="union", box="C3", shields={location: shield} if shield else {})
    assert [hits_of(case, target, location) for case in SHIELD_LOSS] == hits


@pytest.mark.parametrize(
    "step",
    [
        Critical("uss_kearsarge", "normal", "B"),
        Collateral("uss_kearsarge", "B"),
        Blast("uss_kearsarge", "boiler"),
    ],
)
def test_a_ship_that_has_gone_down_suffers_nothing_more(step: Any) -> None:
    start = position([{"id": "uss_kearsarge", "lost": "sunk"}], [ship("css_virginia", "C3")])
    then = GAME.settled(replace(start, agenda=(step,)), Told())
    assert then.dice == start.dice
    assert then.ships["uss_kearsarge"] == start.ships["uss_kearsarge"]

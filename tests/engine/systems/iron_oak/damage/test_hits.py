"""Casualties written down (Iron & Oak 6.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kit.ledger import evolve
from engine.systems.iron_oak.damage import lose_crew, sink
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll
from tests.engine.systems.iron_oak.table import Told, position, ship

FORT = "fort_powell"
PART = next(iter(shipped().forts[FORT].sections))
SECTION = f"{FORT}.{PART}"
OF_FORT = shipped().sections[SECTION].crew.full
OF_SHIP = shipped().ships["uss_essex"].crew.full


def after(unit: str, losses: int, *, before: int, halved: bool = False, **more: Any) -> list[Any]:
    """Return the events of casualties of a ship or section that has lost some already."""
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

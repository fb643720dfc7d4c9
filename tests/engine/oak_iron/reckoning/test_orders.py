"""Orders to a crew: what it is worth to rest or to mend where guns bear."""

from __future__ import annotations

from msgspec.structs import replace

from engine.counsel import Counsel
from engine.oak_iron.reckoning.counsel import counsel
from engine.oak_iron.state import Rules, Ship
from engine.oak_iron.steps import CrewAction, EndActivation, FreeSail
from tests.engine.oak_iron.skirmish import Skirmish, ship

FAR = ship("B1", "fifth_rate", 32, 32, 0)
NEAR = ship("B1", "fifth_rate", 20.5, 16.5, 0)
"""An enemy that has still to move."""


def mender(**rest: int) -> Ship:
    """Return a worn ship that has moved and has nothing to fire at to lose by it."""
    spent = {"damage": 3, "fatigue": 3, **rest}
    return ship("A1", "fifth_rate", 18, 18, 0, moved=True, reload=("port", "starboard"), **spent)


def asked(*ships: Ship) -> dict[str, Counsel]:
    """Return the counsel to A1's crew by option."""
    play = Skirmish(*ships, rules=Rules(), phase="movement")
    play.turn_to(CrewAction(), EndActivation(), active="A1", phase="movement").settle()
    return {each.option: each for each in counsel(play.state, play.asked("A"))}


def spared(found: Counsel) -> dict[str, float]:
    """Return what an order adds by what the ship need not fear any more."""
    return {each.term: each.worth for each in found.reasons if each.term == "danger"}


def test_far_from_all_there_is_nothing_to_fear() -> None:
    found = asked(mender(), FAR)
    assert spared(found["rally"]) == spared(found["repair"]) == {}
    assert found["rally"].worth > 0.0


def test_under_guns_a_point_mended_counts_for_more() -> None:
    quiet, fired_at = asked(mender(), FAR), asked(mender(), NEAR)
    for order in ("rally", "repair"):
        assert spared(fired_at[order])["danger"] > 0.0
        assert fired_at[order].worth > quiet[order].worth


def test_the_nearer_to_be_shaken_the_more_a_rest_spares() -> None:
    fresh, tired = (spared(asked(mender(fatigue=each), NEAR)["rally"]) for each in (2, 6))
    assert fresh["danger"] < tired["danger"]


# Sails -----------------------------------------------------------------------------------

SWIFT = ship("A1", "fifth_rate", 18, 18, 135, moved=True, upgrades=("expert_topmen",))
"""A ship that sails large, the wind in the north."""


def with_topmen(*ships: Ship) -> dict[str, Counsel]:
    """Return the counsel on A1's free change of sail, by option."""
    play = Skirmish(*ships, rules=Rules(), phase="movement")
    play.turn_to(FreeSail(), EndActivation(), active="A1", phase="movement").settle()
    assert play.asked("A").kind == "free_sail"
    return {each.option: each for each in counsel(play.state, play.asked("A"))}


def test_sail_is_set_for_the_way_that_it_gives() -> None:
    found = with_topmen(SWIFT, FAR)
    wind = {
        option: sum(r.worth for r in each.reasons if r.term == "wind")
        for option, each in found.items()
    }
    assert wind["sail_full"] > 0.0 == wind["none"] > wind["sail_minimal"]
    assert next(iter(found)) == "sail_full"
    assert all(reason.term != "sense" for each in found.values() for reason in each.reasons)


def test_full_sail_is_not_set_by_who_has_still_to_load() -> None:
    """At full sail nobody loads, and the enemy lies abeam."""
    abeam = ship("B1", "fifth_rate", 20.5, 20.5, 135, moved=True)
    empty = replace(SWIFT, reload=("port", "starboard"))
    found = with_topmen(empty, abeam)
    assert found["sail_full"].worth < found["none"].worth

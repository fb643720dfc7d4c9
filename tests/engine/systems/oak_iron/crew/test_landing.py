"""Landing parties: sent ashore, fighting there, called back (Oak & Iron ch. 4, Crew Actions)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.errors import Refused
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area
from engine.systems.oak_iron.state.state import Ship, Terrain
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    CrewAction,
    EndActivation,
    Manoeuvre,
    Prizes,
    SeamanshipOffer,
)
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FAR = ship("B1", "sloop", 34, 2, 180)
ISLE = island((12, 10), (20, 10), (20, 30), (12, 30))
"""Land whose shore is 2.5 inches east of a ship at (9.5, 20)."""


def anchored(key: str = "A1", x: float = 9.5, **changes: Any) -> Ship:
    """Return a ship at anchor near the isle."""
    return ship(key, "corvette", x, 20, 0, **{"sail": "anchored", **changes})


def ashore(red: Ship, *others: Ship, terrain: tuple[Terrain, ...] = (ISLE,)) -> Skirmish:
    """Return a battle in which A1 may take a crew action."""
    play = Skirmish(red, *(others or (FAR,)), terrain=terrain)
    return play.turn_to(CrewAction(), EndActivation(), active="A1").settle()


def test_party_lands_where_the_player_says() -> None:
    play = ashore(anchored()).do("A", "land_party", at=(13.0, 21.0))
    assert play["A1"].landing_party == (13.0, 21.0)
    assert play["A1"].moved


def test_party_lands_within_musket_shot_of_her_ship_only() -> None:
    play = ashore(anchored())
    play.do("A", "land_party", at=(15.9, 20.0))
    assert play["A1"].landing_party == (15.9, 20.0)
    with pytest.raises(Refused, match="outside the allowed area"):
        ashore(anchored()).do("A", "land_party", at=(16.1, 20.0))


def test_party_does_not_land_in_the_sea() -> None:
    with pytest.raises(Refused, match="outside the allowed area"):
        ashore(anchored()).do("A", "land_party", at=(11.5, 20.0))


def test_place_that_is_proposed_is_land() -> None:
    from shapely import Point

    place = ashore(anchored()).asked().area
    assert place is not None
    assert area(ISLE).contains(Point(place.rest))


def test_both_arms_of_a_bay_are_open() -> None:
    bay = island((12, 17), (18, 17), (18, 23), (12, 23), (12, 22), (17, 22), (17, 18), (12, 18))
    place = ashore(anchored(), terrain=(bay,)).asked().area
    assert place is not None
    assert len(place.outlines) == 2
    assert place.holds((12.5, 17.5))
    assert place.holds((12.5, 22.5))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"sail": "minimal"}, "only an anchored ship lands a party"),
        ({"x": 8.49}, "no land within pistol shot"),
        ({"landing_party": (13.0, 20.0)}, "her party is already ashore"),
    ],
)
def test_landing_is_refused(changes: dict[str, Any], why: str) -> None:
    play = ashore(anchored(**changes))
    assert "land_party" not in play.options()
    assert play.closed()["Landing Party"] == why


def test_pistol_shot_is_inclusive() -> None:
    assert "land_party" in ashore(anchored(x=8.5)).options()


def test_shaken_ship_lands_nobody() -> None:
    assert ashore(anchored(fatigue=7)).options() == ("rally", "none")


@pytest.mark.parametrize("kind", ["rocks", "shoal", "fog"])
def test_nobody_lands_on_rocks_shoals_or_fog(kind: str) -> None:
    piece = island((12, 10), (20, 10), (20, 30), (12, 30), kind=kind)
    far = island((30, 30), (33, 30), (33, 33), key="T2")
    play = ashore(anchored(), terrain=(piece, far))
    assert play.closed()["Landing Party"] == "no land within pistol shot"


PARTY = (13.0, 20.0)


def fighting_ashore(apart: float, **changes: Any) -> Skirmish:
    """Return a battle of two landing parties this many inches apart; A1's is about to attack."""
    red = anchored(landing_party=PARTY, **changes)
    blue = ship("B1", "fluyt", 23, 20, 0, sail="anchored", landing_party=(13.0, 20.0 + apart))
    play = Skirmish(red, blue, terrain=(ISLE,))
    return play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()


def test_party_fights_another_within_musket_shot_without_sight_of_the_ships() -> None:
    play = fighting_ashore(6.0)
    assert "landing_party_B1" in play.options()
    assert "partial_fire_B1" not in play.options(), "the isle lies between the ships"
    play.dice("skull swords musket cannon").do("A", "landing_party_B1")
    assert (play["B1"].fatigue, play["B1"].damage) == (3, 0)
    assert play["A1"].attacked


def test_party_does_not_reach_beyond_musket_shot() -> None:
    play = fighting_ashore(6.01)
    assert "landing_party_B1" not in play.options()
    assert shot(play.state, "A1", "B1", "landing_party").why_not == (
        "the parties are beyond musket shot"
    )


def test_party_rolls_three_dice_and_the_crew_less_fatigue() -> None:
    assert shot(fighting_ashore(2).state, "A1", "B1", "landing_party").dice == 4
    assert shot(fighting_ashore(2, fatigue=3).state, "A1", "B1", "landing_party").dice == 1


def test_party_fights_only_parties() -> None:
    red = anchored(landing_party=PARTY)
    play = Skirmish(red, ship("B1", "fluyt", 23, 20, 0), terrain=(ISLE,))
    why_not = shot(play.state, "A1", "B1", "landing_party").why_not
    assert why_not == "both ships need a landing party ashore"


def test_shaken_ship_s_party_is_gone() -> None:
    shaken = ship("B1", "fluyt", 23, 20, 0, fatigue=5, landing_party=(13.0, 22.0))
    play = Skirmish(anchored(landing_party=PARTY), shaken, terrain=(ISLE,))
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("skull swords musket cannon").do("A", "landing_party_B1")
    assert play["B1"].shaken
    assert play["B1"].landing_party is None
    assert play.facts(ev.PartyLost)


def test_ship_that_moves_leaves_nobody_ashore() -> None:
    turned = ship("A1", "corvette", 9.5, 20, 180, sail="battle", landing_party=PARTY)
    play = Skirmish(turned, FAR, terrain=(ISLE,))
    play.turn_to(Manoeuvre(), EndActivation(), active="A1").settle().do("A", "straight")
    assert play["A1"].landing_party is None


def test_change_of_heading_at_anchor_is_a_move() -> None:
    red = ship("A1", "corvette", 9.5, 20, 180, sail="anchored", landing_party=PARTY)
    play = Skirmish(red, FAR, terrain=(ISLE,))
    play.turn_to(SeamanshipOffer(), Manoeuvre(), EndActivation(), active="A1").settle()
    play.dice("sail sail sail sail sail").do("A", "attempt").do("A", "change_heading", dial=30)
    assert play["A1"].landing_party is None


def test_ship_that_lies_still_keeps_her_party_ashore() -> None:
    play = Skirmish(anchored(landing_party=PARTY), FAR, terrain=(ISLE,))
    play.turn_to(Manoeuvre(), EndActivation(), active="A1").settle()
    assert play["A1"].landing_party == PARTY


def test_captured_ship_s_party_is_gone() -> None:
    captive = ship("B1", "corvette", 8.499, 20, 0, fatigue=7, landing_party=(13.0, 22.0))
    play = Skirmish(anchored(), captive, terrain=(ISLE,), entangled=(("A1", "B1"),))
    play.turn_to(Prizes("A"), phase="end").settle().do("A", "capture_B1_by_A1")
    assert play["B1"].landing_party is None

"""Range bands: a base placed exactly at a band's limit is within it (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.space.plane.many import Bases
from engine.systems.oak_iron.crew.actions import actions
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import boats, links
from engine.systems.oak_iron.gunnery.shot import band, shot
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import AttackChoice, CrewAction, EndActivation, LowerBoats
from engine.systems.oak_iron.thinking import quick_worth
from engine.systems.oak_iron.thinking.advice import deployment
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.turn.movement import attack_choice
from engine.systems.oak_iron.victory.objectives import objective_actions
from tests.engine.systems.oak_iron.set_up.test_objectives import battle
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

ROUNDED = 0.0002
"""By how much the rounding of poses may change a gap (inches)."""
MEASURES = book().measures
Tried = Callable[[float], bool]
"""Functions that tell whether an option is open at a given gap between two corvettes (2 by 1
inches)."""


def boarding(gap: float) -> bool:
    play = Skirmish(ship("A1", x=10), ship("B1", x=11 + gap))
    play.turn_to(CrewAction(), EndActivation(), active="A1").settle()
    return "board_B1" in play.options()


def burning(gap: float) -> bool:
    play = Skirmish(ship("A1", x=10, upgrades=("fire_ship",)), ship("B1", x=11 + gap))
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    return "burn_B1" in play.options()


def broadside(gap: float) -> bool:
    play = Skirmish(ship("A1", x=10), ship("B1", x=11 + gap))
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    return "broadside_starboard_B1" in play.options()


def partial_fire(gap: float) -> bool:
    play = Skirmish(ship("A1", x=10), ship("B1", x=11 + gap))
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    return "partial_fire_B1" in play.options()


def aimed_at_crew(gap: float) -> bool:
    play = Skirmish(ship("A1", x=10), ship("B1", x=11 + gap), rules=Rules())
    return shot(play.state, "A1", "B1", "partial_fire", aim="crew").legal


def no_crew_action_instead(gap: float) -> bool:
    play = Skirmish(ship("A1", x=10, fatigue=1), ship("B1", x=11 + gap))
    play.turn_to(AttackChoice(), active="A1", phase="attack")
    options = attack_choice(play.state, AttackChoice())[0].options
    return "rally" not in {option.id for option in options}


def transfer_of_the_flag(gap: float) -> bool:
    play = Skirmish(ship("A1", x=5), ship("A2", x=6 + gap), ship("B1", x=34))
    found, _ = actions(play.state, play["A1"])
    return "flag_A2" in {option.id for option in found}


def boat(gap: float) -> bool:
    cards = {"A": {"face_up": "boat_assault"}}
    play = Skirmish(ship("A1", x=10, sail="anchored"), ship("B1", x=11 + gap), cards=cards)
    card = boats(play.state, play["A1"])
    play.turn_to(LowerBoats(card), EndActivation(), active="A1").settle()
    return "boats_B1" in play.options()


def landing(gap: float) -> bool:
    coast = island((10.5 + gap, 0), (30, 0), (30, 36), (10.5 + gap, 36))
    play = Skirmish(ship("A1", x=10, sail="anchored"), ship("B1", x=2), terrain=(coast,))
    found, _ = actions(play.state, play["A1"])
    return "land_party" in {option.id for option in found}


def razing(gap: float) -> bool:
    razer = ship("A1", y=2, landing_party=(10.0, 18.0))
    play = battle("raze", razer, ship("B1", y=34), marker=(10.0 + gap, 18.0))
    return "raze" in {option.id for option in objective_actions(play.state, play["A1"])}


def formation(gap: float) -> bool:
    play = Skirmish(ship("A1", y=20), ship("A2", y=18 - gap), ship("B1", x=34))
    return bool(links(play.state, "A"))


@pytest.mark.parametrize(
    ("tried", "reach"),
    [
        (boarding, MEASURES.yard_arm),
        (burning, MEASURES.yard_arm),
        (aimed_at_crew, MEASURES.pistol),
        (no_crew_action_instead, MEASURES.pistol),
        (transfer_of_the_flag, MEASURES.pistol),
        (boat, MEASURES.pistol),
        (landing, MEASURES.pistol),
        (razing, MEASURES.musket),
        (formation, MEASURES.musket),
        (partial_fire, MEASURES.musket),
        (broadside, MEASURES.cannon),
    ],
)
def test_a_band_is_measured_with_the_tolerance_of_contact(tried: Tried, reach: float) -> None:
    assert tried(reach)
    assert tried(reach + ROUNDED), "put there exactly, but for the rounding of poses"
    assert not tried(reach + 0.01)


@pytest.mark.parametrize("name", ["yard_arm", "pistol", "musket", "cannon"])
def test_the_name_of_a_band_has_the_tolerance_too(name: str) -> None:
    reach = getattr(MEASURES, name)
    assert band(reach) == band(reach + ROUNDED) == band(reach + 0.002) == name
    assert band(reach + 0.003) != name


def test_who_reckons_with_many_places_at_once_measures_alike() -> None:
    guns = Guns(Skirmish(ship("A1"), ship("B1", x=30)).state)
    names = ("yard_arm", "pistol", "musket", "cannon", "")
    reaches = [getattr(MEASURES, name) for name in names[:-1]]
    gaps = np.array([reach + more for reach in reaches for more in (0.0, 0.002, 0.003)])
    assert [names[place] for place in guns._bands(gaps)] == [band(each) for each in gaps]


def test_who_weighs_guns_and_lines_measures_alike() -> None:
    """Partial Fire at musket shot, enemies in range and lines have the same tolerance for
    rounding.
    """
    reach = MEASURES.musket + ROUNDED
    spent = ("port", "starboard")
    state = Skirmish(ship("A1", x=10, reload=spent), ship("B1", x=11 + reach)).state
    foes = quick_worth._ranged(state, state.ships["A1"])
    assert quick_worth.GunTable().best(state, state.ships["A1"], foes) > 0
    far = Skirmish(ship("A1", x=10), ship("B1", x=11 + MEASURES.cannon + ROUNDED)).state
    assert len(quick_worth._in_reach(quick_worth._ranged(far, far.ships["A1"]))) == 1
    here = Bases(np.array([10.0]), np.array([20.0]), np.array([0.0]), 2.0, 1.0)
    astern = Bases(np.array([10.0]), np.array([18.0 - reach]), np.array([0.0]), 2.0, 1.0)
    assert deployment._in_line(astern, here).tolist() == [1.0]

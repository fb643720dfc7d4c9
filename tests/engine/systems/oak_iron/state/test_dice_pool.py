"""The number of an attack's dice (Oak & Iron ch. 4, designer's note on dice), and the sentence
about it.
"""

from __future__ import annotations

from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.seamanship import test_pool
from engine.systems.oak_iron.state.events.event import pool, sentence
from engine.systems.oak_iron.state.state import Rules
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FULL = Rules()


def told(*args: object, **rest: object) -> str:
    found = pool(*args, **rest)  # type: ignore[arg-type]
    return sentence(found.dice, found.reasons)


def test_sum_is_told_in_the_order_of_its_reckoning() -> None:
    assert (
        told(5, "broadside", 4, 2, "crew", added=[(1, "formation")], halved="rigging")
        == "5 broadside - 4 fatigue (not below crew 2) + 1 formation, halved for rigging = 1"
    )
    assert told(4, "broadside") == "4 broadside = 4"
    assert told(4, "broadside", 1, added=[(2, "cards")], taken=[(1, "Heavy Swell")]) == (
        "4 broadside - 1 fatigue + 2 cards - 1 Heavy Swell = 4"
    )
    assert told(4, "broadside", added=[(2, "Seize the Opportunity")], halved="crew") == (
        "4 broadside + 2 Seize the Opportunity, halved for crew = 3"
    )


def test_fatigue_stops_at_the_crew_value_before_bonuses_come() -> None:
    """FAQ: Fatigue lowers a Broadside at most to the crew value; bonuses are added after that."""
    assert told(6, "broadside", 6, 2, "crew", added=[(2, "guns")]) == (
        "6 broadside - 6 fatigue (not below crew 2) + 2 guns = 4"
    )


def test_no_step_goes_below_one_die() -> None:
    assert told(2, "crew", 5, 1) == "2 crew - 5 fatigue (not below 1) = 1"
    assert told(2, "crew", taken=[(4, "Heavy Swell")]) == "2 crew - 4 Heavy Swell (not below 1) = 1"
    assert pool(2, "crew", 5, added=[(1, "formation")]).dice == 2, "fatigue stops at one die first"
    assert told(1, "crew", halved="rigging") == "1 crew, halved for rigging (not below 1) = 1"


def test_what_comes_after_the_halving_is_told_after_it() -> None:
    assert told(4, "broadside", halved="rigging", late=[(1, "Dismantling Shot")]) == (
        "4 broadside, halved for rigging + 1 Dismantling Shot = 3"
    )


def test_every_sum_of_a_battle_adds_up_to_its_dice() -> None:
    line = (ship("A1", "fluyt", 10, 18, 0, fatigue=3), ship("A2", "fluyt", 10, 14, 0))
    state = Skirmish(*line, ship("B1", "sloop", 15, 18, 0), rules=FULL).state
    at = shot(state, "A1", "B1", "broadside", "starboard", "rigging")
    assert sentence(at.dice, at.reasons) == (
        "4 broadside - 3 fatigue + 1 formation, halved for rigging = 1"
    )
    fight = shot(state, "A1", "B1", "close_combat")
    assert sentence(fight.dice, fight.reasons) == "3 + crew 1 - 3 fatigue = 1"
    test = test_pool(state, "A1", "seamanship")
    assert sentence(test.dice, test.reasons) == "5 skill test - 3 fatigue = 2"


def test_inspection_for_people_tells_the_sums_and_the_data_keep_the_numbers() -> None:
    state = Skirmish(
        ship("A1", "fluyt", 10, 18, 0, fatigue=1), ship("B1", "sloop", 15, 18, 0)
    ).state
    game = OakIron()
    told_ = game.positions.explain(state, "A1")["A1"]["targets"]["B1"]
    assert told_["broadside"]["starboard"]["dice"] == "4 broadside - 1 fatigue = 3"
    assert told_["boarding"]["dice"] == "5 skill test - 1 fatigue = 4"
    data = game.positions.inspect(state, "A1")["A1"]["targets"]["B1"]
    assert data["broadside"]["starboard"]["dice"] == 3

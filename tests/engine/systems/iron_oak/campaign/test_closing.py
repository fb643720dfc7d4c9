"""After a battle of a campaign: the winner, the ships' return, prizes, crew grades. Iron & Oak
8.7.1 to 8.7.3, 8.9.1.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.iron_oak.campaign.effects import drawn_among
from engine.systems.iron_oak.campaign.state.state import Vessel
from engine.systems.iron_oak.state.state import Fire
from tests.engine.systems.iron_oak.campaign.war import CONFEDERATE, UNION, War, battle, war

HARTFORD, MONITOR = "uss_hartford", "uss_monitor"
VIRGINIA, ALBEMARLE = "css_virginia", "css_albemarle"


def fought(kind: str = "engagement", **fields: object) -> War:
    """Return a battle in which Hartford and Monitor attack Virginia and Albemarle."""
    return battle(kind, (HARTFORD, MONITOR), (VIRGINIA, ALBEMARLE), **fields).to_battle()  # type: ignore[arg-type]


def test_a_draw_counts_for_the_defender() -> None:
    row = fought().over("").state.rows[-1]
    assert row.winner == "confederate"
    assert "a draw counts for the defender" in row.reason


def test_damage_is_carried_over_exactly_and_what_ends_with_a_battle_ends() -> None:
    hurt: dict[str, Any] = {
        "hits": 5,
        "shields": {"A": -1, "WL": -3},
        "crew_loss": 4,
        "criticals": ("captain", "speed_1"),
        "fires": (Fire(3),),
        "smoke": "heavy",
        "anchored": True,
        "fouled": ("obstruction",),
        "towing": MONITOR,
    }
    after = fought().over("union", **{HARTFORD: hurt, ALBEMARLE: {"spar_spent": True}})
    assert after.ship(HARTFORD) == Vessel(
        id=HARTFORD,
        side="union",
        grade="average",
        hits=5,
        shields={"A": -1, "WL": -3},
        crew_loss=4,
        criticals=("captain", "speed_1"),
    )
    assert after.ship(ALBEMARLE).spar_spent
    again = after.ship(HARTFORD)
    assert again.battle == 0


def test_ships_that_left_or_lost_their_power_come_back() -> None:
    left: dict[str, Any] = {"lost": "left:right", "box": "off:right"}
    after = fought().over("union", **{HARTFORD: left, VIRGINIA: {"criticals": ("engine_stopped",)}})
    assert after.ship(HARTFORD).afloat
    assert after.ship(VIRGINIA).criticals == ("engine_stopped",)


def test_a_sunk_ship_does_not() -> None:
    after = fought().over("union", **{VIRGINIA: {"lost": "sunk", "hits": 22, "box": ""}})
    assert after.ship(VIRGINIA).lost_in == 2
    assert after.state.rows[-1].lost == (VIRGINIA,)


def test_a_prize_joins_her_captor_without_a_crew_and_green() -> None:
    taken: dict[str, Any] = {"captured_by": "union", "crew_loss": 9, "grade": "crack", "hits": 2}
    after = fought().over("union", **{ALBEMARLE: taken})
    prize = after.ship(ALBEMARLE)
    assert (prize.control, prize.side) == ("union", "confederate")
    assert (prize.crew_loss, prize.grade, prize.hits) == (9, "green", 2)
    assert after.state.rows[-1].taken == (ALBEMARLE,)


def test_a_prize_that_is_taken_again_comes_home() -> None:
    prize = {"id": "css_selma", "captured_by": "union", "crew_loss": 1, "battle": 2}
    union = tuple({**each, "battle": 2} if each["id"] == MONITOR else each for each in UNION)
    rebels = tuple(
        {**each, "battle": 2} if each["id"] == VIRGINIA else each for each in CONFEDERATE
    )
    begun = war("battle", union, (*rebels, prize)).to_battle()
    assert begun.state.battle is not None
    assert begun.state.battle.ships["css_selma"].side == "union"
    after = begun.over("confederate", css_selma={"captured_by": "confederate"}).ship("css_selma")
    assert (after.control, after.captured_by, after.grade, after.crew_loss) == (
        "confederate",
        "",
        "green",
        6,
    )


@pytest.mark.parametrize("found", ["engine_stopped", "engine_damaged"])
def test_the_target_of_a_defend_battle_has_her_engine_repaired_free(found: str) -> None:
    begun = battle("defend", (HARTFORD,), (VIRGINIA, ALBEMARLE)).do("A", ALBEMARLE).to_battle()
    after = begun.over("union", **{ALBEMARLE: {"criticals": (found, "ram")}})
    gone = found == "engine_stopped"
    assert after.ship(ALBEMARLE).criticals == (("ram",) if gone else (found, "ram"))


def test_unless_she_is_captured() -> None:
    begun = battle("defend", (HARTFORD,), (VIRGINIA, ALBEMARLE)).do("A", ALBEMARLE).to_battle()
    after = begun.over("union", **{ALBEMARLE: {"captured_by": "union"}})
    assert after.ship(ALBEMARLE).criticals == ("engine_stopped",)


def test_all_cards_but_those_in_hands_are_shuffled() -> None:
    laid = ({"card": 9, "by": "union", "yard": "confederate"}, {"card": 5, "by": "union"})
    after = fought(hands=((15,), (13,)), laid=laid).over("union")
    state = after.state
    held = [card for force in state.forces.values() for card in force.hand]
    assert sorted((*state.deck, *held)) == list(range(1, 17))
    assert not state.laid
    assert not state.spent


# Crew Grade ------------------------------------------------------------------------


def ships(**fields: object) -> tuple[Vessel, ...]:
    return (
        Vessel(id=HARTFORD, side="union"),
        Vessel(id=MONITOR, side="union", **fields),  # type: ignore[arg-type]
        Vessel(id="barge_1", side="union"),
    )


def names(found: tuple[Vessel, ...]) -> list[str]:
    return [ship.id for ship in found]


def test_after_a_victory_no_ship_past_light_losses_or_without_her_captain_is_drawn() -> None:
    """Hartford's losses are light up to 8 casualties, so with 9 she is not drawn."""
    assert names(drawn_among(ships(), won=True)) == [HARTFORD, MONITOR]
    assert names(drawn_among(ships(criticals=("captain",)), won=True)) == [HARTFORD]
    for lost, drawn in ((8, [HARTFORD]), (9, [])):
        hartford = Vessel(id=HARTFORD, side="union", crew_loss=lost)
        assert names(drawn_among((hartford,), won=True)) == drawn


def test_after_a_defeat_ships_without_a_captain_come_first() -> None:
    assert names(drawn_among(ships(crew_loss=3), won=False)) == [HARTFORD, MONITOR]
    assert names(drawn_among(ships(criticals=("captain",)), won=False)) == [MONITOR]


@pytest.mark.parametrize(
    ("grade", "winner", "then"),
    [
        ("average", "union", "crack"),
        ("crack", "union", "elite"),
        ("elite", "union", "elite"),
        ("average", "confederate", "green"),
        ("green", "confederate", "green"),
        ("elite", "confederate", "crack"),
    ],
)
def test_a_grade_is_gained_by_victory_and_lost_by_defeat(
    grade: str, winner: str, then: str
) -> None:
    card = {"card": 1, "by": "union", "yard": "union", "use": "union"}
    union = ({**UNION[0], "grade": grade, "battle": 2}, *UNION[1:])
    rebels = ({**CONFEDERATE[0], "battle": 2}, *CONFEDERATE[1:])
    begun = war("battle", union, rebels, laid=(card,)).to_battle()
    assert begun.over(winner).ship(MONITOR).grade == then


def test_the_ship_is_drawn_by_lot_and_a_card_may_lie_on_the_enemy() -> None:
    card = {"card": 1, "by": "union", "yard": "confederate", "use": "confederate"}
    for face, drawn in ((1, ALBEMARLE), (2, VIRGINIA)):
        after = fought(laid=(card,)).over("union", face)
        assert after.ship(drawn).grade == "green"
        assert sum(ship.grade == "green" for ship in after.state.ships.values()) == 1


def test_no_grade_changes_after_the_last_battle() -> None:
    card = {"card": 1, "by": "union", "yard": "union", "use": "union"}
    after = fought(laid=(card,), last=2).over("union")
    assert after.state.outcome is not None
    assert all(ship.grade == "average" for ship in after.state.ships.values())

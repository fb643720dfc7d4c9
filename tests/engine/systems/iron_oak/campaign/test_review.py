"""The dice rolled between the battles of a campaign: whose they are, their purpose, and none is
missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.game.parts.review import BOTH, Rolled
from engine.kernel.battle import Battle
from engine.review import dice
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.state.state import Roll
from tests.engine.systems.iron_oak.campaign import invariants
from tests.engine.systems.iron_oak.campaign.war import (
    CONFEDERATE,
    GAME,
    UNION,
    battle,
    position,
    ship,
    war,
)

D10 = "d10"


def thrown(state: State, events: Sequence[Any]) -> list[Rolled]:
    """Return the dice in events that follow from a state."""
    found: list[Rolled] = []
    for event in events:
        found += GAME.review.rolls(state, event, "")
        state = GAME.evolve(state, event)
    return found


def told(found: Sequence[Rolled]) -> list[tuple[str, str, str, int]]:
    return [(each.whose, each.ship, each.kind, each.got) for each in found]


def test_the_rolls_of_a_refit_are_the_side_s_that_refits() -> None:
    union = (ship("uss_monitor", hits=2), *UNION[1:])
    confederate = (ship("css_virginia", hits=9, battle=2), *CONFEDERATE[1:])
    begun = war("refit", union, confederate, dice=(5, 5, 5))
    assert begun.asked() == ("A", "refit")
    before = begun.state
    begun.only("A", {}, 2, 7, 9)
    found = thrown(before, begun.events)
    assert told(found) == [
        ("Confederacy", "the yard", "refit repair", 2),
        ("Confederacy", "the yard", "refit critical", 7),
        ("Confederacy", "the yard", "refit crew", 9),
    ]
    assert [each.faces for each in found] == [(("d10", face),) for face in "279"]
    assert all(each.fair == pytest.approx((0, *[0.1] * 10)) for each in found)


@pytest.mark.parametrize(
    ("event", "rolls"),
    [
        (
            ev.RollersRolled(Roll(D10, (4,)), Roll(D10, (9,))),
            [
                ("Union", "the war", "first battle", 4),
                ("Confederacy", "the war", "first battle", 9),
            ],
        ),
        (
            ev.WaterRolled(3, "wind", Roll(D10, (6,)), "normal"),
            [(BOTH, "battle 3", "generation", 6)],
        ),
        (
            ev.ExtraShipRolled("union", Roll(D10, (8,), -2), 300),
            [("Union", "the yard", "extra ships", 8)],
        ),
        (ev.EndRolled(Roll(D10, (1,)), 3, 5), [(BOTH, "the war", "end rolls", 1)]),
        (ev.AmmunitionShort(9, "uss_cairo", 1), []),
        (ev.DeckShuffled((1, 2, 3), 2), []),
    ],
)
def test_a_die_of_the_war_is_a_side_s_or_both_sides(
    event: ev.AnyEvent, rolls: list[tuple[str, str, str, int]]
) -> None:
    """A roll lists only dice, without modifiers; the faces of drawn lots are not known."""
    assert told(GAME.review.rolls(position("refit"), event, "")) == rolls


def test_mines_are_counted_by_the_defender() -> None:
    state = battle("engagement", ("uss_monitor",), ("css_virginia",), "union").state
    counted = ev.MinesCounted(Roll("d4", (3,)))
    assert told(GAME.review.rolls(state, counted, "")) == [
        ("Confederacy", "battle 2", "mines laid", 3)
    ]


def test_the_dice_of_a_war_are_all_that_its_events_count_but_lots() -> None:
    with Battle.open("saves/sample_campaign.battle", write=False) as of_war:
        between = lots = told_faces = 0
        for record in of_war.entries:
            for before, event, after in of_war.unfolded(record.at):
                if isinstance(event, ev.InBattle):
                    continue
                found = of_war.game.review.rolls(before, event, "")
                told_faces += sum(len(each.faces) for each in found)
                lots += getattr(event, "dice", 0)
                between += invariants.dice_in(event)
                assert after.dice - before.dice == invariants.dice_in(event) or isinstance(
                    event, ev.BattleBegan | ev.BattleClosed
                )
        assert told_faces == between - lots > 50
        rolls = [rolled for _, rolled in dice.all_rolls(of_war)]
        kinds = {"first battle", "generation", "mines laid", "extra ships", "end rolls"}
        kinds |= {"refit repair", "refit critical", "refit crew"}
        mine = [each for each in rolls if each.kind in kinds]
        assert sum(len(each.faces) for each in mine) == told_faces
        assert {
            each.name for each in dice.sums(dice.all_rolls(of_war), lambda each: each.whose)
        } == {
            "Union",
            "Confederacy",
            BOTH,
        }

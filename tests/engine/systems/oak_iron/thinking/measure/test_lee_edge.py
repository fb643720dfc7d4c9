"""A captain's choice of zones before an escort, by the lee edge."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Kind, Rules, SetUpPlan, State
from engine.systems.oak_iron.thinking.advice import before_battle
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

CARDS: dict[Kind, tuple[str, ...]] = {
    "deployment": ("lee_berth", "centre", "weather_gage"),
    "condition": ("well_found", "weather_wise"),
}


def escort(objective: str = "escort") -> State:
    """Return a view of west wind: B has the dignitary."""
    play = Skirmish(
        ship("A1", x=18, y=4),
        ship("B1", x=32, y=32, heading=180, token="dignitary"),
        rules=Rules(),
        objective=objective,
        defender="B",
    )
    plan = SetUpPlan(size="patrol", homes={"A": "south", "B": "north"}, attacker="A", offers=CARDS)
    return replace(play.state, plan=plan, table=replace(play.state.table, weather_edge="west"))


def drafted(view: State, seat: str) -> list[str]:
    """Return the cards in the order in which a seat is advised to take them."""
    options = [
        Option(card, card, do.Draw(kind, card)) for kind, cards in CARDS.items() for card in cards
    ]
    found = before_battle.draft(view, Decision(seat, "draft", "?", tuple(options)))
    return [each.option for each in found]


@pytest.mark.parametrize("seat", ["A", "B"])
def test_who_escorts_takes_the_zone_by_the_lee_edge_and_who_attacks_denies_it(seat: str) -> None:
    found = drafted(escort(), seat)
    assert [card for card in found if card in CARDS["deployment"]] == [*CARDS["deployment"]]
    others = drafted(escort("engage_the_enemy"), seat)
    assert others[0] == "well_found"
    assert others.index("weather_gage") < others.index("lee_berth")

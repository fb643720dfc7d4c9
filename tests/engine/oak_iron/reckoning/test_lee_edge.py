"""What a captain counsels before an escort about the lee edge: zones, the wind, where to lie."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.decision import Decision, Option
from engine.oak_iron import commands as do
from engine.oak_iron.plan import Kind, Plan
from engine.oak_iron.reckoning import council, lee_edge
from engine.oak_iron.state import Rules, State
from tests.engine.oak_iron.skirmish import Skirmish, ship

CARDS: dict[Kind, tuple[str, ...]] = {
    "deployment": ("lee_berth", "centre", "weather_gage"),
    "condition": ("well_found", "weather_wise"),
}


def escort(x: float = 32.0, objective: str = "escort", wise: str = "") -> State:
    """Return a view of west wind: B has the dignitary at some inches from the weather edge."""
    play = Skirmish(
        ship("A1", x=18, y=4),
        ship("B1", x=x, y=32, heading=180, token="dignitary"),
        rules=Rules(),
        objective=objective,
        defender="B",
        cards={wise: {"conditions": ("weather_wise",)}} if wise else {},
    )
    plan = Plan("patrol", {"A": "south", "B": "north"}, attacker="A", offers=CARDS)
    return replace(play.state, plan=plan, table=replace(play.state.table, weather_edge="west"))


def drafted(view: State, seat: str) -> list[str]:
    """Return the cards in the order in which a seat is counselled to take them."""
    options = [
        Option(card, card, do.Draw(kind, card)) for kind, cards in CARDS.items() for card in cards
    ]
    found = council.draft(view, Decision(seat, "draft", "?", tuple(options)))
    return [each.option for each in found]


@pytest.mark.parametrize("seat", ["A", "B"])
def test_who_escorts_takes_the_zone_by_the_lee_edge_and_who_attacks_denies_it(seat: str) -> None:
    assert drafted(escort(), seat) == [
        "weather_wise",
        "lee_berth",
        "well_found",
        "centre",
        "weather_gage",
    ]
    others = drafted(escort(objective="engage_the_enemy"), seat)
    assert others[0] == "well_found"
    assert others.index("weather_gage") < others.index("lee_berth")


@pytest.mark.parametrize(
    ("seat", "x", "best"),
    [("A", 32.0, "turn"), ("A", 4.0, "none"), ("B", 32.0, "none"), ("B", 4.0, "turn")],
)
def test_the_wind_is_turned_on_the_dignitary_or_for_her(seat: str, x: float, best: str) -> None:
    options = (Option("turn", "", do.TurnWind()), Option("none", "", do.Pass()))
    asking = Decision(seat, "turn_wind", "?", options)
    assert council.turn_wind(escort(x), asking)[0].option == best


def test_ships_are_laid_down_for_the_wind_that_they_mean_to_turn() -> None:
    assert lee_edge.foreseen(escort(wise="A"), "A").table.weather_edge == "east"
    for view in (escort(), escort(wise="B"), escort(x=4.0, wise="A")):
        assert lee_edge.foreseen(view, "A") is view
    away = escort(wise="B")
    assert lee_edge.foreseen(away, "B") is away


def test_what_is_left_to_go_is_told_for_either_side() -> None:
    view = escort()
    assert lee_edge.to_go(view, view.side_of("A1")) == pytest.approx(4.0)
    assert lee_edge.to_go(view, view.side_of("B1")) == pytest.approx(-4.0)
    assert lee_edge.to_go(replace(view, objective="raid"), view.side_of("A1")) == 0.0

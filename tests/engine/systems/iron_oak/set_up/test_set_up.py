"""The start of the 23 battles (Iron & Oak 2.0 to 2.2)."""

from __future__ import annotations

import pytest

from engine.base.dice import Dice
from engine.base.errors import SetUpFault
from engine.game.question import Sheet
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.set_up import scenarios, set_up
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak import invariants

GAME = IronOak()


def begun(scenario: str) -> State:
    return GAME.settled(set_up(scenario), Dice(5))


@pytest.mark.parametrize("scenario", sorted(book().scenarios))
def test_every_battle_begins(scenario: str) -> None:
    state = begun(scenario)
    record = book().scenarios[scenario]
    invariants.check(state)
    for side in ("union", "confederate"):
        force = record.force(side)  # type: ignore[arg-type]
        assert len(state.sides[side].hand) == force.action_cards
        assert state.sides[side].hand_size == force.action_cards
    assert rules.pending(state)
    assert scenario in scenarios()


def test_states_of_ships() -> None:
    state = set_up("hampton_roads")
    assert state.ships["css_virginia"].criticals == ("smokestack", "ram")
    assert state.ships["uss_minnesota"].grounded
    assert set_up("plymouth").ships["uss_miami"].towing == "uss_southfield"
    assert set_up("the_bluffs").ships["css_arkansas"].hits == 6


def test_hidden_counters_are_placed_in_the_boxes_of_the_battle() -> None:
    (sheet,) = rules.pending(begun("david_attack"))
    assert isinstance(sheet, Sheet)
    assert len(sheet.slots) == 4
    assert [option.id for option in sheet.slots[0].options] == ["A1", "B1", "C1", "D1", "E1"]


def test_anchors_are_chosen() -> None:
    (sheet,) = rules.pending(begun("spanish_river"))
    assert isinstance(sheet, Sheet)
    assert [option.id for option in sheet.slots[0].options] == ["css_huntsville", "css_tuscaloosa"]


def test_only_three_ships_enter_in_a_turn() -> None:
    state = begun("mobile_bay_gauntlet")
    (sheet,) = [each for each in rules.pending(state) if isinstance(each, Sheet)]
    while sheet.kind != "orders":
        sheet = _next(state)
        break
    state = _to_orders(state)
    (orders,) = rules.pending(state)
    assert isinstance(orders, Sheet)
    (budget,) = orders.purses
    assert budget.have == 3


def _next(state: State) -> Sheet:
    (sheet,) = rules.pending(_to_orders(state))
    assert isinstance(sheet, Sheet)
    return sheet


def _to_orders(state: State) -> State:
    from engine.game.question import Fill

    while True:
        (sheet,) = rules.pending(state)
        if sheet.kind == "orders":
            return state
        assert isinstance(sheet, Sheet)
        command = Fill(sheet.id, dict(sheet.proposed))
        decided = GAME.decide(state, sheet.seat, command, Dice(5))
        state = decided.states[-1]


@pytest.mark.parametrize(
    ("scenario", "options", "told"),
    [
        ("hampton", {}, "'hampton' is not known"),
        ("duel", {"alternate": True}, "did you mean 'alternating'"),
        ("duel", {"alternating": "perhaps"}, "allowed: true or false"),
        ("duel", {"union_seats": 9}, "from 1 to 4"),
    ],
)
def test_refusals(scenario: str, options: dict[str, object], told: str) -> None:
    with pytest.raises(SetUpFault, match=told):
        set_up(scenario, options)


def test_team_seats_share_the_ships() -> None:
    state = set_up("memphis", {"union_seats": 2})
    assert state.sides["union"].seats == ("A", "B")
    assert state.sides["confederate"].seats == ("C",)
    assert {ship.seat for ship in state.ships.values() if ship.side == "union"} == {"A", "B"}

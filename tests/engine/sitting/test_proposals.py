"""The empty slots of a sheet are filled by advice, or, without advice, by the sheet's own
proposals.
"""

from __future__ import annotations

import asyncio

import pytest

from engine.game.decision import Answer
from engine.game.question import Draft, Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.sitting.actions import await_inputs, do
from engine.sitting.adviser import best_fills
from engine.sitting.kinds.kind import Kind
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting


def sheet_of(battle: Battle) -> Sheet:
    return next(each for each in battle.pending() if isinstance(each, Sheet))


def filled(battle: Battle, kind: Kind, own: Draft, word: str = "fill") -> dict[str, Answer]:
    """Return the answers of a sheet after a typed word, with the person's `own` answers entered
    before.

    If the word fills the highlighted slot, its answer is highlighted.
    """
    sitting = Sitting(battle, SeatTable(battle, {}), kind)
    sitting.put(sheet_of(battle))
    for slot, answer in own.items():
        sitting.fill(slot, answer)
    asyncio.run(await_inputs(sitting, word))
    do(sitting, word)
    orders = sitting.sheet
    if orders.slot.id not in own:
        assert orders.option.id in orders.draft[orders.slot.id].chosen
    return dict(sitting.draft)


@pytest.fixture(params=["mars_hercule", "drewrys_bluff"])
def battle(request: pytest.FixtureRequest) -> Battle:
    """Return a battle whose sheet of orders is filled differently by quick scores and by advice."""
    name = "wooden_ships" if request.param == "mars_hercule" else "iron_oak"
    found = Battle.new(system(name), request.param, 7)
    while not isinstance(asked := found.pending()[0], Sheet) or advised(found) == asked.proposed:
        given = asked.proposed if isinstance(asked, Sheet) else Answer(asked.options[0].id)
        found.answer(asked.seat, given)
    return found


def advised(battle: Battle) -> Draft:
    sheet = sheet_of(battle)
    view = battle.view(sheet.seat)
    return best_fills(battle.game, view, sheet, battle.seed, battle.position)[0].draft


@pytest.mark.parametrize("word", ["fill", "seal"])
def test_empty_slots_are_filled_as_advised(battle: Battle, word: str) -> None:
    assert filled(battle, Kind(), {}, word) == advised(battle)


def test_an_answer_of_ones_own_stays(battle: Battle) -> None:
    sheet, best = sheet_of(battle), advised(battle)
    slot = sheet.slots[0]
    own = next(
        Answer(option.id) for option in slot.options if Answer(option.id) != best.get(slot.id)
    )
    after = filled(battle, Kind(), {slot.id: own})
    assert after[slot.id] == own
    assert not sheet.faults(after)


class Unadvised(Kind):
    closed = {"advice": "this battle has no advice"}  # noqa: RUF012


class Exercise(Kind):
    counts = False


@pytest.mark.parametrize("kind", [Unadvised(), Exercise()])
def test_where_advice_is_closed_or_has_its_price_the_rule_of_thumb_fills(
    battle: Battle, kind: Kind
) -> None:
    assert filled(battle, kind, {}) == sheet_of(battle).proposed

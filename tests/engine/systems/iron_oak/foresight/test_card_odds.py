"""A gunnery card foreseen is what the dice bring, counted over every way in which they fall."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.foresight.shot_odds import CardOdds, card_odds
from engine.systems.iron_oak.gunnery.shooting import shoot
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.screen.order_rows import card_rows
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import GunnerySegment, State
from tests.engine.systems.every_fall import every_fall
from tests.engine.systems.iron_oak.table import position, ship

FIRER, TARGET = "css_little_rebel", "uss_zouave"
"""One small gun against thin sides: few ways in which the dice may fall."""


def aimed(box: str = "C4") -> State:
    state = position([ship(TARGET, "C3")], [ship(FIRER, box)], active="confederate")
    return replace(state, shot=GunnerySegment(firer=FIRER, target=TARGET))


def number(kind: str) -> int:
    return next(card for card in book().cards if kind_of(card) == kind)


def played(state: State, kind: str) -> tuple[CardOdds, dict[tuple[int, int, bool], float]]:
    """Return what is foreseen of a card, and the chances of Hits, casualties and a fire with it."""
    card, shot = number(kind), state.shot
    assert shot is not None
    found = card_odds(state, card)
    assert found is not None
    at_once = replace(shot, misfire=card) if kind == "misfire" else replace(shot, cards=(card,))
    fired = replace(state, shot=at_once, agenda=(st.Shoot(FIRER, 1),))

    def run(dice: Dice) -> tuple[int, int, bool]:
        """Fire once, and again with Rapid Fire; critical hits are left to others."""
        ledger = Ledger(fired, dice)
        shoot(ledger, st.Shoot(FIRER, 1))
        if kind == "rapid_fire":
            shoot(ledger, st.Shoot(FIRER, 2))
        hits = sum(each.hits for each in ledger.events if isinstance(each, ev.HitsTaken))
        lost = ledger.state.ships[TARGET].crew_loss
        fire = any(isinstance(each, ev.FireStarted) for each in ledger.events)
        return hits, lost, fire

    return found, every_fall(fired.dice, run)


@pytest.mark.parametrize("box", ["C3", "C4"])
@pytest.mark.parametrize("kind", ["double_charge", "misfire", "rapid_fire"])
def test_hits_with_a_card_are_those_of_every_fall(kind: str, box: str) -> None:
    found, told = played(aimed(box), kind)
    mean = sum(hits * share for (hits, _, _), share in told.items())
    assert found.then == pytest.approx(mean)
    assert found.then != pytest.approx(found.now)


@pytest.mark.parametrize("box", ["C3", "C4"])
def test_casualties_of_grapeshot_are_those_of_every_fall(box: str) -> None:
    found, told = played(aimed(box), "grapeshot")
    assert found.casualties > 0
    assert found.casualties == pytest.approx(sum(crew * p for (_, crew, _), p in told.items()))
    assert found.then == 0 == sum(hits * p for (hits, _, _), p in told.items())


def test_fires_of_incendiary_shells_are_those_of_every_fall() -> None:
    found, told = played(aimed("C3"), "incendiary_shells")
    assert 0 < found.fire == pytest.approx(sum(p for (_, _, fire), p in told.items() if fire))
    assert found.then == pytest.approx(sum(hits * p for (hits, _, _), p in told.items()))


def casualties(target: str, **shields: int) -> float:
    state = position(
        [ship(target, "C3", shields=shields)], [ship(FIRER, "C3")], active="confederate"
    )
    found = card_odds(
        replace(state, shot=GunnerySegment(firer=FIRER, target=target)), number("grapeshot")
    )
    assert found is not None
    return found.casualties


def test_grapeshot_finds_nobody_behind_armour_until_it_is_worn_away() -> None:
    """Iron & Oak 7.6: New Ironsides has no grapeshot symbol, Hartford has one."""
    ironclad = [casualties("uss_new_ironsides", A=worn) for worn in (0, -2, -4)]
    wooden = [casualties("uss_hartford", A=worn) for worn in (0, -2, -4)]
    assert ironclad[:2] == [0.0, 0.0]
    assert ironclad[2] > 0
    assert 0 < wooden[0] < wooden[1] < wooden[2]


def test_nothing_is_foreseen_of_a_card_without_a_shot_or_of_another_kind() -> None:
    state = aimed()
    assert card_odds(replace(state, shot=None), number("misfire")) is None
    assert card_odds(state, number("springs")) is None
    assert card_rows(state, number("springs")) == ()

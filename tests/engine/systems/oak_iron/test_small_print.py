"""Details and limits of rules that no other test covers."""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import CrewAction, EndActivation
from tests.engine.systems.oak_iron.effects_play import FULL, abeam, attacking
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship


def test_fatigue_beyond_the_last_box_is_lost() -> None:
    red, blue = abeam(2)
    play = attacking(red, replace(blue, fatigue=7), rules=Rules(quick_start=True))
    play.dice("musket swords sail sail").do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == play["B1"].fatigue_boxes == 7
    assert not play.facts(ev.BecameShaken)


def test_a_test_that_is_passed_is_not_rolled_again() -> None:
    red, blue = ship("A1", "corvette", 10, 18, 0, skill=1), ship("B1", "corvette", 11.8, 18, 0)
    play = Skirmish(red, blue, rules=FULL, cards={"A": {"fortune": 3}})
    play.turn_to(CrewAction(), EndActivation(), active="A1").settle()
    play.dice("sail cannon cannon cannon cannon").do("A", "board_B1")
    assert play.state.entangled
    assert not play.facts(ev.DiceRerolled)


def test_cards_are_shuffled_by_the_numbered_dice_and_drawn_again_the_same() -> None:
    deck = tuple("abcdefgh")
    state = Skirmish(*abeam(2)).state
    orders = {Ledger(state, Dice(seed)).shuffled(deck) for seed in range(12)}
    assert len(orders) > 10
    assert all(sorted(order) == list(deck) for order in orders)
    later = replace(state, dice=3)
    first, again = (Ledger(later, Dice(5)).shuffled(deck) for _ in range(2))
    assert first == again == Ledger(state, Dice(5)).shuffled(deck, 3)
    assert Ledger(state, Dice(5)).chance(8) == Dice(5).face(0, 8)

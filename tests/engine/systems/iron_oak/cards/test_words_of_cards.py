"""The words on cards can be understood without the rulebook; and the question whether to exchange a
card.
"""

from __future__ import annotations

from engine.game.decision import Answer
from engine.kernel.registry import system
from engine.sitting.orders import Advice, sound_first
from engine.systems.iron_oak.cards import best_of, label, must_beat
from engine.systems.iron_oak.data.book import book


def test_the_dice_on_a_card_are_explained() -> None:
    assert must_beat("d10d6", "d8") == "best of d10 and d6 must beat d8"
    assert best_of("d8") == "d8"
    numbers = [number for number, card in book().cards.items() if card.challenge]
    assert numbers
    assert all(" must beat d" in label(number) for number in numbers)
    assert not any(" v " in label(number) for number in book().cards)


def test_keeping_all_cards_stays_the_first_line() -> None:
    """Even if another card would be much better, because an exchange cannot be taken back."""
    game = system("iron_oak")
    state = game.set_up("hampton_roads")
    assert state is not None
    from engine.game.decision import Decision
    from engine.systems.iron_oak import cards
    from engine.systems.iron_oak.state import steps as st

    side = state.sides["union"]
    from msgspec.structs import replace

    held = tuple(book().cards)[:6]
    sides = {**state.sides, "union": replace(side, hand=held, hand_size=6)}
    (asked,) = cards._ask(replace(state, sides=sides), st.ReplaceCard("union"))[:1]
    assert isinstance(asked, Decision)
    assert asked.options[0].id == "keep"
    best = asked.options[1].id
    found = [Advice(best, None, None, 9.0), Advice("keep", None, None, 0.0)]
    worths = {Answer("keep"): 0.0}
    decision, _ = sound_first(asked, found, worths.__getitem__, lambda _: "")
    assert decision.options[0].id == "keep"
    assert all(each.spends for each in decision.options[1:])

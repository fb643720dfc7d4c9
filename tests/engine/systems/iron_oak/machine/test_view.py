"""What a seat may see (Iron & Oak 1.3.2, 3.2, 8.6)."""

from __future__ import annotations

from engine.game.decision import Decision
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.machine import undo_barrier, view
from engine.systems.iron_oak.state.state import COVERED, HIDDEN
from tests.engine.systems.iron_oak.table import ship, table


def test_hands_decks_and_orders_are_covered() -> None:
    battle = table(
        [ship("uss_monitor", "C3"), ship("uss_zouave", "E1")],
        [ship("css_virginia", "E5")],
        hands=([20], [16]),
    )
    battle.fill("A", {"uss_monitor": "maneuver_1", "uss_zouave": "maneuver_0"})
    seen = view(battle.state, "B")
    assert seen.sides["union"].hand == (COVERED,)
    assert seen.sides["confederate"].hand == (16,)
    assert set(seen.deck) == {COVERED}
    assert seen.ships["uss_monitor"].order == HIDDEN
    assert view(battle.state, "A").ships["uss_monitor"].order == "maneuver_1"
    watched = view(battle.state, "")
    assert watched.sides["confederate"].hand == (COVERED,)


def test_hidden_ships_are_counters_in_no_order_that_tells() -> None:
    battle = table(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "C4", hidden=True), ship("css_drewry", "E5")],
        board={"night": True},
    )
    seen = view(battle.state, "A")
    assert list(seen.ships) == ["css_drewry", "uss_monitor", "confederate_counter_1"]
    counter = seen.ships["confederate_counter_1"]
    assert (counter.kind, counter.box, counter.hits) == ("counter", "C4", 0)
    assert view(battle.state, "B").ships["css_virginia"].hidden


def test_undo_stops_at_dice_and_cards() -> None:
    battle = table([ship("uss_monitor", "C3")], [ship("css_virginia", "E5")], hands=([25], []))
    battle.fill("A", {"uss_monitor": "maneuver_1"})
    assert undo_barrier(battle.events) == "an order was revealed"
    battle.do("A", "C2").do("A", "play:25", 9, 1, 1)
    assert undo_barrier(battle.events) == "a card was revealed"


def test_questions_of_a_side_with_hidden_ships_are_for_its_eyes_alone() -> None:
    """At night two persons at one keyboard pass it on for such a question; by day the question is
    open to both.
    """
    for night in (True, False):
        battle = table(
            [ship("uss_monitor", "C3", hidden=night), ship("uss_zouave", "E1", hidden=night)],
            [ship("css_virginia", "E5")],
            board={"night": night},
        )
        battle.fill("A", {"uss_monitor": "maneuver_1", "uss_zouave": "maneuver_0"})
        (question,) = rules.pending(battle.state)
        assert isinstance(question, Decision)
        assert question.secret is night

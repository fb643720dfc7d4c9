"""The reference terms that are shown first for a question."""

from __future__ import annotations

from engine.systems.iron_oak.game import IronOak


def test_fire_at_a_target_is_an_order_and_no_critical_hit() -> None:
    """The question about a gun's target shows the terms about its roll, not the critical hit
    Fire.
    """
    game = IronOak()
    assert "fire" not in game.words.named_in("Fire at Minnesota (roll +1)")
    assert "fire" in game.words.named_in("Minnesota: Fire")
    assert "double_charge" in game.words.named_in("Double Charge (d10 v d6)")
    view = game.view(game.set_up("hampton_roads"), "A")
    known = {term.id for term in game.words.terms()}
    about = game.words.terms_asked(view, "gunnery")
    assert about[:2] == ("modifier", "rolls")
    assert {*about, *game.words.terms_asked(view, "way")} <= known
    assert game.words.terms_asked(view, "act") == ()

"""Every overlay and every figure that the rulebook does not know is explained in the reference."""

from __future__ import annotations

from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.words.reference import AIDS, NOW
from tests.engine.systems.wooden_ships.at_sea import sea, ship

GAME = WoodenShips()


def test_each_aid_is_a_term_of_its_own() -> None:
    """No id of a rule's term is used again."""
    ids = [term.id for term in GAME.words.terms()]
    assert len(ids) == len(set(ids))
    assert set(AIDS) <= set(ids)
    assert {key for keys in NOW.values() for key in keys} <= set(AIDS)


def test_every_overlay_is_explained() -> None:
    """Each under its own name; fields of fire and snags are explained as terms of the rules."""
    named = {name.removeprefix("Overlay: ") for name, _ in AIDS.values()}
    overlays = {each.id for each in GAME.screen.overlays()}
    assert overlays - named == {"arcs", "snags"}


def test_those_of_the_phase_come_up_with_its_rules() -> None:
    state = sea(ship("A1", "J20", 2), ship("B1", "L22", 5))
    assert "over_all_plots" in GAME.words.terms_now(state, "A1")
    combat = sea(ship("A1", "J20", 1), ship("B1", "M20", 4), phase="combat")
    assert "chance_table" in GAME.words.terms_now(combat, "A1")

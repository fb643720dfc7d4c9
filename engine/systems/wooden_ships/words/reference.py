"""The reference: entries for ships, classes, attitudes, parties, and the terms of the rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.base.counting import counted
from engine.game.parts.words import Term
from engine.systems.wooden_ships.data.book import Book, book
from engine.systems.wooden_ships.data.facts import Printed
from engine.systems.wooden_ships.fleet.status import status
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.state.steps import PHASES, Phase
from engine.systems.wooden_ships.words.aids import AIDS, NOW

if TYPE_CHECKING:
    from engine.game.parts.words import Term


def terms() -> tuple[Term, ...]:
    """Return every entry that a player may look up."""
    return _terms(book().version)


@cache
def _terms(version: str) -> tuple[Term, ...]:
    facts: Book = book()
    found = [
        Term(key, fact.name, "rule", (" ".join(fact.lines),), fact.confidence)
        for key, fact in facts.glossary.items()
    ]
    found += [Term(key, name, "aid", (text,)) for key, (name, text) in AIDS.items()]
    for key, ship in facts.ships.items():
        lines = (
            f"{ship.quality} crew, {counted(ship.points, 'point')}",
            *_boxes(ship),
            *ship.notes,
        )
        whose = ship.nation.capitalize()
        found.append(Term(key, ship.name, "ship", lines, ship.confidence, group=whose))
    for key, kind in facts.classes.items():
        name = f"{kind.nation.capitalize()} {kind.rated}"
        worth = ", ".join(f"{quality} {points}" for quality, points in kind.points.items())
        lines, whose = (*_boxes(kind), f"points: {worth}"), kind.nation.capitalize()
        found.append(Term(key, name, "class", lines, kind.confidence, group=whose))
    return tuple(found)


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the entries of a ship: what state she is in, and her record."""
    ship = view.ships.get(key)
    return (*status(view, ship), ship.record) if ship else ()


_NOW: dict[Phase, tuple[str, ...]] = {
    "unfouling": ("fouled",),
    "orders": ("plot", "attitude", "impulse", "drift"),
    "grappling": ("grappled",),
    "ungrappling": ("grappled",),
    "boarding": ("OBP", "DBP", "TBP", "melee"),
    "combat": ("broadside", "rake", "initial"),
    "melee": ("melee", "DBP"),
    "loading": ("initial",),
}


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the entries that matter in this phase, with those of a ship."""
    phase = PHASES[type(view.agenda[-1])] if view.agenda else "end"
    return tuple(dict.fromkeys((*_NOW.get(phase, ()), *NOW.get(phase, ()), *terms_of(view, key))))


def _boxes(ship: Printed) -> tuple[str, ...]:
    guns, carronades = ship.guns, ship.carronades
    return (
        f"{ship.ship_class}, {counted(ship.rated, 'gun')}, {ship.nation}",
        f"hull {ship.hull}, crew {'-'.join(map(str, ship.crew))}, "
        f"rigging {'-'.join(map(str, ship.rigging))}",
        f"port {guns.port}+{carronades.port}, starboard {guns.starboard}+{carronades.starboard}",
        f"battle speed {ship.battle_speed}, turning {ship.turning}",
    )

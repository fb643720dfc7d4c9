"""The reference of a campaign: that of the battles, the types of battles, the yard cards."""

from __future__ import annotations

from engine.base.text import counted
from engine.game.parts.words import Term
from engine.systems.iron_oak.campaign.data import BattleKind, book
from engine.systems.iron_oak.campaign.fleet import upcoming
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.words import reference as of_battles


def terms() -> tuple[Term, ...]:
    """Return every term, those of the battles first."""
    return (*of_battles.terms(), *_battles(), *_cards())


def _battles() -> tuple[Term, ...]:
    return tuple(
        Term(f"battle_{kind.id}", kind.name, "battle", _lines(kind), kind.confidence)
        for kind in book().campaign.types.values()
    )


def _lines(kind: BattleKind) -> tuple[str, ...]:
    attacker, defender = kind.attacker, kind.defender
    return (
        kind.about,
        f"attacker {attacker.ships[0]} to {attacker.ships[1]} ships, "
        f"{counted(attacker.cards, 'card')}",
        f"defender {defender.ships[0]} to {defender.ships[1]} ships, "
        f"{counted(defender.cards, 'card')}",
        f"{counted(kind.turns, 'turn')}; the attacker plays first",
        VICTORY[kind.victory],
    )


VICTORY = {
    "spoils": "wins who takes more: sunk full, captured double, badly hurt half, gone a quarter",
    "run_past": "the attacker wins if half of its ships leave beyond, no worse than lightly hurt",
    "transports": "the defender wins if a transport leaves beyond",
    "target": "the attacker wins if the target is sunk, captured or badly hurt",
    "break_out": "the attacker wins if a ship leaves beyond, or if it takes more than it loses",
}


def _cards() -> tuple[Term, ...]:
    cards = list(book().campaign.cards.values())
    return tuple(
        Term(
            f"yard_{kind.id}",
            kind.name,
            "yard card",
            (kind.effect, f"{cards.count(kind.id)} of {len(cards)} cards"),
            kind.confidence,
        )
        for kind in book().campaign.yard_kinds.values()
    )


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of a ship's terms."""
    if view.battle is not None:
        return of_battles.terms_of(view.battle, key)
    return (key,) if key in view.ships else ()


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that matter now: the coming battle's type, what is selected."""
    plan = upcoming(view)
    coming = (f"battle_{plan.kind}",) if plan else ()
    return (*terms_of(view, key), *coming)

"""Why a card is played or kept: the chance before and after, and what it is worth in the hand."""

from __future__ import annotations

from engine.game.advice import Reason
from engine.systems.iron_oak.cards.hand import kind_of, label
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.orders.attack_pairs import CROSSED
from engine.systems.iron_oak.state.commands import Play
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.card_worth import ROLL, card_chances, gain, kept
from engine.systems.iron_oak.thinking.order_worth import attack_worth, rake_worth
from engine.systems.iron_oak.thinking.place_worth import going_worth


def card_reasons(view: State, command: Play) -> tuple[Reason, ...]:
    """Return what speaks for and against playing a card now."""
    kind = kind_of(command.card)
    worth = gain(view, command, kind, maneuver_worth(view))
    return (
        Reason("card", _effect(view, command, kind), worth),
        Reason("kept", f"{label(command.card)} is worth something in the hand", -kept(kind)),
    )


def maneuver_worth(view: State) -> float:
    """Return what it is worth to the ship that moves to succeed, for whom a card may be played.

    A card on a maneuver that hardly matters is better kept for one that does.
    """
    move = view.move
    if move is None:
        return ROLL
    ship = view.ships[move.ship]
    if move.goal:
        return max(0.0, going_worth(view, ship, move.goal, 1.0, move.via))
    if move.target in view.ships:
        target = view.ships[move.target]
        if end := CROSSED.get(move.way):
            return max(0.0, rake_worth(target, end))
        if move.way in ("ram", "spar", "ram_and_spar"):
            return max(0.0, attack_worth(view, ship, target, move.way))
    return ROLL


def _effect(view: State, command: Play, kind: str) -> str:
    chances = card_chances(view, command)
    if chances is not None:
        before, after = chances
        return f"the maneuver succeeds with {percent(after)} instead of {percent(before)}"
    return _WORDS.get(kind, "helps little here")


_WORDS = {
    "strike": "she must haul down her colours if more is here against her than for her",
    "slipped_anchor": "she loses her anchor, and holds or drifts",
    "springs": "she may turn at her anchor",
    "scuttle": "she is lost, but nobody's prize",
    "misfire": "the shot is worse, and smokes",
    "rapid_fire": "a second shot at the same place, and more smoke",
    "double_charge": "the shot strikes harder, and strains the gun",
    "incendiary_shells": "the shot may set fire to her",
    "grapeshot": "the shot sweeps her crew instead of her hull",
}

"""Why a card is played or kept: the chance before and after, and what it is worth in the hand."""

from __future__ import annotations

from engine.game.advice import Reason
from engine.systems.iron_oak.cards.hand import kind_of, label
from engine.systems.iron_oak.gunnery.odds import percent
from engine.systems.iron_oak.state.commands import Play
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.card_worth import card_chances, gain, kept


def card_reasons(view: State, command: Play) -> tuple[Reason, ...]:
    """Return what speaks for and against playing a card now."""
    kind = kind_of(command.card)
    worth = gain(view, command, kind)
    return (
        Reason("card", _effect(view, command, kind), worth),
        Reason("kept", f"{label(command.card)} is worth something in the hand", -kept(kind)),
    )


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

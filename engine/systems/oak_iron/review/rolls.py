"""The dice of an event: what was counted as a success, and how likely that was."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.parts.rolled import Rolled, binomial
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.terms import Symbol
from engine.systems.oak_iron.gunnery.critical import USEFUL
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import plain

DIE = ""
"""The one kind of die of the game needs no name: its faces are signs."""
_PURPOSES = {
    "skill_test": "skill tests",
    "challenge_test": "challenges",
    "collision": "collisions",
    "shoals": "shoals",
    "critical": "critical",
    "officer": "officers",
    "sinking": "sinking",
    "partial_fire": "partial fire",
    "broadside": "broadsides",
    "close_combat": "close combat",
    "landing_party": "parties",
}
_TESTS = {
    "skill_test": ("skill_test",),
    "challenge_test": ("challenge_test",),
    "marksmen": ("marksmen_trigger",),
    "critical": USEFUL,
}
"""Dice whose counted symbols are successes, by purpose of the roll."""
_PERILS = {
    "collision": "collision_damage",
    "shoals": "shoals",
    "officer": "officer_loss",
    "sinking": "sinking",
}
"""Dice whose counted symbols are bad for the ship, by purpose; all others are successes."""


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the dice of an event; all of them fall on the table, for everybody to see."""
    match event:
        case ev.DiceRolled():
            return (_rolled(before, event.purpose, event.ship, event.faces),)
        case ev.DiceAdded() if before.roll is not None:
            return (_rolled(before, before.roll.purpose, before.roll.ship, event.faces),)
        case ev.DiceRerolled() if before.roll is not None:
            fresh = tuple(event.faces[place] for place in event.dice)
            return (_rolled(before, before.roll.purpose, event.ship, fresh),)
        case ev.OfficerRolled():
            return (_rolled(before, "officer", event.ship, (event.face,)),)
        case ev.SinkingRolled():
            return (_rolled(before, "sinking", event.ship, (event.face,)),)
    return ()


def faces_of(die: str) -> Mapping[str, float]:
    """Return the chance of each symbol of the die."""
    table = book().dice.faces
    return {symbol: table.count(symbol) / len(table) for symbol in dict.fromkeys(table)}


def side_name(state: State, squadron: str) -> str:
    """Return the name of a squadron's side: its fleet's, or its own."""
    each = state.squadrons[squadron]
    return each.fleet or each.name


def _rolled(state: State, purpose: str, ship: str, faces: tuple[Symbol, ...]) -> Rolled:
    wanted, table = _wanted(state, purpose), book().dice.faces
    share = sum(face in wanted for face in table) / len(table)
    return Rolled(
        side=side_name(state, state.ships[ship].holder),
        ship=f"{ship} {state.ships[ship].name}".rstrip(),
        kind=_PURPOSES.get(purpose, plain(purpose)),
        got=sum(face in wanted for face in faces),
        fair=binomial(len(faces), share),
        faces=tuple((DIE, face) for face in faces),
    )


def _wanted(state: State, purpose: str) -> frozenset[Symbol]:
    """Return the symbols that are successes for the thrower."""
    counts = book().dice.counts
    if purpose in _TESTS:
        return frozenset(symbol for name in _TESTS[purpose] for symbol in counts[name])
    if purpose in _PERILS:
        return frozenset(book().dice.faces) - frozenset(counts[_PERILS[purpose]])
    assert state.attack is not None
    return frozenset(state.attack.hits)

"""Determinization: a view completed to a full state, for playouts.

Hidden cards are drawn at random. In a crowd the playout is limited to ships near the decision.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engine.game.decision import Decision
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State
from engine.systems.oak_iron.thinking.measure.situation import crowded

FOES: Final = 3
"""Number of nearest enemies that still move in the playout of a crowded battle."""
FRIENDS: Final = 1
"""Number of nearest consorts that do."""
ABOUT: Final = 10.0
"""Distance in inches within which ships still fire in such a playout: Musket Shot and a move."""


def determinized(view: State, decision: Decision, random: Random) -> State:
    """Return a full state that the view may stand for, with possible cards in hidden places.

    In a crowd only ships near those that the decision is about go on moving and firing this turn.
    """
    squadrons = {
        key: each if key == decision.seat else _dealt(each, random)
        for key, each in view.squadrons.items()
    }
    whole = replace(view, squadrons=squadrons)
    return _about(whole, decision) if crowded(view) else whole


def _about(state: State, decision: Decision) -> State:
    """Return the state with ships far from the decision marked as done for the turn.

    A playout of all ships of a large fleet battle would leave time for too few playouts.
    """
    asked = {decision.ship} if decision.ship else set(_named(decision))
    if not asked:
        return state
    near = asked.union(*(_near(state, key) for key in asked))
    fire = near.union(*(_within(state, key, ABOUT) for key in asked))
    return replace(
        state,
        ships={
            key: replace(
                ship,
                moved=ship.moved or key not in near,
                attacked=ship.attacked or key not in fire,
            )
            for key, ship in state.ships.items()
        },
    )


def _within(state: State, key: str, inches: float) -> list[str]:
    """Return the ships whose gap to one is at most a number of inches."""
    others = (other.id for other in state.ships.values() if other.pose is not None)
    return [other for other in others if distance(state, key, other) <= inches]


def _named(decision: Decision) -> list[str]:
    """Return the ships that a decision offers to activate."""
    commands = (option.command for option in decision.options)
    return [command.ship for command in commands if isinstance(command, do.Activate)]


def _near(state: State, key: str) -> list[str]:
    """Return the nearest enemies, then consorts, of a ship that have yet to move."""
    others = [
        (distance(state, key, other.id), other.id)
        for other in state.ships.values()
        if other.id != key and other.fights and other.pose is not None and not other.moved
    ]
    ranked = [other for _, other in sorted(others)]
    foes = [other for other in ranked if state.opposed(key, other)]
    friends = [other for other in ranked if not state.opposed(key, other)]
    return [*foes[:FOES], *friends[:FRIENDS]]


def _dealt(squadron: Squadron, random: Random) -> Squadron:
    """Return a squadron with its hidden cards drawn from those that it could hold."""
    hidden = squadron.hand.count(HIDDEN) + (squadron.face_down == HIDDEN)
    if not hidden:
        return squadron
    known = {squadron.face_up, *squadron.hand, squadron.face_down, *squadron.discarded}
    pool = [
        card
        for card, record in book().cards.items()
        if record.faction in ("any", squadron.faction) and card not in known
    ]
    # Cards that were seen and not discarded are certainly among the hidden ones.
    back = [card for card in squadron.seen if card in pool]
    others = [card for card in pool if card not in back]
    random.shuffle(others)
    dealt = [*back, *others][:hidden]
    random.shuffle(dealt)
    places = iter(dealt)
    hand = tuple(next(places, "") if card == HIDDEN else card for card in squadron.hand)
    down = next(places, "") if squadron.face_down == HIDDEN else squadron.face_down
    return replace(squadron, hand=tuple(card for card in hand if card), face_down=down)

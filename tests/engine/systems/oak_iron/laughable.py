"""What a person would laugh at in a battle of Oak & Iron."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.battle import Battle
from engine.systems.oak_iron.state import events as ev
from tests.laughable import Laugh

EXCUSED = {"aground": "in small battles nobody minds shoals (docs/players.md)"}
SILENCE = 12
"""Turns without a shot from which on a person laughs."""


def laughs(battle: Battle) -> Iterator[Laugh]:
    """Yield what there is to laugh at in a battle, in the order of its entries."""
    last = 0
    for n, entry in enumerate(battle.entries):
        for event in entry.events:
            turn = battle.game.turn(battle.at(n))
            if isinstance(event, ev.AttackDeclared):
                last = turn
            if isinstance(event, ev.WentAground) and entry.seat:
                yield Laugh("aground", entry.seat, n, f"runs {event.ship} aground")
            if isinstance(event, ev.TurnBegan) and turn - last >= SILENCE:
                last = turn
                yield Laugh("silent", entry.seat, n, f"no shot in {SILENCE} turns")

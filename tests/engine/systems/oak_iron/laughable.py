"""Finds foolish play of computer players in a battle of Oak & Iron: things that a person would
laugh at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.dice import SimulatedDice
from engine.game.decision import Decision, Dial
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import seat_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.melee import expected_fight
from engine.systems.oak_iron.thinking.measure.weights import lead
from tests.laughable import Laugh

EXCUSED = {
    "aground": "in small battles nobody minds shoals (docs/bots.md)",
}
SILENCE = 12
"""This many turns without a shot count as foolish."""
IDLE = 10
"""A ship that lies still for this many turns counts as foolish, unless she fires or is held."""
HOPELESS = 0.25
"""A boarding counts as foolish if the chance to win it, among decided fights, is below this."""

Words = Iterator[tuple[str, str]]
"""Yields pairs (kind of foolishness, what somebody did)."""


def laughs(battle: Battle) -> Iterator[Laugh]:
    """Yield the foolish choices in a battle, in the order of its entries."""
    last, busy = 0, dict[str, int]()
    with using(battle.game.data):
        for n, entry in enumerate(battle.entries):
            state = battle.at(n)
            turn = battle.game.turn(state)
            for kind, words in _ordered(state, entry.command):
                yield Laugh(kind, entry.seat, n, words)
            for event in entry.events:
                if isinstance(event, ev.AttackDeclared):
                    last = turn
                if isinstance(event, ev.ShipMoved):
                    busy[event.ship] = turn
                if isinstance(event, ev.TurnBegan):
                    for kind, seat, words in _lying(state, busy, turn):
                        yield Laugh(kind, seat, n, words)
                    if turn - last >= SILENCE:
                        last = turn
                        yield Laugh("silent", entry.seat, n, f"no shot in {SILENCE} turns")
                for kind, words in _happened(state, entry.seat, event):
                    if kind != "own_collision" or _free_course(battle, n):
                        yield Laugh(kind, entry.seat, n, words)


def _free_course(battle: Battle, n: int) -> bool:
    """Tell whether another manoeuvre would have kept a ship clear of all others and on the
    table.
    """
    state, game, seat = battle.at(n), battle.game, battle.entries[n].seat
    question = next((each for each in game.pending(state) if each.seat == seat), None)
    if not isinstance(question, Decision) or not isinstance(battle.entries[n].command, cmd.Sail):
        return False
    for option in question.options:
        values = range(-30, 31, 10) if option.dial and question.dial else (None,)
        for value in values:
            if value is not None and question.dial and not _on(question.dial, value):
                continue
            events = game.decide(
                state, seat, option.filled(question, value, None), SimulatedDice(1)
            )
            if not any(isinstance(each, ev.Collided | ev.ShipLeft) for each in events):
                return True
    return False


def _on(dial: Dial, value: float) -> bool:
    return dial.low <= value <= dial.high


def _ordered(state: State, command: Any) -> Words:
    active = state.activation
    if isinstance(command, cmd.Board) and active is not None:
        found = expected_fight(state, active.ship, command.target)
        if found.taken < HOPELESS * (found.taken + found.lost):
            yield "hopeless_boarding", f"boards {command.target} from {active.ship}"


def _happened(state: State, seat: str, event: Any) -> Words:
    if isinstance(event, ev.WentAground) and seat:
        yield "aground", f"runs {event.ship} aground"
    if isinstance(event, ev.Collided):
        own = [each for each in event.struck if _consorts(state, event.ship, each)]
        if own:
            yield "own_collision", f"runs {event.ship} into {' and '.join(own)}"
    if isinstance(event, ev.ShipLeft):
        ship = state.ships[event.ship]
        if lead(state, state.side_of(ship.id)) > 0 and not ship.crippled and not state.defender:
            yield "leaves_ahead", f"leaves with {event.ship} while ahead"


def _consorts(state: State, ship: str, other: str) -> bool:
    """Tell whether the other ship is of the same side, still fights, and is not held by anybody."""
    return (
        other in state.ships
        and not state.opposed(ship, other)
        and state.ships[other].fights
        and not state.holds(other)
    )


def _lying(state: State, busy: dict[str, int], turn: int) -> Iterator[tuple[str, str, str]]:
    """Yield each ship that has lain still without a reason: anchored, aground, held and firing
    ships have one.
    """
    for ship in state.ships.values():
        if not ship.fights or ship.sail == "anchored" or ship.aground or state.holds(ship.id):
            busy[ship.id] = turn
        if ship.attacked or ship.pose is None:
            busy[ship.id] = turn
        if turn - busy.setdefault(ship.id, turn) >= IDLE:
            busy[ship.id] = turn
            yield "idle", seat_of(state, ship.id), f"lets {ship.id} lie still for {IDLE} turns"

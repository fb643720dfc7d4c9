"""A maneuver roll with the cards that were played on it (Iron & Oak 5.1)."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.rolls import AttackRoll, ManeuverRoll, net
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import beats
from engine.systems.iron_oak.state.state import Move


def card_drms(move: Move) -> tuple[int, int]:
    """Return what the cards add to the mover's roll and to the target's."""
    values = [
        book().cards[card].value if card else 0
        for card in (move.quick, move.slow, move.target_quick, move.target_slow)
    ]
    return values[0] + values[1], values[2] + values[3]


def roll_for(ledger: Ledger, ship: str, roll: ManeuverRoll) -> bool:
    """Roll a maneuver against the table; tell whether it succeeded."""
    move = ledger.state.move
    assert move is not None
    drm = net(roll.drms, card_drms(move)[0])
    challenge, response = ledger.contest(move.dice or roll.dice, roll.response, drm)
    succeeded = beats(challenge, response)
    ledger.write(ev.ManeuverRolled(ship, move.way, challenge, response, succeeded))
    return succeeded


def roll_against(ledger: Ledger, ship: str, roll: AttackRoll) -> bool:
    """Roll a maneuver against its target; tell whether it succeeded."""
    move = ledger.state.move
    assert move is not None
    mine, theirs = card_drms(move)
    challenge, response = ledger.contest(
        roll.dice, roll.target_dice, net(roll.drms, mine), net(roll.target_drms, theirs)
    )
    succeeded = beats(challenge, response)
    ledger.write(ev.ManeuverRolled(ship, move.way, challenge, response, succeeded, move.target))
    return succeeded

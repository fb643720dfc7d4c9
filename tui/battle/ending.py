"""How a battle ended, in the words of its seats."""

from __future__ import annotations

from engine.kernel.battle import Battle


def how_it_ended(battle: Battle) -> str:
    """Return who won, `RED WINS`; '' while the battle goes on. A fleet wins as one."""
    outcome = battle.outcome()
    if outcome is None:
        return ""
    seats = battle.game.seats(battle.state)
    sides = [seat.side for seat in seats]
    winners = dict.fromkeys(
        seat.side if sides.count(seat.side) > 1 else seat.name
        for seat in seats
        if seat.key in outcome.winners or seat.side in outcome.winners
    )
    if not winners:
        return "A DRAW"
    return f"{' AND '.join(winners).upper()} {'WIN' if len(winners) > 1 else 'WINS'}"

"""Standing answers: whether a side wants to be asked for cards on an enemy unit.

The other seat cannot tell a side that holds no card that fits from one that declines: it is asked
whenever a card could be played by what all may see, whatever it holds, unless it has said before
that it will not be asked. What it has said is hidden from others.
"""

from __future__ import annotations

from engine.game.decision import Option
from engine.systems.iron_oak.fleet.names import public_id
from engine.systems.iron_oak.state.commands import Pass
from engine.systems.iron_oak.state.state import Standing, State, Unit

EVERYTHING = "*"


def asked(state: State, side: str, unit: Unit) -> bool:
    """Tell whether a side is asked about an enemy unit: it has cards and has not declined."""
    if not state.sides[side].hand:
        return False
    standing = state.sides[side].standing
    here = public_id(unit)
    if EVERYTHING in standing.quiet or here in standing.quiet:
        return False
    return standing.ask == "ask" or (standing.ask == "only" and here in standing.only)


def passes(unit: Unit) -> tuple[Option, ...]:
    """Return the ways to play nothing."""
    return (
        Option("pass", "Play nothing", Pass()),
        Option("pass:unit", "Nothing on her this turn", Pass(public_id(unit))),
        Option("pass:all", "Nothing this turn", Pass(EVERYTHING)),
    )


def told(picks: tuple[str, ...]) -> Standing | None:
    """Return the standing answer that was picked on an order sheet; None when nothing was."""
    if not picks:
        return None
    if "ask" in picks:
        return Standing("ask")
    if "never" in picks:
        return Standing("never")
    return Standing("only", tuple(pick.removeprefix("only:") for pick in picks))

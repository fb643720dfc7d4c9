"""What is to be seen in an event: dice that fall, and news about a ship."""

from __future__ import annotations

from engine.game.chart import News, Spectacle, Throw
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words.words import tell

NEWS = (
    ev.OrderRevealed,
    ev.ShipsMoved,
    ev.ShipsLeft,
    ev.RanAground,
    ev.Fouled,
    ev.MineExploded,
    ev.TCrossed,
    ev.SparExploded,
    ev.Sunk,
    ev.Captured,
    ev.Silenced,
    ev.FireStarted,
    ev.CriticalRolled,
    ev.CardPlayed,
    ev.Revealed,
    ev.BattleEnded,
)
"""What a person would want to read while it happens."""
DICE = (ev.ManeuverRolled, ev.ShotFired, ev.Rammed, ev.HazardChecked, ev.SparTried)


def spectacle(before: State, event: AnyEvent) -> Spectacle | None:
    """Return what is to be seen in an event; None for nothing. Hidden ships stay hidden."""
    if isinstance(event, DICE):
        faces = tuple(f"d{sides} {face}" for roll in _rolls(event) for sides, face in _dice(roll))
        return Throw(tell(before, event, ""), faces)
    if isinstance(event, NEWS):
        text = tell(before, event, "")
        return News(text, _key(before, event)) if text else None
    return None


def meeting(event: AnyEvent) -> tuple[str, ...]:
    """Return the units that an event brings together."""
    match event:
        case ev.ShotFired() | ev.TargetNamed():
            return event.unit, event.target
        case ev.Rammed() | ev.RamTried() | ev.SparTried() | ev.SparExploded() | ev.TCrossed():
            return event.ship, event.target
        case ev.BlastStruck():
            return event.source, event.target
    return ()


def _rolls(event: AnyEvent) -> list[Roll]:
    found = (getattr(event, field) for field in event.__struct_fields__)
    return [value for value in found if isinstance(value, Roll)]


def _dice(roll: Roll) -> list[tuple[str, int]]:
    sides = [each for each in roll.dice.replace("+", "").split("d") if each]
    return list(zip(sides, roll.faces, strict=True))


def _key(before: State, event: AnyEvent) -> str:
    id = getattr(event, "ship", "") or getattr(event, "unit", "")
    ship = before.ships.get(id)
    return "" if ship is not None and ship.hidden else str(id)

"""Tellings of the phases."""

from __future__ import annotations

from engine.base.counting import agreeing
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.victory.wording import NAMES
from engine.systems.iron_oak.words.telling import Reader, dice, tells, thing, verb, versus


@tells(
    ev.Planned,
    ev.UnitChosen,
    ev.UnitActed,
    ev.PlayerTurnEnded,
    ev.CountersNumbered,
)
def _nothing(to: Reader, event: object) -> str:
    return ""


@tells(ev.PhaseBegan)
def _phase(to: Reader, event: ev.PhaseBegan) -> str:
    if event.phase != "status":
        return ""
    return f"{NAMES[event.side]}, turn {to.state.turn}"


@tells(ev.TurnEnded)
def _turn(to: Reader, event: ev.TurnEnded) -> str:
    return f"Turn {event.turn} begins"


@tells(ev.BattleEnded)
def _ended(to: Reader, event: ev.BattleEnded) -> str:
    who = " and ".join(event.winners)
    return f"{who} wins: {agreeing(event.reason)}" if who else f"A draw: {agreeing(event.reason)}"


@tells(ev.EngineRolled)
def _engine(to: Reader, event: ev.EngineRolled) -> str:
    end = verb(event.stopped, "stops", "runs on")
    return f"{to.name(event.ship)}'s bad engine {end}: {dice(event.roll)}"


@tells(ev.RepairTried)
def _repair(to: Reader, event: ev.RepairTried) -> str:
    end = verb(event.repaired, "repairs", "does not repair")
    hit = thing(event.critical)
    return f"{to.name(event.unit)} {end} {hit}: {versus(event.challenge, event.response)}"


@tells(ev.PartySent)
def _sent(to: Reader, event: ev.PartySent) -> str:
    return f"{to.name(event.unit)} has a Repair Party at work"


@tells(ev.PartyRecalled)
def _recalled(to: Reader, event: ev.PartyRecalled) -> str:
    return f"{to.name(event.unit)} has no Repair Party any more"


@tells(ev.FireChecked)
def _fire(to: Reader, event: ev.FireChecked) -> str:
    end = f"is now level {event.level}" if event.level else "is out"
    return f"A fire in {to.name(event.unit)} {end}: {dice(event.roll)}"


@tells(ev.SmokeChecked)
def _smoke(to: Reader, event: ev.SmokeChecked) -> str:
    end = "clears" if event.smoke == "none" else f"is {event.smoke}"
    return f"Smoke over {to.name(event.unit)} {end}: {dice(event.roll)}"


@tells(ev.OrdersGiven)
def _orders(to: Reader, event: ev.OrdersGiven) -> str:
    return f"{NAMES[event.side]} has given its orders"


@tells(ev.OrdersReopened)
def _reopened(to: Reader, event: ev.OrdersReopened) -> str:
    return f"{NAMES[event.side]} opens its orders again"


@tells(ev.HiddenPlaced)
def _placed(to: Reader, event: ev.HiddenPlaced) -> str:
    return f"{NAMES[event.side]} has placed its hidden counters"


@tells(ev.StartedAnchored)
def _anchored(to: Reader, event: ev.StartedAnchored) -> str:
    return f"{to.names(event.ships)} at anchor"

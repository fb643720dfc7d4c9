"""What one tells others about: shot from end to end, fires, ships sunk or taken, forts silenced."""

from __future__ import annotations

from typing import Any

from engine.game.tableau import Picture, Tableau
from engine.kit.pictures import Pictures
from engine.systems.iron_oak.fleet.sides import seat_of
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words.narration import tell

pictures = Pictures("pictures")
TOLD_FROM = 2
"""The level of a fire from which it is worth a picture: small ones start all the time."""


tableau = pictures.tableau
"""Return what one tells others about; None for most events. Hidden ships stay hidden."""


@pictures(ev.TCrossed)
def _crossed(state: State, event: ev.TCrossed) -> Tableau:
    return _of(state, event, "rake", "HER T IS CROSSED", event.target)


@pictures(ev.CriticalRolled)
def _funnel(state: State, event: ev.CriticalRolled) -> Tableau | None:
    if event.critical != "smokestack":
        return None
    return _of(state, event, "mast", "FUNNEL SHOT AWAY", event.unit)


@pictures(ev.FireStarted)
def _fire(state: State, event: ev.FireStarted) -> Tableau | None:
    return _of(state, event, "fire", "FIRE", event.unit) if event.level >= TOLD_FROM else None


@pictures(ev.BurntOut)
def _burnt(state: State, event: ev.BurntOut) -> Tableau:
    return _of(state, event, "fire", "THE MAGAZINE", event.unit)


@pictures(ev.Sunk)
def _sunk(state: State, event: ev.Sunk) -> Tableau:
    return _of(state, event, "sunk", "SCUTTLED" if event.scuttled else "SUNK", event.ship)


@pictures(ev.Captured)
def _captured(state: State, event: ev.Captured) -> Tableau:
    return _of(state, event, "colours", "SHE STRIKES", event.ship)


@pictures(ev.Silenced)
def _silenced(state: State, event: ev.Silenced) -> Tableau:
    return _of(state, event, "fort", "SILENCED", event.unit)


@pictures(ev.SectionDestroyed)
def _destroyed(state: State, event: ev.SectionDestroyed) -> Tableau:
    return _of(state, event, "fort", "THE MAGAZINE", event.unit)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    text = f"{event.reason[:1].upper()}{event.reason[1:].rstrip('.')}."
    return Tableau("end", "THE BATTLE IS OVER", text, rig="steam")


def _of(state: State, event: Any, picture: Picture, title: str, unit: str) -> Tableau:
    owner = seat_of(state, state.unit(unit))
    return Tableau(picture, title, f"{tell(state, event, '')}.", owner, "steam")

"""Tellings of gunnery and damage."""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import Explosive
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.victory.wording import NAMES
from engine.systems.iron_oak.words.telling import Reader, dice, tells, thing, verb, versus

CASES = {
    "miss": "nothing",
    "possible": "a hit that may tell",
    "effective": "an effective hit",
    "critical": "a critical hit",
    "grapeshot": "grape among the crew",
}


@tells(ev.GunfireEnded, ev.GunfireSeen, ev.ShotEnded)
def _nothing(to: Reader, event: object) -> str:
    return ""


@tells(ev.TargetNamed)
def _target(to: Reader, event: ev.TargetNamed) -> str:
    how = "drops her shot on" if event.plunging else "fires at"
    return f"{to.name(event.unit)} {how} {to.name(event.target)}"


@tells(ev.ShotFired)
def _shot(to: Reader, event: ev.ShotFired) -> str:
    odds = versus(event.gunnery, event.defence)
    place = "" if event.location == "section" else f" on {event.location}"
    return f"{to.name(event.unit)}{place}: {CASES[event.case]}, {odds}"


@tells(ev.BlastStruck)
def _struck(to: Reader, event: ev.BlastStruck) -> str:
    odds = versus(event.gunnery, event.defence)
    return f"The explosion strikes {to.name(event.target)}: {CASES[event.case]}, {odds}"


@tells(ev.HitsTaken)
def _hits(to: Reader, event: ev.HitsTaken) -> str:
    word = "Hit" if event.hits == 1 else "Hits"
    return f"{to.name(event.unit)} takes {event.hits} {word}"


@tells(ev.ShieldWorsened)
def _shield(to: Reader, event: ev.ShieldWorsened) -> str:
    place = "" if event.location == "section" else f" at {event.location}"
    return f"{to.name(event.unit)}: protection{place} now {event.shield}"


@tells(ev.CrewLost)
def _crew(to: Reader, event: ev.CrewLost) -> str:
    return f"{to.name(event.unit)} loses {event.losses} crew" if event.losses else ""


@tells(ev.CriticalRolled)
def _critical(to: Reader, event: ev.CriticalRolled) -> str:
    return f"Critical hit on {to.name(event.unit)}: {thing(event.critical)}, {dice(event.roll)}"


@tells(ev.Marked)
def _marked(to: Reader, event: ev.Marked) -> str:
    return f"{to.name(event.unit)}: {thing(event.critical)}"


@tells(ev.FireStarted)
def _fire(to: Reader, event: ev.FireStarted) -> str:
    return f"Fire in {to.name(event.unit)}: level {event.level}"


BLASTS: dict[Explosive, str] = {
    "boiler": "boiler bursts",
    "explosion": "powder",
    "magazine": "magazine goes up",
}


@tells(ev.BlastRolled)
def _blast(to: Reader, event: ev.BlastRolled) -> str:
    what = BLASTS[event.kind]
    return f"{to.name(event.unit)}: {what}, {dice(event.roll)} Hits"


@tells(ev.BurntOut)
def _burnt(to: Reader, event: ev.BurntOut) -> str:
    return f"The fire in {to.name(event.unit)} reaches the powder"


@tells(ev.SmokeThickened)
def _smoke(to: Reader, event: ev.SmokeThickened) -> str:
    return f"{event.smoke.capitalize()} smoke over {to.name(event.unit)}"


@tells(ev.ArmamentChecked)
def _armament(to: Reader, event: ev.ArmamentChecked) -> str:
    end = verb(event.held, "hold", "suffer")
    return f"{to.name(event.unit)}'s guns {end}: {versus(event.challenge, event.response)}"


@tells(ev.IncendiaryRolled)
def _incendiary(to: Reader, event: ev.IncendiaryRolled) -> str:
    end = f"fire, level {event.level}" if event.level else "no fire"
    return f"Shells in {to.name(event.unit)}: {end}, {versus(event.challenge, event.response)}"


@tells(ev.DudFired)
def _dud(to: Reader, event: ev.DudFired) -> str:
    return f"{to.name(event.unit)}'s shell does not burst: effective only"


@tells(ev.Sunk)
def _sunk(to: Reader, event: ev.Sunk) -> str:
    how = "is scuttled" if event.scuttled else "sinks"
    return f"{to.name(event.ship)} {how}{' and lies in the way' if event.hulk else ''}"


@tells(ev.Silenced)
def _silenced(to: Reader, event: ev.Silenced) -> str:
    return f"{to.name(event.unit)} is silenced"


@tells(ev.SectionDestroyed)
def _destroyed(to: Reader, event: ev.SectionDestroyed) -> str:
    return f"The magazine of {to.name(event.unit)} goes up"


@tells(ev.Captured)
def _captured(to: Reader, event: ev.Captured) -> str:
    return f"{to.name(event.ship)} strikes her colours to the {NAMES[event.by]}"


@tells(ev.StrikeWasted)
def _wasted(to: Reader, event: ev.StrikeWasted) -> str:
    return f"{to.name(event.ship)} does not strike: {event.own} against {event.enemy}"

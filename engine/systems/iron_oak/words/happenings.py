"""The story of a battle of Iron & Oak and the words said aboard, event by event.

The sentences are in data/iron_oak/story.toml, the words in data/iron_oak/voices.toml.
"""

from __future__ import annotations

import re
from typing import Any, get_args

from msgspec.structs import replace

from engine.base.text import join_names
from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Range
from engine.systems.iron_oak.fleet import crew_of, section_card
from engine.systems.iron_oak.gunnery.shot import armour, hits_of, range_of
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Attack, State
from engine.systems.iron_oak.victory import NAMES
from engine.systems.iron_oak.words.telling import Reader

# The story.


SHOTS = {"critical": 4.0, "effective": 2.0, "possible": 1.2, "grapeshot": 2.0}
"""{result of a shot that does harm: the weight of its sentence in the story}; any other result is a
miss."""
PLACES = {"WL": "at the waterline", "D": "on the deck", "A": "in the side", "B": "in the bow",
          "S": "in the stern", "TF": "on the turret", "TS": "on the turret",
          "TR": "on the turret"}  # fmt: skip
"""{location of a hit: its words}; a fort section has no locations."""
CRITICALS = ("captain", "armament", "smokestack", "jam", "steering", "boiler", "rudder",
             "speed", "engine_stopped", "engine_damaged", "ram", "spar")  # fmt: skip
"""The critical hits that the story tells, each by a row of its own."""
NAMED_AT = re.compile(r"([A-Z].*) at [A-Z]")
"""Matches a fort section that has a name of its own, and its place: `Battery Worth at Plymouth`."""
UNKNOWN = "an unknown ship"
"""The story's name for a hidden ship, which nobody has recognized."""
MANY = 1 / 4
"""From this fraction of a crew on, the story says that a shot cut down many men."""
IN_BRACKETS = re.compile(r" \(.*\)")
"""Matches the second name of a fort, which stands in brackets after the first."""
WORKS = re.compile(r" (upper |lower )?(batteries|works)$")
"""Matches "batteries" or "works" at the end of a fort's name; the words before name the place."""
happens = Happenings("happenings")


def happening(before: State, event: Any) -> Happening | None:
    """Return the story's sentence about an event; None for an event without one."""
    reader = Reader(before, "")
    found = happens.happening(reader, event)
    if found is None:
        return None
    about = found.ship, found.other
    known = {name: NAMED_AT.match(name) for name in about}
    short = {name: place[1] for name, place in known.items() if place}
    sections = {named(reader, id) for id in before.sections}
    return replace(found, short=short, things=tuple(name for name in about if name in sections))


def named(to: Reader, id: str) -> str:
    """Return the name of a ship or a fort section for a sentence: `the naval battery at Drewry's
    Bluff`.
    """
    known = to.state.sections.get(id)
    if known is None:
        return to.name(id).replace("a hidden counter", UNKNOWN)
    fort, section = IN_BRACKETS.sub("", book().forts[known.fort].name), section_card(known).name
    if section == "Battery":
        return fort
    place = WORKS.sub("", fort)
    where = f"of {fort}" if place == fort and fort.startswith("Fort") else f"at {place}"
    if section == section.capitalize():  # a common noun; `South Fort` is a name
        section = section.lower()
    the = "the " if section.islower() or section.endswith("battery") else ""
    return f"{the}{section} {where}"


@happens(ev.ShotFired)
def _shot(to: Reader, event: ev.ShotFired) -> Happening:
    what = "fort" if event.target in to.state.sections else "shot"
    target = to.state.unit(event.target)
    case = event.case
    if case == "possible" and hits_of(case, target, event.location):
        case = "effective"  # what holds for the story is that the shot did harm
    row = f"{what}_{case}" if case in SHOTS else "missed"
    place = PLACES.get(event.location, "")
    owned = place and event.location != "WL"
    wooden = armour(target, event.location).kind == "wooden"
    facts = {
        "place": place,
        "part": f"'s {place.split()[-1]}" if owned else f" {place}",
        "her_part": f"her {place.split()[-1]}" if owned else f"her {place}",
        "spent": "did little harm" if wooden else "glanced off",
    }
    ships = named(to, event.unit), named(to, event.target)
    weight = SHOTS.get(case, 0.3)
    if case not in SHOTS:
        return Happening(row, *ships, weight, facts)
    far = range_of(to.state, to.state.unit(event.unit), to.state.unit(event.target))
    reach = get_args(Range).index(far) + 1 if far != "none" else 0
    return Happening(row, *ships, weight, facts, reach, f"at {far.replace('_', '-')} range")


@happens(ev.Rammed)
def _rammed(to: Reader, event: ev.Rammed) -> Happening:
    row = "rammed_hard" if event.target_hits else "rammed"
    return Happening(row, named(to, event.ship), named(to, event.target), 6.0)


@happens(ev.SparExploded)
def _spar(to: Reader, event: ev.SparExploded) -> Happening:
    return Happening("spar", named(to, event.ship), named(to, event.target), 7.0)


def _simple(row: str, weight: float, field: str = "ship") -> Any:
    """Return a function (reader, event) that tells an event by one row of story.toml.

    `row` is the name of this row, `weight` its weight; `field` is the event's field with the id of
    the unit.
    """
    return lambda to, event: Happening(row, named(to, getattr(event, field)), weight=weight)


happens(ev.MineExploded)(_simple("mine", 7.0))
happens(ev.Silenced)(_simple("silenced", 6.0, "unit"))
happens(ev.SectionDestroyed)(_simple("blown_up", 8.0, "unit"))


@happens(ev.FireStarted)
def _fire(to: Reader, event: ev.FireStarted) -> Happening:
    row = "fort_fire" if event.unit in to.state.sections else "fire"
    return Happening(row, named(to, event.unit), weight=3.0)


@happens(ev.Sunk)
def _sunk(to: Reader, event: ev.Sunk) -> Happening:
    return Happening("scuttled" if event.scuttled else "sunk", named(to, event.ship), weight=9.0)


@happens(ev.Captured)
def _captured(to: Reader, event: ev.Captured) -> Happening:
    by = NAMES.get(event.by, "") or named(to, event.by)
    return Happening("captured", named(to, event.ship), f"the {by}", 8.0)


@happens(ev.Marked)
def _critical(to: Reader, event: ev.Marked) -> Happening | None:
    """Return the story's sentence about a critical hit, when its marker is placed; None for kinds
    that it does not tell.

    The roll before has no sentence, because the target may lack the part: a ship without a turret
    has none to jam.
    """
    if event.critical not in CRITICALS:
        return None
    of_fort = event.unit in to.state.sections and event.critical == "armament"
    row = f"{'fort' if of_fort else 'critical'}_{event.critical}"
    if to.state.shot is not None and to.state.shot.firer == event.unit:  # her own gun gave way
        row = "fort_gun_failed" if of_fort else "gun_failed"
    return Happening(row, named(to, event.unit), weight=3.0)


@happens(ev.CrewLost)
def _crew(to: Reader, event: ev.CrewLost) -> Happening | None:
    """Return the story's sentence about men whom a shot cut down; None for other losses."""
    shot = to.state.shot
    if shot is None or shot.target != event.unit or not event.losses:
        return None
    many = event.losses >= MANY * crew_of(to.state.unit(event.unit)).full
    what = "fort" if event.unit in to.state.sections else "critical"
    row = f"{what}_crew" if many else f"{what}_crew_some"
    return Happening(row, named(to, event.unit), weight=3.0 if many else 1.5)


@happens(ev.BlastRolled)
def _blast(to: Reader, event: ev.BlastRolled) -> Happening:
    what = "fort" if event.unit in to.state.sections else "blast"
    return Happening(f"{what}_{event.kind}", named(to, event.unit), weight=8.5)


@happens(ev.TCrossed)
def _crossed(to: Reader, event: ev.TCrossed) -> Happening:
    facts = {"end": str(event.end)}
    return Happening("crossed", named(to, event.ship), named(to, event.target), 3.0, facts)


@happens(ev.RanAground)
def _aground(to: Reader, event: ev.RanAground) -> Happening:
    row = "aground" if len(event.ships) == 1 else "aground_together"
    return Happening(row, join_names([named(to, each) for each in event.ships]), weight=4.0)


@happens(ev.ShipsLeft)
def _left(to: Reader, event: ev.ShipsLeft) -> Happening:
    row = "left" if len(event.ships) == 1 else "left_together"
    names = [named(to, each) for each in event.ships]
    if len(names) > 1 and {*names} == {UNKNOWN}:
        return Happening(
            row, f"{'two' if len(names) == 2 else 'several'} unknown ships", weight=5.0
        )
    return Happening(row, join_names(names), weight=5.0)


@happens(ev.BattleEnded)
def _ended(to: Reader, event: ev.BattleEnded) -> Happening:
    won = join_names([f"the {side}" for side in event.winners])
    return Happening("won" if won else "drawn", won, weight=9.0)


# Voices: what is said aboard while a battle is played, orders and reports.


speaks = Happenings("voices")


def voice(before: State, event: Any) -> Happening | None:
    """Return the words said aboard about an event: its row of voices.toml, else the story's
    sentence. None for an event with neither, and for an event of a hidden ship.
    """
    ship = before.ships.get(getattr(event, "unit", "") or getattr(event, "ship", ""))
    if ship is not None and ship.hidden:
        return None
    return speaks.happening(Reader(before, ""), event) or happening(before, event)


@speaks(ev.OrderRevealed)
def _ordered(to: Reader, event: ev.OrderRevealed) -> Happening:
    return Happening(f"order_{event.order}", named(to, event.ship), weight=0.8)


@speaks(ev.TargetNamed)
def _aimed(to: Reader, event: ev.TargetNamed) -> Happening:
    return Happening("aims", named(to, event.unit), named(to, event.target))


@speaks(ev.ManeuverRolled)
def _maneuvered(to: Reader, event: ev.ManeuverRolled) -> Happening:
    row = "answers" if event.succeeded else "cannot"
    return Happening(row, named(to, event.ship), weight=0.8)


@speaks(ev.WayNamed)
def _attacks(to: Reader, event: ev.WayNamed) -> Happening | None:
    if event.way not in get_args(Attack):
        return None
    return Happening(f"tries_{event.way}", named(to, event.ship), named(to, event.target), 2.0)


@speaks(ev.TowTaken)
def _tows(to: Reader, event: ev.TowTaken) -> Happening:
    return Happening("tows", named(to, event.ship), named(to, event.towed))


@speaks(ev.RefloatTried)
def _refloated(to: Reader, event: ev.RefloatTried) -> Happening:
    return Happening("afloat" if event.afloat else "fast_aground", named(to, event.ship))


@speaks(ev.EngineRolled)
def _engine(to: Reader, event: ev.EngineRolled) -> Happening | None:
    return Happening("engine_stops", named(to, event.ship)) if event.stopped else None


@speaks(ev.Anchored)
def _anchored(to: Reader, event: ev.Anchored) -> Happening:
    return Happening("anchors", named(to, event.ship))


@speaks(ev.Weighed)
def _weighed(to: Reader, event: ev.Weighed) -> Happening:
    return Happening("weighs", named(to, event.ship))

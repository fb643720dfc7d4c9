"""The animation of an event, and its picture."""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.chart import News, Picture, Spectacle, Tableau, Throw
from engine.kit.by_type import Pictures
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Explosive
from engine.systems.iron_oak.fleet import seat_of, silenced
from engine.systems.iron_oak.gunnery.segment import passed_forts
from engine.systems.iron_oak.gunnery.shooting import neighbours
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import Roll, State
from engine.systems.iron_oak.words.telling import CASES, Reader
from engine.systems.iron_oak.words.words import tell

# The visible effects of an event: dice that roll, and news about a ship.


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
"""The events whose log line is shown while they happen."""
DICE = (ev.ManeuverRolled, ev.ShotFired, ev.Rammed, ev.HazardChecked, ev.SparTried)


def spectacle(before: State, event: AnyEvent) -> Spectacle | None:
    """Return the animations of an event; None if it has none. Hidden ships stay hidden."""
    if isinstance(event, DICE):
        found = (getattr(event, field) for field in event.__struct_fields__)
        faces = tuple(
            f"d{sides} {face}"
            for roll in [value for value in found if isinstance(value, Roll)]
            for sides, face in zip(
                filter(None, roll.dice.replace("+", "").split("d")), roll.faces, strict=True
            )
        )
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


def _key(before: State, event: AnyEvent) -> str:
    id = getattr(event, "ship", "") or getattr(event, "unit", "")
    ship = before.ships.get(id)
    return "" if ship is not None and ship.hidden else str(id)


# Events with a picture: rams, torpedoes, explosions, ships sunk or taken, forts passed.


pictures = Pictures("pictures")
BLASTS: dict[Explosive, str] = {
    "boiler": "THE BOILER BURSTS",
    "explosion": "SHE BLOWS UP",
    "magazine": "THE MAGAZINE",
}
TOLD_FROM = 2
"""The level at which a fire gets a picture: small fires start all the time."""


tableau = pictures.tableau
"""Return the picture of an event; None for most events. Hidden ships stay hidden."""


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
    return _exploded(state, event, event.unit, "THE MAGAZINE")


@pictures(ev.BlastRolled)
def _blast(state: State, event: ev.BlastRolled) -> Tableau:
    title = BLASTS[event.kind]
    ship = state.ships.get(event.unit)
    alone = ship is not None and not neighbours(state, ship, event.kind)
    return _exploded(state, event, event.unit, title, " No ship is beside her." if alone else "")


@pictures(ev.BlastStruck)
def _struck(state: State, event: ev.BlastStruck) -> Tableau:
    """Return the picture of a neighbour's damage, shown below the picture of the explosion."""
    text = f"{Reader(state, '').name(event.target)} beside her: {CASES[event.case]}."
    wording = _exploded(state, event, event.source, "")
    return replace(wording, text=f"{text[:1].upper()}{text[1:]}")


def _exploded(state: State, event: AnyEvent, unit: str, title: str, more: str = "") -> Tableau:
    wording = _of(state, event, "blast", title, unit)
    return replace(wording, text=wording.text + more, joins=f"blast {unit}")


@pictures(ev.Rammed)
def _rammed(state: State, event: ev.Rammed) -> Tableau:
    wording = _of(state, event, "ram", "RAMMED", event.target)
    by, on = (Reader(state, "").name(id) for id in (event.ship, event.target))
    many = "Hit" if event.target_hits == 1 else "Hits"
    hits = f"{event.target_hits} {many} on {on}, {event.own_hits} on {by}"
    return replace(wording, text=f"{by[:1].upper()}{by[1:]} runs into {on}: {hits}.")


@pictures(ev.SparExploded)
def _spar(state: State, event: ev.SparExploded) -> Tableau:
    return _of(state, event, "torpedo", "SPAR TORPEDO", event.target)


@pictures(ev.MineExploded)
def _mine(state: State, event: ev.MineExploded) -> Tableau:
    return _of(state, event, "torpedo", "TORPEDO", event.ship)


@pictures(ev.ShipsMoved)
def _past(state: State, event: ev.ShipsMoved) -> Tableau | None:
    ships = [state.ships[id] for id in event.ships]
    if any(ship.hidden for ship in ships):
        return None
    fort = next(iter(passed_forts(state, ships[0], event.box)), "")
    if not fort:
        return None
    guns = [each for each in state.sections.values() if each.fort == fort and not silenced(each)]
    who = Reader(state, "").names(event.ships)
    how = "drift" if event.how == "drift" else "run"
    where = f"{how}{'s' * (len(ships) == 1)} past {book().forts[fort].name} to {event.box}"
    left = f"{pluralized(len(guns), 'section')} of it still in action"
    owner = seat_of(state, ships[0])
    return Tableau("past", "PAST THE FORT", f"{who} {where}, {left}.", owner, "steam")


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


def _of(state: State, event: AnyEvent, picture: Picture, title: str, unit: str) -> Tableau:
    owner = seat_of(state, state.unit(unit))
    return Tableau(picture, title, f"{tell(state, event, '')}.", owner, "steam")

"""What one tells others about: rakes, masts over the side, colours struck, prizes."""

from __future__ import annotations

from engine.game.tableau import Tableau
from engine.kit.by_type import Pictures
from engine.systems.wooden_ships.fleet.names import hits_in_words, seat_name, ship_name
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.telling import tell

pictures = Pictures("pictures")


tableau = pictures.tableau
"""Return what one tells others about; None for most events."""


@pictures(ev.SideFired)
def _rake(state: State, event: ev.SideFired) -> Tableau | None:
    if not event.rake or not any(event.hits):
        return None
    one, other = ship_name(state, event.ship), ship_name(state, event.target)
    where = "over her bow" if event.rake == "bow" else "through her stern"
    text = f"{one} rakes {other} {where}: {hits_in_words(event.hits)}."
    owner = holder(state.ships[event.target])
    return Tableau("rake", f"{event.rake.upper()} RAKE", text, owner)


@pictures(ev.HitsMarked)
def _mast(state: State, event: ev.HitsMarked) -> Tableau | None:
    """A mast falls with the last box of her section of the rigging."""
    ship = state.ships[event.ship]
    pairs = zip(ship.rigging, event.rigging, strict=False)
    gone = sum(before > 0 >= after for before, after in pairs)
    if not gone:
        return None
    name, left = ship_name(state, event.ship), any(event.rigging)
    masts = "a mast" if gone == 1 else "her masts"
    text = f"{name} loses {masts}." if left else f"{name} is dismasted."
    title = "A MAST GOES" if left else "DISMASTED"
    return Tableau("mast", title, text, holder(ship))


@pictures(ev.ShipSurrendered, ev.ShipCaptured, ev.ShipRetaken)
def _colours(state: State, event: ev.ShipSurrendered | ev.ShipCaptured | ev.ShipRetaken) -> Tableau:
    title = {"surrendered": "SHE STRIKES", "captured": "TAKEN", "retaken": "RETAKEN"}
    tag = str(event.__struct_config__.tag)
    text = f"{tell(state, event, '')}."
    return Tableau("colours", title[tag], text, holder(state.ships[event.ship]))


@pictures(ev.SeatGaveUp)
def _gave_up(state: State, event: ev.SeatGaveUp) -> Tableau:
    text = f"{seat_name(state, event.seat)} surrenders with all ships."
    return Tableau("colours", "COLOURS STRUCK", text, event.seat)


@pictures(ev.BattleEnded)
def _end(state: State, event: ev.BattleEnded) -> Tableau:
    return Tableau("end", "THE BATTLE IS OVER", f"{event.reason.rstrip('.')}.")

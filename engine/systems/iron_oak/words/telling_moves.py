"""The log's sentences about events of movement."""

from __future__ import annotations

from engine.base.text import pluralized
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.orders.sheet import LABELS
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import WayName
from engine.systems.iron_oak.waters import off
from engine.systems.iron_oak.words.telling import Reader, dice, tells, thing, verb, versus

WAYS: dict[WayName, str] = {
    "escape": "tries to escape",
    "screen": "tries to screen a friend",
    "oppose": "tries to oppose",
    "cross_bow": "tries to cross the bow of",
    "cross_stern": "tries to cross the stern of",
    "ram": "tries to ram",
    "spar": "brings her torpedo at",
    "ram_and_spar": "comes with ram and torpedo at",
    "maneuver_1": "tries to go to",
    "maneuver_2": "tries to go to",
}


@tells(ev.SegmentEnded, ev.TTried, ev.RamTried, ev.MovementStopped, ev.DiceFeigned)
def _nothing(to: Reader, event: object) -> str:
    return ""


@tells(ev.OrderRevealed)
def _order(to: Reader, event: ev.OrderRevealed) -> str:
    order = LABELS[event.order].lower()
    if event.given and event.given != event.order:
        given = LABELS[event.given].lower()
        return f"{to.name(event.ship)}: {given} is not possible, so {order}"
    return f"{to.name(event.ship)}: {order}"


@tells(ev.WayNamed)
def _way(to: Reader, event: ev.WayNamed) -> str:
    what = WAYS.get(event.way)
    if what is None:
        return ""
    goal = f"off the {off(event.goal)} edge" if off(event.goal) else event.goal
    aim = goal or (to.name(event.target) if event.target else "")
    return f"{to.name(event.ship)} {what} {aim}".rstrip()


@tells(ev.ManeuverRolled)
def _rolled(to: Reader, event: ev.ManeuverRolled) -> str:
    end = verb(event.succeeded, "succeeds", "fails")
    told = f"{to.name(event.ship)} {end}: {versus(event.challenge, event.response)}"
    move = to.state.move
    played = (move.quick, move.slow) if move and move.ship == event.ship else ()
    cards = sum(book().cards[card].value for card in played if card)
    others = event.challenge.drm - cards
    if not cards or not others:
        return told
    return f"{told}; modifier {event.challenge.drm:+d}: cards {cards:+d}, other reasons {others:+d}"


@tells(ev.ShipsMoved)
def _moved(to: Reader, event: ev.ShipsMoved) -> str:
    one, several = {
        "drift": ("drifts to", "drift to"),
        "enter": ("enters at", "enter at"),
        "maneuver": ("goes to", "go to"),
    }[event.how]
    return f"{to.names(event.ships)} {one if len(event.ships) == 1 else several} {event.box}"


@tells(ev.ShipsLeft)
def _left(to: Reader, event: ev.ShipsLeft) -> str:
    verb_form = "leaves" if len(event.ships) == 1 else "leave"
    return f"{to.names(event.ships)} {verb_form} by the {event.edge} edge"


@tells(ev.DriftRolled)
def _drift(to: Reader, event: ev.DriftRolled) -> str:
    return (
        f"{to.names(event.ships)}, drift roll {dice(event.roll)}: {event.result.replace(':', ' ')}"
    )


@tells(ev.HazardChecked)
def _hazard(to: Reader, event: ev.HazardChecked) -> str:
    end = verb(event.passed, "passes", "does not pass")
    name, what = to.name(event.ship), thing(event.hazard)
    return f"{name} {end} the {what}: {versus(event.challenge, event.response)}"


@tells(ev.MineExploded)
def _mine(to: Reader, event: ev.MineExploded) -> str:
    return f"A mine explodes under {to.name(event.ship)}: {pluralized(event.hits, 'Hit')}"


@tells(ev.RanAground)
def _aground(to: Reader, event: ev.RanAground) -> str:
    return f"Aground: {to.names(event.ships)}"


@tells(ev.Fouled)
def _fouled(to: Reader, event: ev.Fouled) -> str:
    return f"{to.name(event.ship)} is fouled with {to.name(event.what)}"


@tells(ev.Freed)
def _freed(to: Reader, event: ev.Freed) -> str:
    return f"{to.name(event.ship)} is clear of {to.name(event.what)}"


@tells(ev.Anchored)
def _anchored(to: Reader, event: ev.Anchored) -> str:
    return f"{to.name(event.ship)} drops anchor"


@tells(ev.Weighed)
def _weighed(to: Reader, event: ev.Weighed) -> str:
    return f"{to.name(event.ship)} weighs anchor"


@tells(ev.AnchorSlipped)
def _slipped(to: Reader, event: ev.AnchorSlipped) -> str:
    return f"{to.name(event.ship)} has slipped her anchor"


@tells(ev.RefloatTried)
def _refloat(to: Reader, event: ev.RefloatTried) -> str:
    end = verb(event.afloat, "gets off", "stays aground")
    return f"{to.name(event.ship)} {end}: {versus(event.challenge, event.response)}"


@tells(ev.EngineStrained)
def _strained(to: Reader, event: ev.EngineStrained) -> str:
    end = verb(event.held, "holds", "is damaged")
    return f"{to.name(event.ship)}'s engine {end}: {versus(event.challenge, event.response)}"


@tells(ev.UnfoulTried)
def _unfoul(to: Reader, event: ev.UnfoulTried) -> str:
    end = verb(event.clear, "gets clear", "does not get clear")
    name, what = to.name(event.ship), to.name(event.what)
    return f"{name} {end} of {what}: {versus(event.challenge, event.response)}"


@tells(ev.TowTaken)
def _tow(to: Reader, event: ev.TowTaken) -> str:
    return f"{to.name(event.ship)} takes {to.name(event.towed)} in tow"


@tells(ev.TowEnded)
def _tow_ended(to: Reader, event: ev.TowEnded) -> str:
    return f"{to.name(event.ship)} lets go of her tow"


@tells(ev.OpposedMarked)
def _opposed(to: Reader, event: ev.OpposedMarked) -> str:
    return f"{to.name(event.by)} opposes {to.name(event.ship)}"


@tells(ev.OppositionEnded)
def _unopposed(to: Reader, event: ev.OppositionEnded) -> str:
    if event.by:
        return f"{to.name(event.by)} no longer opposes {to.name(event.ship)}"
    return f"{to.name(event.ship)} is no longer opposed"


@tells(ev.TCrossed)
def _crossed(to: Reader, event: ev.TCrossed) -> str:
    return f"{to.name(event.ship)} lies across the {event.end} of {to.name(event.target)}"


@tells(ev.PositionsEnded)
def _positions(to: Reader, event: ev.PositionsEnded) -> str:
    return f"{to.name(event.ship)} has left her bow-on and stern-on positions"


@tells(ev.SparTried)
def _spar(to: Reader, event: ev.SparTried) -> str:
    end = verb(event.exploded, "goes off", "does not go off")
    return f"{to.name(event.ship)}'s torpedo {end}: {versus(event.challenge, event.response)}"


@tells(ev.SparExploded)
def _exploded(to: Reader, event: ev.SparExploded) -> str:
    return f"The torpedo: {_hits_on_both(to, event, event.hits)}"


@tells(ev.Rammed)
def _rammed(to: Reader, event: ev.Rammed) -> str:
    odds = versus(event.attack, event.defence)
    hits = _hits_on_both(to, event, event.target_hits)
    return f"{to.name(event.ship)} rams {to.name(event.target)}: {odds}: {hits}"


def _hits_on_both(to: Reader, event: ev.SparExploded | ev.Rammed, hits: int) -> str:
    """Return as text the Hits of an attack on its target, and on the ship that attacked."""
    target, own = to.name(event.target), to.name(event.ship)
    return f"{pluralized(hits, 'Hit')} on {target}, {pluralized(event.own_hits, 'Hit')} on {own}"


@tells(ev.BeakChecked)
def _beak(to: Reader, event: ev.BeakChecked) -> str:
    return "" if event.held else f"{to.name(event.ship)}'s ram is damaged"


@tells(ev.FoulingChecked)
def _fouling(to: Reader, event: ev.FoulingChecked) -> str:
    return f"{to.name(event.ship)} comes clear of {to.name(event.target)}" if event.clear else ""


@tells(ev.Searched)
def _searched(to: Reader, event: ev.Searched) -> str:
    end = verb(event.found, "identifies a counter", "cannot identify a counter")
    return f"{to.name(event.ship)} {end}: {dice(event.roll)}"


@tells(ev.Revealed)
def _revealed(to: Reader, event: ev.Revealed) -> str:
    ship = to.state.ships[event.ship]
    if ship.kind == "contact":
        return "The counter was a False Contact"
    return f"{name(ship)} shows herself in {ship.box}"

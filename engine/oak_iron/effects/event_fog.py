"""Events of fog (Oak & Iron ch. 5, Events): it rolls in, and it clears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.decision import Area, Decision, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, takes
from engine.oak_iron.bases import hulls
from engine.oak_iron.event_deck import EVENTS, Event, Order
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.pieces import laid
from engine.oak_iron.records import book
from engine.oak_iron.state import State
from engine.oak_iron.steps import AnyStep, LayFog
from engine.plane.pose import Point
from engine.plane.room import middle, room

LIES = {"east and west": 0.0, "north and south": 90.0}
"""How a bank may stretch, with its heading."""


def _banks(state: State) -> Iterator[tuple[str, str, float]]:
    """Yield (piece, how it stretches, heading) of the fog banks that find a place."""
    taken = {piece.id for piece in state.terrain}
    for key, piece in book().pieces.items():
        if piece.kind == "fog" and key not in taken:
            for stretch, heading in LIES.items():
                if _places(state, key, heading):
                    yield key, stretch, heading


def _places(state: State, piece: str, heading: float) -> tuple[tuple[Point, ...], ...]:
    """Return where the middle of a bank may lie: beyond Pistol Shot of every ship."""
    outline = laid(piece, (0.0, 0.0), heading).outline
    bases = [base.polygon for base in hulls(state).values()]
    return room(outline, state.table.size, bases, book().measures.pistol)


def fog_rolls_in(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Fog Rolls In: the player who decides first lays a bank."""
    return (LayFog(order[0]),)


@asks(LayFog)
def lay_fog(state: State, step: LayFog) -> tuple[Decision, ...]:
    """Ask which bank, then where its middle lies."""
    name = state.squadrons[step.squadron].name
    if not step.piece:
        options = tuple(
            Option(
                f"{piece}_{heading:.0f}",
                f"{book().pieces[piece].name}, {stretch}",
                cmd.ChooseTerrain(piece, heading),
            )
            for piece, stretch, heading in _banks(state)
        )
        prompt = f"{name}, Fog Rolls In: which bank?"
        return (Decision(step.squadron, "fog_bank", prompt, options),)
    places = _places(state, step.piece, step.heading)
    bank = book().pieces[step.piece].name
    option = Option("place", f"lay {bank} here", cmd.PlaceTerrain(), area="at")
    prompt = f"{name}: where does {bank} lie, beyond pistol shot of all ships?"
    where = Area(places, middle(places))
    return (Decision(step.squadron, "place_terrain", prompt, (option,), area=where),)


@takes(LayFog)
def take_fog(ledger: Ledger, step: LayFog, seat: str, command: cmd.AnyCommand) -> None:
    """Take the bank up, then lay it down."""
    if isinstance(command, cmd.ChooseTerrain):
        ledger.finish(LayFog(step.squadron, command.piece, command.heading))
        return
    assert isinstance(command, cmd.PlaceTerrain)
    ledger.finish()
    ledger.write(ev.TerrainLaid(laid(step.piece, command.at, step.heading)))


def visibility_clears(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """The Weather Clears: no bank is left; the card itself ends what dims the sight."""
    banks = tuple(piece.id for piece in ledger.state.terrain if piece.kind == "fog")
    if banks:
        ledger.write(ev.TerrainTaken(banks))
    return ()


def _dim(state: State) -> bool:
    ends = book().events["visibility_clears"].ends
    fog = any(piece.kind == "fog" for piece in state.terrain)
    return fog or any(event in ends for event in state.events_in_force)


EVENTS["fog_rolls_in"] = Event(lambda state: any(True for _ in _banks(state)), fog_rolls_in)
EVENTS["visibility_clears"] = Event(_dim, visibility_clears)

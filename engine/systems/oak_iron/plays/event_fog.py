"""Events of fog (Oak & Iron ch. 5, Events): Fog Rolls In, and The Weather Clears."""

from __future__ import annotations

from engine.game.decision import Decision
from engine.kit.site import Site
from engine.space.plane.free_area import free_areas
from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.plays.event_deck import EVENTS, DrawnEvent, Order
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import hulls
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import AnyStep, LayFog
from engine.systems.oak_iron.terrain.pieces import laid
from engine.systems.oak_iron.terrain.placing import (
    Places,
    ask_piece,
    fitting,
    near_ships,
    off_table,
    open_to,
)


def _banks(state: State) -> list[str]:
    """Return the ids of the fog banks for which there is room at some heading."""
    return fitting(state, "fog", lambda piece, heading: _places(state, piece, heading))


def _places(state: State, piece: str, heading: float) -> Places:
    """Return outlines of where a bank's middle may lie: beyond Pistol Shot of every ship."""
    outline = laid(piece, (0.0, 0.0), heading).outline
    bases = [base.polygon for base in hulls(state).values()]
    return free_areas(outline, state.table.size, bases, book().measures.pistol)


def fog_rolls_in(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Fog Rolls In: the squadron that decides first lays a fog bank."""
    return (LayFog(order[0]),)


@RULES.asks(LayFog)
def lay_fog(state: State, step: LayFog) -> tuple[Decision, ...]:
    """Ask which bank is laid, where, and how it is turned."""
    name = state.squadrons[step.squadron].name
    prompt = f"{name}, Fog Rolls In: which bank, and where, beyond pistol shot of all ships?"
    return ask_piece(step.squadron, prompt, _banks(state))


@RULES.places(LayFog)
def bank_lies(state: State, step: LayFog, command: cmd.LayPiece) -> Site:
    """Return where a bank may be laid at the chosen heading."""

    def wrong(at: Point) -> list[str]:
        bank = laid(command.piece, at, command.heading)
        return off_table(state, bank) or near_ships(
            state, bank, book().measures.pistol, "Pistol Shot"
        )

    return Site(open_to(_places(state, command.piece, command.heading)), wrong)


@RULES.takes(LayFog)
def take_fog(ledger: Ledger, step: LayFog, seat: str, command: cmd.LayPiece) -> None:
    """Lay the bank on the table."""
    ledger.finish()
    ledger.write(ev.TerrainLaid(laid(command.piece, command.at, command.heading)))


def visibility_clears(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """The Weather Clears: take all banks away.

    The card's record names the events that it ends, which are those that dim the sight.
    """
    banks = tuple(piece.id for piece in ledger.state.terrain if piece.kind == "fog")
    if banks:
        ledger.write(ev.TerrainTaken(banks))
    return ()


def _dim(state: State) -> bool:
    ends = book().events["visibility_clears"].ends
    fog = any(piece.kind == "fog" for piece in state.terrain)
    return fog or any(event in ends for event in state.events_in_force)


EVENTS["fog_rolls_in"] = DrawnEvent(lambda state: bool(_banks(state)), fog_rolls_in)
EVENTS["visibility_clears"] = DrawnEvent(_dim, visibility_clears)

"""Initiative cards that work at once (Oak & Iron ch. 4, Resolve Card Effects).

What each of them does is in `effects.immediately`; here are the questions that they ask.
"""

from __future__ import annotations

from engine.decision import Area, Decision, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, does, takes
from engine.oak_iron.bases import area, hull, hulls
from engine.oak_iron.effects.immediately import EFFECTS, steps
from engine.oak_iron.effects.lending import LENDS
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.pieces import laid
from engine.oak_iron.records import book
from engine.oak_iron.state import State
from engine.oak_iron.steps import BorrowCard, CardEffect, LayShoal, RelieveAll
from engine.plane.pose import Point
from engine.plane.room import middle, room

LIES = (0.0, 90.0)
"""The headings in which a shoal may be laid."""


@asks(CardEffect)
def card_effect(state: State, step: CardEffect) -> tuple[Decision, ...]:
    """Ask which ship the effect works on next, or whether that was all."""
    effect = EFFECTS[step.card]
    options = [
        option
        for key in step.ships
        if state.ships[key].fights
        for option in effect.options(state, state.ships[key])
    ]
    if not options:
        return ()
    options.append(Option("done", "no more", cmd.Pass()))
    name = book().cards[step.card].name
    return (
        Decision(
            step.squadron,
            "card_effect",
            f"{name}: which ship?",
            tuple(options),
            dial=effect.dial() if effect.dial else None,
        ),
    )


@takes(CardEffect)
def take_effect(ledger: Ledger, step: CardEffect, seat: str, command: cmd.AnyCommand) -> None:
    """Let the effect work on a ship, and ask again for the others."""
    if isinstance(command, cmd.Pass):
        ledger.finish()
        return
    assert isinstance(command, cmd.ApplyEffect | cmd.FreeTurn | cmd.FreeSlide)
    left = tuple(key for key in step.ships if key != command.ship)
    ledger.finish(CardEffect(step.squadron, step.card, left))
    ledger.write(ev.EffectApplied(step.squadron, step.card, command.ship))
    EFFECTS[step.card].work(ledger, command)


@does(RelieveAll)
def relieve_all(ledger: Ledger, step: RelieveAll) -> None:
    """Take 1 Fatigue off each ship that has any."""
    ledger.finish()
    tired = [key for key in step.ships if ledger.state.ships[key].fatigue]
    if tired:
        ledger.write(ev.EffectApplied(step.squadron, step.card))
    for key in tired:
        ledger.write(ev.FatigueRemoved(key, 1, ledger.state.ships[key].fatigue - 1))


@asks(BorrowCard)
def borrow_card(state: State, step: BorrowCard) -> tuple[Decision, ...]:
    """Ask which card works besides, or none."""
    cards = book().cards
    found = LENDS[step.card](state, step.squadron).cards
    options = [
        Option(card, f"{cards[card].name} ({cards[card].value})", cmd.BorrowCard(card))
        for card in sorted(found, key=lambda card: (cards[card].value, card))
    ]
    if not options:
        return ()
    options.append(Option("none", "no other card", cmd.Pass()))
    prompt = f"{cards[step.card].name}: which card works this turn?"
    return (Decision(step.squadron, "borrow_card", prompt, tuple(options), secret=True),)


@takes(BorrowCard)
def take_borrowed(ledger: Ledger, step: BorrowCard, seat: str, command: cmd.AnyCommand) -> None:
    """Let the other card work from now on, at once where it does so."""
    ledger.finish()
    if not isinstance(command, cmd.BorrowCard):
        return
    own = LENDS[step.card](ledger.state, step.squadron).own
    ledger.write(ev.EffectApplied(step.squadron, step.card))
    ledger.write(ev.CardBorrowed(step.squadron, command.card, own))
    ledger.plan(*steps(ledger.state, step.squadron, command.card))


def _places(
    state: State, squadron: str, piece: str, heading: float
) -> tuple[tuple[Point, ...], ...]:
    """Return where a shoal's middle may lie: near a ship of the squadron, clear of the rest."""
    measures = book().measures
    outline = laid(piece, (0.0, 0.0), heading).outline
    bodies = [base.polygon for base in hulls(state).values()]
    bodies += [area(other) for other in state.terrain]
    return tuple(
        place
        for ship in state.own_ships(squadron)
        if ship.fights
        for place in room(
            outline,
            state.table.size,
            bodies,
            measures.yard_arm,
            hull(ship).polygon.buffer(measures.musket - 0.01),
        )
    )


@asks(LayShoal)
def lay_shoal(state: State, step: LayShoal) -> tuple[Decision, ...]:
    """Ask which shoal, then where its middle lies."""
    name = book().cards[step.card].name
    pieces = book().pieces
    if step.piece:
        places = _places(state, step.squadron, step.piece, step.heading)
        shoal = pieces[step.piece].name
        option = Option("place", f"lay {shoal} here", cmd.PlaceTerrain(), area="at")
        prompt = f"{name}: where does {shoal} lie, beyond a yard arm of all ships?"
        where = Area(places, middle(places))
        return (Decision(step.squadron, "place_terrain", prompt, (option,), area=where),)
    taken = {piece.id for piece in state.terrain}
    options = [
        Option(
            f"{key}_{heading:.0f}",
            f"{piece.name}, heading {heading:.0f}",
            cmd.ChooseTerrain(key, heading),
        )
        for key, piece in pieces.items()
        if piece.kind == "shoal" and key not in taken
        for heading in LIES
        if _places(state, step.squadron, key, heading)
    ]
    if not options:
        return ()
    return (Decision(step.squadron, "shoal", f"{name}: which shoal?", tuple(options)),)


@takes(LayShoal)
def take_shoal(ledger: Ledger, step: LayShoal, seat: str, command: cmd.AnyCommand) -> None:
    """Take the shoal up, then lay it down."""
    if isinstance(command, cmd.ChooseTerrain):
        ledger.finish(LayShoal(step.squadron, step.card, command.piece, command.heading))
        return
    assert isinstance(command, cmd.PlaceTerrain)
    ledger.finish()
    ledger.write(ev.EffectApplied(step.squadron, step.card))
    ledger.write(ev.TerrainLaid(laid(step.piece, command.at, step.heading)))

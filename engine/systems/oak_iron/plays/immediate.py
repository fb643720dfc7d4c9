"""Initiative cards that work at once (Oak & Iron ch. 4, Resolve Card Effects).

What each of them does is in `effects.immediately`; here are the questions that they ask.
"""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.kit.site import Site
from engine.space.plane.contact import within
from engine.space.plane.pose import Point
from engine.space.plane.room import room
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.effects.lending import LENDS
from engine.systems.oak_iron.machine.agenda import asks, does, places, takes
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.plays.immediately import EFFECTS, steps
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import area, hull, hulls
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import BorrowCard, CardEffect, LayShoal, RelieveAll
from engine.systems.oak_iron.terrain.pieces import laid
from engine.systems.oak_iron.terrain.placing import (
    Places,
    ask_piece,
    fitting,
    near_ships,
    off_table,
    open_to,
    overlaps,
)


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


def _places(state: State, squadron: str, piece: str, heading: float) -> Places:
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
    """Ask which shoal, where, and how it stretches."""
    name = book().cards[step.card].name
    shoals = fitting(state, "shoal", lambda *turned: _places(state, step.squadron, *turned))
    prompt = f"{name}: which shoal, and where, beyond a yard arm of all ships?"
    return ask_piece(step.squadron, prompt, shoals)


@places(LayShoal)
def shoal_lies(state: State, step: LayShoal, command: cmd.LayPiece) -> Site:
    """Return where a shoal may be laid, turned so."""
    measures = book().measures

    def wrong(at: Point) -> list[str]:
        shoal = laid(command.piece, at, command.heading)
        found = off_table(state, shoal) or [
            *near_ships(state, shoal, measures.yard_arm, "Yard Arm"),
            *overlaps(shoal, state.terrain),
        ]
        own = [hull(ship).polygon for ship in state.own_ships(step.squadron) if ship.fights]
        nearest = min(float(area(shoal).distance(base)) for base in own)
        if not within(nearest, measures.musket):
            found.append(f"beyond Musket Shot of your ships: {nearest:.1f} inches")
        return found

    return Site(open_to(_places(state, step.squadron, command.piece, command.heading)), wrong)


@takes(LayShoal)
def take_shoal(ledger: Ledger, step: LayShoal, seat: str, command: cmd.LayPiece) -> None:
    """Lay the shoal down."""
    ledger.finish()
    ledger.write(ev.EffectApplied(step.squadron, step.card))
    ledger.write(ev.TerrainLaid(laid(command.piece, command.at, command.heading)))

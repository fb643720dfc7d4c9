"""The deck of events (Oak & Iron ch. 5, Events): drawing a card, and letting it happen.

An event is registered in `EVENTS` under its card's id: whether it is possible, and what it
does at once. What it does while it lies face up is registered at the moments of
`effects`, like the effect of any other card.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.sides import sides, squadrons_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import AnyStep, BreakTie, DrawEvent, EventEffect

Order = tuple[str, ...]
"""Squadrons in the order in which they decide."""
CALM = "steady_wind"
"""The condition card that cancels the first event of a battle."""


class DrawnEvent(msgspec.Struct, frozen=True):
    """What an event card does at once; the defaults fit a card that only lies face up."""

    possible: Callable[[State], bool] = lambda state: True
    happen: Callable[[Ledger, Order], tuple[AnyStep, ...]] = lambda ledger, order: ()
    """(ledger, order of the squadrons): write its facts, and return the steps that follow."""
    options: Callable[[State, str], list[Option]] | None = None
    """(state, squadron) to what a squadron chooses from, one option each."""
    work: Callable[[Ledger, str, cmd.AnyCommand], None] | None = None
    """(ledger, squadron, command): do what was chosen."""
    may: bool = False
    """Whether a squadron may decline to choose."""


EVENTS: dict[str, DrawnEvent] = {
    event: DrawnEvent()
    for event in ("wind_decreases", "wind_increases", "reduced_visibility", "swell")
}
"""Every known event by the id of its card."""


def each_player(
    event: str,
    options: Callable[[State, str], list[Option]],
    work: Callable[[Ledger, str, cmd.AnyCommand], None],
    may: bool = False,
) -> None:
    """Register an event in which every squadron in turn chooses one thing."""

    def possible(state: State) -> bool:
        return any(options(state, key) for key in state.squadrons)

    def happen(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
        return tuple(EventEffect(event, key) for key in order)

    EVENTS[event] = DrawnEvent(possible, happen, options, work, may)


def left_in_deck(state: State) -> tuple[str, ...]:
    """Return the events that may still be drawn."""
    gone = {*state.events_gone, *state.events_in_force}
    return tuple(event for event in book().events if event not in gone)


def order(state: State, first: str) -> Order:
    """Return the squadrons in the order in which they decide.

    The side that had the initiative last turn (`first`) begins, else the defender's, else the
    first side.
    """
    lead = first or state.defender
    side = state.squadrons[lead].side if lead in state.squadrons else lead
    known = sides(state)
    side = side if side in known else known[0]
    rest = (key for other in known if other != side for key in squadrons_of(state, other))
    return (*squadrons_of(state, side), *rest)


@RULES.does(DrawEvent)
def draw_event(ledger: Ledger, step: DrawEvent) -> None:
    """Draw an event card if one is left, and let it happen before the tie is broken."""
    ledger.finish(BreakTie(step.waiting))
    deck = left_in_deck(ledger.state)
    if not deck:
        return
    first = not ledger.state.events_gone
    event = deck[ledger.chance(len(deck)) - 1]
    ledger.write(ev.EventDrawn(event))
    if first and any(CALM in each.conditions for each in ledger.state.squadrons.values()):
        ledger.write(ev.EventIgnored(event))
    else:
        happen(ledger, event, order(ledger.state, step.first))


def happen(ledger: Ledger, event: str, players: Order) -> None:
    """Let an event happen, or ignore one that is not possible."""
    known, card = EVENTS.get(event), book().events[event]
    if known is None or not known.possible(ledger.state):
        ledger.write(ev.EventIgnored(event))
        return
    for other in card.ends:
        if other in ledger.state.events_in_force:
            ledger.write(ev.EventOver(other))
    if card.lasts != "at_once":
        ledger.write(ev.EventLasts(event))
    ledger.plan(*known.happen(ledger, players))


def turn_over(ledger: Ledger) -> None:
    """End the events that last for one turn."""
    for event in ledger.state.events_in_force:
        if book().events[event].lasts == "turn":
            ledger.write(ev.EventOver(event))


@RULES.asks(EventEffect)
def event_effect(state: State, step: EventEffect) -> tuple[Decision, ...]:
    """Ask a squadron for its choice."""
    known = EVENTS[step.event]
    options = known.options(state, step.squadron) if known.options else []
    if not options:
        return ()
    if known.may:
        options.append(Option("none", "leave it", cmd.Pass()))
    card = book().events[step.event]
    prompt = f"{state.squadrons[step.squadron].name}, {card.name}: which ship?"
    return (Decision(step.squadron, "event", prompt, tuple(options)),)


@RULES.takes(EventEffect)
def take_event_effect(
    ledger: Ledger, step: EventEffect, seat: str, command: cmd.AnyCommand
) -> None:
    """Do what the squadron chose."""
    ledger.finish()
    work = EVENTS[step.event].work
    if work is not None and not isinstance(command, cmd.Pass):
        work(ledger, step.squadron, command)

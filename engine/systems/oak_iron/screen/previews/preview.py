"""Preview of the highlighted option: what it would do, as marks and rows."""

from __future__ import annotations

from engine.game.decision import Decision, Option, Point
from engine.game.panel import Heading, Row, Span, Words, words
from engine.game.parts.screen import Preview
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.screen.brief import card_rows
from engine.systems.oak_iron.screen.previews import crew_preview
from engine.systems.oak_iron.screen.previews import crew_preview as boarding_preview
from engine.systems.oak_iron.screen.previews import move_preview as seamanship_preview
from engine.systems.oak_iron.screen.previews.attack_preview import attack_preview
from engine.systems.oak_iron.screen.previews.crew_preview import put_preview
from engine.systems.oak_iron.screen.previews.move_preview import (
    card_previews,
    move_preview,
    preview_of_ship,
)
from engine.systems.oak_iron.screen.scene import zone_marks
from engine.systems.oak_iron.set_up.scenario_draft import drafting
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import State

ROOMS = (seamanship_preview, boarding_preview, crew_preview)
"""The modules that say what is shown of a command; importing them fills the registry."""


def preview(
    view: State,
    decision: Decision,
    option: Option,
    dial: float | None = None,
    at: Point | None = None,
) -> Preview:
    """Return the marks and rows of what an option would do.

    Raises `Refused` if the dial or the point is not one of the decision's.
    """
    command = option.filled(decision, dial, at)
    if (of_card := card_previews.get(command)) is not None:
        return of_card(view, command)
    named = getattr(command, "ship", "")
    if not named:
        active = view.activation.ship if view.activation is not None else ""
        named = decision.ship or active
    ship = view.ships.get(named)
    if ship is None or not ship.afloat:
        return Preview()
    if isinstance(command, do.Fire):
        return attack_preview(view, decision, ship.id, command)
    way = course.trace(view, ship.id, command)
    if way is not None:
        last_turn = isinstance(command, do.Sail) and command.turn == "both" and not way.struck
        if isinstance(command, do.Sail | do.Row | do.FreeSlide):
            title = "If she sails so"
        else:
            title = "If she shifts so" if isinstance(command, do.Shift) else "If she turns so"
        return move_preview(view, way, title, last_turn)
    return preview_of_ship(view, ship, command)


@card_previews(do.ChooseCard, do.DropCard, do.BorrowCard)
def _initiative_card(_: State, command: do.ChooseCard | do.DropCard | do.BorrowCard) -> Preview:
    record = book().cards[command.card]
    effect = Words((Span(record.effect), Span(f" ({record.timing})", "dim")))
    gone: list[Row] = [words("discarded when played", "warning")] if record.discard else []
    return Preview(rows=(Heading(f"{record.value} {record.name}"), effect, *gone))


@card_previews(do.Draw)
def _scenario_card(view: State, command: do.Draw) -> Preview:
    """Return a card's text, and on the chart the zone that it would give."""
    zoned = command.kind == "deployment" and view.plan
    marks = zone_marks(view, drafting(view), command.card) if zoned else ()
    return Preview(marks, card_rows(command.kind, command.card))


card_previews(do.LayPiece, do.Deploy)(put_preview)

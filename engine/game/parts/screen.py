"""A game system on the screen: status, chart, cards, previews. All take a view, never a state."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.game.chart import Mark, Scene, Sea, Spectacle, Tableau
from engine.game.decision import Answer, Point
from engine.game.panel import Row
from engine.game.parts.part import Part, S
from engine.game.question import Question


class Status(msgspec.Struct, frozen=True):
    """The words of the status bar."""

    title: str
    turn: str
    phase: str
    note: str = ""
    """Who goes first; `note_in_short` says it where room is short."""
    points: str = ""
    """Points of the sides in short, `Red 0/3  Blue 2/3`."""
    in_force: str = ""
    """An event that changes the rules now."""
    note_in_short: str = ""
    wind: str = ""
    """Wind and weather in words; '' leaves them to the board."""


class Preview(msgspec.Struct, frozen=True):
    """The forecast of an option: marks for the chart, rows for the panel."""

    marks: tuple[Mark, ...] = ()
    rows: tuple[Row, ...] = ()
    quick_marks: tuple[Mark, ...] | None = None
    """The marks while a dial is being turned (no rings); None: the same."""
    meets: tuple[str, ...] = ()
    """The ships that it brings together, by their keys: the view closes on them."""
    diagram: str = ""
    """The name of the diagram that explains it; '' for none."""


class Overlay(msgspec.Struct, frozen=True):
    """A picture that a key switches on: `range` rings, `arcs`, `formation`, `wind`."""

    id: str
    label: str


class Headings(msgspec.Struct, frozen=True):
    """A system's titles for the sections of the panel."""

    roster: str = "Squadrons"
    foreseen: str = "If so ordered"
    hand: str = "Hand"


class Showing(Part[S]):
    """The screen part of a game: rows and marks that a front end lays out and draws."""

    headings: Headings = Headings()

    def status(self, view: S) -> Status:
        """Return the words of the status bar."""
        return Status(self.game.title, f"turn {self.game.turn(view)}", "")

    def scene(self, view: S) -> Scene:
        """Return the chart."""
        return Scene(Sea(1.0, 1.0), ())

    def subjects(self, view: S) -> tuple[str, ...]:
        """Return the keys of the ships that Tab goes through, in order."""
        return ()

    def card(self, view: S, key: str) -> tuple[Row, ...]:
        """Return a ship's card."""
        return ()

    def roster(self, view: S) -> tuple[Row, ...]:
        """Return all ships in a line each, with their sides' points and what would tip them."""
        return ()

    def forces(self, view: S) -> tuple[Row, ...]:
        """Return all ships under their sides, also where the roster tells of a set-up instead."""
        return self.roster(view)

    def legend(self, view: S) -> tuple[Row, ...]:
        """Return what the terrain and marks on the chart mean, of kinds that are there."""
        return ()

    def hand(self, view: S, seat: str) -> tuple[Row, ...]:
        """Return the seat's cards."""
        return ()

    def preview(self, view: S, question: Question, answer: Answer) -> Preview:
        """Return the forecast of an answer: ghost, path, odds.

        For a slot of a sheet the decision names the slot.
        """
        return Preview()

    def noted(self, view: S, slot: str, answer: Answer) -> str:
        """Return what an answer to a slot of a sheet may bring, its first word alone enough.

        It stands in the slot's line once it is filled in; '' for nothing.
        """
        return ""

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays that this system can draw."""
        return ()

    def overlay(self, view: S, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return an overlay's marks for a ship."""
        return ()

    def overlay_ahead(
        self, view: S, overlay_id: str, question: Question, answer: Answer
    ) -> tuple[Mark, ...] | None:
        """Return an overlay's marks for a ship as she would lie after an answer about her.

        They are drawn while it is highlighted; None where the overlay stays as it is now.
        """
        return None

    def ordered(self, view: S) -> tuple[Mark, ...]:
        """Return the orders being carried out, drawn beside the ships in step-by-step mode."""
        return ()

    def measure(self, view: S, start: Point, end: Point) -> Preview:
        """Return range, band and sight between two places (or the ships there)."""
        return Preview()

    def spectacle(self, before: S, event: Any) -> Spectacle | None:
        """Return what there is to see in an event: a ship gliding, a volley, dice."""
        return None

    def meeting(self, before: S, event: Any) -> tuple[str, ...]:
        """Return the keys of ships that an event brings together: the view closes on them."""
        return ()

    def load(self) -> None:
        """Prefetch slow imports of the pictures, so that no key waits for them.

        Called in a thread of its own, while the player reads the first screen.
        """

    def opening(self, view: S) -> Tableau | None:
        """Return the opening of a battle: date, place and stakes, or None.

        It is the same for every seat and every call.
        """
        return None

    def tableau(self, before: S, event: Any) -> Tableau | None:
        """Return the picture of the position that anybody may see; nothing secret may be in it."""
        return None

"""The part of a game system for the screen: status, chart, cards, previews.

Where a function takes a `view`, it is the state as one seat (player) may see it.
"""

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
    """Which seat (player) goes first, in words. `note_in_short` is used where there is little
    room."""
    points: str = ""
    """The points of the sides in short form, `Red 0/3  Blue 2/3`."""
    standing: str = ""
    """The points in words, `strike points: Red 0, Blue 2; ships left: 3, 3`, for lists of
    battles."""
    in_force: str = ""
    """An event in force that changes the rules at present; '' for none."""
    note_in_short: str = ""
    wind: str = ""
    """Wind and weather in words; if '', the status bar shows the wind of the board."""

    @property
    def moment(self) -> str:
        """Turn and phase within a sentence: `turn 3 of 10, Union order`."""
        parts = ", ".join(filter(None, (self.turn, self.phase)))
        return " ".join(word.lower() if word.isupper() else word for word in parts.split())


class Preview(msgspec.Struct, frozen=True):
    """A forecast of what an answer leads to: marks for the chart, rows for the panel."""

    marks: tuple[Mark, ...] = ()
    rows: tuple[Row, ...] = ()
    quick_marks: tuple[Mark, ...] | None = None
    """The marks without rings, which are drawn while a dial is turned; if None, `marks` are
    drawn."""
    meets: tuple[str, ...] = ()
    """The keys of ships that the answer would bring together; the viewport zooms in on them."""
    diagram: str = ""
    """The name of the diagram that explains the answer; '' for none."""


class Overlay(msgspec.Struct, frozen=True):
    """A picture over the chart that a key switches on: `range` (rings), `arcs`, `formation`,
    `wind`.
    """

    id: str
    label: str


class Headings(msgspec.Struct, frozen=True):
    """The titles that a game system gives to the sections of the panel."""

    roster: str = "Squadrons"
    foreseen: str = "With this order"
    hand: str = "Hand"
    legend: str = "Chart"
    """The title above the words of the legend that explain no single sign."""


class Showing(Part[S]):
    """The screen part of a game: the rows and marks that a front end lays out and draws."""

    headings: Headings = Headings()

    def status(self, view: S) -> Status:
        """Return the words of the status bar."""
        return Status(self.game.title, f"turn {self.game.turn(view)}", "")

    def scene(self, view: S) -> Scene:
        """Return the chart: its board, and all marks on it."""
        return Scene(Sea(1.0, 1.0), ())

    def subjects(self, view: S) -> tuple[str, ...]:
        """Return the keys of the ships that Tab goes through, in order."""
        return ()

    def card(self, view: S, key: str) -> tuple[Row, ...]:
        """Return a ship's card."""
        return ()

    def roster(self, view: S) -> tuple[Row, ...]:
        """Return the roster, the list of all ships.

        It also has the points of the sides, and the losses that would make each side withdraw.
        """
        return ()

    def forces(self, view: S) -> tuple[Row, ...]:
        """Return all ships by side.

        `roster` may show a set-up instead; this never does.
        """
        return self.roster(view)

    def to_win(self, view: S) -> tuple[Row, ...]:
        """Return a heading and how the battle is won; () before the battle has begun."""
        return ()

    def legend(self, view: S) -> tuple[Row, ...]:
        """Return the meaning of each kind of terrain and mark that is now on the chart."""
        return ()

    def hand(self, view: S, seat: str) -> tuple[Row, ...]:
        """Return the rows that show the cards in a seat's hand."""
        return ()

    def preview(self, view: S, question: Question, answer: Answer) -> Preview:
        """Return the forecast of an answer: the ship's later position, her path, odds.

        For an answer to a slot of a sheet, `question` is a decision that names the slot.
        """
        return Preview()

    def forecast_note(self, view: S, slot: str, answer: Answer) -> str:
        """Return the likely result of an answer to a slot (a line of a sheet), in words.

        '' for nothing. The words are shown in the slot's line when it is filled in. The part before
        their first comma must also make sense alone.
        """
        return ""

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays that this system can draw."""
        return ()

    def overlay(self, view: S, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return the marks of an overlay (a picture over the chart) for one ship."""
        return ()

    def overlay_ahead(
        self, view: S, overlay_id: str, question: Question, answer: Answer
    ) -> tuple[Mark, ...] | None:
        """Return the marks that an overlay would have after an answer about a ship.

        They are drawn while the answer is highlighted. None where the overlay does not change.
        """
        return None

    def ordered(self, view: S) -> tuple[Mark, ...]:
        """Return marks that show which orders are being carried out.

        They are drawn beside the ships in step-by-step mode.
        """
        return ()

    def measure(self, view: S, start: Point, end: Point) -> Preview:
        """Return what a ruler shows between two places, or the ships at them.

        It is the range, the range band and the line of sight.
        """
        return Preview()

    def spectacle(self, before: S, event: Any) -> Spectacle | None:
        """Return the animations of an event: a ship gliding, a volley, dice."""
        return None

    def meeting(self, before: S, event: Any) -> tuple[str, ...]:
        """Return the keys of ships that meet in an event; the viewport zooms in on them."""
        return ()

    def prefetch(self) -> None:
        """Import the modules for pictures that are slow to import, so that no key waits for them.

        It is called in a thread of its own, while the player reads the first screen.
        """

    def opening(self, view: S) -> Tableau | None:
        """Return the opening picture of a battle, with date, place and stakes; None for none.

        The picture is the same for every seat and in every call.
        """
        return None

    def tableau(self, before: S, event: Any) -> Tableau | None:
        """Return the picture of an event; None for most events.

        Everybody may see the picture, so it must reveal no secret.
        """
        return None

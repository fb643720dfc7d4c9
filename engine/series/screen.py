"""The screen of a series: the screen of its game, with the score in the status bar."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game.chart import Mark, News, Scene, Spectacle, Tableau
from engine.game.decision import Answer, Point
from engine.game.panel import Row
from engine.game.parts.screen import Headings, Overlay, Preview, Showing, Status
from engine.game.question import Question
from engine.series.game import Inside
from engine.series.state import InBattle, Series, score


class SeriesPictures(Inside, Showing[Series]):
    """Animations and pictures of events, as the battles' game makes them."""

    def spectacle(self, before: Series, event: Any) -> Spectacle | None:
        """Return the animations of an event; for the end of a battle, a sentence."""
        if isinstance(event, InBattle):
            return self.inner.screen.spectacle(before.battle, event.happened)
        return News(self.game.words.tell(before, event, ""))

    def meeting(self, before: Series, event: Any) -> tuple[str, ...]:
        """Return the keys of ships that meet in an event, on which the chart then zooms in."""
        if isinstance(event, InBattle):
            return self.inner.screen.meeting(before.battle, event.happened)
        return ()

    def prefetch(self) -> None:
        """Import the modules for pictures in advance, because they are slow to import."""
        self.inner.screen.prefetch()

    def opening(self, view: Series) -> Tableau | None:
        """Return the opening picture of the battle, with date, place and stakes; None for none."""
        return self.inner.screen.opening(view.battle)

    def tableau(self, before: Series, event: Any) -> Tableau | None:
        """Return the picture of an event of the battle."""
        if isinstance(event, InBattle):
            return self.inner.screen.tableau(before.battle, event.happened)
        return None


class SeriesScreen(SeriesPictures):
    """The screen of a series: what the screen of its game shows of the current battle."""

    @property
    def headings(self) -> Headings:  # type: ignore[override]
        """Return the game's titles for the sections of the panel."""
        return self.inner.screen.headings

    def status(self, view: Series) -> Status:
        """Return the words of the status bar, with the battle's number and the series' score."""
        status = self.inner.screen.status(view.battle)
        stands = f"{view.number}/{view.plan.best_of} {score(view.rows).replace(' ', '')}"
        title = view.plan.title or status.title
        return replace(status, title=title, turn=f"{stands}  {status.turn}")

    def scene(self, view: Series) -> Scene:
        """Return the chart of the current battle."""
        return self.inner.screen.scene(view.battle)

    def subjects(self, view: Series) -> tuple[str, ...]:
        """Return the keys of the ships that the Tab key selects, in order."""
        return self.inner.screen.subjects(view.battle)

    def card(self, view: Series, key: str) -> tuple[Row, ...]:
        """Return the rows of a ship's card."""
        return self.inner.screen.card(view.battle, key)

    def roster(self, view: Series) -> tuple[Row, ...]:
        """Return a line for each ship, with the points of the sides."""
        return self.inner.screen.roster(view.battle)

    def forces(self, view: Series) -> tuple[Row, ...]:
        """Return all ships by side."""
        return self.inner.screen.forces(view.battle)

    def to_win(self, view: Series) -> tuple[Row, ...]:
        """Return how the battle is won."""
        return self.inner.screen.to_win(view.battle)

    def legend(self, view: Series) -> tuple[Row, ...]:
        """Return rows that explain the marks on the chart."""
        return self.inner.screen.legend(view.battle)

    def hand(self, view: Series, seat: str) -> tuple[Row, ...]:
        """Return rows with the cards in a seat's hand."""
        return self.inner.screen.hand(view.battle, self.places(view).inside(seat))

    def preview(self, view: Series, question: Question, answer: Answer) -> Preview:
        """Return the forecast of an answer before it is given: marks on the chart and words."""
        meant = self.places(view).for_battle(question)
        return self.inner.screen.preview(view.battle, meant, answer)

    def forecast_note(self, view: Series, slot: str, answer: Answer) -> str:
        """Return the likely result of an answer to a slot of a sheet."""
        return self.inner.screen.forecast_note(view.battle, slot, answer)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays: pictures that a key lays over the chart."""
        return self.inner.screen.overlays()

    def overlay(self, view: Series, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return an overlay's marks for a ship."""
        return self.inner.screen.overlay(view.battle, overlay_id, key)

    def overlay_ahead(
        self, view: Series, overlay_id: str, question: Question, answer: Answer
    ) -> tuple[Mark, ...] | None:
        """Return an overlay's marks for a ship as they would be after an answer about her.

        None if the overlay cannot look ahead.
        """
        meant = self.places(view).for_battle(question)
        return self.inner.screen.overlay_ahead(view.battle, overlay_id, meant, answer)

    def ordered(self, view: Series) -> tuple[Mark, ...]:
        """Return marks that show the orders that are being carried out."""
        return self.inner.screen.ordered(view.battle)

    def measure(self, view: Series, start: Point, end: Point) -> Preview:
        """Return the range, range band and line of sight between two places."""
        return self.inner.screen.measure(view.battle, start, end)

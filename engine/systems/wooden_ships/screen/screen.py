"""The screen of the game, as the front end asks for it."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.chart import Mark, Scene, Spectacle
from engine.game.decision import Decision, Point
from engine.game.panel import Row
from engine.game.parts.screen import Headings, Overlay, Preview, Showing, Status
from engine.game.question import Question
from engine.game.tableau import Tableau
from engine.kit.dataset import bound
from engine.systems.wooden_ships.screen import cards, overlays, roster, scene
from engine.systems.wooden_ships.screen.overlays import overlay_ahead
from engine.systems.wooden_ships.screen.spectacle import meeting, spectacle
from engine.systems.wooden_ships.screen.tableau import tableau
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State


@bound
class WoodenShipsScreen(Showing[State]):
    """Chart, cards, roster, previews."""

    headings = Headings("Fleets", "If so ordered", "Sheet")

    def status(self, view: State) -> Status:
        return roster.status(view)

    def scene(self, view: State) -> Scene:
        return scene.scene(view)

    def subjects(self, view: State) -> tuple[str, ...]:
        """Return the ships on the map."""
        return scene.subjects(view)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        return cards.card(view, key)

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return all seats and ships."""
        return roster.roster(view)

    def legend(self, view: State) -> tuple[Row, ...]:
        return roster.legend(view)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        from engine.systems.wooden_ships.screen.preview import preview

        slot = question.slot if isinstance(question, Decision) else ""
        return preview(view, question, slot, answer.option)

    def overlays(self) -> tuple[Overlay, ...]:
        return overlays.OVERLAYS

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        return overlays.overlay(view, overlay_id, key)

    def overlay_ahead(
        self, view: State, overlay_id: str, question: Question, answer: Answer
    ) -> tuple[Mark, ...] | None:
        """Return the rose and the fields of fire from where a plot ends."""
        if question.kind != "orders" or not isinstance(question, Decision):
            return None
        return overlay_ahead(view, overlay_id, question.slot, answer.option)

    def ordered(self, view: State) -> tuple[Mark, ...]:
        """Return the plots that are being carried out, at the bows."""
        return overlays.ordered(view)

    def measure(self, view: State, start: Point, end: Point) -> Preview:
        return overlays.measure(view, start, end)

    def spectacle(self, before: State, event: AnyEvent) -> Spectacle | None:
        return spectacle(before, event)

    def meeting(self, before: State, event: AnyEvent) -> tuple[str, ...]:
        """Return ships that fire at each other, collide, grapple or board."""
        return meeting(event)

    def tableau(self, before: State, event: AnyEvent) -> Tableau | None:
        return tableau(before, event)

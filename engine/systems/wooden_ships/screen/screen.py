"""The screen of the game, as the front end asks for it."""

from __future__ import annotations

from engine.game.chart import Mark
from engine.game.decision import Answer, Decision
from engine.game.parts.screen import Headings, Overlay, Preview, Showing
from engine.game.question import Question
from engine.kit.dataset import bound
from engine.systems.wooden_ships.screen import overlays
from engine.systems.wooden_ships.screen.cards import card
from engine.systems.wooden_ships.screen.overlays import measure, ordered, overlay, overlay_ahead
from engine.systems.wooden_ships.screen.roster import legend, roster, status
from engine.systems.wooden_ships.screen.scene import scene, subjects
from engine.systems.wooden_ships.screen.spectacle import meeting, spectacle, tableau
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State


@bound
class WoodenShipsScreen(Showing[State]):
    """Chart, cards, roster, previews."""

    headings = Headings("Fleets", "If so ordered", "Sheet")

    status = staticmethod(status)
    scene = staticmethod(scene)
    subjects = staticmethod(subjects)
    card = staticmethod(card)
    roster = staticmethod(roster)
    legend = staticmethod(legend)
    overlay = staticmethod(overlay)
    ordered = staticmethod(ordered)
    measure = staticmethod(measure)
    spectacle = staticmethod(spectacle)
    tableau = staticmethod(tableau)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        from engine.systems.wooden_ships.screen.preview import preview

        slot = question.slot if isinstance(question, Decision) else ""
        return preview(view, question, slot, answer.option)

    def overlays(self) -> tuple[Overlay, ...]:
        return overlays.OVERLAYS

    def overlay_ahead(
        self, view: State, overlay_id: str, question: Question, answer: Answer
    ) -> tuple[Mark, ...] | None:
        """Return the rose and the fields of fire from where a plot ends."""
        if question.kind != "orders" or not isinstance(question, Decision):
            return None
        return overlay_ahead(view, overlay_id, question.slot, answer.option)

    def meeting(self, before: State, event: AnyEvent) -> tuple[str, ...]:
        """Return ships that fire at each other, collide, grapple or board."""
        return meeting(event)

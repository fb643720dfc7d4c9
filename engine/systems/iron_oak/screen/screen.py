"""The screen of the game, as the front end asks for it."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.chart import Mark, Scene, Spectacle
from engine.game.decision import Point
from engine.game.panel import Row
from engine.game.parts.screen import Headings, Overlay, Preview, Showing, Status
from engine.game.question import Question
from engine.game.tableau import Tableau
from engine.kit.dataset import bound
from engine.systems.iron_oak.screen import cards, overlays, roster, scene
from engine.systems.iron_oak.screen.plans import plan_row
from engine.systems.iron_oak.screen.spectacle import meeting, spectacle
from engine.systems.iron_oak.screen.tableau import tableau
from engine.systems.iron_oak.screen.way_rows import noted
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words.history import opening


@bound
class IronOakScreen(Showing[State]):
    """Chart, cards, roster, hand, previews with odds."""

    headings = Headings("Fleets", "If so ordered", "Action cards")

    def status(self, view: State) -> Status:
        return roster.status(view)

    def scene(self, view: State) -> Scene:
        return scene.scene(view)

    def subjects(self, view: State) -> tuple[str, ...]:
        """Return the ships on the map and the sections that fight."""
        return scene.subjects(view)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return the card of a ship or section, with the plan of one's own ship."""
        rows = cards.card(view, key)
        if key not in view.ships or not view.ships[key].plan:
            return rows
        return (*rows[:1], *plan_row(view.ships[key]), *rows[1:])

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return both sides with their ships, sections and victory lines."""
        return roster.roster(view)

    def forces(self, view: State) -> tuple[Row, ...]:
        """Return the roster, and below it what is needed to win, who is near worse, repairs."""
        return roster.forces(view)

    def legend(self, view: State) -> tuple[Row, ...]:
        return roster.legend(view)

    def hand(self, view: State, seat: str) -> tuple[Row, ...]:
        """Return the cards of the seat's side."""
        return cards.hand(view, seat)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        from engine.systems.iron_oak.screen.preview import preview

        return preview(view, question, answer)

    def noted(self, view: State, slot: str, answer: Answer) -> str:
        """Return the best chance of an order, and the worst hazard of it."""
        return noted(view, slot, answer.option)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return reach, targets, danger, depths, foes and the brink."""
        return overlays.OVERLAYS

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        return overlays.overlay(view, overlay_id, key)

    def measure(self, view: State, start: Point, end: Point) -> Preview:
        """Return the distance of two boxes, and whether the line is free."""
        return overlays.measure(view, start, end)

    def spectacle(self, before: State, event: AnyEvent) -> Spectacle | None:
        return spectacle(before, event)

    def meeting(self, before: State, event: AnyEvent) -> tuple[str, ...]:
        """Return firer and target, and ships that ram, spar or lie across each other."""
        return meeting(event)

    def opening(self, view: State) -> Tableau | None:
        """Return when and where a battle of the book was fought, and what was at stake."""
        return opening(view)

    def tableau(self, before: State, event: AnyEvent) -> Tableau | None:
        return tableau(before, event)

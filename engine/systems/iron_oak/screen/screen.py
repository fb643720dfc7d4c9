"""The screen of the game, as the front end asks for it."""

from __future__ import annotations

from engine.game.chart import Mark
from engine.game.decision import Answer
from engine.game.panel import Row
from engine.game.parts.part import late_method
from engine.game.parts.screen import Headings, Overlay, Showing
from engine.kit.dataset import bound
from engine.systems.iron_oak.screen import cards, overlays
from engine.systems.iron_oak.screen.cards import hand
from engine.systems.iron_oak.screen.order_rows import noted
from engine.systems.iron_oak.screen.overlays import measure, overlay
from engine.systems.iron_oak.screen.roster import forces, legend, roster, status
from engine.systems.iron_oak.screen.scene import plan_row, scene, subjects
from engine.systems.iron_oak.screen.spectacle import meeting, spectacle, tableau
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words.reference import opening


@bound
class IronOakScreen(Showing[State]):
    """Chart, cards, roster, hand, previews with odds."""

    headings = Headings("Fleets", "If so ordered", "Action cards")

    status = staticmethod(status)
    scene = staticmethod(scene)
    subjects = staticmethod(subjects)
    roster = staticmethod(roster)
    forces = staticmethod(forces)
    legend = staticmethod(legend)
    hand = staticmethod(hand)
    preview = late_method("engine.systems.iron_oak.screen.preview:preview")
    measure = staticmethod(measure)
    spectacle = staticmethod(spectacle)
    opening = staticmethod(opening)
    tableau = staticmethod(tableau)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return the card of a ship or section, with the plan of one's own ship."""
        rows = cards.card(view, key)
        if key not in view.ships or not view.ships[key].plan:
            return rows
        return (*rows[:1], *plan_row(view.ships[key]), *rows[1:])

    def noted(self, view: State, slot: str, answer: Answer) -> str:
        """Return the best chance of an order, and the worst hazard of it."""
        return noted(view, slot, answer.option)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return reach, targets, danger, depths, foes and the brink."""
        return overlays.OVERLAYS

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        return overlay(view, overlay_id, key)

    def meeting(self, before: State, event: AnyEvent) -> tuple[str, ...]:
        """Return firer and target, and ships that ram, spar or lie across each other."""
        return meeting(event)

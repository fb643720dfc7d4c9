"""Oak & Iron on the screen. Each method imports the module that draws it when it is asked."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from msgspec.structs import replace

from engine.game.answer import Answer
from engine.game.chart import Mark, Scene, Spectacle
from engine.game.decision import Point
from engine.game.panel import Row
from engine.game.parts.screen import Overlay, Preview, Showing, Status
from engine.game.question import Question
from engine.game.sheet import Sheet
from engine.game.tableau import Tableau
from engine.kit.cached_per_state import cached_per_state
from engine.kit.dataset import bound
from engine.systems.oak_iron.screen import scene, ship_card, spectacle
from engine.systems.oak_iron.state.state import State


@bound
class OakIronScreen(Showing[State]):
    """Chart, cards, squadrons and hands."""

    def status(self, view: State) -> Status:
        """Return the words of the status bar."""
        from engine.systems.oak_iron.screen import roster

        return roster.status(view)

    def scene(self, view: State) -> Scene:
        """Return the chart."""
        return scene.scene(view)

    def subjects(self, view: State) -> tuple[str, ...]:
        """Return the ships on the table, own squadron first."""
        return scene.ships(view)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return a ship's card."""
        return ship_card.card(view, key)

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return all squadrons with their ships; cached, for a panel asks several times a frame."""
        return _roster(view)

    def forces(self, view: State) -> tuple[Row, ...]:
        """Return all squadrons with their ships, also during set-up."""
        from engine.systems.oak_iron.screen import roster

        return roster.forces(view)

    def legend(self, view: State) -> tuple[Row, ...]:
        """Return the terrain on the chart."""
        from engine.systems.oak_iron.screen.brief import legend

        return legend(view)

    def hand(self, view: State, seat: str) -> tuple[Row, ...]:
        """Return the seat's cards."""
        from engine.systems.oak_iron.screen import roster

        return roster.hand(view, seat)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        """Return what an answer would do."""
        from engine.systems.oak_iron.screen.previews import preview

        if isinstance(question, Sheet):
            return Preview()
        option = question.option(answer.option)
        found = preview.preview(view, question, option, answer.dial, answer.at)
        if view.attack is not None and not found.meets:  # a re-roll, a side of the helm
            return replace(found, meets=(view.attack.attacker, view.attack.target))
        return found

    def overlays(self) -> tuple[Overlay, ...]:
        """Return range rings, broadside paths, formation links and points of sail."""
        from engine.systems.oak_iron.screen import overlays

        return overlays.overlays()

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return an overlay's marks for a ship."""
        from engine.systems.oak_iron.screen import overlays

        return overlays.overlay(view, overlay_id, key)

    def load(self) -> None:
        """Load numpy, by which the danger chart counts."""
        import_module("engine.systems.oak_iron.screen.pictures.danger")

    def measure(self, view: State, start: Point, end: Point) -> Preview:
        """Return range, band and sight between two places."""
        from engine.systems.oak_iron.screen import overlays

        return overlays.measure(view, start, end)

    def spectacle(self, before: State, event: Any) -> Spectacle | None:
        """Return what there is to see in an event."""
        return spectacle.spectacle(before, event)

    def meeting(self, before: State, event: Any) -> tuple[str, ...]:
        """Return attacker and target, ships that collide, ships that are grappled."""
        return spectacle.meeting(before, event)

    def tableau(self, before: State, event: Any) -> Tableau | None:
        """Return what one tells others about."""
        from engine.systems.oak_iron.screen import tableau

        return tableau.tableau(before, event)


@cached_per_state
def _roster(view: State) -> tuple[Row, ...]:
    from engine.systems.oak_iron.screen import roster

    return roster.squadrons(view)

"""Oak & Iron on the screen."""

from __future__ import annotations

from importlib import import_module

from msgspec.structs import replace

from engine.game.decision import Answer
from engine.game.panel import Row
from engine.game.parts.screen import Preview, Showing
from engine.game.question import Question, Sheet
from engine.kit.by_type import cached_per_state
from engine.kit.dataset import bound
from engine.systems.oak_iron.screen import roster
from engine.systems.oak_iron.screen.brief import legend
from engine.systems.oak_iron.screen.cards import card
from engine.systems.oak_iron.screen.measuring import measure
from engine.systems.oak_iron.screen.overlays import overlay, overlays
from engine.systems.oak_iron.screen.previews.preview import preview
from engine.systems.oak_iron.screen.scene import scene, ships
from engine.systems.oak_iron.screen.spectacle import meeting, spectacle, tableau
from engine.systems.oak_iron.state.state import State


@bound
class OakIronScreen(Showing[State]):
    """Chart, cards, squadrons and hands."""

    status = staticmethod(roster.status)
    scene = staticmethod(scene)
    subjects = staticmethod(ships)
    card = staticmethod(card)
    forces = staticmethod(roster.forces)
    legend = staticmethod(legend)
    hand = staticmethod(roster.hand)
    overlays = staticmethod(overlays)
    overlay = staticmethod(overlay)
    measure = staticmethod(measure)
    spectacle = staticmethod(spectacle)
    meeting = staticmethod(meeting)
    tableau = staticmethod(tableau)

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return all squadrons with their ships; cached, for a panel asks several times a frame."""
        return _roster(view)

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        """Return what an answer would do."""
        assert not isinstance(question, Sheet)
        option = question.option(answer.option)
        found = preview(view, question, option, answer.dial, answer.at)
        if view.attack is not None and not found.meets:  # a re-roll, a side of the helm
            return replace(found, meets=(view.attack.attacker, view.attack.target))
        return found

    def load(self) -> None:
        """Load numpy, by which the danger chart counts."""
        import_module("engine.systems.oak_iron.screen.overlays")


@cached_per_state
def _roster(view: State) -> tuple[Row, ...]:
    return roster.squadrons(view)

"""The screen part of the game, and the overlays that a key switches on."""

from __future__ import annotations

import math
from importlib import import_module

from msgspec.structs import replace

from engine.game.chart import Mark, Spot, Trace
from engine.game.decision import Answer
from engine.game.panel import Row
from engine.game.parts.screen import Overlay, Preview, Showing
from engine.game.question import Question, Sheet
from engine.kit.by_type import cached_per_state
from engine.kit.dataset import uses_own_data
from engine.systems.oak_iron.effects.sailing import in_formation, links
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.screen import panel
from engine.systems.oak_iron.screen.brief import legend
from engine.systems.oak_iron.screen.panel import card
from engine.systems.oak_iron.screen.previews.preview import preview
from engine.systems.oak_iron.screen.scene import measure, off, paths, rings, scene, ships
from engine.systems.oak_iron.screen.spectacle import meeting, spectacle, tableau
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

# Overlays of the chart: range rings, broadside paths, formation, points of sail, odds.


OVERLAYS = (
    Overlay("range", "range rings"),
    Overlay("arcs", "broadside paths"),
    Overlay("formation", "formation links"),
    Overlay("wind", "points of sail"),
    Overlay("odds", "odds of harm, of each enemy in reach"),
    Overlay("danger", "damage to expect where she can go"),
)
UPWIND = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
RAY = 5.0
"""Length in inches of the rays between points of sail."""


def overlays() -> tuple[Overlay, ...]:
    """Return the overlays that a player may switch on."""
    return OVERLAYS


def overlay(view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:  # noqa: PLR0911  (a case each)
    """Return an overlay's marks for the ship `key`; () if she is not on the table.

    The overlay `formation` shows the links of her squadron, or of all squadrons if `key` names no
    ship.
    """
    ship = view.ships.get(key)
    if overlay_id == "formation":
        squadrons = (ship.squadron,) if ship is not None else tuple(view.squadrons)
        return tuple(mark for each in squadrons for mark in formation(view, each))
    if ship is None or not ship.afloat:
        return ()
    if overlay_id == "range":
        return rings(hull(ship))
    if overlay_id == "arcs":
        return paths(hull(ship), ship.reload)
    if overlay_id == "odds":
        from engine.systems.oak_iron.screen.danger import lines_of_fire

        return lines_of_fire(view, ship)
    if overlay_id == "danger":
        from engine.systems.oak_iron.screen.danger import danger

        return danger(view, ship)
    return points_of_sail(view, key) if overlay_id == "wind" else ()


def formation(view: State, squadron: str) -> tuple[Trace, ...]:
    """Return the links, stern to bow, of the line that counts as a Formation."""
    counting = in_formation(view, squadron)
    return tuple(
        Trace(
            "link",
            (hull(view.ships[link.ahead]).mid("stern"), hull(view.ships[link.astern]).mid("bow")),
        )
        for link in links(view, squadron)
        if link.ahead in counting and link.astern in counting
    )


def points_of_sail(view: State, key: str) -> tuple[Mark, ...]:
    """Return the rays between the headings of each point of sail, with the speed in each."""
    base = hull(view.ships[key])
    upwind = UPWIND[view.table.weather_edge]
    # In the Wind's Eye both bow corners are nearer to the weather edge than the windward side's
    # mid-point, so the angle follows from the base: 45 degrees if it is twice as long as wide.
    eye = math.degrees(math.atan2(base.length, 2 * base.width))
    marks: list[Mark] = [
        Trace("ray", (base.pose.at, off(base.pose.at, upwind + away, RAY)))
        for away in (eye, -eye, 90.0, -90.0)
    ]
    names: list[tuple[PointOfSail, float]] = [("eye", 0.0), ("large", 180.0)]
    names += [("windward", (eye + 90.0) / 2), ("windward", -(eye + 90.0) / 2)]
    for point, away in names:
        speed = rating(view, key, point).value
        marks.append(Spot("label", off(base.pose.at, upwind + away, RAY), f"{point} {speed}"))
    return tuple(marks)


# Oak & Iron on the screen.


@uses_own_data
class OakIronScreen(Showing[State]):
    """The screen part of the game: chart, ship cards, squadrons and hands of cards."""

    status = staticmethod(panel.status)
    scene = staticmethod(scene)
    subjects = staticmethod(ships)
    card = staticmethod(card)
    forces = staticmethod(panel.forces)
    to_win = staticmethod(panel.to_win)
    legend = staticmethod(legend)
    hand = staticmethod(panel.hand)
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
        """Return the forecast of an answer."""
        assert not isinstance(question, Sheet)
        option = question.option(answer.option)
        found = preview(view, question, option, answer.dial, answer.at)
        if view.attack is not None and not found.meets:  # the option re-rolls, or turns the helm
            return replace(found, meets=(view.attack.attacker, view.attack.target))
        return found

    def prefetch(self) -> None:
        """Load numpy ahead of time: the danger chart computes with it."""
        import_module("engine.systems.oak_iron.screen.screen")


@cached_per_state
def _roster(view: State) -> tuple[Row, ...]:
    return panel.squadrons(view)

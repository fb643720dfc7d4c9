"""Forecast: the result of the highlighted option, computed once for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.base.errors import Refused
from engine.game.chart import Mark
from engine.game.parts.screen import Preview
from engine.sitting.orders import Orders


class Overlaid(Protocol):
    """A chart with a picture over it."""

    def overlaid_ship(self) -> str:
        """Return the ship that the picture is about."""


class Highlighting(Protocol):
    """The part of a session at a battle that a forecast reads."""

    @property
    def game(self) -> Any:
        """The game system."""

    @property
    def view(self) -> Any:
        """The view of the seat that is asked."""

    @property
    def orders(self) -> Orders | None:
        """The orders of the open question, with the highlighted option."""

    @property
    def playing(self) -> Any:
        """Whether an animation is being played."""

    @property
    def seen(self) -> bool:
        """Whether the person may see the position now."""

    @property
    def turning(self) -> bool:
        """Whether the dial is being turned."""

    @property
    def chart(self) -> Overlaid:
        """The chart of the session."""


class Forecast:
    """The preview of a session's highlighted option, and the reason why the option may not be
    taken.
    """

    def __init__(self, session: Highlighting) -> None:
        self.session = session
        self._found: tuple[Any, Preview, str] = (None, Preview(), "")
        """A cache of the latest preview: chart, panel and prompt of one frame all ask for it."""
        self._ahead: tuple[Any, dict[str, tuple[Mark, ...] | None]] = (None, {})
        """A cache of overlays in the state after the highlighted option."""
        self._rested: tuple[Mark, ...] = ()
        """Marks for the dial's last resting value; they stay while it turns."""

    def preview(self) -> Preview:
        """Return the preview of the highlighted option; empty where there is none."""
        session = self.session
        orders = session.orders
        if orders is None or session.playing or not session.seen:
            return Preview()
        # The decision is part of the key: all slots of a sheet share one orders object.
        stamp = (id(session.view), orders, orders.decision, orders.answer)
        if self._found[0] != stamp:
            self._found = (stamp, *self._look_ahead(orders))
        return self._found[1]

    def why_not(self) -> str:
        """Return why the highlighted option's piece may not be placed at its current place; '' if
        it may.
        """
        return self._found[2] if self.preview() is self._found[1] else ""

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the preview on the chart.

        While a dial turns, only marks that are cheap to compute follow it; the others stay.
        """
        found = self.preview()
        if found.quick_marks is None or not self.session.turning:
            return found.marks
        return (*self._rested, *found.quick_marks)

    def cache_costly_part(self) -> None:
        """Cache the costly part of the preview before the dial is turned further."""
        found = self.preview()
        quick = found.quick_marks
        costly = () if quick is None else (mark for mark in found.marks if mark not in quick)
        self._rested = tuple(costly)

    def overlay_ahead(self, overlay: str) -> tuple[Mark, ...] | None:
        """Return an overlay in the state after the highlighted option; None to show the current
        overlay.

        None, too, while another ship than the option's is selected.
        """
        session, orders = self.session, self.session.orders
        if orders is None or self.preview() is not self._found[1]:
            return None
        if orders.decision.ship != session.chart.overlaid_ship():
            return None
        if self._ahead[0] != self._found[0]:
            self._ahead = self._found[0], {}
        drawn = self._ahead[1]
        if overlay not in drawn:
            asked = session.view, overlay, orders.decision, orders.answer
            drawn[overlay] = session.game.screen.overlay_ahead(*asked)
        return drawn[overlay]

    def _look_ahead(self, orders: Orders) -> tuple[Preview, str]:
        """Return the preview of the highlighted option, and why its piece may not be placed at the
        chosen place.
        """
        game = self.session.game
        asked = self.session.view, orders.decision, orders.answer
        why_not = game.answering.why_not(*asked) if orders.at else ""
        try:
            return game.screen.preview(*asked), why_not
        except Refused:  # the place is outside the area of the decision
            return Preview(), why_not

"""A battle looked back on, as the rest of the program asks for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.game.parts.aftermath import Aftermath
from engine.game.parts.review import Missed, Review
from engine.game.record import Record
from engine.kit.dataset import bound
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.victory.points import side_points


@bound
class WoodenShipsReview(Review[State]):
    """Points by turn, what each ship did, decisive moments."""

    def aftermath(self, start: State, entries: Sequence[Record]) -> Aftermath:
        from engine.systems.wooden_ships.review.aftermath import aftermath

        return aftermath(start, entries)

    def missed(
        self, before: State, events: Sequence[AnyEvent], seats: Collection[str]
    ) -> Missed | None:
        """Return the plot that cost most against what all others wrote in that turn."""
        from engine.systems.wooden_ships.review.replotting import missed

        return missed(before, events, seats)

    def score(self, state: State) -> Mapping[str, float]:
        sides = dict.fromkeys(seat.side for seat in state.seats.values())
        return {side: float(side_points(state, side)) for side in sides}

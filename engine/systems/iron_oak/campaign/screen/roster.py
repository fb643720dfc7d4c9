"""Lists of the panel between battles: both fleets, the cards of a yard, what the signs mean."""

from __future__ import annotations

from engine.game.panel import Row, SideLine, words
from engine.systems.iron_oak.campaign.effects import kind_of_card
from engine.systems.iron_oak.campaign.fleet import own, strength
from engine.systems.iron_oak.campaign.screen.scene import STYLES
from engine.systems.iron_oak.campaign.state.state import HIDDEN, NAMES, SEATS, State

LEGEND: tuple[Row, ...] = (
    words("#  what is left of her Hits"),
    words("!  shields or critical hits to be repaired"),
    words("?  where she is sent is not known"),
)
"""What the signs on a page mean."""


def fleets(view: State) -> tuple[Row, ...]:
    """Return a line for each side: battles won, Victory Points afloat."""
    return tuple(
        SideLine(
            SEATS[side],
            NAMES[side],
            STYLES[side],
            str(view.forces[side].won),
            f"{strength(own(view, side))} VP afloat",
        )
        for side in SEATS
    )


def yard_hand(view: State, seat: str) -> tuple[Row, ...]:
    """Return the yard cards that a seat holds and may see, a row each."""
    side = next((side for side, key in SEATS.items() if key == seat), None)
    held = view.forces[side].hand if side else ()
    kinds = (kind_of_card(number) for number in held if number != HIDDEN)
    return tuple(words(f"{kind.name}: {kind.effect}") for kind in kinds)

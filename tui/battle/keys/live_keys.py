"""Which actions of a battle do something now, and which of their keys do them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.sitting.sheet_orders import SheetOrders
from tui.battle.session import SCREEN, BattleSession
from tui.input.actions import Action
from tui.input.keys import Keymap

DIALS = frozenset(
    ("dial_low", "dial_high", "dial_five_down", "dial_five_up", "dial_type", "dial_down", "dial_up")
)
"""Actions that turn the dial of the highlighted order, or the piece that is placed."""
OF_A_KIND = ("aside", "advice", "note", "part", "undo", "redo", "take_back")
"""Actions that some kinds of sitting close, such as a lesson or a puzzle."""


class LiveKeys:
    """The actions that help and finder list at a battle, each with keys that work at this moment.

    Letters and digits that spell the answer to a slot (`L` in a plot) are keys of the slot: an
    action with such a key is reached by another key of its own, or while the player looks around.
    """

    def __init__(self, session: BattleSession, keymap: Keymap) -> None:
        self.session = session
        self.keymap = keymap

    def is_live(self, name: str) -> bool:
        """Tell whether an action does something now; `name` is its name in the registry."""
        orders = self.session.orders
        if name in OF_A_KIND and self.session.sitting.kind.why_not(name):
            return False
        if name in DIALS:
            return orders is not None and (orders.has_dial or orders.needs_place)
        asks: dict[str, Callable[[], bool]] = {
            "hand": self._has_a_hand,
            "aside": self._has_standing_choices,
            "pick": lambda: orders is not None and bool(orders.mark(0)),
            "seal": lambda: isinstance(orders, SheetOrders),
            "offer": lambda: isinstance(orders, SheetOrders) and bool(orders.offers),
            "draft": lambda: (
                isinstance(orders, SheetOrders) and bool(orders.prompter.drafts(orders.draft))
            ),
        }
        return name not in asks or asks[name]()

    def keys(self, action: Action) -> tuple[str, ...]:
        """Return the keys that do an action now.

        Where its own keys have another meaning, they follow the key to look around: `space L`.
        """
        looking = self.session.chart.looking
        typed = () if looking else self._typed()
        free = tuple(
            key
            for key in action.keys
            if key.upper() not in typed and self._means(key, looking) == action.name
        )
        look = self.keymap.named(SCREEN, "look")
        if free or looking or look is None or not look.keys:
            return free
        aside = (key for key in action.keys if self._means(key, True) == action.name)
        return tuple(f"{look.keys[0]} {key}" for key in aside)

    def _means(self, key: str, looking: bool) -> str:
        action = self.keymap.action(SCREEN, key, looking)
        return action.name if action else ""

    def _typed(self) -> Sequence[str]:
        """Return the keys that spell the answer to the highlighted slot."""
        session, orders = self.session, self.session.orders
        if not isinstance(orders, SheetOrders) or session.shows:
            return ()
        return [each.upper() for each in orders.slot.typed]

    @property
    def _seat(self) -> str:
        """The seat whose view is shown, else the seat that is asked; '' for neither."""
        orders = self.session.orders
        return self.session.table.viewer_seat or (orders.decision.seat if orders else "")

    def _has_a_hand(self) -> bool:
        """Tell whether a person here holds cards."""
        session, seat = self.session, self._seat
        return bool(seat) and bool(session.game.screen.hand(session.view, seat))

    def _has_standing_choices(self) -> bool:
        session, seat = self.session, self._seat
        return bool(seat) and session.game.aside(session.view, seat) is not None

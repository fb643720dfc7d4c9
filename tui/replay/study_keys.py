"""StudyKeys: the keys of a replay that lead to what is known of the battle beside its chart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.kernel.battle import Battle
from tui.input.actions import Handlers
from tui.replay.reel import Reel


class StudyDisplay(Protocol):
    """What shows a reel, as far as study needs it. It is asked nothing before a key is pressed."""

    battle: Battle

    def pause(self) -> None:
        """Stop where the reel stands."""

    def open_screen(self, name: str, *about: object) -> None:
        """Open another screen by its name."""


class StudyKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, reel: Reel, display: StudyDisplay, watch: Callable[[int], None]) -> None:
        """`watch` shows the position after an entry in this replay again."""
        self.reel = reel
        self.display = display
        self.shows_entry = watch

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {"aftermath": self.act_aftermath, "dice": self.act_dice}

    def act_aftermath(self) -> None:
        """Look back on the whole battle; a chosen moment is shown here."""
        self.display.pause()
        own = (self.reel.viewer_seat,)
        self.display.open_screen("aftermath", self.display.battle, self.shows_entry, own)

    def act_dice(self) -> None:
        """Show every roll against fair dice; one that is chosen is shown here."""
        self.display.pause()
        seat = self.reel.viewer_seat
        self.display.open_screen("dice", self.display.battle, self.shows_entry, seat)

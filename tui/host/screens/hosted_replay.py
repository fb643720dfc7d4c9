"""HostedReplayScreen: a finished battle of a host, for everybody to watch with all cards open."""

from __future__ import annotations

from typing import ClassVar

from engine.base.errors import Refused
from engine.kernel.battle import Battle
from tui.input.actions import Handlers
from tui.replay.reel_notes import leave_out_kept
from tui.replay.screen import ReplayScreen

UNWRITTEN = "a host writes nothing down for who watches"
NOT_HERE = ("fork", "note", "bookmark", "draw", "export", "down", "beside", "best_line")


class HostedReplayScreen(ReplayScreen):
    """The replay without what would leave files on the host."""

    hints: ClassVar[tuple[str, ...]] = tuple(
        hint for hint in ReplayScreen.hints if hint.partition("=")[0] not in NOT_HERE
    )

    def __init__(self, battle: Battle, at: int = 0, viewer_seat: str = "") -> None:
        """Watch from an entry on; notes beside the file are those of whoever has the file."""
        super().__init__(battle, at, viewer_seat)
        self.branches.why_not = "a host shows no branches: they would be files of its own"
        leave_out_kept(self.reel)

    def act_fork(self) -> None:
        """Play on: not here."""
        raise Refused("a battle of a host cannot be played on another way")

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "fork": self.act_fork,
            "note": self.act_note,
            "bookmark": self.act_bookmark,
            "draw": self.act_draw,
        }

    def act_note(self) -> None:
        """Write a note: not here."""
        raise Refused(UNWRITTEN)

    def act_bookmark(self) -> None:
        """Set a bookmark: not here."""
        raise Refused(UNWRITTEN)

    def act_draw(self) -> None:
        """Draw a mark: not here."""
        raise Refused(UNWRITTEN)

    def act_export(self) -> None:
        """Write pictures or a report: not here, but of the file at home."""
        way = self.keymap.hint(self.screen_name, "proof", "tells how to take it home")
        raise Refused(f"{UNWRITTEN}; {way}")

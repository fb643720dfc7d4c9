"""HostedReplayScreen: a finished battle of a host, for everybody to watch with all cards open."""

from __future__ import annotations

from typing import ClassVar

from engine.base.errors import Refused
from tui.replay.screen import ReplayScreen

UNWRITTEN = "a host writes nothing down for who watches"


class HostedReplayScreen(ReplayScreen):
    """The replay without what would leave files on the host."""

    hints: ClassVar[tuple[str, ...]] = tuple(
        hint
        for hint in ReplayScreen.hints
        if hint.partition("=")[0] not in ("fork", "note", "bookmark", "export")
    )

    def act_fork(self) -> None:
        """Play on: not here."""
        raise Refused("a battle of a host cannot be played on another way")

    def act_note(self) -> None:
        """Write a note: not here."""
        raise Refused(UNWRITTEN)

    def act_bookmark(self) -> None:
        """Set a bookmark: not here."""
        raise Refused(UNWRITTEN)

    def act_export(self) -> None:
        """Write pictures or a report: not here, but of the file at home."""
        way = self.keymap.hint(self.screen_name, "proof", "tells how to take it home")
        raise Refused(f"{UNWRITTEN}; {way}")

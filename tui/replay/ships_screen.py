"""ShipsScreen: all ships at one entry of a replay, and what the signs on its chart mean."""

from __future__ import annotations

from typing import ClassVar

from engine.sitting.watching.reel import Reel
from tui.input.actions import Handlers
from tui.panel.panels import all_ships, lay_out
from tui.screens.chooser import Scroller
from tui.terminal.page import TextPage


class ShipsScreen(Scroller):
    """All ships at one entry of a replay, as far as the viewer may know them; the same list as in
    the panel of a battle.
    """

    screen_name: ClassVar[str] = "ships"
    what_for: ClassVar[str] = (
        "All ships at this entry, how the battle is won, and what the signs mean. Down scrolls."
    )
    hints: ClassVar[tuple[str, ...]] = ("down=scroll", "page_down", "end", "help")

    def __init__(self, reel: Reel) -> None:
        """List the ships at the present entry of a replay."""
        super().__init__()
        self.reel = reel

    @property
    def about_game(self) -> str:
        return self.reel.game.name

    def fill(self, page: TextPage) -> None:
        """Write as many lines as fit."""
        reel = self.reel
        below = f"entry {reel.n} of {reel.end}"
        page.bar(0, f"SHIPS   {reel.game.screen.status(reel.view()).title}", "status", below)
        width, room = page.columns - 2, page.rows_count - 4
        lines = lay_out(all_ships(reel.game, reel.view()), width, None, self.glyphs)
        self.top = max(0, min(self.top, len(lines) - room))
        self.rest = max(0, len(lines) - room - self.top)
        for row, line in enumerate(lines[self.top : self.top + room], 2):
            page.runs(row, line, 1)

    def prompt(self) -> str:
        return f"{self.rest} more lines below" if self.rest else "This is the end of the list"

    def handlers(self) -> Handlers:
        return {**super().handlers(), "end": self.act_end}

    def act_end(self) -> None:
        """Go back to the replay."""
        self.act_back()

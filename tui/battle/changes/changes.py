"""SessionChanges: what is held of a battle: orders, what is typed, said, shown and played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game.panel import Row
from engine.game.tableau import Tableau
from engine.sitting.orders import Orders
from tui.battle.changes.sight import SightChanges
from tui.battle.session import KeptSitting, Said, Shows, YesOrNo
from tui.drama.theatre import Frame
from tui.input.typed import Typed
from tui.screens.parts import ScreenPart


class SessionChanges(SightChanges):
    """All that may be changed of a session. Keys ask for it, a course does it."""

    # Orders ----------------------------------------------------------------------------------

    def put(self, orders: Orders | None, looking: bool | None = None) -> None:
        """Put orders into the player's hands; the cursor is out where a place is to be chosen."""
        session = self.session
        session.orders = orders
        session.chart.looking = session.placing if looking is None else looking

    def drop(self) -> None:
        """Take the orders away, and leave the chart as it is."""
        self.session.orders = None

    def think(self, seat: str) -> None:
        """Say that the computer thinks for a seat; '' when it has done so."""
        self.session.thinking, self.session.progress = seat, ""
        self.changed(ScreenPart.PROMPT)

    def tell_progress(self, words: str) -> None:
        """Say how far the computer is that thinks; it may have done so when this is heard."""
        if self.session.thinking:
            self.session.progress = words
            self.changed(ScreenPart.PROMPT)

    # Words -----------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take note of a key; what was said until now is said no more."""
        session = self.session
        session.key = key
        if session.sentence:
            self.say("")

    def say(self, sentence: str, holds: Callable[[], bool] | None = None) -> None:
        """Say one sentence in the prompt, until the next key or as long as it holds.

        It holds until something happens in the battle, unless it is told otherwise; what is to be
        said of the battle's file must be read, whatever happens.
        """
        session, moment = self.session, self.session.moment

        def usually() -> bool:
            return session.moment == moment or sentence == session.battle.notice

        session.said = Said(sentence, holds or usually)
        self.changed(ScreenPart.PROMPT)

    def type_line(self, typed: Typed | None) -> None:
        """Begin to type a line, or leave it."""
        self.session.typed = typed
        self.changed(ScreenPart.PANEL | ScreenPart.PROMPT)

    def ask(self, question: YesOrNo | None) -> None:
        """Ask a yes-or-no question, or ask no more."""
        self.session.question = question
        self.changed(ScreenPart.PROMPT)

    # The panel -------------------------------------------------------------------------------

    def show(self, what: Shows) -> None:
        """Give the panel to something; '' gives it back to the cards."""
        session = self.session
        session.shows = what
        # The log is read from its end, every other list from its start.
        session.chosen = max(0, len(session.log_lines()) - 1) if what == "log" else 0
        self.changed(ScreenPart.PANEL | ScreenPart.PROMPT)

    def choose_line(self, number: int) -> None:
        """Choose a line of the list in the panel; of the hand, the first that is shown."""
        self.session.chosen = number
        self.changed(ScreenPart.PANEL)

    def switch_why(self) -> None:
        """Show what is not open, with the reasons, or hide it."""
        self.session.why = not self.session.why
        self.changed(ScreenPart.PANEL)

    # What is played --------------------------------------------------------------------------

    def play(self, playing: bool, opening: Tableau | None = None) -> None:
        """Begin or end an animation, or the picture with which a battle opens."""
        session = self.session
        session.playing, session.opening, session.frame = playing, opening, None

    def show_frame(self, frame: Frame) -> None:
        """Show one picture of an animation; the panel changes with dice and news only."""
        self.session.frame = frame
        self.changed(ScreenPart.CHART | ScreenPart.PANEL if frame.rows else ScreenPart.CHART)

    def lay_dice(self, rows: Sequence[Row]) -> None:
        """Lay dice beside the chart."""
        self.session.dice = tuple(rows)

    # Coming back -----------------------------------------------------------------------------

    def restore(self, kept: KeptSitting) -> None:
        """Take what another session of the same person at the same battle has kept."""
        session, chart = self.session, self.session.chart
        chart.viewport, chart.looking = kept.viewport, kept.looking
        session.orders, session.shows = kept.orders, kept.shows
        session.why, session.chosen = kept.why, kept.chosen

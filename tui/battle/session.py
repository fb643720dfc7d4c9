"""BattleSession: one person's view of a battle in play: question, messages, chart.

It needs no terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from engine.game.chart import Line, Mark, Tableau
from engine.game.decision import Decision
from engine.game.game import Seat
from engine.game.panel import Row, Span
from engine.kernel.seen import PlayedBattle
from engine.sitting.adviser import Adviser
from engine.sitting.battle_log import BattleLog, LogLine
from engine.sitting.kinds.kind import Kind
from engine.sitting.orders import Orders
from engine.sitting.seats import SeatTable
from engine.sitting.sheet_orders import SheetOrders
from engine.sitting.sitting import Sitting
from tui.chart.theatre import Frame
from tui.chart.viewport import Viewport
from tui.input.actions import Action
from tui.input.keys import answer_keys
from tui.input.typed import Typed
from tui.screens.chart_model import ChartModel, ScreenPart

if TYPE_CHECKING:
    from engine.review.chapters import Chapter

# Display: the interface that keys and course of a battle need from the screen that shows it. The
# battle screen is one; tests may use a plain object. The keys and the course keep it but do not
# call it before the battle begins, so a screen may pass itself while it is being built.


class SessionDrawing(Protocol):
    """What a session needs of the object that draws it."""

    def changed(self, parts: ScreenPart) -> None:
        """Mark parts of the screen to be redrawn before the next frame; several calls cost only one
        drawing.
        """


class Display(SessionDrawing, Protocol):
    """The interface of a battle's screen: it draws, does actions, runs tasks and opens screens."""

    def panel_size(self) -> tuple[int, int]:
        """Return the current columns and rows of the panel."""

    def panel_texts(self) -> Sequence[str]:
        """Return the lines of panel, log and prompt, and the chart's first and last line, as they
        are on the screen.
        """

    def extras(self) -> Sequence[Mark]:
        """Return the marks that are drawn over the chart: the ghost (drawn result) of an answer,
        the measured line.
        """

    def lay_again(self) -> None:
        """Lay out the parts of the screen again."""

    def is_top(self) -> bool:
        """Tell whether no other screen covers this one."""

    def act(self, name: str) -> bool:
        """Do an action by its name in the table of keys; return False for an unknown action."""

    def press(self, key: str) -> None:
        """Pass a key on, as if it were pressed now."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen has an action with this name."""

    def live_actions(self) -> Sequence[Action]:
        """Return the actions that do something now, each with the keys that work for it now."""

    @property
    def about_game(self) -> str:
        """The name of the game that is played."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""

    def work(
        self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool = False
    ) -> None:
        """Run a task in the background, as one of a named group; with `alone`, cancel the others of
        the group first.
        """

    def stop_work(self, group: str) -> None:
        """Cancel the tasks of a group."""

    def call_later(self, callback: Callable[[], None]) -> bool:
        """Call a function after the pending messages are processed."""


# BattleSession: the data of one sitting at a battle, which a screen draws. It uses no terminal.


SCREEN = "battle"
"""The name of the battle screen in the table of actions."""
GROUP = "course"
"""The name of the group of tasks that advance a battle; only one of them may run at a time."""
MOST_TOLD = 9
"""The maximum number of answers that the help of the battle screen lists; the panel lists all
answers."""
PICKED = Span("x", "ok")
Shows = Literal["", "log", "squadrons", "hand", "advice"]
"""The page that fills the panel. '' means no page: the cards of ships, log and hand share the
panel."""


class SavedView(NamedTuple):
    """What is restored when a person comes back to a battle, for example after a lost
    connection.
    """

    viewport: Viewport
    looking: bool
    orders: Orders | None
    shows: Shows
    why: bool
    chosen: int


class YesOrNo:
    """A yes-or-no question that the program asks, such as a confirmation; not a question of the
    rules.
    """

    def __init__(
        self,
        text: str,
        yes: Callable[[], None],
        likely: bool = True,
        no: Callable[[], None] = lambda: None,
    ) -> None:
        """Create a question; Enter says yes to it only if it is `likely`.

        A warning or a request of another person is not `likely`: it may appear while an order is
        being given, and an Enter meant for the order must not say yes. Only `y` does.
        """
        self.text = text
        self.yes = yes
        self.no = no
        self.likely = likely

    def answers(self, enter: str, escape: str) -> str:
        """Return the keys for the answers, for example `Enter/y yes Esc/n no`."""
        return answer_keys(enter, escape, self.likely)


class Said(NamedTuple):
    """A message in the prompt, and a function that tells whether the message is still true."""

    text: str
    holds: Callable[[], bool]


class BattleSession:
    """One person's view of a battle, with the open question while the person answers it.

    A session ends when its screen closes; a battle may have several sessions, one for each person.
    Screen, panel and prompt only read the session; only tui/battle/changes.py changes it. `orders`
    hold the open question, a decision or a sheet. `kept` returns the state that is restored after a
    lost connection.
    """

    def __init__(self, battle: PlayedBattle, table: SeatTable, kind: Kind | None = None) -> None:
        self.sitting = Sitting(battle, table, kind)
        self.battle = battle
        self.table = table
        self.game = battle.game
        self.chart = ChartModel(battle.game, battle.view(table.viewer_seat))
        self.battle_log = BattleLog(battle)
        self.adviser = Adviser(battle.game)
        self.question: YesOrNo | None = None
        self.typed: Typed | None = None
        """The line that is being typed."""
        self.said = Said(battle.notice, lambda: True)
        """The latest message of the prompt, and whether it is still true."""
        self.shows: Shows = ""
        self.chosen = 0
        """The chosen line of the log or squadrons in the panel; for the hand, the first visible
        line."""
        self.why = False
        """Whether options that are not available are listed, with their reasons."""
        self.thinking = ""
        """The seat of the computer player that is thinking."""
        self.progress = ""
        """The thinking player's progress in words, if it reports any."""
        self.seen = False
        """Whether the screen is visible; until then no forecast is computed."""
        self.playing = False
        """Whether an animation is being played."""
        self.voice = ""
        """The words spoken aboard at the event that is being animated; '' for none."""
        self.opening: Tableau | None = None
        """The opening picture of the battle, while it is shown."""
        self.frame: Frame | None = None
        """The current frame of the animation."""
        self.turning = False
        """Whether a dial is being turned and has not come to rest."""
        self.dice: tuple[Row, ...] = ()
        """The dice beside the chart: those of the latest command, or of the animation."""
        self.met: tuple[Decision | None, Sequence[str]] = (None, ())
        """(latest question, ships that would fight or collide after one of its answers): the chart
        zooms in on these ships."""
        self.key = ""
        """The latest key."""

    # Derived data ------------------------------------------------------------------------------

    @property
    def orders(self) -> Orders | None:
        """The open question as the player answers it; None if the player has nothing to answer."""
        return self.sitting.orders

    @property
    def view(self) -> Any:
        """The state of the battle, limited to what the player at this screen may see."""
        return self.chart.view

    @property
    def placing(self) -> bool:
        """Whether the highlighted option asks for a place on the chart."""
        return self.orders is not None and self.orders.needs_place

    @property
    def listing(self) -> bool:
        """Whether the panel shows a list whose lines can be chosen."""
        return self.shows in ("log", "squadrons")

    @property
    def sentence(self) -> str:
        """The message of the prompt as long as it is true; '' without one."""
        return self.said.text if self.said.holds() else ""

    @property
    def moment(self) -> tuple[object, ...]:
        """A value that differs after every change of the battle; a usual message lasts as long as
        it stays the same.
        """
        battle = self.battle
        return battle.position, len(battle.log), battle.why_closed

    @property
    def advising(self) -> bool:
        """Whether the panel shows advice."""
        return self.shows == "advice" and self.orders is not None

    @property
    def advised(self) -> bool:
        """Whether there are advised answers to browse."""
        return self.advising and bool(self.adviser.answers)

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.outcome() is not None

    def log_lines(self) -> list[LogLine]:
        """Return the lines of the log that the viewer's seat may read, oldest first.

        Lines of a command are left out while it is being animated: they would reveal its result.
        """
        lines = self.battle_log.lines(self.table.viewer_seat)
        if not self.playing:
            return lines
        return [line for line in lines if line.at < self.battle.position]

    def latest_lines(self, count: int) -> list[LogLine]:
        """Return the last `count` of the lines that `log_lines` returns."""
        until = self.battle.position - self.playing
        return self.battle_log.latest(self.table.viewer_seat, count, until)

    def heard(self) -> list[LogLine]:
        """Return the chat messages of other persons since the latest order from this keyboard."""
        own = self.table.persons
        entries = self.battle.entries
        since = next((each.at for each in reversed(entries) if each.seat in own), 0)
        said = (line for line in self.log_lines() if line.said and line.at >= since)
        return [line for line in said if line.seat not in own]

    def seat(self, key: str) -> Seat:
        """Return a seat by its key."""
        return next(seat for seat in self.table.seats if seat.key == key)

    def questions(self) -> list[str]:
        """Return the seats, the question, its answers, and the answers that are not available, with
        reasons.
        """
        facts = [*self.sitting.kind.facts()]
        if self.orders is None:
            return facts
        decision = self.orders.decision
        if isinstance(self.orders, SheetOrders):
            sheet, slots = self.orders.sheet, self.orders.lines()
            filled = [f"{' '.join(filter(None, slot[:2]))}: {slot[2]}" for slot in slots]
            lines = [
                *facts,
                f"{self.table.name(sheet.seat)} has to fill in: {sheet.prompt}",
                *filled,
            ]
        else:
            lines = facts
        lines += [f"{self.table.name(decision.seat)} is asked: {decision.prompt}"]
        lines += [f"possible: {option.in_sentence}" for option in decision.options[:MOST_TOLD]]
        if more := len(decision.options) - MOST_TOLD:
            lines = [*lines, f"and {more} more, beside the chart"] if more > 0 else lines
        return lines + [f"not now: {each.label}, {each.why_not}" for each in decision.closed]

    def chapter_here(self) -> Chapter | None:
        """Return the earlier battle whose line is under the cursor, on a chart that lists battles
        as lines.

        None without a cursor, on other charts, and on a line about no battle.
        """
        chart = self.chart
        if not chart.looking or not chart.viewport.kind.lined:
            return None
        from engine.review.chapters import chapters  # few battles are chains

        key = chart.viewport.ship_at(chart.scene, chart.viewport.at)
        return next((each for each in chapters(self.battle) if each.name == key), None)

    def picked_lines(self) -> tuple[Line, ...]:
        """Return a mark for each line of a page that stands for an option already picked on the
        open sheet.
        """
        if not isinstance(self.orders, SheetOrders) or not self.chart.viewport.kind.lined:
            return ()
        picked = {id for answer in self.orders.draft.values() for id in answer.chosen}
        lines = (mark for mark in self.chart.scene.marks if isinstance(mark, Line))
        return tuple(Line(line.row, (PICKED,)) for line in lines if line.key in picked)

    # Coming back after a lost connection --------------------------------------------------------

    def kept(self) -> SavedView:
        """Return what is needed to restore this view when the person comes back after a lost
        connection.
        """
        chart, orders = self.chart, self.orders
        return SavedView(chart.viewport, chart.looking, orders, self.shows, self.why, self.chosen)

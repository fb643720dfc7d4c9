"""PanelKeys: the keys that say what the panel shows, and whether the arrows move the cursor."""

from __future__ import annotations

from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.battle.session import Shows
from tui.input.actions import Handlers
from tui.screens.chart_keys import ChartKeys
from tui.screens.parts import ScreenPart


class PanelKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, course: BattleCourse, chart_keys: ChartKeys, panel: Panel) -> None:
        self.session = course.session
        self.course = course
        self.advice = course.advice
        self.changes = course.changes
        self.app = course.app
        self.display = course.display
        self.chart_keys = chart_keys
        self.panel = panel

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "look": self.act_look,
            "measure": self.act_measure,
            "why": self.act_why,
            "diagram": self.act_diagram,
            "log": self.act_log,
            "squadrons": self.act_squadrons,
            "hand": self.act_hand,
            "advice": self.act_advice,
            "page_up": self.act_page_up,
            "page_down": self.act_page_down,
            "guide": self.act_guide,
        }

    def act_look(self) -> None:
        """Let the arrows move the cursor, or go back to the orders."""
        self.changes.look(not self.session.chart.looking)

    def act_measure(self) -> None:
        """Measure, or stop; the panel changes with it."""
        self.chart_keys.act_measure()
        self.changes.changed(ScreenPart.PANEL)

    def act_why(self) -> None:
        """Show or hide what is not open, with the reasons."""
        orders = self.session.orders
        if orders is not None and not orders.decision.closed and not self.session.why:
            self.changes.say("Nothing is closed to you here.")
            return
        self.changes.switch_why()

    def act_diagram(self) -> None:
        """Open the diagram that explains what the highlighted order would do."""
        name = self.panel.forecast.preview().diagram
        if name:
            self.display.open_screen("terms", self.session.game.name, (f"diagram:{name}",))
        else:
            self.changes.say("No diagram explains this order.")

    def act_log(self) -> None:
        """Give the panel to the log."""
        self.show("log")

    def act_squadrons(self) -> None:
        """Give the panel to all ships."""
        self.show("squadrons")

    def act_hand(self) -> None:
        """Give the panel to the hand; in hot seat its player must sit at the keyboard."""
        session, table = self.session, self.session.table
        decision = table.asked()
        if table.hot and not table.seat_at_keyboard and decision and session.shows != "hand":
            self.changes.show("hand")
            self.course.peek(decision.seat)
        else:
            self.show("hand")

    def act_advice(self) -> None:
        """Say what would be best; in hot seat the player who is asked must sit at the keyboard."""
        session, table = self.session, self.session.table
        decision = table.asked()
        if session.advising:
            self.show("")
        elif table.hot and not table.seat_at_keyboard and decision and session.orders:
            self.course.peek(decision.seat, self.advice.ask)
        else:
            self.advice.ask()

    def act_page_up(self) -> None:
        """Go up in a list by a page."""
        self.scroll(1 - self.display.panel_size()[1])

    def act_page_down(self) -> None:
        """Go down in a list by a page."""
        self.scroll(self.display.panel_size()[1] - 1)

    def act_guide(self) -> None:
        """Switch the first-turn guidance."""
        self.app.switch_guide()
        self.changes.changed(ScreenPart.PANEL)

    def show(self, what: Shows) -> None:
        """Give the panel to something, or back to the cards."""
        self.changes.show("" if self.session.shows == what else what)
        if self.session.shows != "hand":
            self.course.stop_peeking()

    def scroll(self, lines: int) -> None:
        """Choose a line farther down in a list; of the hand, show what is farther down."""
        session = self.session
        if session.listing or session.shows == "hand":
            last = self.panel.last_line(*self.display.panel_size())
            at = min(last, session.chosen) + lines
            self.changes.choose_line(max(0, min(last, at)))

    def go_to_line(self) -> None:
        """Bring the ship that the chosen line is about to the middle of the chart."""
        lines, chosen = self.panel.listed(self.display.panel_size()[0]), self.session.chosen
        self.changes.bring_up(lines[chosen][1] if chosen < len(lines) else "")

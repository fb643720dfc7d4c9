"""PanelKeys: the keys that say what the panel shows, and whether the arrows move the cursor."""

from __future__ import annotations

from tui.battle.course import Course
from tui.battle.panel import Panel
from tui.battle.session import Shows
from tui.chart.viewport import place_of
from tui.input.actions import Handlers
from tui.screens.chart_keys import ChartKeys

PAGE = 10
"""Lines that a page key scrolls."""


class PanelKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, course: Course, chart_keys: ChartKeys, panel: Panel) -> None:
        self.session = course.session
        self.course = course
        self.advice = course.advice
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
        if self.session.chart.looking:
            self.session.stop_looking()
        else:
            self.session.chart.looking = True
        self.display.draw_chart()
        self.display.draw_panel()
        self.display.draw_prompt()

    def act_measure(self) -> None:
        """Measure, or stop; the panel changes with it."""
        self.chart_keys.act_measure()
        self.display.draw_panel()

    def act_why(self) -> None:
        """Show or hide what is not open, with the reasons."""
        orders = self.session.orders
        if orders is not None and not orders.decision.closed and not self.session.why:
            self.display.say("Nothing is closed to you here.")
            return
        self.session.why = not self.session.why
        self.display.draw_panel()

    def act_diagram(self) -> None:
        """Open the diagram that explains what the highlighted order would do."""
        name = self.panel.forecast.preview().diagram
        if name:
            self.display.open_screen("terms", self.session.game.name, (f"diagram:{name}",))
        else:
            self.display.say("No diagram explains this order.")

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
            session.shows = "hand"
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
        self.scroll(-PAGE)

    def act_page_down(self) -> None:
        """Go down in a list by a page."""
        self.scroll(PAGE)

    def act_guide(self) -> None:
        """Switch the first-turn guidance."""
        self.display.game_app.switch_guide()
        self.display.draw_panel()

    def show(self, what: Shows) -> None:
        """Give the panel to something, or back to the cards."""
        self.session.show_in_panel(what)
        if self.session.shows != "hand":
            self.course.stop_peeking()
        self.display.draw_panel()
        self.display.draw_prompt()

    def scroll(self, lines: int) -> None:
        """Choose a line farther down in a list; of the hand, show what is farther down."""
        session = self.session
        if session.listing:
            last = len(self.panel.listed(self.display.panel_width())) - 1
            session.chosen = max(0, min(last, session.chosen + lines))
            self.display.draw_panel()
        elif session.shows == "hand":
            session.chosen += lines
            self.display.draw_panel()

    def go_to_line(self) -> None:
        """Bring the ship that the chosen line is about to the middle of the chart."""
        session, chart = self.session, self.session.chart
        lines = self.panel.listed(self.display.panel_width())
        key = lines[session.chosen][1] if session.chosen < len(lines) else ""
        place = place_of(chart.scene, key)
        if place:
            chart.viewport.selected = key
            chart.viewport.centre(place)
            self.display.draw_chart()

"""Keys for the panel and the chart, for pictures, and for leaving a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from engine.base.errors import Refused
from engine.files.own_folders import is_nowhere
from engine.files.saves import exports_folder, write_forms
from engine.game.panel import Depth
from engine.sitting.seats import WayOut
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel, signs_in
from tui.battle.session import Shows
from tui.input.actions import Handlers
from tui.panel.pictures import profiles
from tui.screens.chart_model import ChartKeys, ScreenPart
from tui.screens.settings import CHOICES

if TYPE_CHECKING:
    from tui.share.paper import Paper


TOLD: dict[Depth, str] = {
    "first": "The panel shows the fewest figures: the most important ones.",
    "usual": "The panel shows the usual figures.",
    "all": "The panel shows all figures for which there is room.",
}

# PanelKeys: the keys that choose what the panel shows, and whether the arrows move the cursor.


class PanelKeys:
    """The handlers of the panel's keys: a method `act_NAME` for each action NAME."""

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
        """Return {name of an action: its handler} for the actions of this class."""
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
            "more": self.act_more,
            "arrange": self.act_arrange,
        }

    def act_look(self) -> None:
        """Let the arrow keys move the cursor on the chart, or choose among the orders again.

        On a sheet, if the highlighted slot takes several picks, add or remove the highlighted one
        instead.
        """
        orders = self.session.orders
        looking = self.session.chart.looking
        if isinstance(orders, SheetOrders) and orders.slot.at_most > 1 and not looking:
            orders.toggle()
            self.session.sitting.keep_draft()
            self.changes.orders_changed()
        else:
            self.changes.look(not looking)

    def act_measure(self) -> None:
        """Start or stop measuring a distance on the chart."""
        self.chart_keys.act_measure()
        self.changes.changed(ScreenPart.PANEL)

    def act_why(self) -> None:
        """Show or hide the orders that are not available, with the reasons."""
        orders = self.session.orders
        if orders is not None and not orders.decision.closed and not self.session.why:
            self.changes.say("Every order is possible here.")
            return
        self.changes.toggle_reasons()

    def act_diagram(self) -> None:
        """Open the diagram that explains the highlighted order."""
        name = self.panel.forecast.preview().diagram
        if name:
            self.display.open_screen("terms", self.session.game.name, (f"diagram:{name}",))
        else:
            self.changes.say("There is no diagram for this order.")

    def act_log(self) -> None:
        """Show the log in the panel, with its last row chosen."""
        self.show("log")
        if self.session.shows == "log":
            self.changes.choose_line(self.panel.last_line(*self.display.panel_size()))

    def act_squadrons(self) -> None:
        """Show all ships in the panel."""
        self.show("squadrons")

    def act_hand(self) -> None:
        """Show the player's cards in the panel.

        If players share the keyboard, first ask the others to pass it on.
        """
        session, table = self.session, self.session.table
        decision = table.asked()
        if table.hot and not table.seat_at_keyboard and decision and session.shows != "hand":
            self.changes.show("hand")
            self.course.peek(decision.seat)
        else:
            self.show("hand")

    def act_advice(self) -> None:
        """Show the best orders.

        If players share the keyboard, first ask them to pass it to the player who has to choose.
        """
        session, table, kind = self.session, self.session.table, self.session.sitting.kind
        if why := kind.why_not("advice"):
            raise Refused(why)
        decision = table.asked()
        if session.advising:
            self.show("")
        elif table.hot and not table.seat_at_keyboard and decision and session.orders:
            self.course.peek(decision.seat, self.advice.ask)
        else:
            self.advice.ask()

    def act_page_up(self) -> None:
        """Scroll a list up by a page."""
        self.scroll(-self._page())

    def act_page_down(self) -> None:
        """Scroll a list down by a page."""
        self.scroll(self._page())

    def _page(self) -> int:
        """Return how many lines a page key scrolls: the height of the text that scrolls, or of the
        panel.
        """
        part = self.panel.scrolled.shown if not self.session.shows else 0
        return part or self.display.panel_size()[1] - 1

    def act_guide(self) -> None:
        """Switch the hints for a player's first turns on or off."""
        self.app.switch_guide()
        self.changes.changed(ScreenPart.PANEL)

    def act_more(self) -> None:
        """Let the panel explain more; after the most detailed level comes the least detailed."""
        depth = self.course.reader.show_more(self.app.settings.panel)
        self.changes.say(TOLD[depth])
        self.changes.changed(ScreenPart.PANEL)

    def act_arrange(self) -> None:
        """Change to the next layout of the screen, and store it in the settings."""
        app = self.app
        choice = next(each for each in CHOICES if each.name == "layout")
        layout = choice.after(app.settings.layout, 1)
        app.settings = msgspec.structs.replace(app.settings, layout=layout)
        app.keep_settings()
        self.changes.say(f"Layout: {layout}.")
        self.changes.changed(ScreenPart.ALL)
        self.display.lay_again()

    def show(self, what: Shows) -> None:
        """Show a page in the panel; '' shows the cards of the ships again."""
        self.changes.show("" if self.session.shows == what else what)
        if self.session.shows != "hand":
            self.course.stop_peeking()

    def scroll(self, lines: int) -> None:
        """In a list, choose the line that is `lines` further down; in the hand of cards, scroll by
        `lines`.
        """
        session = self.session
        if not session.shows and self.panel.scrolled.shown:
            self.changes.choose_line(self.panel.scrolled.scrolled(lines))
        elif session.listing or session.shows == "hand":
            last = self.panel.last_line(*self.display.panel_size())
            at = min(last, session.chosen) + lines
            self.changes.choose_line(max(0, min(last, at)))

    def go_to_line(self) -> None:
        """Scroll the chart to the ship that the chosen line of the log or list is about.

        On the first line of the log, show the opening picture of the battle instead.
        """
        width, chosen = self.display.panel_size()[0], self.session.chosen
        first_lines = self.panel.log_rows(width)[:2]
        on_first = self.session.shows == "log" and chosen < first_lines[-1]
        if on_first and self.course.show_opening():
            return
        lines = self.panel.listed(width)
        self.changes.bring_up(lines[chosen][1] if chosen < len(lines) else "")


# PictureKeys: the key that saves the chart as a picture.


class PictureKeys:
    """The handlers of keys that save a picture: a method `act_NAME` for each action NAME."""

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.course = course
        self.app = course.app
        self.display = course.display

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "picture": self.act_picture,
        }

    def act_picture(self) -> None:
        """Save the chart as a picture, as it is on the screen: it shows no more than the player may
        see.
        """
        if self.app.saves is not None and is_nowhere(self.app.saves):
            raise Refused("a host does not write pictures to files")
        from tui.share.paper import forms, paper_of, picture  # lazy import

        app, session = self.app, self.session
        battle, chart, frame = session.battle, session.chart, session.frame
        stem = battle.path.stem if battle.path else battle.header.scenario or "battle"
        path = exports_folder(app.saves) / f"{stem}-{battle.position}-chart"
        scene, extra = (frame.scene, frame.extra) if frame else (chart.scene, self.display.extras())
        status = session.game.screen.status(chart.view)
        title, marks = f"{status.title}, {status.turn}", (*chart.overlay_marks(), *extra)

        def drawn(paper: Paper) -> str:
            return picture(scene, paper, title=title, extra=marks)

        written = write_forms(path, forms(drawn, paper_of(app.settings.palette)))
        self.course.changes.say(f"Written: {written}")


# LeaveKeys: the keys that lead from a battle to other screens, or quit the game.


class LeaveKeys:
    """The handlers of keys to other screens: a method `act_NAME` for each action NAME."""

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.course = course
        self.app = course.app
        self.display = course.display

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "menu": self.act_menu,
            "reference": self.act_reference,
            "help": self.act_help,
            "terms": self.act_terms,
            "aftermath": self.act_aftermath,
            "proof": self.act_proof,
            "settings": self.act_settings,
            "replay": self.act_replay,
            "part": self.act_part,
            "end": self.act_end,
        }

    def act_menu(self) -> None:
        """Go to the opening menu."""
        self.app.open_menu()

    def act_reference(self) -> None:
        """Open the reference of cards and rules."""
        self.display.open_screen("reference", "", self.session.game.name)

    def act_help(self) -> None:
        """Explain the screen.

        While the arrows move the cursor, explain the thing under it; for a ship, her tokens first.
        """
        terms = () if self.session.placing else self.session.chart.terms_here()
        if terms:
            self.display.open_screen("terms", self.session.game.name, terms)
        else:
            self.display.open_screen("help", self.display)

    def act_terms(self) -> None:
        """Explain the terms on the screen, most relevant first.

        These are the picture on the chart, the highlighted answer, the question, the selected ship
        and the open cards; then all other terms in the panel, and the signs of all ships.
        """
        session, viewport = self.session, self.session.chart.viewport
        words = session.game.words
        known = {term.id for term in words.terms()} if viewport.overlays else set()
        pictures = (each for each in reversed(viewport.overlays) if each in known)
        here = session.chart.terms_here()  # the meanings of a label under the cursor
        orders = session.orders
        marked = orders.option.label if orders else ""
        asked = orders.decision if orders else None
        about = words.terms_asked(session.view, asked.kind) if asked else ()
        shown = "\n".join(self.display.panel_texts())
        signs = signs_in(session.game.screen.legend(session.view), "", shown)
        meanings = " ".join(meaning for _, meaning in signs.values())
        terms = (
            *(*here, *pictures, *words.named_in(marked), *about),
            *words.named_in(asked.prompt if asked else ""),
            *words.terms_now(session.view, viewport.selected),
            *words.named_in(meanings),
            *words.named_in(shown.replace("\n", " ")),
            *words.terms_of_all(session.view, session.game.screen.subjects(session.view)),
        )
        ships = profiles(session.game, session.view, viewport.selected)
        self.display.open_screen("terms", session.game.name, tuple(dict.fromkeys(terms)), ships)

    def act_aftermath(self) -> None:
        """Open the review of the battle so far."""
        table = self.session.table
        own = () if table.hot else table.persons
        self.display.open_screen("aftermath", self.session.battle, self.replay_from, own)

    def act_proof(self) -> None:
        """Show the proof that the dice are fair, and the pledge (hash) that was made before the
        battle.
        """
        self.display.open_screen("proof", self.session.battle)

    def act_settings(self) -> None:
        """Change how the game looks and behaves."""
        self.display.open_screen("settings")

    def act_replay(self) -> None:
        """Open a replay of the battle from its start."""
        self.replay_from(0)

    def replay_from(self, n: int) -> None:
        """Open a replay of the battle that begins at entry `n` and shows what this screen's player
        may see.
        """
        self.display.open_screen("replay", self.session.battle, n, self.session.table.viewer_seat)

    def act_part(self) -> None:
        """Open the list of ways to leave: resign, offer a draw, hand a seat over, end by
        agreement.
        """
        if why := self.session.sitting.kind.why_not("part"):
            raise Refused(why)
        self.ways_out()  # raises `Refused` if there are none
        self.display.open_screen("leaving", self.ways_out)

    def ways_out(self) -> Sequence[WayOut]:
        """Return the ways to leave this battle."""
        ways = self.session.sitting.kind.ways_out(self.session.sitting)
        return [way._replace(do=partial(self._left, way.do)) for way in ways]

    def _left(self, do: Callable[[], None]) -> None:
        do()
        self.course.advance()

    def act_end(self) -> None:
        """Quit; ask for confirmation unless the battle is over."""
        app = self.app
        if not self.session.over and app.settings.confirm_ends:
            escape, menu = (app.keymap.key("battle", name) for name in ("back", "menu"))
            way = f" (The menu: {escape}, then {menu}.)" if menu else ""
            self.course.ask(f"Quit? The battle is saved.{way}", app.exit)
        else:
            app.exit()

"""Keys of the battle screen that the chart has not: orders, panels, typed words, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.errors import WeatherGageError
from tui.battle.panel import listed
from tui.chart.viewport import place_of
from tui.input.typed import Typed
from tui.input.words import Found, search

if TYPE_CHECKING:
    from tui.battle.screen import BattleScreen


class BattleKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen

    # Orders -----------------------------------------------------------------------------------

    def act_accept(self) -> None:
        """Take the highlighted order; while looking round, select what is under the cursor."""
        screen = self.screen
        if screen.listing:
            self._go_to_line()
            return
        if screen.advice.ready:
            self._accept_advice()
            return
        if screen.looking and not (screen.orders and screen.orders.placed):
            key = screen.viewport.ship_at(screen.scene, screen.viewport.at)
            if key:
                screen.clicked(key)
            return
        if screen.orders and screen.orders.placed and not screen.looking:
            self.act_look()
            return
        screen.course.take()

    def act_back(self) -> None:
        """Step back: from measuring, looking round, or a panel."""
        screen = self.screen
        if screen.viewport.measuring is not None:
            screen.act_measure()
        elif screen.shows:
            self._panel("")
        elif screen.looking:
            self.act_look()
        self.screen.draw_prompt()

    def act_up(self) -> None:
        """Highlight the order above."""
        self._move(-1)

    def act_down(self) -> None:
        """Highlight the order below."""
        self._move(1)

    def act_left(self) -> None:
        """Turn the dial down."""
        self._turn(-1)

    def act_right(self) -> None:
        """Turn the dial up."""
        self._turn(1)

    def act_dial_down(self) -> None:
        """Turn the dial down, also while looking round."""
        self._dial(-1)

    def act_dial_up(self) -> None:
        """Turn the dial up, also while looking round."""
        self._dial(1)

    def act_dial_low(self) -> None:
        """Turn the dial to its lowest, or far round."""
        self._dial_far(-1)

    def act_dial_high(self) -> None:
        """Turn the dial to its highest, or far round."""
        self._dial_far(1)

    def act_pick(self) -> None:
        """Highlight the order of the number that was pressed."""
        screen = self.screen
        action = screen.keymap.named(screen.screen_name, "pick")
        place = action.keys.index(screen.key) if action else -1
        if screen.advice.ready:
            screen.advice.show(place)
        elif screen.orders and screen.orders.pick(place):
            screen.looking = screen.looking or screen.orders.placed
            screen.orders_changed()

    def act_next_ship(self) -> None:
        """Select the next ship; while something is placed, the next thing to place."""
        self._next(1)

    def act_previous_ship(self) -> None:
        """Select the ship before, or the thing to place before."""
        self._next(-1)

    def act_why(self) -> None:
        """Show or hide what is not open, with the reasons."""
        self.screen.why = not self.screen.why
        self.screen.draw_panel()

    def act_undo(self) -> None:
        """Undo, or offer to take back."""
        self.screen.course.undo()

    def act_redo(self) -> None:
        """Redo."""
        self.screen.course.redo()

    def act_take_back(self) -> None:
        """Take back over dice and others' moves."""
        self.screen.course.take_back()

    def _move(self, step: int) -> None:
        screen = self.screen
        if screen.listing:
            self._scroll(step)
        elif screen.advice.ready:
            screen.advice.move(step)
        elif screen.looking or screen.orders is None:
            screen.step_cursor(0, step)
        else:
            screen.orders.move(step)
            screen.orders_changed()

    def _turn(self, step: int) -> None:
        if self.screen.looking or self.screen.orders is None:
            self.screen.step_cursor(step, 0)
        else:
            self._dial(step)

    def _dial(self, step: int) -> None:
        orders = self.screen.orders
        if orders and orders.turn(step):
            self.screen.orders_changed(turned=True)

    def _dial_far(self, way: int) -> None:
        orders = self.screen.orders
        if orders and orders.turn_far(way):
            self.screen.orders_changed(turned=True)

    def _next(self, step: int) -> None:
        screen = self.screen
        if screen.looking and screen.orders and screen.orders.placed:
            screen.orders.move(step)
            screen.looking = screen.orders.placed
            screen.orders_changed()
        else:
            screen.select_next(step)

    # Panels ------------------------------------------------------------------------------------

    def act_look(self) -> None:
        """Let the arrows move the cursor, or go back to the orders."""
        screen = self.screen
        screen.looking = not screen.looking
        if not screen.looking:
            screen.viewport.measuring = None
        screen.draw_chart()
        screen.draw_panel()
        screen.draw_prompt()

    def act_log(self) -> None:
        """Give the panel to the log."""
        self._panel("log")

    def act_squadrons(self) -> None:
        """Give the panel to all ships."""
        self._panel("squadrons")

    def act_hand(self) -> None:
        """Give the panel to the hand; in hot seat its player must sit at the keyboard."""
        screen = self.screen
        table = screen.table
        decision = table.asked()
        if table.hot and not table.keeper and decision and screen.shows != "hand":
            screen.shows = "hand"
            screen.course.peek(decision.seat)
        else:
            self._panel("hand")

    def act_advice(self) -> None:
        """Say what would be best; in hot seat the player who is asked must sit at the keyboard."""
        screen = self.screen
        table, decision = screen.table, screen.table.asked()
        if screen.advice.open:
            self._panel("")
        elif table.hot and not table.keeper and decision and screen.orders:
            screen.course.peek(decision.seat, screen.advice.ask)
        else:
            screen.advice.ask()

    def _accept_advice(self) -> None:
        """Show the best answer; with one shown, go back to the orders with it."""
        if self.screen.advice.adviser.chosen < 0:
            self.screen.advice.show(0)
        else:
            self._panel("")

    def act_page_up(self) -> None:
        """Go up in a list by a page."""
        self._scroll(-10)

    def act_page_down(self) -> None:
        """Go down in a list by a page."""
        self._scroll(10)

    def act_guide(self) -> None:
        """Switch the first-turn guidance."""
        self.screen.house.switch_guide()
        self.screen.draw_panel()

    def _panel(self, what: str) -> None:
        screen = self.screen
        screen.shows = "" if screen.shows == what else what
        told = len(screen.told())
        screen.chosen = max(0, told - 1) if screen.shows == "log" else 0
        if screen.shows != "hand":
            screen.course.stop_peeking()
        screen.draw_panel()
        screen.draw_prompt()

    def _scroll(self, lines: int) -> None:
        screen = self.screen
        if screen.listing:
            last = len(listed(screen, screen.laid_out().panel.width)) - 1
            screen.chosen = max(0, min(last, screen.chosen + lines))
            screen.draw_panel()
        elif screen.shows == "hand":
            screen.chosen += lines
            screen.draw_panel()

    def _go_to_line(self) -> None:
        """Bring the ship that the chosen line is about to the middle of the chart."""
        screen = self.screen
        lines = listed(screen, screen.laid_out().panel.width)
        key = lines[screen.chosen][1] if screen.chosen < len(lines) else ""
        place = place_of(screen.scene, key)
        if place:
            screen.viewport.selected = key
            screen.viewport.centre(place)
            screen.draw_chart()

    # Words --------------------------------------------------------------------------------------

    def act_type(self) -> None:
        """Type a command in the words of the battle report."""
        self._write(Typed(":", self.find))

    def act_note(self) -> None:
        """Write a note into the battle file."""
        self._write(Typed("Note: "))

    def find(self, typed: str) -> list[Found]:
        """Return what words may mean here: orders, then the actions of the screen."""
        screen = self.screen
        decision = screen.orders.decision if screen.orders else None
        phrases = (
            [
                (
                    screen.game.describe(screen.view, option.command),
                    f"{decision.ship} {option.label} {option.id}",
                )
                for option in decision.options
            ]
            if decision
            else []
        )
        actions = [
            each
            for each in screen.keymap.actions(screen.screen_name)
            if (screen.knows(each.name) and each.name != "pick") or each.group == "Overlays"
        ]
        return search(typed, decision, phrases, actions)

    def typing(self, key: str) -> None:
        """Edit the typed line; Enter does what it says, Escape leaves it."""
        screen = self.screen
        typed = screen.typed
        assert typed is not None
        if key == "escape" or (key == "backspace" and not typed.text):
            screen.typed = None
        elif key in ("enter", "ctrl+j"):
            screen.typed = None
            screen.draw_panel()
            self._done(typed)
            return
        else:
            typed.press(key)
        screen.draw_panel()
        screen.draw_prompt()

    def _write(self, typed: Typed) -> None:
        self.screen.typed = typed
        self.screen.draw_panel()
        self.screen.draw_prompt()

    def _done(self, typed: Typed) -> None:
        screen = self.screen
        try:
            if typed.lead != ":":
                if typed.text.strip():
                    screen.battle.note(typed.text.strip(), screen.table.doer())
                    screen.sentence = "Noted."
            elif typed.chosen:
                self.do(typed.chosen)
            elif typed.text:
                screen.sentence = f"Nothing here is called '{typed.text}'."
        except WeatherGageError as error:
            screen.sentence = screen.house.told(error)
        screen.draw_prompt()

    def do(self, found: Found) -> None:
        """Do what was found: highlight and take an order, or act."""
        screen = self.screen
        if found.action:
            screen.act(found.action)
            return
        orders = screen.orders
        if orders is None:
            return
        orders.stand(found.option, found.dial, found.at)
        screen.course.take()

    # Leaving --------------------------------------------------------------------------------------

    def act_menu(self) -> None:
        """Go to the opening menu."""
        self.screen.house.open_menu()

    def act_reference(self) -> None:
        """Look something up in the cards and rules."""
        from tui.screens.reference import ReferenceScreen

        self.screen.house.open(ReferenceScreen())

    def act_help(self) -> None:
        """Explain the screen; while looking round, what the cursor is on: her tokens first."""
        screen = self.screen
        terms = () if screen.orders and screen.orders.placed else screen.terms_here()
        if terms:
            screen.house.open_terms(screen.game.name, terms)
        else:
            screen.house.open_help(screen)

    def act_terms(self) -> None:
        """Explain what is asked, selected and face up."""
        screen = self.screen
        terms = screen.game.terms_now(screen.view, screen.viewport.selected)
        screen.house.open_terms(screen.game.name, terms)

    def act_aftermath(self) -> None:
        """Look back on the battle up to here."""
        screen = self.screen
        own = () if screen.table.hot else screen.table.persons
        screen.house.open_aftermath(screen.battle, self._replay, own)

    def act_settings(self) -> None:
        """Change how the game looks and behaves."""
        from tui.screens.settings_screen import SettingsScreen

        self.screen.house.open(SettingsScreen())

    def act_replay(self) -> None:
        """Watch the battle from its start."""
        self._replay(0)

    def _replay(self, n: int) -> None:
        """Watch the battle from an entry on, with the eyes that the screen has."""
        screen = self.screen
        screen.house.open_replay(screen.battle, n, screen.table.eyes)

    def act_end(self) -> None:
        """Quit; ask first while the battle goes on."""
        screen = self.screen
        if screen.battle.outcome() is None and screen.house.settings.confirm_ends:
            screen.course.ask("Quit? The battle is saved up to the last order.", screen.house.exit)
        else:
            screen.house.exit()

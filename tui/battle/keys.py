"""Keys of the battle room that the chart has not: orders, panels, typed words, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.errors import WeatherGageError
from tui.battle.panel import listed
from tui.chart.viewport import place_of
from tui.input.typed import Typed
from tui.input.words import Found, search

if TYPE_CHECKING:
    from tui.battle.screen import BattleRoom


class BattleKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, room: BattleRoom) -> None:
        self.room = room

    # Orders -----------------------------------------------------------------------------------

    def act_accept(self) -> None:
        """Take the highlighted order; while looking round, select what is under the cursor."""
        room = self.room
        if room.listing:
            self._go_to_line()
            return
        if room.advice.ready:
            self._accept_advice()
            return
        if room.looking and not (room.orders and room.orders.placed):
            key = room.lookout.ship_at(room.scene, room.lookout.at)
            if key:
                room.clicked(key)
            return
        if room.orders and room.orders.placed and not room.looking:
            self.act_look()
            return
        room.course.take()

    def act_back(self) -> None:
        """Step back: from measuring, looking round, or a panel."""
        room = self.room
        if room.lookout.measuring is not None:
            room.act_measure()
        elif room.shows:
            self._panel("")
        elif room.looking:
            self.act_look()
        self.room.draw_prompt()

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
        room = self.room
        action = room.keymap.named(room.room, "pick")
        place = action.keys.index(room.key) if action else -1
        if room.advice.ready:
            room.advice.show(place)
        elif room.orders and room.orders.pick(place):
            room.looking = room.looking or room.orders.placed
            room.orders_changed()

    def act_next_ship(self) -> None:
        """Select the next ship; while something is placed, the next thing to place."""
        self._next(1)

    def act_previous_ship(self) -> None:
        """Select the ship before, or the thing to place before."""
        self._next(-1)

    def act_why(self) -> None:
        """Show or hide what is not open, with the reasons."""
        self.room.why = not self.room.why
        self.room.draw_panel()

    def act_undo(self) -> None:
        """Undo, or offer to take back."""
        self.room.course.undo()

    def act_redo(self) -> None:
        """Redo."""
        self.room.course.redo()

    def act_take_back(self) -> None:
        """Take back over dice and others' moves."""
        self.room.course.take_back()

    def _move(self, step: int) -> None:
        room = self.room
        if room.listing:
            self._scroll(step)
        elif room.advice.ready:
            room.advice.move(step)
        elif room.looking or room.orders is None:
            room.step_cursor(0, step)
        else:
            room.orders.move(step)
            room.orders_changed()

    def _turn(self, step: int) -> None:
        if self.room.looking or self.room.orders is None:
            self.room.step_cursor(step, 0)
        else:
            self._dial(step)

    def _dial(self, step: int) -> None:
        orders = self.room.orders
        if orders and orders.turn(step):
            self.room.orders_changed(turned=True)

    def _dial_far(self, way: int) -> None:
        orders = self.room.orders
        if orders and orders.turn_far(way):
            self.room.orders_changed(turned=True)

    def _next(self, step: int) -> None:
        room = self.room
        if room.looking and room.orders and room.orders.placed:
            room.orders.move(step)
            room.looking = room.orders.placed
            room.orders_changed()
        else:
            room.select_next(step)

    # Panels ------------------------------------------------------------------------------------

    def act_look(self) -> None:
        """Let the arrows move the cursor, or go back to the orders."""
        room = self.room
        room.looking = not room.looking
        if not room.looking:
            room.lookout.measuring = None
        room.draw_chart()
        room.draw_panel()
        room.draw_prompt()

    def act_log(self) -> None:
        """Give the panel to the log."""
        self._panel("log")

    def act_squadrons(self) -> None:
        """Give the panel to all ships."""
        self._panel("squadrons")

    def act_hand(self) -> None:
        """Give the panel to the hand; in hot seat its player must sit at the keyboard."""
        room = self.room
        table = room.table
        decision = table.asked()
        if table.hot and not table.keeper and decision and room.shows != "hand":
            room.shows = "hand"
            room.course.peek(decision.seat)
        else:
            self._panel("hand")

    def act_advice(self) -> None:
        """Say what would be best; in hot seat the player who is asked must sit at the keyboard."""
        room = self.room
        table, decision = room.table, room.table.asked()
        if room.advice.open:
            self._panel("")
        elif table.hot and not table.keeper and decision and room.orders:
            room.course.peek(decision.seat, room.advice.ask)
        else:
            room.advice.ask()

    def _accept_advice(self) -> None:
        """Show the best answer; with one shown, go back to the orders with it."""
        if self.room.advice.adviser.chosen < 0:
            self.room.advice.show(0)
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
        self.room.house.switch_guide()
        self.room.draw_panel()

    def _panel(self, what: str) -> None:
        room = self.room
        room.shows = "" if room.shows == what else what
        told = len(room.told())
        room.chosen = max(0, told - 1) if room.shows == "log" else 0
        if room.shows != "hand":
            room.course.stop_peeking()
        room.draw_panel()
        room.draw_prompt()

    def _scroll(self, lines: int) -> None:
        room = self.room
        if room.listing:
            last = len(listed(room, room.laid_out().panel.width)) - 1
            room.chosen = max(0, min(last, room.chosen + lines))
            room.draw_panel()
        elif room.shows == "hand":
            room.chosen += lines
            room.draw_panel()

    def _go_to_line(self) -> None:
        """Bring the ship that the chosen line is about to the middle of the chart."""
        room = self.room
        lines = listed(room, room.laid_out().panel.width)
        key = lines[room.chosen][1] if room.chosen < len(lines) else ""
        place = place_of(room.scene, key)
        if place:
            room.lookout.selected = key
            room.lookout.centre(place)
            room.draw_chart()

    # Words --------------------------------------------------------------------------------------

    def act_type(self) -> None:
        """Type a command in the words of the battle report."""
        self._write(Typed(":", self.find))

    def act_note(self) -> None:
        """Write a note into the battle file."""
        self._write(Typed("Note: "))

    def find(self, typed: str) -> list[Found]:
        """Return what words may mean here: orders, then the actions of the room."""
        room = self.room
        decision = room.orders.decision if room.orders else None
        phrases = (
            [
                (
                    room.game.describe(room.view, option.command),
                    f"{decision.ship} {option.label} {option.id}",
                )
                for option in decision.options
            ]
            if decision
            else []
        )
        actions = [
            each
            for each in room.keymap.actions(room.room)
            if (room.knows(each.name) and each.name != "pick") or each.group == "Overlays"
        ]
        return search(typed, decision, phrases, actions)

    def typing(self, key: str) -> None:
        """Edit the typed line; Enter does what it says, Escape leaves it."""
        room = self.room
        typed = room.typed
        assert typed is not None
        if key == "escape" or (key == "backspace" and not typed.text):
            room.typed = None
        elif key in ("enter", "ctrl+j"):
            room.typed = None
            room.draw_panel()
            self._done(typed)
            return
        else:
            typed.press(key)
        room.draw_panel()
        room.draw_prompt()

    def _write(self, typed: Typed) -> None:
        self.room.typed = typed
        self.room.draw_panel()
        self.room.draw_prompt()

    def _done(self, typed: Typed) -> None:
        room = self.room
        try:
            if typed.lead != ":":
                if typed.text.strip():
                    room.battle.note(typed.text.strip(), room.table.doer())
                    room.sentence = "Noted."
            elif typed.chosen:
                self.do(typed.chosen)
            elif typed.text:
                room.sentence = f"Nothing here is called '{typed.text}'."
        except WeatherGageError as error:
            room.sentence = room.house.told(error)
        room.draw_prompt()

    def do(self, found: Found) -> None:
        """Do what was found: highlight and take an order, or act."""
        room = self.room
        if found.action:
            room.act(found.action)
            return
        orders = room.orders
        if orders is None:
            return
        orders.stand(found.option, found.dial, found.at)
        room.course.take()

    # Leaving --------------------------------------------------------------------------------------

    def act_menu(self) -> None:
        """Go to the opening menu."""
        self.room.house.open_menu()

    def act_reference(self) -> None:
        """Look something up in the cards and rules."""
        from tui.screens.reference import ReferenceRoom

        self.room.house.open(ReferenceRoom())

    def act_help(self) -> None:
        """Explain the screen; while looking round, what the cursor is on: her tokens first."""
        room = self.room
        terms = () if room.orders and room.orders.placed else room.terms_here()
        if terms:
            room.house.open_terms(room.game.name, terms)
        else:
            room.house.open_help(room)

    def act_terms(self) -> None:
        """Explain what is asked, selected and face up."""
        room = self.room
        terms = room.game.terms_now(room.view, room.lookout.selected)
        room.house.open_terms(room.game.name, terms)

    def act_aftermath(self) -> None:
        """Look back on the battle up to here."""
        room = self.room
        own = () if room.table.hot else room.table.persons
        room.house.open_aftermath(room.battle, self._replay, own)

    def act_settings(self) -> None:
        """Change how the game looks and behaves."""
        from tui.screens.settings_screen import SettingsRoom

        self.room.house.open(SettingsRoom())

    def act_replay(self) -> None:
        """Watch the battle from its start."""
        self._replay(0)

    def _replay(self, n: int) -> None:
        """Watch the battle from an entry on, with the eyes that the screen has."""
        room = self.room
        room.house.open_replay(room.battle, n, room.table.eyes)

    def act_end(self) -> None:
        """Quit; ask first while the battle goes on."""
        room = self.room
        if room.battle.outcome() is None and room.house.settings.confirm_ends:
            room.course.ask("Quit? The battle is saved up to the last order.", room.house.exit)
        else:
            room.house.exit()

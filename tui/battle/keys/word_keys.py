"""WordKeys: commands and notes that are typed in words."""

from __future__ import annotations

from contextlib import suppress

from engine.base.errors import Refused, WeatherGageError
from engine.sitting.printed import phrases_of, read_printed, reader_of
from tui.battle.course import BattleCourse
from tui.battle.keys.find_keys import FIND, FindKeys
from tui.battle.session import SCREEN
from tui.input.actions import Handlers
from tui.input.typed import Typed
from tui.input.words import Finding, search
from tui.screens.game_app import go, reached

COMMAND = ":"
"""What stands before a typed command."""
VALUE = "Value"
"""What a line begins with in which the value of a dial is typed."""


class WordKeys:
    """The typed line of a session."""

    def __init__(self, course: BattleCourse, finding: FindKeys) -> None:
        self.session = course.session
        self.finding = finding
        self.course = course
        self.changes = course.changes
        self.app = course.app
        self.display = course.display

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "type": self.act_type,
            "note": self.act_note,
            "dial_type": self.act_dial_type,
        }

    def act_type(self) -> None:
        """Type a command in the words of the battle report."""
        self.changes.type_line(Typed(COMMAND, self.find))

    def act_note(self) -> None:
        """Write a note into the battle file."""
        self.changes.type_line(Typed("Note: "))

    def act_dial_type(self) -> None:
        """Type the value of the highlighted order's dial."""
        orders = self.session.orders
        dial = orders.decision.dial if orders and orders.dialled else None
        if dial is None:
            self.changes.say("The highlighted order has no dial.")
        else:
            self.changes.type_line(
                Typed(f"{VALUE} ({dial.describe(dial.low)} to {dial.describe(dial.high)}): ")
            )

    def find(self, typed: str) -> list[Finding]:
        """Return what words may mean here: orders, then the actions of the screen."""
        session = self.session
        decision = session.orders.decision if session.orders else None
        game, view = session.game, session.view
        phrases = phrases_of(game, view, decision) if decision else []
        actions = [
            each
            for each in self.course.keymap.actions(SCREEN)
            if self.display.knows(each.name) and each.name != "pick"
        ]
        found = search(typed, decision, phrases, actions, reached(self.display, self.app))
        with suppress(Refused):  # Enter says why
            if printed := self._printed(typed):
                return [printed, *(each for each in found if each.option != printed.option)]
        return found

    def _printed(self, typed: str) -> Finding | None:
        """Return the order that a line is the printed form of; None where it is none.

        `Refused` where its value is off the dial, or where it is the form of several orders.
        """
        session = self.session
        if session.orders is None:
            return None
        decision = session.orders.decision
        answer = read_printed(reader_of(session.game, session.view, decision), typed)
        if answer is None:
            return None
        label = decision.describe(answer.option, answer.dial, answer.at)
        return Finding(label=label, option=answer.option, dial=answer.dial, at=answer.at)

    def typing(self, key: str) -> None:
        """Edit the typed line; Enter does what it says, Escape leaves it."""
        session = self.session
        typed = session.typed
        assert typed is not None
        if key == "escape" or (key == "backspace" and not typed.text):
            self.changes.type_line(None)
        elif key in ("enter", "ctrl+j"):
            self.changes.type_line(None)
            self.done(typed)
        else:
            typed.press(key)
            self.changes.type_line(typed)

    def done(self, typed: Typed) -> None:
        """Do what a whole line says."""
        session = self.session
        try:
            if typed.lead.startswith(VALUE):
                self._turn_dial(typed.text)
            elif typed.lead.startswith(FIND):
                self.finding.find(typed.text)
            elif typed.lead != COMMAND:
                if typed.text.strip():
                    session.battle.note(typed.text.strip(), session.table.acting_seat())
                    self.changes.say("Noted.")
            elif typed.chosen:
                first = typed.index == 0  # no other match was highlighted
                self.do((self._printed(typed.text) if first else None) or typed.chosen)
            elif typed.text:
                self.changes.say(f"Nothing here is called '{typed.text}'.")
        except WeatherGageError as error:
            self.changes.say(self.app.describe(error))

    def _turn_dial(self, text: str) -> None:
        """Set the dial to what was typed: `15`, or `15 to port` in the dial's own words."""
        orders = self.session.orders
        if orders and orders.decision.dial and text.strip():
            orders.turn_to(orders.decision.dial.read(text))
            self.changes.orders_changed()

    def do(self, found: Finding) -> None:
        """Do what was found: highlight and take an order, or act."""
        if found.place:
            go(found.place, self.display, self.app)
            return
        if found.action:
            self.display.act(found.action)
            return
        orders = self.session.orders
        if orders is None:
            return
        orders.stand(found.option, found.dial, found.at)
        self.course.take()

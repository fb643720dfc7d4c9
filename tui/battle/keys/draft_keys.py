"""DraftKeys: whole sheets by one key: a draft that is offered by name, the sheet beside."""

from __future__ import annotations

from engine.base.errors import Refused
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.course import GROUP, BattleCourse
from tui.battle.session import SCREEN
from tui.input.actions import Handlers


class DraftKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.course = course
        self.changes = course.changes
        self.display = course.display
        self._last = "", ""
        """The sheet, and the name of the draft that was put in last."""

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "draft": self.act_draft,
            "aside": self.act_aside,
        }

    def act_draft(self) -> None:
        """Fill a whole sheet as the next draft that is offered by name, and say which.

        What a slot cannot take is left out.
        """
        orders = self.session.orders
        drafts = orders.prompter.drafts(orders.draft) if isinstance(orders, SheetOrders) else ()
        if not isinstance(orders, SheetOrders) or not drafts:
            self.changes.say("No drafts of a whole sheet are offered here.")
            return
        sheet, last = self._last
        names = [each.name for each in drafts]
        known = sheet == orders.sheet.id and last in names
        name, answers = drafts[(names.index(last) + 1) % len(names) if known else 0]
        self._last = orders.sheet.id, name
        for slot in orders.sheet.slots:
            if slot.id in answers and not slot.fault(answers[slot.id]):
                orders.draft[slot.id] = answers[slot.id]
        orders.go_to(orders.number)
        self.course.keep_draft(orders)
        self.changes.orders_changed()
        again = self.course.keymap.hint(SCREEN, "draft", "the next")
        self.changes.say(f"Drafted for all: {name}. {again}; change what you like.")

    def act_aside(self) -> None:
        """Fill in the sheet that may be filled in at any time; again: back to what is asked."""
        course, session = self.course, self.session
        if course.aside is not None:
            course.advance()
            return
        seat = course.table.sitting()
        sheet = course.battle.game.aside(course.battle.view(seat), seat) if seat else None
        if sheet is None:
            raise Refused("there is nothing to be changed beside what is asked")
        self.display.stop_work(GROUP)
        self.changes.think("")
        course.aside = sheet
        course.put(sheet)
        if isinstance(session.orders, SheetOrders):
            session.orders.fill_the_rest()
        self.changes.orders_changed()
        back = self.course.keymap.hint(SCREEN, "back", "goes back without a change")
        self.changes.say(f"Nobody else learns of it. {back}.")

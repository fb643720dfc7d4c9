"""Keys that begin a typed line (commands, notes, searches in the log) or fill a whole sheet; and
LiveKeys, which tells the help and the search which keys do something now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import parse_number
from engine.sitting.actions import ALSO
from engine.sitting.battle_log import LogLine
from engine.sitting.kinds.kind import surrenders
from engine.sitting.printed import option_synonyms, parse_printed, reader_of
from engine.sitting.sheet_orders import SheetOrders
from engine.sitting.typed_words import (
    SearchMatch,
    nearest,
    next_place,
    search,
    split_order,
    terms_to_read,
)
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.battle.session import GROUP, SCREEN, BattleSession
from tui.input.actions import Action, Handlers
from tui.input.keys import Keymap
from tui.input.typed import Typed, fits
from tui.screens.game_app import open_destination, other_destinations

# WordKeys: commands and notes that are typed in words.


COMMAND = ":"
"""The character that begins a typed command."""


class WordKeys:
    """The handlers of keys that begin a typed line, and of what was typed when Enter ends it."""

    def __init__(self, course: BattleCourse, finding: FindKeys) -> None:
        self.session = course.session
        self.finding = finding
        self.course = course
        self.changes = course.changes
        self.app = course.app
        self.display = course.display

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "type": self.act_type,
            "note": self.act_note,
            "dial_type": self.act_dial_type,
        }

    def act_type(self) -> None:
        """Begin to type a command, in the words that the battle's log uses."""
        self.changes.type_line(Typed(COMMAND, self.find))

    def act_note(self) -> None:
        """Write a note into the battle file."""
        if why := self.session.sitting.kind.why_not("note"):
            raise Refused(why)
        self.changes.type_line(Typed("Note: ", does=self._note))

    def _note(self, text: str) -> None:
        if text.strip():
            self.course.do("note", text.strip())

    def act_dial_type(self) -> None:
        """Begin to type a value for the dial of the highlighted order."""
        orders = self.session.orders
        dial = orders.decision.dial if orders and orders.has_dial else None
        if dial is None:
            self.changes.say("The highlighted order has no dial.")
        else:
            low, high = dial.describe(dial.low), dial.describe(dial.high)
            self.changes.type_line(Typed(f"Value ({low} to {high}): ", does=self._turn_dial))

    def find(self, typed: str, near: bool = False) -> list[SearchMatch]:
        """Return the orders, then the actions, that typed words may mean.

        `near` also finds actions by synonyms and despite typing errors, and terms of the rules to
        read about: it is used for a list from
        which the player chooses, never for a line that is executed at once.
        """
        session = self.session
        decision = session.orders.decision if session.orders else None
        game, view = session.game, session.view
        phrases = option_synonyms(game, view, decision) if decision else []
        actions = [each for each in self.display.live_actions() if each.name != "pick"]
        places = other_destinations(self.display, self.app)
        found = search(typed, decision, phrases, actions, places)
        if near:
            known = {(each.action, each.place) for each in found}
            more = search(typed, actions=actions, places=places, also=ALSO)
            more += terms_to_read(typed, game.name)
            more = more or nearest(typed, actions, places, ALSO)
            found += [each for each in more if (each.action, each.place) not in known]
        with suppress(Refused):  # Enter will show the reason
            if printed := self._printed(typed):
                return [printed, *(each for each in found if each.option != printed.option)]
        return found

    def _printed(self, typed: str) -> SearchMatch | None:
        """Return the order whose words on the screen are exactly those typed; None if none has
        them.

        Raises `Refused` if the value is not on the order's dial, or several orders have these
        words.
        """
        session = self.session
        if session.orders is None:
            return None
        decision = session.orders.decision
        answer = parse_printed(reader_of(session.game, session.view, decision), typed)
        if answer is None:
            return None
        label = decision.describe(answer.option, answer.dial, answer.at)
        return SearchMatch(label=label, option=answer.option, dial=answer.dial, at=answer.at)

    def typing(self, key: str) -> None:
        """Edit the typed line; Enter executes it, Escape cancels it."""
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
        """Execute a line that was typed and ended with Enter."""
        try:
            if typed.does:
                typed.does(typed.text)
            elif typed.chosen:
                first = typed.index == 0  # no other match was highlighted
                self.do((self._printed(typed.text) if first else None) or typed.chosen)
            elif (wanted := typed.text.strip().lower()) and any(
                way.label.lower().startswith(wanted) for way in surrenders(self.session.sitting)
            ):
                key = self.course.keymap.key(SCREEN, "part")
                self.changes.say(f"To surrender, press {key}: it is one of the ways to leave.")
            elif typed.text:
                self.changes.say(f"No order or command here is called '{typed.text}'.")
        except WeatherGageError as error:
            self.changes.say(self.app.describe(error))

    def _turn_dial(self, text: str) -> None:
        """Set the dial to a typed value: `15`, or `15 to port` in the dial's own words."""
        orders = self.session.orders
        if orders and orders.decision.dial and text.strip():
            orders.turn_to(orders.decision.dial.read(text))
            self.changes.orders_changed()

    def do(self, found: SearchMatch) -> None:
        """Execute a match of the search: highlight and take an order, or do an action."""
        if found.place:
            open_destination(found, self.display, self.app)
            return
        if found.action:
            self.display.act(found.action)
            return
        orders = self.session.orders
        if orders is None:
            return
        orders.set_answer(found.option, found.dial, found.at)
        if isinstance(orders, SheetOrders):
            orders.keep_picked()
            if orders.goes_on:  # a typed order says what is to be done, and never takes it back
                self.changes.orders_changed()
                key = self.course.keymap.key(SCREEN, "look")
                self.changes.say(f"{found.label} is picked already. {key} drops it.")
                return
        self.course.take()


# DraftKeys: fill a whole sheet with one key: a named draft, or the sheet of standing choices.


class DraftKeys:
    """The handlers of keys that fill a sheet, a form of several orders: a method `act_NAME` for
    each action NAME.
    """

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.course = course
        self.changes = course.changes
        self.display = course.display
        self._last = "", ""
        """(id of a sheet, name of the last draft that filled it): the next draft is the one after
        it."""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "draft": self.act_draft,
            "aside": self.act_aside,
        }

    def act_draft(self) -> None:
        """Fill the whole sheet with the next ready-made draft, and show the draft's name.

        Answers that a slot of the sheet does not accept are left out.
        """
        orders = self.session.orders
        drafts = orders.prompter.drafts(orders.draft) if isinstance(orders, SheetOrders) else ()
        if not isinstance(orders, SheetOrders) or not drafts:
            self.changes.say("No ready-made drafts here: fill the slots one by one.")
            return
        sheet, last = self._last
        names = [each.name for each in drafts]
        known = sheet == orders.sheet.id and last in names
        name, answers = drafts[(names.index(last) + 1) % len(names) if known else 0]
        self._last = orders.sheet.id, name
        orders.write_all(answers)
        self.course.sitting.keep_draft()
        self.changes.orders_changed()
        again = self.course.keymap.hint(SCREEN, "draft", "takes the next draft")
        self.changes.say(f"All ships drafted: {name}. {again}; change what you like.")

    def act_aside(self) -> None:
        """Open the sheet of standing choices: answers that are given for the player until he
        changes them.

        If it is already open, go back to the question.
        """
        course = self.course
        if course.sitting.aside is not None:
            course.advance()
            return
        if why := course.kind.why_not("aside"):
            raise Refused(why)
        course.sitting.open_standing_sheet()
        self.display.stop_work(GROUP)
        self.changes.think("")
        self.changes.put(course.sitting.orders)
        self.changes.orders_changed()
        back = self.course.keymap.hint(SCREEN, "back", "goes back and changes nothing")
        self.changes.say(f"No other player sees these standing choices. {back}.")


# FindKeys: search the log of a running battle for words, ships and landmarks.


class FindKeys:
    """The search in the log of a battle; it remembers the words, so that a search can be
    repeated.
    """

    def __init__(self, course: BattleCourse, panel: Panel) -> None:
        self.session = course.session
        self.changes = course.changes
        self.display = course.display
        self.panel = panel
        self._words = ""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {"find": self.act_find}

    def act_find(self) -> None:
        """Begin to type words to find in the log; Enter without words repeats the latest search."""
        again = f"; Enter: again {self._words}" if self._words else ""
        self.changes.type_line(
            Typed(
                f"Find in the log (any words; shot, loss, capture; t3: turn 3{again}): ",
                does=self.find,
            )
        )

    def find(self, text: str) -> None:
        """Show the log at the next line with the words; raises `Refused` if no line has them."""
        typed = " ".join(text.lower().split())
        order, words = split_order(typed) if typed else ("", self._words)
        if not words:
            return
        from engine.review.notes import WHAT, kind_named

        session = self.session
        lines = session.log_lines()
        places = self._places(lines, words)
        if not places:
            kind = kind_named(words)
            why = f"{WHAT[kind]} so far" if kind else f"no line of the log has '{words}'"
            raise Refused(why)
        # where each line begins in the panel: long ones are wrapped
        begins = self.panel.log_rows(self.display.panel_size()[0])[: len(lines)]
        at = -1
        if session.shows == "log":
            at = sum(begin <= session.chosen for begin in begins) - 1
        else:
            self.changes.show("log")
        found = next_place(places, at, order)
        self._words = words
        self.changes.choose_line(begins[found])
        number = places.index(found) + 1
        self.changes.say(f"line {number} of {len(places)} with '{words}': {lines[found].text}")

    def _places(self, lines: Sequence[LogLine], words: str) -> list[int]:
        """Return the indexes of the log's lines that contain all the words.

        `t3` finds only the first line of turn 3. A kind of event such as `loss` finds the first
        line of each event of this kind.
        """
        from engine.review.notes import kind_named, landmarks

        battle = self.session.battle
        if kind := kind_named(words):
            # An entry is represented by its first line.
            firsts = {line.at: row for row, line in reversed([*enumerate(lines)])}
            return sorted(firsts[n] for n in landmarks(battle)[kind] if n in firsts)
        if words[0] == "t" and words[1:].isdecimal():
            turn, game = parse_number(words[1:]), battle.game
            of_turn = (
                row
                for row, line in enumerate(lines)
                if line.at <= battle.position and game.turn(battle.at(line.at)) == turn
            )
            return [*islice(of_turn, 1)]
        return [row for row, line in enumerate(lines) if fits(line.text, words)]


# LiveKeys: which actions of a battle do something now, and which of their keys do them.


DIALS = frozenset(
    ("dial_low", "dial_high", "dial_five_down", "dial_five_up", "dial_type", "dial_down", "dial_up")
)
"""Actions that turn the dial of the highlighted order, or turn the piece that is being placed."""
OF_A_KIND = ("aside", "advice", "note", "part", "undo", "redo", "take_back")
"""Actions that do not exist in some kinds of game, such as a lesson or a puzzle."""


class LiveKeys:
    """Tells which actions of a battle do something now, and by which keys, for the help and the
    search.

    While a slot of a sheet is answered by letters (`L` for left), these letters do not start
    actions. An action with such a letter is then reached by another of its keys, or after the key
    that lets the arrows move the cursor.
    """

    def __init__(self, session: BattleSession, keymap: Keymap) -> None:
        self.session = session
        self.keymap = keymap

    def is_live(self, name: str) -> bool:
        """Tell whether the action with this name does something now."""
        orders = self.session.orders
        if name in OF_A_KIND and self.session.sitting.kind.why_not(name):
            return False
        if name in DIALS:
            return orders is not None and (orders.has_dial or orders.needs_place)
        asks: dict[str, Callable[[], bool]] = {
            "hand": self._has_a_hand,
            "aside": self._has_standing_choices,
            "pick": lambda: orders is not None and bool(orders.mark(0)),
            "seal": lambda: isinstance(orders, SheetOrders),
            "offer": lambda: isinstance(orders, SheetOrders) and bool(orders.offers),
            "draft": lambda: (
                isinstance(orders, SheetOrders) and bool(orders.prompter.drafts(orders.draft))
            ),
        }
        return name not in asks or asks[name]()

    def keys(self, action: Action) -> tuple[str, ...]:
        """Return the keys that do an action now.

        If all its keys mean something else now, each follows the key that lets the arrows move the
        cursor, and works then: `space L`.
        """
        looking = self.session.chart.looking
        typed = () if looking else self._typed()
        free = tuple(
            key
            for key in action.keys
            if key.upper() not in typed and self._means(key, looking) == action.name
        )
        look = self.keymap.action_named(SCREEN, "look")
        if free or looking or look is None or not look.keys:
            return free
        aside = (key for key in action.keys if self._means(key, True) == action.name)
        return tuple(f"{look.keys[0]} {key}" for key in aside)

    def _means(self, key: str, looking: bool) -> str:
        action = self.keymap.action(SCREEN, key, looking)
        return action.name if action else ""

    def _typed(self) -> Sequence[str]:
        """Return the letters and digits that are typed as the answer to the highlighted slot of a
        sheet.
        """
        session, orders = self.session, self.session.orders
        if not isinstance(orders, SheetOrders) or session.shows:
            return ()
        return [each.upper() for each in orders.slot.typed]

    @property
    def _seat(self) -> str:
        """The seat (a player's place) whose view is shown; otherwise the one that has to answer; ''
        for neither.
        """
        orders = self.session.orders
        return self.session.table.viewer_seat or (orders.decision.seat if orders else "")

    def _has_a_hand(self) -> bool:
        """Tell whether the player whose view is shown, or else the player who has to answer, holds
        cards.
        """
        session, seat = self.session, self._seat
        return bool(seat) and bool(session.game.screen.hand(session.view, seat))

    def _has_standing_choices(self) -> bool:
        session, seat = self.session, self._seat
        return bool(seat) and session.game.aside(session.view, seat) is not None

"""FindKeys: words, ships and landmarks looked for in the log of a battle being played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from engine.base.counting import whole
from engine.base.errors import Refused
from engine.review.landmarks import WHAT, landmarks
from tui.battle.battle_log import LogLine
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.input.actions import Handlers
from tui.input.typed import Typed

FIND = "Find in the log"
"""What a line begins with in which words are typed that the log is searched for."""
ORDERS = ("first", "next", "previous")
"""What may stand before the words; the next is meant where nothing does."""


class FindKeys:
    """The search of a session's log; it remembers the words for whoever looks for more."""

    def __init__(self, course: BattleCourse, panel: Panel) -> None:
        self.session = course.session
        self.changes = course.changes
        self.display = course.display
        self.panel = panel
        self._words = ""

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {"find": self.act_find}

    def act_find(self) -> None:
        """Type words that the log is searched for; Enter alone looks for the same again."""
        again = f", Enter: {self._words}" if self._words else ""
        self.changes.type_line(Typed(f"{FIND} (words, shot, loss, capture, t3{again}): "))

    def find(self, text: str) -> None:
        """Show the log at the next line that has the words; `Refused` where none has."""
        order, words = _ordered(text.lower().split()) if text.strip() else ("", self._words)
        if not words:
            return
        session = self.session
        lines = session.log_lines()
        places = self._places(lines, words)
        if not places and words in WHAT:
            raise Refused(f"{next(why for kind, why in WHAT.items() if kind == words)} so far")
        if not places:
            raise Refused(f"nothing in the log tells of '{words}'")
        begins = self._begins(len(lines))
        at = -1
        if session.shows == "log":
            at = sum(begin <= session.chosen for begin in begins) - 1
        else:
            self.changes.show("log")
        found = _place(places, at, order)
        self._words = words
        self.changes.choose_line(begins[found])
        number = places.index(found) + 1
        self.changes.say(f"{number} of {len(places)} with '{words}': {lines[found].text}")

    def _places(self, lines: Sequence[LogLine], words: str) -> list[int]:
        """Return the lines that have all the words, or are of a turn or a kind of landmark."""
        battle = self.session.battle
        if words in WHAT:
            entries = set(next(at for kind, at in landmarks(battle).items() if kind == words))
            # Of an entry its first line stands for it.
            firsts = {line.at: place for place, line in reversed([*enumerate(lines)])}
            return sorted(firsts[n] for n in entries if n in firsts)
        if words[0] == "t" and words[1:].isdecimal():
            turn, game = whole(words[1:]), battle.game
            of_turn = (
                place
                for place, line in enumerate(lines)
                if line.at <= battle.position and game.turn(battle.at(line.at)) == turn
            )
            return [*of_turn][:1]
        wanted = words.split()
        return [
            place
            for place, line in enumerate(lines)
            if all(each in line.text.lower() for each in wanted)
        ]

    def _begins(self, count: int) -> list[int]:
        """Return the row in the panel where each line of the log begins: long ones are wrapped."""
        return self.panel.log_rows(self.display.panel_size()[0])[:count]


def _ordered(typed: list[str]) -> tuple[str, str]:
    """Return `first`, `next` or `previous` before words, or '', and the words behind it."""
    order = typed[0] if len(typed) > 1 and typed[0] in ORDERS else ""
    return order, " ".join(typed[1:] if order else typed)


def _place(places: Sequence[int], at: int, order: str) -> int:
    """Return the place after a line, or the first, or the one before; round the end."""
    if order == "first":
        return places[0]
    if order == "previous":
        return next((each for each in reversed(places) if each < at), places[-1])
    return next(chain((each for each in places if each > at), places))

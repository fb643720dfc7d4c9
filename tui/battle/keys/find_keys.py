"""FindKeys: words, ships and landmarks looked for in the log of a battle being played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.base.counting import whole
from engine.base.errors import Refused
from engine.review.landmarks import WHAT, kind_named, landmarks
from engine.sitting.battle_log import LogLine
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel
from tui.input.actions import Handlers
from tui.input.next_place import ordered, place
from tui.input.sections import fits
from tui.input.typed import Typed

FIND = "Find in the log"
"""What a line begins with in which words are typed that the log is searched for."""


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
        typed = " ".join(text.lower().split())
        order, words = ordered(typed) if typed else ("", self._words)
        if not words:
            return
        session = self.session
        lines = session.log_lines()
        places = self._places(lines, words)
        if not places:
            kind = kind_named(words)
            why = f"{WHAT[kind]} so far" if kind else f"nothing in the log tells of '{words}'"
            raise Refused(why)
        begins = self._begins(len(lines))
        at = -1
        if session.shows == "log":
            at = sum(begin <= session.chosen for begin in begins) - 1
        else:
            self.changes.show("log")
        found = place(places, at, order)
        self._words = words
        self.changes.choose_line(begins[found])
        number = places.index(found) + 1
        self.changes.say(f"{number} of {len(places)} with '{words}': {lines[found].text}")

    def _places(self, lines: Sequence[LogLine], words: str) -> list[int]:
        """Return the lines that have all the words, or are of a turn or a kind of landmark."""
        battle = self.session.battle
        if kind := kind_named(words):
            # Of an entry its first line stands for it.
            firsts = {line.at: row for row, line in reversed([*enumerate(lines)])}
            return sorted(firsts[n] for n in landmarks(battle)[kind] if n in firsts)
        if words[0] == "t" and words[1:].isdecimal():
            turn, game = whole(words[1:]), battle.game
            of_turn = (
                row
                for row, line in enumerate(lines)
                if line.at <= battle.position and game.turn(battle.at(line.at)) == turn
            )
            return [*islice(of_turn, 1)]
        return [row for row, line in enumerate(lines) if fits(line.text, words)]

    def _begins(self, count: int) -> list[int]:
        """Return the row in the panel where each line of the log begins: long ones are wrapped."""
        return self.panel.log_rows(self.display.panel_size()[0])[:count]

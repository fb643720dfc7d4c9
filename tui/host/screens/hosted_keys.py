"""HostedKeys: the keys of the battle screen that work differently among people."""

from __future__ import annotations

from engine.base.errors import Refused
from engine.hosting.company import Company
from engine.hosting.hosted import shared_side
from tui.battle.course import BattleCourse
from tui.battle.session import SCREEN, BattleSession
from tui.input.actions import Handlers
from tui.input.typed import Typed
from tui.screens.chart_model import ScreenPart


class HostedKeys:
    """The handlers of keys that differ on a host: `act_NAME` for each action NAME."""

    def __init__(self, course: BattleCourse, company: Company) -> None:
        self.course = course
        self.session = course.session
        self.changes = course.changes
        self.company = company
        self._to_side = False
        """Whether the latest chat message went to the own side; this is the default for the next
        one."""

    def handlers(self) -> Handlers:
        """Return {name of an action in the registry: its handler} for the actions of this class."""
        return {
            "talk": self.act_talk,
            "note": self.act_note,
            "resume": self.act_resume,
            "rematch": self.act_rematch,
            "end": self.act_end,
        }

    def act_talk(self) -> None:
        """Send a chat message to all, or to the own side.

        The seat is fixed when typing begins: a question to another seat of the same person must not
        redirect a side's message to the other side.
        """
        if why := self.company.why_not("talk"):
            raise Refused(why)
        seat = self.session.table.viewer_seat
        has_side = bool(shared_side(self.company.hosted, seat))
        to_side = has_side and self._to_side

        def lead() -> str:
            if not self.session.table.persons:
                return "Say to those who watch: "
            if to_side:
                return "Say to your side (Tab: all): "
            return f"Say to all{' (Tab: own side)' * has_side}: "

        def turn() -> str:
            nonlocal to_side
            self._to_side = to_side = has_side and not to_side
            return lead()

        def say(text: str) -> None:
            told = self.company.say(seat, text.strip(), to_side)
            self.changes.changed(ScreenPart.ALL)
            if told:
                self.changes.say(told)

        self.changes.type_line(Typed(lead(), does=say, tab=turn))

    def act_note(self) -> None:
        """Open chat instead: everybody would read a note anyway."""
        self.act_talk()

    def act_resume(self) -> None:
        """Continue an adjourned battle."""
        self.course.do("resume")

    def act_rematch(self) -> None:
        """Found a rematch with sides changed, and open it."""
        for _ in self.company.does["rematch"](""):
            found = self.company.hub.rematch(self.company.person, self.company.hosted)
            self.course.app.show("gathering", found)

    def act_end(self) -> None:
        """Leave the host; ask first while the battle goes on."""
        app = self.course.app
        if self.session.over or not self.session.table.persons:
            app.exit()
            return
        lobby = self.course.keymap.hint(SCREEN, "menu", "only goes to the lobby")
        self.course.ask(f"Leave the host? The battle waits for you; {lobby}.", app.exit)


def hosted_hints(session: BattleSession, hints: list[str]) -> list[str]:
    """Return the key line; watchers have no undo and no chat."""
    if session.typed or session.shows:
        return hints
    if session.over:
        ways = ["replay=watch it again", "menu=lobby", "end=leave", "log", "help"]
        if session.table.persons:
            ways.insert(0, "rematch")
        return ["aftermath", "proof", *ways]
    if not session.table.persons:
        return ["menu=lobby", "talk", *(each for each in hints if each != "undo"), "end=leave"]
    company = session.sitting.kind
    if isinstance(company, Company) and company.hosted.agreement.adjourned:
        return ["resume", "talk", "menu=lobby", *hints]
    if session.orders:
        at = hints.index("undo") + 1 if "undo" in hints else len(hints)
        return [*hints[:at], "talk", *hints[at:], "menu=lobby"]
    return ["undo", "talk", "menu=lobby", *(each for each in hints if each != "undo")]

"""A battle on a host that is played, watched or replayed, and the keys that work differently on a
host.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.hosting.company import Company, HostedTable
from engine.hosting.hosted import HostedBattle, shared_side
from engine.hosting.hub import LeftPlace
from engine.hosting.shown import ShownBattle
from engine.kernel.battle import Battle
from engine.kernel.seen import Change
from engine.sitting.watching.reel import drop_file_notes
from tui.battle.course import BattleCourse
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import SCREEN, BattleSession
from tui.host.desk import HostApp
from tui.input.actions import Handlers
from tui.input.typed import Typed
from tui.replay.screen import ReplayScreen
from tui.screens.chart_model import ScreenPart

# HostedReplayScreen: a finished battle of a host, for everybody to watch with all cards open.


UNWRITTEN = "a host saves nothing for people who watch"
STUDIES = ("advice", "aftermath", "dice", "best_line", "beside", "up", "down", "mark_on",
           "mark_back")  # fmt: skip
"""Actions of a replay that reveal or judge a battle; they are unavailable until the battle is
over."""
NOT_HERE = ("fork", "note", "bookmark", "draw", "export", "down", "beside", "best_line")


class HostedReplayScreen(ReplayScreen):
    """A replay on a host, without the actions that would create files there.

    Until the battle is over, it shows only what the person's seat has seen, and no statistics or
    judgements.
    """

    hints: ClassVar[tuple[str, ...]] = tuple(
        hint for hint in ReplayScreen.hints if hint.partition("=")[0] not in NOT_HERE
    )

    def __init__(self, battle: Battle, at: int = 0, viewer_seat: str = "") -> None:
        """Replay from entry `at` on.

        Notes stored beside the file are not shown, because they belong to the file's owner.
        """
        super().__init__(battle, at, viewer_seat)
        self.branches.why_not = "a host shows no branches: each branch would be a file"
        drop_file_notes(self.reel)

    def act_fork(self) -> None:
        """Refuse to branch off a battle of one's own."""
        raise Refused("you cannot play on from an earlier entry in a battle of a host")

    def handlers(self) -> Handlers:
        closed = {} if self.reel.open else dict.fromkeys(STUDIES, self._wait_for_the_end)
        return {
            **super().handlers(),
            **closed,
            "fork": self.act_fork,
            "note": self.act_note,
            "bookmark": self.act_bookmark,
            "draw": self.act_draw,
        }

    def _wait_for_the_end(self) -> None:
        raise Refused("you see that only when the battle is over")

    def act_note(self) -> None:
        """Refuse to write a note."""
        raise Refused(UNWRITTEN)

    def act_bookmark(self) -> None:
        """Refuse to set a bookmark."""
        raise Refused(UNWRITTEN)

    def act_draw(self) -> None:
        """Refuse to draw a mark on the chart."""
        raise Refused(UNWRITTEN)

    def act_export(self) -> None:
        """Refuse to export, and explain how to do it at home with a downloaded file."""
        way = self.keymap.hint(self.screen_name, "proof", "tells how to copy its file")
        raise Refused(f"{UNWRITTEN}; {way}")


# HostedBattleScreen: a battle against people at other terminals, played or watched.


class HostedBattleScreen(BattleScreen):
    """A battle on a host; what other persons do is shown as it happens."""

    def __init__(self, app: HostApp, hosted: HostedBattle, place: LeftPlace | None = None) -> None:
        self._host = app
        person, hub = app.person, app.hub
        battle = hosted.shown_to(person)
        self.table = HostedTable(hosted, battle, person)
        company = Company(self.table, hub)
        super().__init__(
            BattleSession(battle, self.table, company),
            app,
            partial(
                sit_down,
                hints=hosted_hints,
                keys=lambda course: HostedKeys(course, company).handlers(),
            ),
        )
        self.person, self.hosted, self.hub = person, hosted, hub
        self._leaving = False
        self._leaves = battle.subscribe(self._heard)
        self._follow = hub.subscribe(self._changed)
        if place and place.kept:
            self.changes.restore(place.kept)
        hosted.screen_opened(person)

    def on_unmount(self) -> None:
        """Leave the battle; the person keeps the seat.

        After a lost connection the screen is remembered, too.
        """
        person, hosted, host = self.person, self.hosted, self._host
        if person and not host.terminal.connected:
            self.hub.places[person] = LeftPlace(hosted.agreement.id, self.session.kept())
        self._leaves()
        self._follow()
        hosted.screen_closed(person)

    def on_mount(self) -> None:
        """Show what this person has missed, then begin at the battle's present state."""
        self.course.begin()
        company = self.session.sitting.kind
        if isinstance(company, Company) and company.left_at is None:
            told = company.own_ships()
            if told:
                self.advise(told)

    def _heard(self, battle: ShownBattle, change: Change) -> None:
        """Update the screen after a change by any person."""
        self.others.heard(change)

    def _changed(self, battle: str) -> None:
        """Handle a change of this battle or of the whole host, in this connection's next turn in
        the fair queue.

        `battle` is the id of the battle that has changed; it is empty for a change of the host.
        """
        if battle in ("", self.hosted.agreement.id):
            self.call_later(self._host.in_turn, self._look, self)

    def _look(self) -> None:
        """Show what others have done or requested.

        If this person's seats have changed, open the battle anew; leave if that is refused.
        """
        host = self._host
        if not self.table.moved:
            self.others.look_up()
        elif not self._leaving:
            # the new screen is itself a change, and this one is notified of it
            self._leaving = True
            try:
                host.enter_battle(self.hosted)
            except Refused:  # its players do not want watchers
                host.open_menu()


# HostedKeys: the keys of the battle screen that work differently among people.


class HostedKeys:
    """The handlers of keys that work differently on a host: `act_NAME` for each action NAME."""

    def __init__(self, course: BattleCourse, company: Company) -> None:
        self.course = course
        self.session = course.session
        self.changes = course.changes
        self.company = company
        self._to_side = False
        """Whether the latest chat message went only to the person's own side; the next one then
        does too, unless changed."""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "talk": self.act_talk,
            "note": self.act_note,
            "resume": self.act_resume,
            "rematch": self.act_rematch,
            "end": self.act_end,
        }

    def act_talk(self) -> None:
        """Send a chat message to all persons, or to the person's side.

        The side is the one that the person plays when typing begins. A person who plays both sides
        may have to answer for the other one meanwhile.
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
        """Open the chat instead of a note: on a host everybody would read the note anyway."""
        self.act_talk()

    def act_resume(self) -> None:
        """Continue an adjourned (paused) battle."""
        self.course.do("resume")

    def act_rematch(self) -> None:
        """Create a new battle with the same players on changed sides, and open it."""
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
    """Return the actions of the key line; a watcher has no undo and no chat."""
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

"""HostedKeys: the keys of the battle screen that work another way in company."""

from __future__ import annotations

from engine.base.errors import Refused, WeatherGageError
from engine.hosting.company import LONGEST
from engine.hosting.hosted import shared_side
from engine.hosting.lobby_rows import part, ways_out
from tui.battle.course import BattleCourse
from tui.battle.keys.battle_keys import BattleKeys
from tui.battle.keys.word_keys import FindKeys, WordKeys
from tui.battle.panel import Panel
from tui.battle.session import SCREEN
from tui.host.screens.hosted_session import BACK, HostedSession
from tui.input.actions import Handlers
from tui.input.typed import Typed
from tui.screens.chart_model import ScreenPart

TURN = "tab"
"""The key that turns talk from all to one's own side, and back."""
LEAVING = ("quit", "end", "menu")
"""Actions that do not take a seat back from the computer that plays it."""


class Talk(Typed):
    """A line that a seat says; where others are on its side, to all or to the side alone.

    The seat is that of the moment in which the line was begun: a question to another seat of the
    same person must not send what was meant for one side to the other.
    """

    def __init__(self, seat: str, has_side: bool, to_side: bool = False) -> None:
        super().__init__("")
        self.seat = seat
        self.has_side = has_side
        self.to_side = has_side and to_side
        self._head()

    def turn(self) -> None:
        """Turn from all to the own side, and back."""
        self.to_side = self.has_side and not self.to_side
        self._head()

    def _head(self) -> None:
        """Say to whom, and which key turns to others."""
        if self.to_side:
            self.lead = "Say to your side (Tab: all): "
        else:
            self.lead = f"Say to all{' (Tab: own side)' * self.has_side}: "


class HostedWordKeys(WordKeys):
    """The typed line of a person in company: it may be talk."""

    session: HostedSession

    def __init__(self, course: BattleCourse, finding: FindKeys) -> None:
        super().__init__(course, finding)
        self._to_side = False
        """Whether the latest talk was to one's own side: then the next one is, too."""

    def talk(self) -> Talk:
        """Return a new line of talk, to whom the one before went."""
        seat = self.session.table.viewer_seat
        return Talk(seat, bool(shared_side(self.session.hosted, seat)), self._to_side)

    def typing(self, key: str) -> None:
        typed = self.session.typed
        if isinstance(typed, Talk) and key == TURN:
            typed.turn()
            self._to_side = typed.to_side
            self.changes.type_line(typed)
        else:
            super().typing(key)

    def done(self, typed: Typed) -> None:
        if not isinstance(typed, Talk):
            super().done(typed)
        elif typed.text.strip():
            self._say(typed)
        self.changes.changed(ScreenPart.ALL)

    def _say(self, talk: Talk) -> None:
        words = talk.text.strip()[:LONGEST]
        try:
            self.session.hosted.say(talk.seat, words, talk.to_side)
        except WeatherGageError as error:
            self.changes.say(self.app.describe(error))


class HostedKeys(BattleKeys):
    """The keys of a battle with people far away: these first, then those of any battle."""

    session: HostedSession

    def __init__(self, course: BattleCourse, panel: Panel) -> None:
        super().__init__(course, panel)
        self.words: HostedWordKeys = HostedWordKeys(course, self.finding)

    def press(self, key: str) -> str:
        """Give a key to what waits for one; any key takes a seat back from a computer."""
        leaves = self.meaning(key) in LEAVING
        if not leaves and self.session.hosted.played_for(self.session.person):
            self.session.hosted.come_back(self.session.person)
            hosted, person = self.session.hosted, self.session.person
            # Until the next choice, or until a computer plays again.
            self.changes.say(
                BACK, lambda: self.session.orders is None and not hosted.played_for(person)
            )
            return ""
        return super().press(key)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "talk": self.act_talk,
            "note": self.act_note,
            "resume": self.act_resume,
            "part": self.act_part,
            "end": self.act_end,
        }

    def act_talk(self) -> None:
        """Say something to all, or to one's own side."""
        if not self.session.table.persons:
            raise Refused("who watches does not talk")
        self.changes.type_line(self.words.talk())

    def act_note(self) -> None:
        """Talk: a note would be read by all anyway."""
        self.act_talk()

    def act_resume(self) -> None:
        """Play an adjourned battle on."""
        self.session.hosted.resume(self.session.person)

    def act_part(self) -> None:
        """Resign, offer a draw, hand a seat over, or decide about one that is left alone."""
        session = self.session
        hosted, person = session.hosted, session.person
        part(hosted, person)
        here = [name for name, count in session.hub.persons.items() if name and count > 0]
        self.course.display.open_screen("leaving", lambda: ways_out(hosted, person, here))

    def act_end(self) -> None:
        """Leave the host; ask first while the battle goes on."""
        app = self.app
        if self.session.over or not self.session.table.persons:
            app.exit()
            return
        lobby = self.keymap.hint(SCREEN, "menu", "only goes to the lobby")
        self.course.ask(f"Leave the host? The battle waits for you; {lobby}.", app.exit)

"""HostedCourse: the way of a battle in company. Others act, and agree to what is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import Refused
from engine.observers import Change
from engine.timeline import Record
from tui.host.seats import HostedTable
from tui.screens.battle_course import Course, Question
from tui.seats import Answer

if TYPE_CHECKING:
    from tui.screens.hosted_battle import HostedBattleRoom


class HostedCourse(Course):
    """Brings one person's screen from question to question, and shows what others do."""

    room: HostedBattleRoom
    table: HostedTable

    def __init__(self, room: HostedBattleRoom) -> None:
        super().__init__(room)
        self.hosted = room.hosted
        self._acting = False
        self._unseen: list[Change] = []
        self._consent: Question | None = None
        """The question whether others may take something back, while it stands."""

    # What others do ------------------------------------------------------------------------

    def submit(self, seat: str, answer: Answer) -> None:
        """Give an answer to the rules."""
        self._acting = True
        try:
            super().submit(seat, answer)
        finally:
            self._acting = False

    def heard(self, change: Change) -> None:
        """Take note of a change; it is shown as soon as the screen has time."""
        if not self._acting:
            self._unseen.append(change)
            self.room.call_later(self.catch_up)

    def catch_up(self) -> None:
        """Show what has happened meanwhile: the latest command step by step, what else at once."""
        room = self.room
        if not self._unseen or room.stage.playing:
            return
        unseen, self._unseen = self._unseen, []
        last = unseen[-1].record
        if last.kind == "command" and last is self._latest():
            room.run_worker(self._show(last), group="course", exclusive=True)
            return
        if last.kind != "chat":
            room.stage.dice = ()
        self.advance()

    async def _show(self, record: Record) -> None:
        if self.room.house.settings.animation and len(self.room.house.screen_stack) == 1:
            await self.room.stage.play(record)
        else:
            self.room.stage.remember(record)
        self.advance()

    def _latest(self) -> Record | None:
        return self.battle.entries[-1] if self.battle.entries else None

    def advance(self) -> None:
        """Put the next question; the order that was highlighted stays, where it still can be."""
        before = self.room.orders
        super().advance()
        now = self.room.orders
        if before and now and before.decision == now.decision:
            self.room.orders = before
            self.room.draw()
        self.look_up()
        if self._unseen:
            self.room.call_later(self.catch_up)

    def look_up(self) -> None:
        """Ask for consent where another seat waits for it, and say who is there."""
        wish = self.hosted.wish
        mine = wish and self.room.person in self.hosted.others(wish.seat) - wish.granted
        if mine and self._consent is None and wish:
            name = self.table.name(wish.seat)
            self._consent = Question(
                f"{name} asks to take the latest order back. Agree?", self._agree, False, self._deny
            )
            self.question = self._consent
        elif not mine and self._consent:
            if self.question is self._consent:
                self.question = None
            self._consent = None
        self.room.draw_prompt()

    def _agree(self) -> None:
        self._consent = None
        self.hosted.grant(self.room.person)

    def _deny(self) -> None:
        self._consent = None
        self.hosted.refuse(self.room.person)

    # Going back ------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo freely, or ask the others to let it be taken back."""
        if not self.table.persons:
            raise Refused("who watches takes nothing back")
        super().undo()

    def take_back(self, why: str = "") -> None:
        """Ask the others, and wait for what they say."""
        if not self.table.persons:
            raise Refused("who watches takes nothing back")
        seat = self.table.doer()
        why_not = self.battle.can_take_back(seat)
        if why_not:
            raise Refused(why_not)
        others = " and ".join(self.table.name(each) for each in self.table.others(seat))
        text = f"{why[:1].upper()}{why[1:]}. " if why else ""
        if not others:
            self.ask(f"{text}Take it back all the same?", lambda: self.hosted.wish_back(seat))
            return
        self.ask(f"{text}Ask {others} to let you take it back?", lambda: self._wish(seat))

    def _wish(self, seat: str) -> None:
        self.hosted.wish_back(seat)

    def redo(self) -> None:
        """Do again what this person undid last."""
        undone = self.battle.undone()
        if undone and undone.seat not in self.table.persons:
            raise Refused(f"{self.table.name(undone.seat)} may redo it")
        self.battle.redo(self.table.doer())
        self._changed()

    # Words -------------------------------------------------------------------------------------

    def _standing(self) -> str:
        """Return how things stand while this person is not asked."""
        if self.battle.outcome() or self.room.stage.playing:
            return super()._standing()
        if self.hosted.papers.adjourned:
            return f"Adjourned: {self.hosted.papers.adjourned}"
        wish = self.hosted.wish
        if wish and wish.seat in self.table.persons:
            return "The others are asked whether you may take it back."
        waits = [self._who(key) for key in self.hosted.asked()]
        return f"{' and '.join(waits)} to choose." if waits else ""

    def _who(self, key: str) -> str:
        """Return a seat with who sits there, and whether they are away."""
        words = [self.hosted.sitter(key)]
        if self.hosted.away(key):
            words.append("away")
        if key in self.hosted.lapsed:
            words.append("played by the computer")
        elif (left := self.hosted.clock.left(key)) is not None:
            words.append(f"{left} seconds left")
        return f"{self.table.name(key)} ({', '.join(words)})"

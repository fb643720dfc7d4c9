"""HostedCourse: the way of a battle in company. Others act, and agree to what is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Decision
from engine.game.game import Seat
from engine.kernel.observers import Change
from engine.kernel.timeline import Record
from tui.battle.course import Course, Question
from tui.battle.seats import Answer
from tui.host.lobby_rows import waits_for
from tui.host.seats import HostedTable
from tui.input.orders import Orders
from tui.terminal.lines import Line, fitted

if TYPE_CHECKING:
    from tui.host.screens.hosted_battle import HostedBattleScreen

GONE_BACK = {
    "undo": "has undone the latest order",
    "redo": "has done again what was undone",
    "take_back": "has taken an order back",
}
"""What is said of another's going back, by the kind of its record."""

BACK = "You have your seat back."
"""Said to who takes a seat back from a computer, until it is their choice."""


class HostedCourse(Course):
    """Brings one person's screen from question to question, and shows what others do."""

    screen: HostedBattleScreen
    table: HostedTable

    def __init__(self, screen: HostedBattleScreen) -> None:
        super().__init__(screen)
        self.hosted = screen.hosted
        self._acting = False
        self._unseen: list[Change] = []
        self._consent: Question | None = None
        """The question whether others may take something back, while it stands."""
        self._wished = False
        """Whether a wish of this person stood when the screen looked last."""
        self._stood = self._stands()

    # What others do ------------------------------------------------------------------------

    def submit(self, seat: str, answer: Answer) -> None:
        """Give an answer to the rules; `Refused` while the battle is adjourned."""
        self.hosted.running()
        self._acting = True
        try:
            super().submit(seat, answer)
        finally:
            self._acting = False

    def heard(self, change: Change) -> None:
        """Take note of a change; it is shown as soon as the screen has time."""
        if not self._acting:
            self._unseen.append(change)
            self.screen.call_later(self.catch_up)

    def catch_up(self) -> None:
        """Show what has happened meanwhile: the latest command step by step, what else at once."""
        screen = self.screen
        if not self._unseen or screen.stage.playing:
            return
        unseen, self._unseen = self._unseen, []
        last = unseen[-1].record
        if last.kind in GONE_BACK and last.seat not in self.table.persons:
            screen.sentence = f"{self.table.who(last.seat)} {GONE_BACK[last.kind]}."
        if last.kind == "command" and last is self._latest():
            screen.work(partial(self._show, last), "course", alone=True)
            return
        if last.kind != "chat":
            screen.stage.dice = ()
        self.advance()

    async def _show(self, record: Record) -> None:
        if self.screen.house.settings.animation and len(self.screen.house.screen_stack) == 1:
            await self.screen.stage.play(record)
        else:
            self.screen.stage.remember(record)
        self.advance()

    def _latest(self) -> Record | None:
        return self.battle.entries[-1] if self.battle.entries else None

    def advance(self) -> None:
        """Put the next question; what was highlighted and looked at stays, where it can."""
        before, looking = self.screen.orders, self.screen.looking
        super().advance()
        now = self.screen.orders
        if now and self.screen.sentence == BACK:
            self.screen.sentence = ""
            self.screen.draw_prompt()
        if before and now and before.decision == now.decision:
            self.screen.orders, self.screen.looking = before, looking
            self.screen.draw()
        self.look_up()
        if self._unseen:
            self.screen.call_later(self.catch_up)

    def look_up(self) -> None:
        """Ask for consent where another seat waits for it, and say who is there."""
        self._look_for_consent()
        self._look_for_answer()
        if self._stood != self._stands():
            self._stood = self._stands()
            self.advance()
        self.screen.draw_prompt()

    def _stands(self) -> tuple[str, tuple[str, ...]]:
        """Return what lets questions come and go without any order."""
        return self.hosted.standing, self.hosted.played_for(self.screen.person)

    def _look_for_consent(self) -> None:
        """Ask whether another may take something back, while that is open."""
        wish = self.hosted.wish
        mine = wish and self.screen.person in self.hosted.others(wish.seat) - wish.granted
        if mine and self._consent is None and wish:
            text = f"{self.table.who(wish.seat)} asks to take back: {self._latest_of(wish.seat)}"
            self._consent = Question(f"{text}. Agree?", self._agree, False, self._deny)
            self.question = self._consent
        elif not mine and self._consent:
            if self.question is self._consent:
                self.question = None
            self._consent = None

    def _look_for_answer(self) -> None:
        """Say so when a wish of this person was not granted."""
        wishes = bool(self.hosted.wish and self.hosted.wish.seat in self.table.persons)
        if self._wished and not wishes and self.hosted.denied:
            self.screen.sentence = f"{self.hosted.denied} does not agree, so the order stands."
        elif wishes and not self._wished:
            self.screen.sentence = self._asked_now()
        self._wished = wishes

    def _latest_of(self, seat: str) -> str:
        """Return in words the order that a take-back goes back to, as this person may know it."""
        at = max((record.at for record in self.battle.entries if record.seat == seat), default=0)
        lines = self.screen.battle_log.lines(self.table.eyes)
        told = (line.text for line in lines if line.at == at and line.seat == seat)
        return next(told, "the latest order")

    def _agree(self) -> None:
        self._consent = None
        self.hosted.grant(self.screen.person)

    def _deny(self) -> None:
        self._consent = None
        self.hosted.refuse(self.screen.person)

    # Going back ------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo freely, or ask the others to let it be taken back."""
        self._may_go_back()
        if not self._gives_up():
            super().undo()

    def take_back(self, why: str = "") -> None:
        """Ask the others, and wait for what they say."""
        self._may_go_back()
        if self._gives_up():
            return
        seat = self.table.doer()
        why_not = self.battle.can_take_back(seat)
        if why_not:
            raise Refused(why_not)
        others = " and ".join(sorted(self.hosted.others(seat)))
        text = f"{why[:1].upper()}{why[1:]}. " if why else ""
        if not others:
            self.ask(f"{text}Take it back all the same?", lambda: self.hosted.ask_take_back(seat))
            return
        asked = f"{text}Ask {others} to let you take it back?"
        self.ask(asked, lambda: self.hosted.ask_take_back(seat))

    def _may_go_back(self) -> None:
        if not self.table.persons:
            raise Refused("who watches takes nothing back")
        self.hosted.running()

    def _gives_up(self) -> bool:
        """Offer to give a wish up that stands; False when there is none."""
        wish = self.hosted.wish
        if wish is None or wish.seat not in self.table.persons:
            return False
        asked = f"{self._asked_for_consent()} has not answered yet. Give the wish up?"
        self.ask(asked, lambda: self.hosted.refuse(self.screen.person), likely=False)
        return True

    def _asked_now(self) -> str:
        return f"{self._asked_for_consent()} is asked whether you may take it back."

    def _asked_for_consent(self) -> str:
        """Return who is still asked about the wish that stands."""
        wish = self.hosted.wish
        return " and ".join(sorted(self.hosted.others(wish.seat) - wish.granted)) if wish else ""

    def redo(self) -> None:
        """Do again what this person undid last."""
        self._may_go_back()
        undone = self.battle.undone()
        if undone and undone.seat not in self.table.persons:
            raise Refused(f"only {self.table.who(undone.seat)} may redo it")
        self.battle.redo(self.table.doer())
        self._changed()

    # Words -------------------------------------------------------------------------------------

    def _orders(self, decision: Decision) -> Orders:
        """Return the orders of a question, which need not say whom it is put to."""
        name = f"{self.table.name(decision.seat)}: "
        prompt = decision.prompt.removeprefix(name)
        return super()._orders(msgspec.structs.replace(decision, prompt=prompt))

    def prompt_lines(self, width: int, most: int, hints: Sequence[str] = ()) -> list[Line]:
        """Return the prompt; who waits is shown the keys too where they have no line."""
        screen = self.screen
        busy = screen.typed or self.question or screen.sentence or screen.listing or screen.orders
        if busy or not hints:
            return super().prompt_lines(width, most, hints)
        text = f" {self._standing()}   "
        spare = max(0, width - len(text) - 1)
        keys = screen.keymap.hints(screen.screen_name, hints, spare)
        return [fitted((("prompt", f"{text}{keys.rjust(spare)} "),), width, "prompt")]

    def asked_seat(self, key: str) -> Seat:
        """Return the seat that is asked: whose choice it is must be seen at once."""
        seat = super().asked_seat(key)
        words = ["your choice"]
        if len(self.table.persons) > 1:
            words.append(seat.name)
        if left := self.hosted.clock.time_left(key):
            words.append(left)
        return Seat(key, ", ".join(words), seat.side)

    def _standing(self) -> str:
        """Return how things stand while this person is not asked."""
        if self.battle.outcome() or self.screen.stage.playing:
            return super()._standing()
        if not self.table.persons:
            return f"You watch{self._behind()}. {self._waiting()}"
        if self.hosted.agreement.adjourned:
            key = self.screen.keymap.key(self.screen.screen_name, "resume")
            return f"Adjourned: {self.hosted.agreement.adjourned}. {key} plays on."
        if self.hosted.played_for(self.screen.person):
            return "Your time ran out: a computer plays for you. Any key takes your seat back."
        if self._wished:
            return self._asked_now()
        return f"{self._waiting()} {self._elsewhere()}"

    def _waiting(self) -> str:
        """Return who is to choose. Whoever watches some turns behind is told who was."""
        if self._behind():
            return ""
        if self.hosted.agreement.adjourned:
            return f"Adjourned: {self.hosted.agreement.adjourned}."
        waits = [self._who(key) for key in self.hosted.asked()]
        return f"Waiting for {' and '.join(waits)} to choose." if waits else ""

    def _behind(self) -> str:
        """Return how far behind a watcher is; '' who sees all as it happens."""
        turns = self.hosted.agreement.terms.delay
        if self.battle is self.hosted.battle:
            return ""
        return f", {turns} turn{'s' * (turns != 1)} behind"

    def _who(self, key: str) -> str:
        """Return a seat with who sits there, and whether they are away."""
        words = [self.table.name(key)]
        if key in self.hosted.lapsed:
            words.append("played by a computer")
        elif self.hosted.away(key):
            words.append(self.whereabouts(self.hosted.person_of(key)))
        words.append(self.hosted.clock.time_left(key))
        return f"{self.table.sitter(key)} ({', '.join(filter(None, words))})"

    def whereabouts(self, person: str) -> str:
        """Return where somebody is who is not at this table."""
        return "elsewhere" if self.screen.host.hub.persons[person] > 0 else "away"

    def _elsewhere(self) -> str:
        """Say so when another battle waits for this person."""
        hub, person = self.screen.host.hub, self.screen.person
        others = (each for each in hub.battles.values() if each is not self.hosted)
        if any(waits_for(each, person) for each in others):
            return f"({self.screen.keymap.key(self.screen.screen_name, 'menu')}: another waits)"
        return ""

    def hints(self) -> list[str]:
        """Return the key line: no undo and no talk for who watches."""
        hints = super().hints()
        if self.screen.typed or self.screen.shows:
            return hints
        if self.battle.outcome():
            return ["aftermath", "replay=watch it again", "menu=lobby", "end=leave", "log", "help"]
        if not self.table.persons:
            return ["menu=lobby", *(each for each in hints if each != "undo"), "end=leave"]
        if self.hosted.agreement.adjourned:
            return ["resume", "talk", "menu=lobby", *hints]
        if self.screen.orders:
            at = hints.index("undo") + 1 if "undo" in hints else len(hints)
            return [*hints[:at], "talk", *hints[at:], "menu=lobby"]
        return ["undo", "talk", "menu=lobby", *(each for each in hints if each != "undo")]

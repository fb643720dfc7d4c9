"""HostedCourse: the way of a battle in company: others act, and are asked before a take-back."""

from __future__ import annotations

from functools import partial

import msgspec

from engine.base.errors import Refused
from engine.base.text import and_between, are
from engine.game.decision import Decision
from engine.game.game import Given, Record
from engine.hosting.company import HostedTable
from engine.hosting.leaving import Proposal
from engine.kernel.seen import Change
from engine.sitting.orders import Orders
from tui.battle.course import GROUP, BattleCourse, sentence
from tui.battle.forecast import Forecast
from tui.battle.session import Display, YesOrNo
from tui.host.screens.hosted_session import HostedSession
from tui.screens.chart_model import ScreenPart
from tui.screens.game_app import GameApp

GONE_BACK = {
    "undo": "has undone the latest order",
    "redo": "has done again what was undone",
    "take_back": "has taken an order back",
}
"""What is said of another's going back, by the kind of its record."""


class HostedCourse(BattleCourse):
    """Brings one person's screen from question to question, and shows what others do."""

    session: HostedSession
    table: HostedTable

    def __init__(
        self, session: HostedSession, forecast: Forecast, app: GameApp, display: Display
    ) -> None:
        super().__init__(session, forecast, app, display)
        self.hosted = session.hosted
        self._wished = False
        """Whether a wish of this person stood when the screen looked last."""
        self._awaited = ""
        """Whose consent was said last to be waited for."""
        self._acting = False
        self._unseen: list[Change] = []
        self._asked_about: tuple[Proposal, YesOrNo] | None = None
        """What another proposes, and the question about it, while it stands."""
        self._proposes = False
        """Whether a proposal of this person stood when the screen looked last."""
        self._consent: YesOrNo | None = None
        """The question whether others may take something back, while it stands."""
        self._stood = self._stands()

    # What others do ------------------------------------------------------------------------

    def submit(self, seat: str, answer: Given) -> None:
        """Take an answer; what it brings about is shown by this screen's own way."""
        self._acting = True
        try:
            super().submit(seat, answer)
        finally:
            self._acting = False

    def heard(self, change: Change) -> None:
        """Take note of a change; it is shown as soon as the screen has time."""
        if not self._acting:
            self._unseen.append(change)
            self.display.call_later(self._catch_up_in_turn)

    def _catch_up_in_turn(self) -> None:
        self.app.in_turn(self.catch_up, self.display)

    def catch_up(self) -> None:
        """Show what has happened meanwhile: the latest command step by step, what else at once."""
        session = self.session
        if not self._unseen or session.playing:
            return
        unseen, self._unseen = self._unseen, []
        last = unseen[-1].record
        if last.kind in GONE_BACK and last.seat not in self.table.persons:
            self.changes.say(f"{self.table.who(last.seat)} {GONE_BACK[last.kind]}.")
        if last.kind == "command" and last is self._latest():
            self.display.work(partial(self._show, last), GROUP, alone=True)
            return
        if last.kind != "chat":
            self.changes.lay_dice(())
        self.advance()

    async def _show(self, record: Record) -> None:
        """Play what was ordered; a page that lies over the battle is not disturbed by it."""
        if self.app.settings.animation and self.display.is_top():
            await self.stage.play(record)
        else:
            self.stage.remember(record)
        self.advance()

    def _latest(self) -> Record | None:
        return self.battle.entries[-1] if self.battle.entries else None

    def advance(self) -> None:
        """Put the next question; what was highlighted and looked at stays, where it can."""
        session = self.session
        before, looking = session.orders, session.chart.looking
        super().advance()
        now = session.orders
        if before and now and before.same_question(now):
            self.changes.put(before, looking)
            self.changes.meet()
            self.changes.changed(ScreenPart.ALL)
        self.look_up()
        if self._unseen:
            self.display.call_later(self._catch_up_in_turn)

    def reply(self, key: str, name: str) -> None:
        """Take a reply; then ask what another has asked meanwhile."""
        super().reply(key, name)
        if self.session.question is None:
            self.look_up()

    def look_up(self) -> None:
        """Ask for consent where another seat waits for it, and follow seats that come and go."""
        self._look_for_consent()
        self._look_for_answer()
        self._look_for_proposal()
        if self._stood != self._stands():
            self._stood = self._stands()
            self.advance()
        self.changes.changed(ScreenPart.PROMPT)

    def _stands(self) -> tuple[str, tuple[str, ...]]:
        """Return what lets questions come and go without any order."""
        return self.hosted.standing, self.hosted.played_for(self.session.person)

    def _look_for_consent(self) -> None:
        """Ask whether another may take something back, while that is open."""
        request = self.hosted.taking_back.request
        mine = (
            request
            and self.session.person
            in self.hosted.taking_back.others(request.seat) - request.granted
        )
        if mine and self._consent is None and request and self.session.question is None:
            text = (
                f"{self.table.who(request.seat)} asks to take back: {self._latest_of(request.seat)}"
            )
            self._consent = YesOrNo(
                f"{text}. Agree?", self._agree, False, self._deny, by_other=True
            )
            self.changes.ask(self._consent)
        elif not mine and self._consent:
            if self.session.question is self._consent:
                self.changes.ask(None)
            self._consent = None

    def _look_for_answer(self) -> None:
        """Say so when a wish of this person was not granted."""
        wished, self._wished = self._wished, self.session.wishes
        if wished and not self._wished and self.hosted.taking_back.denied:
            self.changes.say(
                f"{self.hosted.taking_back.denied} does not agree, so the order stands."
            )
        awaited = self.session.consent_awaited() if self._wished else ""
        if awaited and awaited != self._awaited:
            session = self.session
            self.changes.say(
                awaited, lambda: session.wishes and session.consent_awaited() == awaited
            )
        self._awaited = awaited

    def _look_for_proposal(self) -> None:
        """Ask about an end or a seat that another proposes; tell what came of an own proposal."""
        leaving, person = self.hosted.leaving, self.session.person
        asks, before = leaving.asks(person) if person else None, self._asked_about
        if before and (asks is None or asks.text != before[0].text):
            if self.session.question is before[1]:
                self.changes.ask(None)
            self._asked_about = before = None
        if asks and before is None and self.session.question is None:
            question = YesOrNo(
                f"{sentence(asks.text_for(person))} Agree?",
                partial(leaving.agree, person),
                False,
                partial(leaving.decline, person),
                by_other=True,
            )
            self._asked_about = asks, question
            self.changes.ask(question)
        own = leaving.proposal
        proposes = own is not None and own.by == person
        if self._proposes and not proposes and leaving.refused_by:
            self.changes.say(f"{leaving.refused_by} does not agree.")
        if proposes and not self._proposes and own:
            self.changes.say(
                f"{are(sorted(own.waits_for))} asked.",
                lambda: (now := leaving.proposal) is not None and now.waits_for == own.waits_for,
            )
        self._proposes = proposes

    def _latest_of(self, seat: str) -> str:
        """Return in words the order that a take-back goes back to, as this person may know it."""
        at = max((record.at for record in self.battle.entries if record.seat == seat), default=0)
        lines = self.session.battle_log.lines(self.table.viewer_seat)
        texts = (line.text for line in lines if line.at == at and line.seat == seat)
        return next(texts, "the latest order")

    def _agree(self) -> None:
        self._consent = None
        self.hosted.taking_back.grant(self.session.person)

    def _deny(self) -> None:
        self._consent = None
        self.hosted.taking_back.refuse(self.session.person)

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
        seat = self.table.acting_seat()
        why_not = self.battle.why_not_take_back(seat)
        if why_not:
            raise Refused(why_not)
        others = and_between(sorted(self.hosted.taking_back.others(seat)))
        text = f"{sentence(why)} " if why else ""
        if not others:
            self.ask(f"{text}Take it back all the same?", lambda: self.hosted.taking_back.ask(seat))
            return
        asked = f"{text}Ask {others} to let you take it back?"
        self.ask(asked, lambda: self.hosted.taking_back.ask(seat))

    def _may_go_back(self) -> None:
        if not self.table.persons:
            raise Refused("who watches takes nothing back")
        self.hosted.running()

    def _gives_up(self) -> bool:
        """Offer to give a wish up that stands; False when there is none."""
        request = self.hosted.taking_back.request
        if request is None or request.seat not in self.table.persons:
            return False
        waits = self.session.not_answered()
        have = "has" if len(waits) == 1 else "have"
        asked = f"{and_between(waits)} {have} not answered yet. Give the wish up?"
        self.ask(asked, lambda: self.hosted.taking_back.refuse(self.session.person), likely=False)
        return True

    def redo(self) -> None:
        """Do again what this person undid last."""
        self._may_go_back()
        undone = self.battle.undone()
        if undone and undone.seat not in self.table.persons:
            raise Refused(f"only {self.table.who(undone.seat)} may redo it")
        self.battle.redo(self.table.acting_seat())
        self._changed()

    def orders_for(self, decision: Decision) -> Orders:
        """Return the orders of a question, which need not say whom it is put to."""
        name = f"{self.table.name(decision.seat)}: "
        prompt = decision.prompt.removeprefix(name)
        return super().orders_for(msgspec.structs.replace(decision, prompt=prompt))

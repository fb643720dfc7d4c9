"""BattleCourse: leads a battle from question to question: persons, computer players, answers,
undo.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from engine.base.errors import FileFault, ProgramFault, Refused, WeatherGageError
from engine.files.saves import PROPOSED
from engine.game import question as game_question
from engine.game.chart import Tableau
from engine.game.decision import Decision
from engine.game.game import Given, Record
from engine.players.player import Progress, ProgressCallback, set_progress_callback
from engine.sitting import actions
from engine.sitting.adviser import Forecast
from engine.sitting.battle_log import missed_lines, missed_text
from engine.sitting.kinds.kind import Ask, Done, Take
from engine.sitting.orders import Orders
from engine.sitting.sheet_orders import SheetOrders
from engine.sitting.sitting import Reader
from tui.battle.advice import BattleAdvice
from tui.battle.changes import SessionChanges
from tui.battle.session import GROUP, SCREEN, BattleSession, Display, YesOrNo
from tui.battle.stage import Stage
from tui.screens.chart_model import ScreenPart
from tui.screens.game_app import GameApp

PAGES = ("log", "squadrons", "hand", "help", "reference", "terms", "quit", "end", "menu")
"""Actions that open or close a page. If such a key ends an animation, its action is still done."""
YOURS, OTHERS = "Your choice, Weather Gage", "Weather Gage"
"""The title of the terminal's window while this player has to choose, and at other times. The first
is also the beginning of a desktop notification."""
LOOKS = "The coach is checking the order..."
COACH = "The coach"
"""The beginning of each warning by the coach, who checks orders before they are given."""
COACH_OFF = "opens the settings: there you turn the coach off."
"""The end of a sentence in the coach's first warning; the sentence begins with the key of the
settings."""
FILLING = "filling"
"""The name of the group of background tasks that fill a sheet, a form of several orders. Other
players' actions do not cancel these tasks."""
FILLS = "The computer is filling in the other orders; Escape stops it..."
SOON = 0.4
"""If the coach thinks for more seconds than this, a message is shown; usually the coach is faster.
"""


MOST_PLAYED = 40
"""The maximum number of missed commands that are animated, latest ones, for a person who
returns."""


class BattleCourse:
    """Leads a session (one person's screen of a battle) from one open question to the next.

    Key handlers call it to take an order, to submit a sheet of orders, to undo and to redo. It puts
    questions into the session, runs computer players in threads, plays animations on the stage, and
    asks persons to pass on a shared keyboard. No other object submits answers to the battle. At
    most one of its tasks runs at a time, so that an undo stops a thinking computer. The kind of
    sitting (lesson, puzzle and so on) overrides what differs there.
    """

    def __init__(
        self,
        session: BattleSession,
        forecast: Forecast,
        app: GameApp,
        display: Display,
        onward: Callable[[], None] = lambda: None,
    ) -> None:
        """Create the course of a session; `onward` is called after the player leaves a finished
        lesson or the like.
        """
        self.session = session
        self.battle = session.battle
        self.table = session.table
        self.sitting = session.sitting
        self.kind = session.sitting.kind
        self.app = app
        self.keymap = app.keymap
        self.display = display
        self.onward = onward
        self.changes = SessionChanges(session, forecast, display)
        self.stage = Stage(self.changes, app)
        self.advice = BattleAdvice(self.changes, app, display)
        self.reader = Reader(session.sitting, app.own_files)
        self.look_up: Callable[[], None] = lambda: None
        """Hook that is called after a question is put or answered. It shows what other persons have
        done or requested."""
        self.acting = False
        """Whether an answer from this keyboard is being submitted; this screen needs no
        notification of the change that the answer makes."""
        self._proposed_on: game_question.Question | None = None
        """The question for which `_proposed` was last called, so that advice is proposed once a
        question."""
        self._coach_setting = app.settings.coach
        """The coach setting when the latest order was given. A coach that was switched with the
        typed word `coach` stays so until this setting changes."""
        self._coach_introduced = False
        """Whether a warning has already said where the coach can be turned off. Only the first one
        does."""
        if self.reader.coached(self._coach_setting):
            self.sitting.coached = True
        self._weighed: tuple[int, Given] | None = None
        """The id and the answer of the orders that the coach is checking; None while it checks
        none."""
        self._kept: list[str] | None = None
        """The keys pressed while the computer fills in a sheet; None at other times."""
        self._advice_asked = False
        """Whether the player requested advice before there was a question; it is then shown with
        the next."""
        self._opened = False
        """Whether the introduction of a lesson, puzzle or similar was shown."""
        self._rung = -1
        """The number of commands in the battle when the bell was last considered, so that it rings
        once."""

    # From question to question --------------------------------------------------------------

    def begin(self) -> None:
        """Show the opening of a new battle, or what a person who comes back has missed; then
        continue.
        """
        left_at = self.sitting.kind.left_at
        if left_at is not None:
            self.display.work(partial(self._catch_up, left_at), GROUP, alone=True)
            return
        settings = self.app.settings
        tableau = self.battle.game.screen.opening(self.session.view)
        if tableau is None or self.battle.position or not (settings.animation and settings.scenes):
            self.advance()
            return
        self.display.work(partial(self._open, tableau), GROUP, alone=True)

    def show_opening(self) -> bool:
        """Show the opening picture of the battle again while a question is open; False if it has
        none.
        """
        battle = self.battle
        tableau = battle.game.screen.opening(battle.game.view(battle.at(0), ""))
        if tableau is None or self.session.orders is None or self.session.playing:
            return False
        self.display.work(partial(self._open, tableau), GROUP, alone=True)
        return True

    async def _catch_up(self, left_at: int) -> None:
        """Animate what others have done since this person left; a key ends the whole animation."""
        told = missed_text(missed_lines(self.battle, self.table.viewer_seat, left_at))
        if self.app.settings.animation:
            self.sitting.put(None)  # no key answers meanwhile
            for record in self.battle.entries[left_at:][-MOST_PLAYED:]:
                await self.stage.play(record)
                if self.stage.ended:
                    break
        if told:
            self.changes.say(told, lambda: True)
        self.advance()  # there may be more to say, such as which ships are now this person's

    async def _open(self, tableau: Tableau) -> None:
        await self.stage.open(tableau)
        self.advance()

    def advance(self) -> None:
        """Show the next question, or let a computer player think; do neither when the battle is
        over.
        """
        before, looking = self.session.orders, self.session.chart.looking
        self.sitting.put(None)
        if self.table.computed():
            self.refresh()
            self._ring()
            self.display.work(self._think, GROUP, alone=True)
            return
        advice_asked, self._advice_asked = self._advice_asked, False
        decision = self.table.asked()
        if self.table.must_pass(decision):
            assert decision is not None
            self.pass_keyboard(decision.seat, self.advance)
            return
        self.table.settle(decision)
        self.put(decision)
        self._ring()
        self.refresh()
        if self._proposed(decision) or advice_asked:
            self.display.act("advice")
        now = self.session.orders
        stays = self.kind.in_company or self.kind.by_slot
        if stays and before and now and before.same_question(now):
            self.changes.put(before, looking)  # others have acted, and the question is still open
            self.changes.meet()
            self.changes.changed(ScreenPart.ALL)
        # The introduction of a lesson, puzzle or similar is shown once. A ship or a picture over
        # the chart that it points at is highlighted, and the result, such as stars, is stored.
        kind = self.kind
        if not self._opened and self.session.orders:
            self._opened = True
            for said in kind.opening():
                self.changes.say(said)
        if pointed := kind.pointed():
            if pointed.ship:
                self.changes.select(pointed.ship)
            self.changes.show_picture(pointed.picture)
        if why_not := kind.keep():
            self.changes.say(why_not)
        self.reader.count()
        self.look_up()

    def _proposed(self, question: game_question.Question | None) -> bool:
        """Tell whether to show advice unasked: in a quick set-up, for a person who does not share
        the keyboard.

        True only once for each question, even if the question is put again.
        """
        battle = self.battle
        before, self._proposed_on = self._proposed_on, question
        quick = battle.header.options.get(PROPOSED) and not self.table.hot
        if not quick or not isinstance(question, Decision) or question == before:
            return False
        return battle.game.setting_up(battle.state)

    def _ring(self) -> None:
        """Notify the player when somebody else has acted and the next choice is the player's."""
        orders, log = self.session.orders, self.battle.log
        notice = self.app.settings.notice
        if notice == "title":
            self.app.call("title", YOURS if orders else OTHERS)
        if orders is None or self.table.hot or self.battle.position == self._rung:
            return
        self._rung = self.battle.position
        # the log also has what was taken back: nobody is called by an undo of his own
        others = bool(log) and log[-1].seat != orders.decision.seat
        if others and self.app.settings.bell_choice:
            self.app.call("bell")
        if others and notice in ("osc9", "osc777"):
            self.app.call(notice, f"{YOURS}: {orders.decision.prompt}")

    def put(self, question: game_question.Question | None) -> None:
        """Make `question` the open one. For None, or a question without options, show no orders."""
        self.sitting.put(question)
        self.changes.put(self.sitting.orders)

    def skip_animation(self, name: str) -> bool:
        """End the running animation; return whether the action `name` still has to be done.

        A request for advice is kept for the next question, unless another person has to answer it.
        """
        self.stage.end()
        self._advice_asked = name == "advice"
        return name in PAGES

    def refresh(self) -> None:
        """Show the present state and redraw."""
        self.changes.show_current_state()
        self.advice.follow()
        self.changes.select_for_orders()
        self.changes.follow_place()
        self.changes.meet()
        self.changes.changed(ScreenPart.ALL)

    def pass_keyboard(self, seat: str, then: Callable[[], None]) -> None:
        """Show an empty screen until the seat's player is at the keyboard, then call `then`."""

        def take() -> None:
            self.table.seat_at_keyboard = seat
            then()

        self.display.open_screen("hand_over", self.table.name(seat), take)

    async def _think(self) -> None:
        """Let computer players answer until a person has to answer or the battle is over."""
        while pair := self.table.computed():
            player, decision = pair
            state = self.battle.state
            self.changes.think(decision.seat)
            view = self.battle.view(decision.seat)
            set_progress_callback(player, self._hears())
            try:
                if self.kind.waits():  # on a host a process computes
                    answer = await self.app.thought(partial(player.choose, view, decision))
                else:
                    answer = await asyncio.to_thread(player.choose, view, decision)
            except ProgramFault as fault:
                relieved = self.table.relieve(decision.seat, fault)
                self.changes.say(relieved, lambda: True)  # until the person has read it
                continue
            finally:
                set_progress_callback(player, None)
                self.changes.think("")
            # An undo while the player was thinking makes its answer obsolete.
            if self.battle.state is state:
                try:
                    self.battle.answer(decision.seat, answer)
                    record = self.battle.entries[-1]
                    self.changes.drop()
                    if self.app.settings.animation:
                        await self.stage.play(record)
                        self.changes.changed(ScreenPart.PROMPT)
                    else:
                        self.stage.remember(record)
                # the disk is full: the choice was not made and can be tried again
                except FileFault as fault:
                    self.refresh()
                    self.ask(f"{fault}. Try again?", self.advance)
                    return
                self.refresh()
        self.advance()

    def _hears(self) -> ProgressCallback:
        """Return the callback with which a thinking player reports its progress from its own
        thread.
        """
        loop, told = asyncio.get_running_loop(), self.changes.show_progress

        def hears(progress: Progress) -> None:
            loop.call_soon_threadsafe(told, progress.words)

        return hears

    def submit(self, seat: str, answer: Given) -> None:
        """Submit a person's answer; raises `Refused` if the rules or the kind of game forbid it."""
        self.acting = True
        try:
            for said in self.sitting.give(seat, answer):
                self.changes.say(said)
        finally:
            self.acting = False

    def do(self, name: str, words: str = "") -> None:
        """Do an action of the table `ACTIONS` of `engine.sitting.actions`; raises `Refused` if it
        is not available.
        """
        moment = self.sitting.moment()
        self.done(actions.do(self.sitting, name, words), moment)

    def done(self, done: Done, moment: tuple[object, object]) -> None:
        """Finish an action: ask for its confirmation, take its order, or show its messages.

        `moment` is what `BattleSession.moment` was before the action: if the battle has changed
        since, show the next question first.
        """
        if isinstance(done, Ask):
            yes = done.yes
            self.ask(done.text, lambda: self.done(yes(), moment), done.likely)
        elif isinstance(done, Take):
            self._take_coached()
        else:
            said = [*done]
            if self.kind.left:
                self.onward()
            elif self.sitting.moment() != moment:
                self.display.stop_work(GROUP)  # a thinking computer answers an older question
                self.changes.show_dice(())
                if self.table.hot:
                    self.table.seat_at_keyboard = ""
                self.advance()
            for each in said:
                self.changes.say(each)

    def take(self) -> None:
        """Take the highlighted order.

        If the order does permanent harm or gives up all further orders, ask for confirmation first;
        only the key `y` confirms.
        """
        orders = self.session.orders
        if orders is None or self.session.over:
            if self.kind.goes_on() and not self.session.playing:
                self.changes.look(False)
                moment = self.sitting.moment()
                self.done(self.kind.go_on(), moment)
            elif self.table.computed() and not self.session.thinking:
                self.advance()  # the computer player stopped when its answer could not be written
            return
        if self.battle.why_closed:
            raise Refused(self.battle.why_closed)
        self.advice.close()
        if isinstance(orders, SheetOrders) and not self.kind.by_slot:
            # A slot that takes several picks stays highlighted after one pick: the player may pick
            # another, or press Enter again to go on.
            stays = orders.slot.at_most > 1 and not orders.goes_on
            if not orders.goes_on:
                orders.enter()
                self.sitting.keep_draft()
            if not stays and not orders.next_empty():
                self._offer_to_seal()
            self.changes.select_for_orders()
            self.changes.orders_changed()
            return
        done = self.sitting.take(orders.decision, orders.answer)
        if isinstance(done, Ask) and self.app.settings.confirm_ends:
            self.ask(done.text, self.submit_unconfirmed, likely=False)
        else:
            self._take_coached()

    def _take_coached(self) -> None:
        """Take the order; against the computer the coach judges it first."""
        if self._coach_setting != self.app.settings.coach:
            self._coach_setting = self.app.settings.coach
            self.sitting.coached = self.kind.coached or self.reader.coached(self._coach_setting)
        orders = self.session.orders
        if not self.sitting.coached or not self.sitting.against_computers or orders is None:
            self.submit_unconfirmed()
        # otherwise that answer is being judged already
        elif self._weighed != (id(orders), given_by(orders)):
            self.display.work(partial(self._consult, orders), GROUP, alone=True)

    async def _consult(self, orders: Orders) -> None:
        """Take an order if the coach finds that it costs little; else show the cost and ask for
        confirmation.
        """
        given = given_by(orders)
        said = await self._weigh(orders)
        if self.session.orders is not orders or given_by(orders) != given:
            return  # the answer was changed or dropped meanwhile
        if said:
            shows = self.app.keymap.hint(SCREEN, "advice", "shows the best order.")
            # The settings do not turn off the coach of a lesson.
            off = "" if self.kind.coached else self.keymap.hint(SCREEN, "settings", COACH_OFF)
            kept = partial(self.changes.say, " ".join(filter(None, (shows, off))))
            if off and not self._coach_introduced:
                settings = self.keymap.hint(SCREEN, "settings")
                said = said.replace(COACH, f"{COACH} ({settings} turn it off)", 1)
                self._coach_introduced = True
            self.changes.ask(
                YesOrNo(f"{said} Give it anyway?", self.submit_unconfirmed, False, kept)
            )
        else:
            self.submit_unconfirmed()

    async def _weigh(self, orders: Orders) -> str:
        """Return the coach's warning about orders, or ''; show a message if the coach needs
        long.
        """
        self._weighed = about = (id(orders), given_by(orders))
        question = orders.sheet if isinstance(orders, SheetOrders) else orders.decision
        weighing = asyncio.ensure_future(self.sitting.coach_warning(Take(question, about[1])))
        try:
            if not (await asyncio.wait({weighing}, timeout=SOON))[0]:
                self.changes.say(LOOKS, lambda: self._weighed is about)
            return await weighing
        finally:
            weighing.cancel()
            if self._weighed is about:
                self._weighed = None
            self.changes.changed(ScreenPart.PROMPT)

    def _offer_to_seal(self) -> None:
        """Ask for confirmation to submit a sheet; if the sheet has faults, show them instead."""
        try:
            self.done(self.sitting.seal(), self.sitting.moment())
        except Refused:  # the faulty slot is highlighted now
            self.changes.select_for_orders()
            self.changes.orders_changed()
            raise

    def seal(self) -> None:
        """Fill empty slots as advised, and offer to submit the sheet.

        In a puzzle about one slot, submit the answer to that slot.
        """
        if self.kind.by_slot:
            self.take()
        elif actions.is_unadvised(self.sitting):
            self._kept = []  # at once: a key may come before the task begins
            self.display.work(partial(self._seal_advised, self.sitting.sheet), FILLING, alone=True)
        else:
            self._seal()

    async def _seal_advised(self, orders: SheetOrders) -> None:
        """Compute advice for the empty slots, fill them, and offer to submit the sheet.

        If the advice takes long, a message says so. Keys pressed meanwhile answer the confirmation
        that follows.
        """
        proposing = asyncio.ensure_future(actions.await_inputs(self.sitting, "seal"))
        keys = self._kept if self._kept is not None else []
        try:
            if not (await asyncio.wait({proposing}, timeout=SOON))[0]:
                self.changes.say(FILLS, lambda: not proposing.done())
            await proposing
        finally:
            self._kept = None
        now = self.sitting.orders
        # `now` is a new object if somebody else has chosen meanwhile
        if isinstance(now, SheetOrders) and now.same_question(orders):
            now.advised = orders.advised
            self._seal()
            for key in keys:
                self.display.press(key)

    def holds_key(self, key: str) -> bool:
        """While the computer fills in a sheet, keep a key for the next question and return True.

        Escape stops the filling instead. At other times return False.
        """
        if self._kept is None:
            return False
        if key == "escape":
            self.display.stop_work(FILLING)
            self._kept = None
        else:
            self._kept.append(key)
        return True

    def _seal(self) -> None:
        self.sitting.sheet.fill_the_rest()
        self.sitting.keep_draft()
        self.changes.orders_changed()
        self._offer_to_seal()

    def submit_unconfirmed(self) -> None:
        """Take the highlighted order, or submit the sheet, without asking for confirmation."""
        orders = self.session.orders
        if orders is None:
            return
        before = self.battle.position
        self.submit(orders.decision.seat, given_by(orders))  # before anybody else's choice comes
        # the answer was judged or put in a letter, and the battle has not changed
        if self.battle.position == before:
            if not self.kind.by_slot:
                self.changes.drop()
            self.display.work(self._after, GROUP, alone=True)
            return
        record = self.battle.entries[-1]
        if self.app.settings.animation:
            self.changes.drop()  # a second Enter must not give the order twice
            self.display.work(partial(self.show, record), GROUP, alone=True)
            return
        self.stage.remember(record)
        self.advance()

    async def _after(self) -> None:
        """Show what is reported about the answer just given (such as a puzzle's verdict), then
        continue.
        """
        said, judged = "", False
        async for said in self.kind.after(self.app.thought):
            judged = bool(self.kind.goes_on())
            self.changes.say(said)
        self.advance()
        # a message from before the verdict is no longer true
        self.changes.say(said if judged or not self.kind.goes_on() else "")

    async def show(self, record: Record) -> None:
        """Animate a command of another person, unless another screen covers this one; then
        continue.
        """
        if self.app.settings.animation and self.display.is_top():
            await self.stage.play(record)
        else:
            self.stage.remember(record)
        self.advance()

    def follow(self) -> None:
        """Show the commands that another process has written to the file of a watched battle."""
        had = self.battle.notice
        if self.battle.refresh():
            if had != self.battle.notice:
                self.changes.say(self.battle.notice)
            self.advance()

    # Going back -----------------------------------------------------------------------------

    def peek(self, seat: str, then: Callable[[], None] = lambda: None) -> None:
        """Let the player of a seat look at his hand or advice; if the keyboard is shared, ask the
        others to pass it on first.
        """

        def look() -> None:
            self.refresh()
            then()

        self.pass_keyboard(seat, look)

    def stop_peeking(self) -> None:
        """Hide the hand of a player who was looking at it, unless the open choice is a secret one
        of his.
        """
        decision = self.table.asked()
        if self.table.hot and self.table.seat_at_keyboard and not (decision and decision.secret):
            self.table.seat_at_keyboard = ""
            self.refresh()

    # Yes or no -----------------------------------------------------------------------------

    def ask(self, text: str, yes: Callable[[], None], likely: bool = True) -> None:
        """Ask the persons at the keyboard a yes-or-no question.

        With `likely`, Enter means yes; otherwise only `y` does.
        """
        self.changes.ask(YesOrNo(text, yes, likely))

    def reply(self, key: str, name: str) -> None:
        """Answer the open question: `y` says yes, `n` and Escape say no; other keys are ignored.

        Enter says yes if the question is `likely`. `name` is the action of the key on the screen.
        """
        question = self.session.question
        assert question is not None
        yes = key in ("y", "Y") or (name == "accept" and question.likely)
        if not yes and key not in ("n", "N") and name != "back":
            return
        self.changes.ask(None)
        try:
            (question.yes if yes else question.no)()
        except WeatherGageError as error:
            self.changes.say(self.app.describe(error))
        if self.session.question is None:
            self.look_up()


def given_by(orders: Orders) -> Given:
    """Return the answer in `orders`: the draft of a sheet, or the highlighted answer."""
    return dict(orders.draft) if isinstance(orders, SheetOrders) else orders.answer

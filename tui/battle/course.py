"""Course: the way of a battle. Whose turn it is, computer players, taking, undoing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.base.errors import ProgramFault, Refused, WeatherGageError
from engine.game.decision import Decision
from engine.game.game import Seat
from engine.kernel.timeline import Record
from engine.players import SUBSTITUTE
from tui.battle.ending import how_it_ended
from tui.battle.seats import Answer
from tui.input.orders import Orders
from tui.panel import prompts
from tui.terminal.lines import Line

if TYPE_CHECKING:
    from tui.battle.screen import BattleScreen

PAGES = ("log", "squadrons", "hand", "help", "reference", "terms", "quit", "end", "menu")
"""Actions whose keys do more than end what is being played: they leave, or open a page."""


class Question:
    """A question of the program itself: yes or no."""

    def __init__(
        self,
        text: str,
        yes: Callable[[], None],
        likely: bool = True,
        no: Callable[[], None] = lambda: None,
    ) -> None:
        """Ask; `likely` is what Enter answers."""
        self.text = text
        self.yes = yes
        self.no = no
        self.likely = likely

    def answers(self, enter: str, escape: str) -> str:
        """Return the keys that answer, `Enter/y yes   Esc/n no`."""
        yes = [enter] * self.likely + ["y"]
        no = [enter] * (not self.likely) + [escape, "n"]
        return f"{'/'.join(filter(None, yes))} yes   {'/'.join(filter(None, no))} no"


class Course:
    """Brings the screen from one open question to the next."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.battle = screen.battle
        self.table = screen.table
        self.question: Question | None = None
        self.thinking = ""
        """The seat of the computer player that is thinking."""
        self._advice_asked = False
        """Whether advice was asked for before there was a question."""

    # From question to question --------------------------------------------------------------

    def advance(self) -> None:
        """Put the next question, let a computer player think, or end."""
        screen = self.screen
        screen.orders = None
        if self.table.computed():
            self.refresh()
            screen.work(self._think, "course", alone=True)
            return
        advice_asked, self._advice_asked = self._advice_asked, False
        decision = self.table.asked()
        if self.table.must_pass(decision):
            assert decision is not None
            self.pass_keyboard(decision.seat)
            return
        self.table.settle(decision)
        screen.orders = self._orders(decision) if decision and decision.options else None
        screen.looking = bool(screen.orders and screen.orders.placed)
        self.refresh()
        if advice_asked:
            screen.act("advice")

    def hurry(self, name: str) -> bool:
        """End what is being played; tell whether the action of that name is still to be done.

        Advice waits for the question that it is to be about, unless that is another person's.
        """
        self.screen.stage.end()
        self._advice_asked = name == "advice"
        return name in PAGES

    def _orders(self, decision: Decision) -> Orders:
        game, view = self.battle.game, self.battle.view(decision.seat)
        return Orders(decision, lambda option, dial: game.area(view, decision, option, dial))

    def refresh(self) -> None:
        """Look at the present state, and draw it."""
        screen = self.screen
        screen.see(self.battle.view(self.table.eyes))
        screen.advice.follow()
        screen.select_for_orders()
        screen.follow_place()
        screen.draw()

    def pass_keyboard(self, seat: str) -> None:
        """Show nothing until the seat's player sits at the keyboard."""
        from tui.battle.hand_over import HandOverScreen

        def take() -> None:
            self.table.keeper = seat
            self.advance()

        self.screen.house.open(HandOverScreen(self.table.name(seat), take), self.screen)

    async def _think(self) -> None:
        """Let computer players answer until a person is asked or the battle is over."""
        screen = self.screen
        while pair := self.table.computed():
            player, decision = pair
            state = self.battle.state
            self.thinking = decision.seat
            screen.draw_prompt()
            view = self.battle.view(decision.seat)
            try:
                answer = await asyncio.to_thread(player.choose, view, decision)
            except ProgramFault as fault:
                self._relieve(decision.seat, fault)
                continue
            finally:
                self.thinking = ""
            if self.battle.state is state:
                await self._happen(decision.seat, answer)
                self.refresh()
        self.advance()

    def _relieve(self, seat: str, fault: ProgramFault) -> None:
        """Let a substitute play on for a program that has failed; say so, and note it down."""
        self.table.relieve(seat)
        sentence = f"A {SUBSTITUTE} plays {self.table.name(seat)} from now on: {fault}"
        self.battle.note(sentence)
        self.screen.say(sentence)

    async def _happen(self, seat: str, answer: Answer) -> None:
        """Submit an answer and show what follows."""
        screen = self.screen
        self.submit(seat, answer)
        record = self.battle.entries[-1]
        screen.orders = None
        if screen.house.settings.animation:
            await screen.stage.play(record)
            screen.draw_prompt()
        else:
            screen.stage.remember(record)

    def submit(self, seat: str, answer: Answer) -> None:
        """Give an answer to the rules; `Refused` when they do not allow it."""
        self.battle.answer(seat, *answer)

    def take(self) -> None:
        """Take the highlighted order."""
        orders = self.screen.orders
        if orders is None:
            return
        if self.battle.why_closed:
            raise Refused(self.battle.why_closed)
        self.screen.advice.close()
        others = len(orders.decision.options) > 1
        if orders.option.ends and others and self.screen.house.settings.confirm_ends:
            self.ask(f"{_sentence(orders.option.label)} Sure?", self._take_it)
        else:
            self._take_it()

    def _take_it(self) -> None:
        orders = self.screen.orders
        if orders is None:
            return
        self.submit(orders.decision.seat, orders.answer)  # before anybody else's can come between
        record = self.battle.entries[-1]
        if self.screen.house.settings.animation:
            self.screen.orders = None  # another Enter must not take it twice
            self.screen.work(partial(self._show, record), "course", alone=True)
            return
        self.screen.stage.remember(record)
        self.advance()

    async def _show(self, record: Record) -> None:
        """Play what an order has brought about, then go on."""
        await self.screen.stage.play(record)
        self.advance()

    def follow(self) -> None:
        """Take in what another process has played, when this one watches."""
        had = self.battle.notice
        if self.battle.refresh():
            if had != self.battle.notice:
                self.screen.say(self.battle.notice)
            self.advance()

    # Going back -----------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo freely, or offer to take back."""
        seat = self.table.doer()
        why_not = self.battle.can_undo(seat)
        if not why_not:
            self._back(lambda: self.battle.undo(seat))
            return
        if self.battle.can_take_back(seat):
            raise Refused(why_not)
        self.take_back(why_not)

    def take_back(self, why: str = "") -> None:
        """Take back this seat's latest command once everyone who must agree agrees."""
        seat = self.table.doer()
        why_not = self.battle.can_take_back(seat)
        if why_not:
            raise Refused(why_not)

        def yes() -> None:
            self._back(lambda: self.battle.take_back(seat))

        because = f"{_sentence(why)} " if why else ""
        others = [self.table.name(other) for other in self.table.others(seat)]
        if others:
            text = f"{because}{' and '.join(others)}, may {self.table.name(seat)} take it back?"
        elif why:
            text = f"{because}Take it back all the same?"
        else:
            yes()
            return
        self.ask(text, yes, likely=not others)

    def redo(self) -> None:
        """Do again what was undone, and what computer players had answered to it."""
        seat = self.table.doer()
        self.battle.redo(seat)
        while self.table.computed() and not self.battle.can_redo():
            self.battle.redo(seat)
        self._changed()

    def _back(self, go: Callable[[], None]) -> None:
        self.screen.workers.cancel_group(self.screen, "course")
        go()
        self._changed()

    def _changed(self) -> None:
        self.screen.stage.dice = ()
        if self.table.hot:
            self.table.keeper = ""
        self.advance()

    def peek(self, seat: str, then: Callable[[], None] = lambda: None) -> None:
        """Let a seat look at its hand or its advice alone, after the keyboard was passed."""
        from tui.battle.hand_over import HandOverScreen

        def take() -> None:
            self.table.keeper = seat
            self.refresh()
            then()

        self.screen.house.open(HandOverScreen(self.table.name(seat), take), self.screen)

    def stop_peeking(self) -> None:
        """Put the hand away again, when the open choice is everybody's to see."""
        decision = self.table.asked()
        if self.table.hot and self.table.keeper and not (decision and decision.secret):
            self.table.keeper = ""
            self.refresh()

    @property
    def over(self) -> bool:
        """Tell whether the battle has ended."""
        return self.battle.outcome() is not None

    # Yes or no -----------------------------------------------------------------------------

    def ask(self, text: str, yes: Callable[[], None], likely: bool = True) -> None:
        """Ask the persons at the keyboard; `likely` is what Enter answers."""
        self.question = Question(text, yes, likely)
        self.screen.draw_prompt()

    def reply(self, key: str) -> None:
        """Take `y` for yes, `n` and Escape for no, Enter for the likely; others say nothing."""
        question = self.question
        if question is None:
            return
        action = self.screen.keymap.action(self.screen.screen_name, key)
        name = action.name if action else ""
        yes = key in ("y", "Y") or (name == "accept" and question.likely)
        if not yes and key not in ("n", "N") and name not in ("back", "accept"):
            return
        self.question = None
        try:
            (question.yes if yes else question.no)()
        except WeatherGageError as error:
            self.screen.say(self.screen.house.told(error))
        self.screen.draw_prompt()

    # Prompt ------------------------------------------------------------------------------------

    def prompt_lines(self, width: int, most: int, hints: Sequence[str] = ()) -> list[Line]:
        """Return the prompt: what is typed, said, asked or to be ordered, or how it ended."""
        screen = self.screen
        if screen.typed:
            return [screen.typed.line(width)]
        if self.question:
            enter, escape = (
                screen.keymap.key(screen.screen_name, name) for name in ("accept", "back")
            )
            asked = f"{self.question.text}  {self.question.answers(enter, escape)}"
            return prompts.sentence_lines(asked, width)[:most]
        if screen.sentence:
            return prompts.sentence_lines(screen.sentence, width)[:most]
        if screen.listing:
            keys = screen.keymap.hint(screen.screen_name, "accept", "shows the ship of the line")
            back = screen.keymap.hint(screen.screen_name, "back", "goes back")
            return prompts.sentence_lines(f"{keys}, {back}", width)[:1]
        if screen.advice.ready:
            return prompts.sentence_lines(screen.advice.prompt(), width)[:1]
        if screen.orders:
            seat = self.asked_seat(screen.orders.decision.seat)
            if screen.looking and not screen.orders.placed:
                return [prompts.looking_line(seat, screen.orders, screen.keymap, width)]
            if screen.orders.placed and screen.looking:
                placing = seat, screen.orders, screen.keymap, width
                return prompts.place_lines(*placing, screen.why_not(), hints)[:most]
            return [prompts.prompt_line(seat, screen.orders, screen.keymap, width, hints)]
        return prompts.sentence_lines(self._standing(), width)[:1]

    def asked_seat(self, key: str) -> Seat:
        """Return the seat whose choice it is, as the prompt names it."""
        return next(seat for seat in self.table.seats if seat.key == key)

    def _standing(self) -> str:
        """Return how things stand while no person is asked."""
        if self.screen.stage.playing:
            return "Any key goes on."
        outcome = self.battle.outcome()
        if outcome:
            return f"{self.how_it_ended()}: {outcome.reason}"
        if self.thinking:
            return f"{self.table.name(self.thinking)} is thinking"
        return self.battle.why_closed

    def how_it_ended(self) -> str:
        """Return who won, by the names of their seats."""
        return how_it_ended(self.battle)

    def hints(self) -> list[str]:
        """Return the names of the actions for the key line, most important first."""
        screen = self.screen
        if screen.typed:
            more = ["up=choose", "down=choose"] if screen.typed.lead == ":" else []
            return ["accept=do it", "back=leave", *more]
        if self.battle.outcome():
            hints = ["replay=watch it again", "menu", "end", "undo=take back", "log", "help"]
            return ["aftermath", *hints]
        if screen.listing:
            shown = "log=back" if screen.shows == "log" else "squadrons=back"
            return ["down=line", "page_down", "accept=show the ship", shown, "help"]
        if screen.shows == "hand":
            return ["down=next order", "page_down=more of the hands", "hand=back", "undo", "help"]
        if screen.advice.open:
            return screen.advice.hints()
        if screen.orders and screen.orders.placed:
            others = len(screen.orders.decision.options) > 1
            turns = ["dial_down=turn", "dial_up=turn"] if screen.orders.dialled else []
            far = ["dial_low=turn far", "dial_high=turn far"] if turns else []
            next_ = ["next_ship=next", *far] if others else far
            lay = "accept=put it there" if screen.looking else "accept=choose its place"
            return [*turns, lay, *next_, "undo", "help", "why", "farther", "log"]
        if screen.looking or screen.orders is None:
            back = ["look=back to the orders"] if screen.orders else []
            hints = ["measure", "next_ship", "nearer", "farther", "whole", "centre", "help"]
            return [*back, *hints, "undo", "log", "squadrons"]
        steps = ["dial_down=less", "dial_up=more"] if screen.orders.dialled else []
        return [
            *steps,
            "down=next order",
            "next_ship",
            "undo",
            "advice",
            "help",
            "look",
            "why",
            "measure",
            "log",
            "hand",
            *(f"overlay_{each.id}" for each in screen.game.overlays()),
            "type",
        ]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."

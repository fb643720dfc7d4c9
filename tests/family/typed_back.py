"""Orders as the program prints them, typed back through each of its parsers of lines.

Three readers are tested: the `:` line of the screens, the line mode on one's own machine, and that
of a host. Each printed form of an order must be read as the command for which it was printed. A
form that two orders share, such as the names of two dummy ships, must be refused, with both named.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from engine.base.errors import Refused
from engine.game.decision import Ambiguous, Answer, Decision, Option
from engine.game.game import Game
from engine.game.question import Question, Sheet, Slot
from engine.sitting.kinds.kind import Ask, Done, Take
from engine.sitting.orders import Orders
from engine.sitting.printed import printed_forms, reader_of
from engine.sitting.sheet_orders import SheetOrders
from engine.sitting.sitting import Sitting
from tui.battle.word_keys import WordKeys
from tui.host.lines import HostedLines
from tui.input.keys import Keymap
from tui.plain.table import PlainTable

OPTIONS = 12
"""The maximum number of options of a question that are typed back, the first and last among
them."""
Read = Answer | Refused


def typed_back(game: Game, state: Any, random: Random, seen: set[Any]) -> Iterator[str]:
    """Yield each printed form of an order that is read as another command.

    Questions whose kind and labels are already in `seen` are left out.
    """
    for question in game.pending(state):
        view = game.view(state, question.seat)
        for decision, slot in _decisions(question):
            about = (
                game.name,
                decision.kind,
                decision.slot != "",
                tuple(option.label for option in decision.options),
                decision.dial,
            )
            if about not in seen and decision.options:
                seen.add(about)
                yield from _wrong(game, state, view, question, decision, slot, random)


def _decisions(question: Question) -> Iterator[tuple[Decision, Slot | None]]:
    if isinstance(question, Sheet):
        for slot in question.slots:
            yield question.as_decision(slot), slot
    else:
        yield question, None


def _wrong(
    game: Game,
    state: Any,
    view: Any,
    question: Question,
    decision: Decision,
    slot: Slot | None,
    random: Random,
) -> Iterator[str]:
    readers = (Colon(game, state, question), Home(game, state), Far(game, state))
    for answer in _answers(game, view, decision, random):
        wanted = _command(decision, answer)
        for form in dict.fromkeys(_forms(game, view, decision, slot, answer)):
            for reader in readers:
                if isinstance(reader, Colon) and decision.option(answer.option).surrenders:
                    continue  # on screens it stands among the ways to leave a battle
                found = reader.read(form, question, decision, slot)
                if isinstance(found, Ambiguous) and _shared(game, view, decision, form) > 1:
                    continue
                if isinstance(found, Refused) or _command(decision, found) != wanted:
                    name = type(reader).__name__
                    yield f"{game.name} {decision.kind}, {name}: {form!r} of {answer} is {found}"


def _answers(game: Game, view: Any, decision: Decision, random: Random) -> Iterator[Answer]:
    """Yield sample answers: with dials at their lowest, highest and a middle value, and at default
    places.
    """
    options = list(decision.options)
    if len(options) > OPTIONS:
        options = [options[0], *random.sample(options[1:-1], OPTIONS - 2), options[-1]]
    for option in options:
        dials: list[float | None] = [None]
        if option.dial and decision.dial:
            dial = decision.dial
            between = dial.low + random.randrange(round((dial.high - dial.low) / dial.step)) * (
                dial.step
            )
            dials = list(dict.fromkeys((dial.low, dial.high, dial.value(between), dial.rest)))
        for value in dials:
            if option.area:
                area = game.answering.area(view, decision, option, value)
                if area is not None:
                    yield Answer(option.id, value, area.rest)
            else:
                yield Answer(option.id, value)


def _forms(
    game: Game, view: Any, decision: Decision, slot: Slot | None, answer: Answer
) -> Iterator[str]:
    reader = reader_of(game, view, decision)
    yield from printed_forms(reader, answer)
    if slot is not None and slot.dial and answer.dial is not None:
        yield f"{slot.option(answer.option).label} {slot.dial.describe(answer.dial)}"


def _shared(game: Game, view: Any, decision: Decision, form: str) -> int:
    """Return how many options have the same printed form."""
    reader = reader_of(game, view, decision)
    plain = " ".join(form.lower().split())
    return sum(
        any(" ".join(each.lower().split()) == plain for each in _any_form(reader, option))
        for option in decision.options
    )


def _any_form(reader: Any, option: Option) -> Iterator[str]:
    dial = reader.decision.dial if option.dial else None
    for value in {None, *((dial.low, dial.high, dial.rest, dial.value(0.0)) if dial else ())}:
        yield from printed_forms(reader, Answer(option.id, value))


def _command(decision: Decision, answer: Answer) -> Any:
    option = decision.option(answer.option or answer.picks[0])
    if option.command is None:
        return option.id, answer.dial
    return option.filled(decision, answer.dial, answer.at)


class Colon:
    """Reads the `:` line of the screens, up to the order that would then be taken."""

    def __init__(self, game: Game, state: Any, question: Question) -> None:
        self.game = game
        self.view = game.view(state, question.seat)
        app = SimpleNamespace(destinations=(), describe=str)
        keymap = Keymap().actions("battle")
        display = SimpleNamespace(knows=lambda _: True, live_actions=lambda: keymap)
        self.session = SimpleNamespace(game=game, view=self.view, orders=None)
        course = SimpleNamespace(
            session=self.session, changes=None, app=app, display=display, keymap=keymap
        )
        self.words = WordKeys(cast(Any, course), cast(Any, None))
        self.given: Answer | None = None
        self.words.course.take = self._take  # type: ignore[method-assign]

    def _take(self) -> None:
        orders = self.session.orders
        assert orders is not None
        self.given = Orders.answer.fget(orders)  # type: ignore[attr-defined]

    def read(self, text: str, question: Question, decision: Decision, slot: Slot | None) -> Read:
        """Return what a typed line would take, while the question is open."""
        if isinstance(question, Sheet):
            assert slot is not None
            sheet = SheetOrders(question, {})
            sheet.go_to(question.slots.index(slot))
            self.session.orders = sheet
        else:
            self.session.orders = Orders(
                decision,
                lambda option, dial: self.game.answering.area(self.view, decision, option, dial),
            )
        found = self.words.find(text)
        try:
            chosen = self.words._printed(text) or (found[0] if found else None)
            if chosen is None or chosen.action:
                return Refused(f"nothing is called so, or an action: {chosen}")
            self.words.do(chosen)
        except Refused as refused:
            return refused
        assert self.given is not None
        return self.given


class _Seated(Sitting):
    """A sitting (one person's part in a battle) at a state that belongs to no battle."""

    def __init__(self, lines: Any) -> None:
        super().__init__(lines.battle, lines.seats)
        self.lines = lines

    @property
    def view(self) -> Any:
        return self.lines._view


class _Lines:
    """What the line mode at home and on a host share in these tests: a line goes in, an answer
    comes out.
    """

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.seats = SimpleNamespace(viewer_seat="", players={}, hot=False)
        self.battle = SimpleNamespace(
            game=game,
            drafts=SimpleNamespace(of=lambda *_: {}, keep=lambda *_: 0),
            view=lambda seat: game.view(self.state, seat),
        )
        self.taken: Answer | None = None
        self.sitting = _Seated(self)
        self.kind = self.sitting.kind
        self._shows: dict[str, Any] = {}
        self._write = lambda _: None
        self._hosted = SimpleNamespace(running=lambda: None)
        self.seat = ""

    @property
    def _view(self) -> Any:
        return self.game.view(self.state, self.seat)

    async def _sure(self, what: str) -> bool:
        return True

    async def _done(self, done: Done) -> None:
        while isinstance(done, Ask):
            done = done.yes()
        if isinstance(done, Take):
            assert isinstance(done.given, Answer)
            self.taken = done.given

    def read(self, text: str, question: Question, decision: Decision, slot: Slot | None) -> Read:
        """Return the answer that a typed line gives."""
        self.seat, self.taken = question.seat, None
        self.sitting.question, self.sitting.orders = question, None
        if isinstance(question, Sheet):
            self.sitting.orders = SheetOrders(question, {})
        line = text if slot is None else f"{slot.id}  {slot.label}: {text}"
        try:
            asyncio.run(self._line(line.strip()))  # type: ignore[attr-defined]
        except Refused as refused:
            return refused
        if slot is not None:
            return self.sitting.draft.get(slot.id) or Refused("the slot is empty")
        return self.taken or Refused("a word of the help was done")


class Home(_Lines, PlainTable):  # type: ignore[misc]
    """Reads lines as in a battle at one keyboard."""


class Far(_Lines, HostedLines):  # type: ignore[misc]
    """Reads lines as on a host."""


def faults(game: Game, states: Sequence[Any], seed: int) -> list[str]:
    """Return what is wrong with the printed orders at some states of a game."""
    random, seen = Random(seed), set[Any]()
    return [fault for state in states for fault in typed_back(game, state, random, seen)]

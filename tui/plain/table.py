"""PlainTable: a battle at one keyboard in lines of text: questions, numbered answers, words for
actions.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import ParamSpec, Protocol, TypeVar

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import clean, parse_number, pluralized, sentence, with_full_stop
from engine.game.decision import (
    SEVERAL_BLANKS,
    Answer,
    Decision,
    Option,
    Point,
    Reason,
    advice_heading,
    differences,
    reason_text,
)
from engine.game.question import Question, Sheet, Slot
from engine.lookahead.scoring import dial_with_area
from engine.sitting.actions import (
    BY_WORD,
    Action,
    Arguments,
    await_inputs,
    do,
    help_lines,
    is_unadvised,
)
from engine.sitting.adviser import best_answers, best_fills
from engine.sitting.battle_log import BattleLog, missed_lines, winners
from engine.sitting.kinds.kind import Ask, Done, Take
from engine.sitting.orders import Harm, harmless_dial, ready_to_seal_text
from engine.sitting.printed import (
    option_synonyms,
    option_text,
    parse_printed,
    reader_of,
    refuse_controls,
    why_closed,
)
from engine.sitting.seats import own_keys
from engine.sitting.sheet_orders import parts, slot_answer, slot_named
from engine.sitting.sitting import Sitting
from engine.sitting.typed_words import resolve_words, search
from tui.input.typed import fits
from tui.plain.look import (
    aftermath_lines,
    chart,
    dice_lines,
    lines,
    print_proof,
    ships,
    story_lines,
    term_lines,
    with_signs,
    wrapped,
)
from tui.plain.replay import PlainReplay, PlainVoices

P = ParamSpec("P")
T = TypeVar("T")
MOST = 3
"""The maximum number of advised answers shown at once."""
MOST_MISSED = 30
"""The maximum number of lines of the log, latest ones, that are printed for a person who has missed
more."""
LATEST = 12
"""The number of lines of the log that are printed if the person names none."""
HELP = (
    "Type the number of an answer to take it, such as `2`. For a dial, add its value: `2 30 port`. "
    "For a place, add its two numbers: `2 at 12.5 8`. You can also type an answer as it is "
    "printed, "
    "or enough of its words. Before anything that cannot be undone you are asked: `y` is yes, "
    "anything else is no. On a sheet, `A1 2` fills the slot A1 with its answer 2 (or its words), "
    "and `A1` lists its answers."
)

Read = Callable[[str], Awaitable[str | None]]
"""A function that shows a prompt and returns the typed line, or None at the end of the input."""
Shows = Callable[[str], Awaitable[None] | None]
"""A function that prints a page; it gets the text after the word of the page."""
TAKE_BACK = "take back"
"""The only action whose name is typed as two words."""
WORDS = {"?": "help", "words": "terms"}
"""{another word for an action: the usual word}."""
SHEETS = ("fill", "draft", "offer", "aside")
"""Actions after which the partly filled sheet (form of orders) is printed."""


class Far(Protocol):
    """A person's connection to a host; it lets slow work run while the host serves others."""

    @property
    def connected(self) -> bool:
        """Tell whether the person is still connected."""

    async def aside(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of slow work; meanwhile the host works for other people."""


class Interrupted(Exception):
    """Raised when something happens while the program waits for a person's line."""


class PlainTable:
    """A battle played in lines of text; `run` returns when it is over or the input ends."""

    def __init__(
        self,
        sitting: Sitting,
        read: Read,
        write: Callable[[str], None],
        far: Far | None = None,
        describe: Callable[[WeatherGageError], str] = str,
    ) -> None:
        """Create the dialogue for a `Sitting`, one person's part in a battle.

        On a host, slow work is passed to `far`. `describe` returns the words of an error, without
        what the person may not read.
        """
        self.sitting = sitting
        self.kind = sitting.kind
        self.battle = battle = sitting.battle
        self.game = battle.game
        self.seats = sitting.table
        self._describe = describe
        self._read = read
        self._write = write
        self._far = far
        self._log = BattleLog(battle)
        self._told: dict[str, int] = {}
        """{seat (a player's place): how many lines of its log were printed}."""
        self._voices = PlainVoices(battle)
        self._put: Question | None = None
        """The question that was printed last, so that it is not printed twice; None after each
        typed line."""
        self._shows: dict[str, Shows] = {
            "help": lambda _: self._many((HELP, *help_lines(sitting))),
            "look": lambda rest: self._many(ships(self.game, self._view, self._ship(rest))),
            "chart": lambda _: self._many(chart(self.game, self._view)),
            "squadrons": lambda _: self._many(self._forces()),
            "card": lambda rest: self._many(
                lines(self.game.screen.card(self._view, self._ship(rest)))
            ),
            "hand": lambda _: self._hand(),
            "log": self._last,
            "find": self._find,
            "terms": lambda _: self._terms(),
            "reference": self._rules,
            "aftermath": lambda _: self._many(aftermath_lines(self.battle)),
            "story": lambda _: self._many(story_lines(self.battle)),
            "voices": lambda _: self._say(self._voices.switch()),
            "dice": lambda _: self._many(dice_lines(self.battle, self.seats.viewer_seat)),
            "proof": lambda _: print_proof(self.battle, self._say, self._write),
            "replay": lambda _: PlainReplay(
                self.battle, self._read, self._write, viewer_seat=self.seats.viewer_seat
            ).run(),
            "ask": lambda _: self._ask_again(),
            "odds": self._odds,
            "why": lambda _: self._many(
                closed_answers(self.sitting.question), "Every answer is possible here."
            ),
            "advice": lambda _: self._advice(),
        }
        """{action: the function that prints its page}."""

    # From question to question ---------------------------------------------------------

    async def run(self) -> None:
        """Play until the battle is over or the input ends."""
        self._many(self.kind.introduction())
        self._say(
            f"{self.battle.header.title or self.game.title}. Type `help` for what you can type."
        )
        for notice in filter(None, (self.battle.notice, self.battle.why_closed)):
            self._say(f"{notice}.")
        # The lines of the log that a person who comes back has missed.
        told = missed_lines(self.battle, self.seats.viewer_seat, self.kind.left_at)
        if told:
            self._say(
                f"Since you left ({pluralized(len(told), 'line')}; `replay` steps through all):"
            )
            for text in told[-MOST_MISSED:]:
                self._say(f"  {text}")
            seat = self.seats.viewer_seat
            self._told[seat] = len(self._log.lines(seat))
        going = True
        while going and not self.sitting.over:
            self._many(self.sitting.computed())
            if self.sitting.over:
                break
            question = self.seats.asked()
            if question and self.seats.must_pass(question):
                if not await self._passed_to(self.seats.name(question.seat)):
                    return
                self.seats.seat_at_keyboard = question.seat
            self.seats.settle(question)
            self._news()
            asked = self.sitting.put(question)
            self._many(self.kind.news(asked))
            if asked and question != self._put:
                self._ask(asked)
            self._put = question
            try:
                going = await self._answered()
                self._put = None
            except Interrupted:  # the question may be gone, or still open
                continue
            async for said in self.kind.after(self._thought):
                self._say(said)
        self._news()
        if outcome := self.battle.outcome():
            self._say(f"{winners(self.battle, outcome)}: {outcome.told}.")
        self._many(self.kind.ending(self.sitting))
        self._many(filter(None, [self.kind.keep()]))

    async def _passed_to(self, name: str) -> bool:
        """Ask for the keyboard to be passed to a person, and wait until that person presses Enter
        alone.

        Return False at the end of the input.
        """
        line: str | None = name
        while line is not None and line.strip():
            line = await self._read(f"What follows is for {name} only. {name}, press Enter. ")
            if line is not None and line.strip().lower() in ("quit", "exit", "q"):
                return False
        return line is not None

    async def _answered(self) -> bool:
        """Carry out typed lines until the question is answered or no longer asked; False when the
        input ends.
        """
        if self.sitting.question is None and not self.kind.waits():
            return False
        moment = self.sitting.moment()
        while not self.sitting.is_stale(moment):
            line = await self.next_line()
            if line is None or line.strip().lower() in ("quit", "exit", "q"):
                return False
            try:
                await self._line(line)
            except FileFault as fault:
                self._say(f"{self._describe(fault)}. Nothing was done; try again.")
            except WeatherGageError as error:
                self._say(with_full_stop(self._describe(error)))
        return True

    async def next_line(self) -> str | None:
        """Return the next typed line; None at the end of the input.

        Raises `Interrupted` if somebody else acts meanwhile.
        """
        goes_on = self.kind.goes_on()
        return await self._read(f"Enter {goes_on}. > " if goes_on else "> ")

    async def _line(self, typed: str) -> None:
        """Carry out a typed line: an action of the table `ACTIONS`, otherwise an answer to the
        question.
        """
        line = clean(typed).strip()
        word, _, rest = line.partition(" ")
        row = BY_WORD.get(TAKE_BACK if line.lower() == TAKE_BACK else WORDS.get(word, word).lower())
        if row and row.company and row.name not in self.kind.does:
            row = None
        if row and rest and row.word != TAKE_BACK and self._is_order(line, row, rest):
            row = None
        if row is None or row.behind is not Arguments.TALK:
            refuse_controls(typed)
        question = self.sitting.question
        if row and row.asked and question is None:
            row = None
        if row:
            await self._act(row, "" if row.word == TAKE_BACK else rest.strip())
        elif not line and self.kind.goes_on():
            await self._done(self.kind.go_on())
        elif line and question:
            await self._answer(line, question)
        elif line:
            self._say("You have nothing to choose now; type `help` for what you can type.")
        elif question:
            self._ask(question)

    def _is_order(self, line: str, row: Action, rest: str) -> bool:
        """Tell whether a line that begins with the word of an action should be read as an order
        instead.

        `Leave by the right edge` is such an order. Also True if the action takes no text after its
        word: then `seal it` is not the action `seal`.
        """
        question = self.sitting.question
        if row.behind is Arguments.NOTHING:
            return True
        if not isinstance(question, Decision) or rest.replace(" ", "").isdecimal():
            return False
        reader = reader_of(self.game, self._view, question)
        try:
            found = parse_printed(reader, line) is not None
        except Refused:
            return True
        phrases = option_synonyms(self.game, self._view, question)
        loosely = row.behind is Arguments.NUMBERS and search(line, question, phrases, whole=True)
        return found or bool(loosely)

    async def _act(self, row: Action, rest: str) -> None:
        """Do an action of the table `ACTIONS`, or print its page."""
        shows = self._shows.get(row.name)
        if shows is None or row.name in self.kind.does:
            await await_inputs(self.sitting, row.name)
            await self._done(do(self.sitting, row.name, rest))
            listed = row.behind is Arguments.WORDS and not rest
            if row.name in SHEETS and not listed and isinstance(self.sitting.question, Sheet):
                self._ask(self.sitting.question)
            return
        if why := self.kind.why_not(row.name):
            raise Refused(why)
        if waiting := shows(rest):
            await waiting

    async def _done(self, done: Done) -> None:
        """Deal with the result of an action: ask for confirmation, let the coach check an answer,
        or print the messages.
        """
        while isinstance(done, Ask | Take):
            if isinstance(done, Ask):
                self._many(f"Warning: {warning}." for warning in done.told)
                if not done.word_is_yes and not await self._sure(done.text):
                    return
                done = done.yes()
                continue
            looked_over = self.sitting.coached and self.sitting.against_computers
            said = await self.sitting.coach_warning(done) if looked_over else ""
            if said and not await self._sure(f"{said} Give it anyway?"):
                return
            done = self.sitting.give(done.question.seat, done.given)
        self._many(done)

    # Asking ----------------------------------------------------------------------------

    @property
    def _view(self) -> object:
        return self.battle.view(self.seats.viewer_seat)

    def _ask(self, question: Question) -> None:
        """Print the question and the numbered answers."""
        status = self.game.screen.status(self._view)
        name = self.seats.name(question.seat)
        self._say(f"{name}, {status.moment}: {question.prompt.removeprefix(f'{name}: ')}")
        if isinstance(question, Sheet):
            for slot in question.slots:
                self._say(f"  {slot.id}  {slot.label}: {self._filled(question, slot)}")
            return
        for number, option in enumerate(question.options, 1):
            self._say(f"  {number}  {option_text(option, question)}{self._alone(option, question)}")

    def _alone(self, option: Option, decision: Decision) -> str:
        """Return in words the value that an option's dial gets if the player types none; '' for the
        usual value.

        If the usual value would harm a friend, it is the nearest one that does not.
        """
        if not option.dial or option.area or not decision.dial:
            return ""
        clear = harmless_dial(decision, option, self._harm(decision))
        if clear is None or clear.dial is None or clear.dial == decision.dial.rest:
            return ""
        return f", {decision.dial.describe(clear.dial)} unless you type another"

    def _filled(self, sheet: Sheet, slot: Slot) -> str:
        """Return the answer to a slot of a sheet in words; for an empty slot, the answer that
        `fill` would write there.
        """
        if (answer := self.sitting.draft.get(slot.id)) is not None:
            return self._answer_text(slot, answer)
        if not slot.options:
            return "no answer is possible"
        if not self.sitting.kind.says_filling:
            return "empty"
        if is_unadvised(self.sitting):  # known only on request: that takes a second
            return "empty; type `fill` to take the advised answer"
        filled = self.sitting.sheet.with_advice().get(slot.id)
        return f"empty; `fill` takes {self._answer_text(slot, filled)}" if filled else "empty"

    def _answer_text(self, slot: Slot, answer: Answer) -> str:
        labels = [slot.option(each).in_sentence for each in answer.chosen]
        dial = (
            f" {slot.dial.describe(answer.dial)}" if slot.dial and answer.dial is not None else ""
        )
        return f"{', '.join(labels) or 'none'}{dial}"

    def _ask_again(self) -> None:
        """Print the question again; if the sheet of standing choices is open, close it first."""
        if self.sitting.aside is not None:
            self.sitting.put(self.seats.asked())
        if question := self.sitting.question:
            self._ask(question)

    # Answering -------------------------------------------------------------------------

    async def _answer(self, line: str, question: Question) -> None:
        if why := self.kind.why_not("order"):
            raise Refused(why)
        if isinstance(question, Sheet):
            for part in parts(line, question):
                await self._fill_slot(part, question)
            return
        await self._done(self.sitting.take(question, self._read_answer(line, question)))

    def _read_answer(self, line: str, decision: Decision) -> Answer:
        """Return the answer that a typed line means; raises `Refused` that says what may be typed.

        The line is first compared with each printed answer, then read as a number with values, then
        as words.
        """
        reader = reader_of(self.game, self._view, decision)
        if printed := parse_printed(reader, line):
            return self._placed(decision.option(printed.option), printed.dial, printed.at, decision)
        number, _, rest = line.partition(" ")
        if reader.numbered and number.isdecimal():
            if not 1 <= parse_number(number) <= len(decision.options):
                raise Refused(f"there is no answer {number}; there are {len(decision.options)}")
            option = decision.options[parse_number(number) - 1]
            # The value for the dial comes before the place, which is typed after `at`.
            rest = rest.strip()
            value, _, place = rest.partition("at ") if option.area else (rest, "", "")
            dial, at = None, None
            if option.dial and decision.dial and value.strip():
                dial = decision.dial.read(value.strip())
            elif value.strip():
                raise Refused(f"{option.label} takes no value")
            if place.strip():
                try:
                    x, y = (float(each) for each in place.replace(",", " ").split())
                except ValueError:
                    raise Refused("a place is two numbers, such as 12.5 8") from None
                at = (x, y)
            return self._placed(option, dial, at, decision)
        if why := why_closed(line, decision.closed):
            raise Refused(why)
        found = resolve_words(line, decision, option_synonyms(self.game, self._view, decision))
        return self._placed(decision.option(found.option), found.dial, found.at, decision)

    def _placed(
        self, option: Option, dial: float | None, at: Point | None, decision: Decision
    ) -> Answer:
        if option.dial and decision.dial and dial is None:
            clear = harmless_dial(decision, option, self._harm(decision))
            dial = decision.dial.rest if clear is None or clear.dial is None else clear.dial
        if option.area and at is None:
            _, area = dial_with_area(self.game, self._view, decision, option, dial)
            at = area.rest if area else None
        return Answer(option.id, dial, at)

    def _harm(self, decision: Decision) -> Harm:
        """Return the function that says which permanent harm an answer to this question does."""
        return self.sitting.harm(decision)

    # Sheets ----------------------------------------------------------------------------

    async def _fill_slot(self, line: str, sheet: Sheet) -> None:
        """Fill a slot of the sheet (`A1 2`), or print the answers to the slot (`A1`)."""
        found = slot_named(line, sheet)
        if found is None:
            known = ", ".join(each.id for each in sheet.slots)
            raise Refused(
                f"type a slot and the number of an answer, such as "
                f"`{sheet.slots[0].id} 1`; the slots are {known}"
            )
        slot, rest = found
        if not rest:
            decision = sheet.as_decision(slot)
            numbered = reader_of(self.game, self._view, decision).numbered
            for number, option in enumerate(slot.options, 1):
                lead = f"{number}  " if numbered else ""
                self._say(f"  {lead}{SEVERAL_BLANKS.sub(' = ', option_text(option, decision))}")
            return
        answer = self._slot_answer(rest, slot, sheet)
        whole = self.sitting.fill(slot.id, answer)
        if self.kind.by_slot:
            await self._done(Take(sheet, dict(self.sitting.draft)))
            return
        self._say(f"  {slot.id}  {slot.label}: {self._filled(sheet, slot)}")
        if whole:
            self._say(f"{ready_to_seal_text(sheet, self.sitting.draft)} Type `seal`.")

    def _slot_answer(self, words: str, slot: Slot, sheet: Sheet) -> Answer:
        """Return the answer to a slot that typed words mean: its id, its words, or its number in
        the list.
        """
        return slot_answer(self.game, self._view, sheet, slot, words, self._read_answer)

    # Looking ---------------------------------------------------------------------------

    def _odds(self, rest: str) -> None:
        """Print the forecast of an answer, as the panel shows it."""
        question = self.sitting.question
        if isinstance(question, Sheet):
            found = slot_named(rest, question)
            if found is None:
                raise Refused("type a slot and an answer, such as `odds A1 2`")
            slot, rest = found
            decision = question.as_decision(slot)
            answer = self._slot_answer(rest, slot, question)
        elif isinstance(question, Decision):
            decision = question
            answer = self._read_answer(rest or "1", decision)
        else:
            return
        preview = self.game.screen.preview(self._view, decision, answer)
        self._many(lines(preview.rows), "There is no more information about it.")

    async def _thought(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of a slow function; on a host, others are served while it runs."""
        if self._far:
            return await self._far.aside(work, *args, **named)
        return work(*args, **named)

    async def _advice(self) -> None:
        question = self.sitting.question
        if question is None:
            return
        view = self.battle.view(question.seat)
        numbers = self.battle.seed, self.battle.position
        if isinstance(question, Sheet):
            unadvised = is_unadvised(self.sitting)
            found = await self._thought(best_fills, self.game, view, question, *numbers)
            found = self.kind.advised(question, found)
            if found:  # asking alone is no help, and costs no star
                self.kind.helped()
            for advice in found:
                if unadvised:
                    self.sitting.sheet.advised = advice.draft
                for slot in question.slots:
                    if slot.id in advice.draft:
                        self._say(f"  {slot.id} {self._answer_text(slot, advice.draft[slot.id])}")
                self._reasons(differences(advice, (advice,), MOST))
            if not found:
                self._say("No advice is given on this sheet.")
            return
        found = await self._thought(best_answers, self.game, view, question, *numbers)
        advised = self.kind.advised(question, found)
        if advised:
            self.kind.helped()
        harm = self.sitting.harm(question)
        for advice in advised:
            number = [option.id for option in question.options].index(advice.option) + 1
            told = question.describe(advice.option, advice.dial, advice.at)
            reasons = differences(advice, advised, MOST)
            how = advice_heading(advice, advised, self.game.thinking.unit, reasons)
            if done := harm(advice.answer):
                how = f"{sentence(done)} {how}"
            self._say(f"  {number}  {told}. {how}")
            self._reasons(reasons)

    def _reasons(self, reasons: Sequence[Reason]) -> None:
        for reason in reasons:
            self._say(f"      {reason_text(reason)}")

    def _ship(self, rest: str) -> str:
        """Return the key of the ship that the text names; without a name, of the ship that the
        question is about.
        """
        question = self.sitting.question
        keys = self.game.screen.subjects(self._view)
        if rest:
            wanted = rest.split(maxsplit=1)[0].lower()
            key = next((each for each in keys if each.lower() == wanted), "")
            if not key:
                raise Refused(f"there is no ship {wanted}; there are {', '.join(keys)}")
            return key
        about = question.slots[0].subject if isinstance(question, Sheet) else ""
        about = question.ship if isinstance(question, Decision) else about
        mine = own_keys(self.seats, self.game.screen.scene(self._view))
        own = (each for each in keys if each in mine)
        return about if about in keys else next(own, keys[0] if keys else "")

    def _forces(self) -> list[str]:
        """Return lines on how the battle is won, all ships by side, and what the signs in these
        lines mean.
        """
        screen, view = self.game.screen, self._view
        return with_signs((*screen.to_win(view), *screen.forces(view)), screen.legend(view))

    def _hand(self) -> None:
        seat = question.seat if (question := self.sitting.question) else self.seats.viewer_seat
        self._many(lines(self.game.screen.hand(self._view, seat)), "You hold no cards.")

    def _last(self, rest: str) -> None:
        count = parse_number(rest) if rest.isdecimal() else LATEST
        told = self._log.lines(self.seats.viewer_seat)
        self._many((line.text for line in told[-count:] if count), "Nothing has happened yet.")

    def _find(self, rest: str) -> None:
        """Print the latest lines of the log that contain all of the words."""
        told = self._log.lines(self.seats.viewer_seat)
        found = [line.text for line in told if fits(line.text, rest)]
        self._many(found[-LATEST:], f"No line of the log has '{rest}'.")

    def _terms(self) -> None:
        """Print the rules behind the question, the selected ship and the open cards; then other
        terms in the question, and the signs of all ships.
        """
        words = self.game.words
        known = {term.id: term for term in words.terms()}
        question = self.sitting.question
        labels = question.options if isinstance(question, Decision) else ()
        texts = (question.prompt if question else "", *(option.label for option in labels))
        named = [id for text in texts for id in words.named_in(text)]
        kind = question.kind if question else ""
        about = words.terms_asked(self._view, kind)
        now = words.terms_now(self._view, self._ship(""))
        others = words.terms_of_all(self._view, self.game.screen.subjects(self._view))
        for id in dict.fromkeys((*about, *now, *named, *others)):
            if id in known:
                self._say(f"{known[id].name}: {' '.join(known[id].lines)}")

    def _rules(self, rest: str) -> None:
        found = term_lines(self.game.words.terms(), rest)
        self._many(found, f"No term of the rules has '{rest}'.")

    async def _sure(self, what: str) -> bool:
        said = await self._read(f"{what} y or n: ")
        return (said or "").strip().lower() in ("y", "yes")

    # Writing ---------------------------------------------------------------------------

    def _news(self) -> None:
        """Print the lines of the log that the viewer has not seen yet."""
        seat = self.seats.viewer_seat
        told = self._log.lines(seat)
        known = min(self._told.get(seat, 0), len(told))
        if seat not in self._told:
            known = max(0, len(told) - LATEST)
        for at, entry in groupby(told[known:], key=lambda line: line.at):
            for line in entry:
                self._say(line.text)
            self._many(self._voices.spoken(at))
        self._told[seat] = len(told)

    def _many(self, found: Iterable[str], none: str = "") -> None:
        for text in list(found) or filter(None, [none]):
            self._say(text)

    def _say(self, text: str) -> None:
        """Print a text, wrapped into lines."""
        for line in wrapped(text):
            self._write(line)


def closed_answers(question: Question | None) -> Iterator[str]:
    """Yield each answer that is not available, with its reason; on a sheet of several slots, with
    its slot.
    """
    if isinstance(question, Sheet):
        several = len(question.slots) > 1
        for slot in question.slots:
            of = f"{slot.label}, " if several else ""
            yield from (f"{of}{each.label}: {each.why_not}" for each in slot.closed)
    elif question:
        yield from (f"{each.label}: {each.why_not}" for each in question.closed)

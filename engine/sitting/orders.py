"""The open question while a player answers it, and confirmations before an answer is accepted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.decision import Advice, Answer, Area, Decision, Dial, Option, Point
from engine.game.game import Game, Given, Record
from engine.game.question import Draft, Fill, NamedDraft, Offer, Question, Sheet, Slot
from engine.kernel.seen import PlayedBattle

# The confirmation before a costly answer is accepted, and the answer that Enter gives. Screens and
# the line interface, at home and on a host, share one rule: the game says what permanent harm an
# answer does (`Answering.harm`), and Enter never means yes to such harm.


Harm = Callable[[Answer], str]
"""A function from an answer to the permanent harm that it does to its own side, in words; '' for
none."""
CLEAR_COST = 1.0
"""If an order's quick score is this much below the best, the computer player `lieutenant` would not
give it."""
Worth = Callable[[Answer], float]
"""A function from an answer to its worth in points."""
NAMED = 2
"""A sentence about proposed answers names at most this many slots; more slots are only counted."""
TRIES = 24
"""At most this many values of a dial are tried in the search for a harmless one, from the initial
value outwards."""


def cost_warning(game: Game, view: Any, question: Question, given: Given) -> str:
    """Return the warning before an answer is accepted; '' where it is accepted without one.

    The warning is the permanent harm of the answer, or the label of an option that gives up all
    further actions of the seat.
    """
    if told := game.answering.harm(view, question, given):
        return told
    if not isinstance(question, Decision) or not isinstance(given, Answer):
        return ""
    option = question.option(given.option)
    return option.label if option.ends and len(question.options) > 1 else ""


def proposed_slots_text(sheet: Sheet, by_program: Collection[str]) -> str:
    """Return in words which slots of a sheet have answers that the program proposed and the person
    has not confirmed; '' for none.
    """
    labels = [slot.label for slot in sheet.slots if slot.id in by_program]
    if not labels:
        return ""
    if len(labels) <= NAMED:
        return f"{' and '.join(labels)} proposed, not chosen by you"
    return f"{len(labels)} of {len(sheet.slots)} answers proposed, not chosen by you"


def ready_to_seal_text(sheet: Sheet, draft: Mapping[str, Answer]) -> str:
    """Return a sentence that says that a sheet may be sealed (submitted), and how many of its lines
    are empty.
    """
    empty = sum(slot.id not in draft for slot in sheet.slots)
    if not empty:
        return "All answers are filled in."
    return f"{pluralized(empty, 'line')} may stay empty; the other lines are filled in."


def harmless_first(decision: Decision, harm: Harm) -> Decision:
    """Return the decision with those options last that do harm at every value of their dial.

    So the first option is harmless, unless all options do harm.
    """
    clear = {o.id: harmless_dial(decision, o, harm) is not None for o in decision.options}
    if all(clear.values()) or not any(clear.values()):
        return decision
    options = sorted(decision.options, key=lambda option: not clear[option.id])
    return replace(decision, options=tuple(options))


def sound_first(
    decision: Decision, found: Sequence[Advice], worth: Worth, harm: Harm
) -> tuple[Decision, Answer | None]:
    """Return the decision with an order first that the computer player `lieutenant` would give, and
    the answer with this first option.

    `found` are judged answers, best first. If the answer that would be highlighted first is nearly
    as good as the best (`CLEAR_COST`), the decision is returned unchanged, with None. Otherwise
    orders that are not nearly as good, or that use up something, are moved to the end.
    """
    at, dial = first_order(decision, harm)
    first = decision.options[at]
    keeping = {option.id for option in decision.options if not option.spends}
    best: dict[str, Advice] = {}
    for each in found:
        if each.option in keeping - best.keys() and not harm(each.answer):
            best[each.option] = each
    if not best:
        return decision, None
    least = max(each.worth for each in best.values()) - CLEAR_COST
    if worth(Answer(first.id, dial if first.dial and decision.dial else None)) > least:
        return decision, None
    sound = {id for id, each in best.items() if each.worth > least}
    options = sorted(decision.options, key=lambda option: option.id not in sound)
    return replace(decision, options=tuple(options)), best[options[0].id].answer


def sound_slot(sheet: Sheet, slot: Slot, harm: Harm, worth: Worth | None = None) -> Answer | None:
    """Return the answer to highlight first in a slot of a sheet; None for the proposed answer.

    Another answer than the proposed one is highlighted if the proposed one does harm, or if it is
    clearly (`CLEAR_COST`) worse than the best answer without harm: the computer player `lieutenant`
    would not give it. So Enter never repeats the plot of the turn before into a rake. Without
    `worth` only harm counts, and the first answer without harm is returned. Slots for several
    options or with a dial, and sheets with budgets, are left as proposed.
    """
    proposed = sheet.proposed.get(slot.id)
    if proposed is None or slot.at_most > 1 or slot.dial or sheet.purses:
        return None
    offered = [
        Answer(each.id)
        for each in slot.options
        if not (each.ends or each.spends or each.surrenders)
    ]
    does_harm = bool(harm(proposed))
    if worth is not None:
        worths = {each.option: worth(each) for each in offered}
        offered.sort(key=lambda each: -worths[each.option])
    elif not does_harm:
        return None
    best = next((each for each in offered if not harm(each)), None)
    if best is None or best == proposed:
        return None
    if does_harm or (worth and worth(proposed) <= worth(best) - CLEAR_COST):
        return best
    return None


def first_order(decision: Decision, harm: Harm) -> tuple[int, float | None]:
    """Return (index of the option, dial value) of the answer to highlight first: the first one that
    does no harm.

    An option that spends something irreplaceable is passed over. If every answer does harm, it is
    the first one.
    """
    rest = decision.dial.rest if decision.dial else None
    keeping = [at for at, option in enumerate(decision.options) if not option.spends] or [0]
    for at in keeping:
        found = harmless_dial(decision, decision.options[at], harm)
        if found is not None:
            return at, rest if found.dial is None else found.dial
    return keeping[0], rest


def harmless_dial(decision: Decision, option: Option, harm: Harm) -> Answer | None:
    """Return the answer with this option and the harmless dial value nearest to the initial value.

    None if no value is harmless.
    """
    if option.area:
        return Answer(option.id)
    dial = decision.dial if option.dial else None
    values = _outwards(dial) if dial else iter((None,))
    answers = (Answer(option.id, value) for value in values)
    return next((each for each in answers if not harm(each)), None)


def _outwards(dial: Dial) -> Iterator[float | None]:
    """Yield about `TRIES` values of a dial on each side: the initial value, then alternately higher
    and lower ones.
    """
    steps = max(1, round((dial.high - dial.low) / dial.step / TRIES))
    values = dict.fromkeys(
        dial.turned(dial.rest, side * steps * n) for n in range(TRIES + 1) for side in (1, -1)
    )
    yield from values


# Prompter: the sentences and the proposed answers while a sheet is filled in.


class Prompter(NamedTuple):
    """Functions that help a person to fill in a sheet: notation and checks of typed answers,
    and answers that are often given.

    The first argument of each function but `drafts` is the id of a slot.
    """

    normalize: Callable[[str, str], str] = lambda slot, typed: typed
    """A function that returns the typed text in the notation of the slot's options."""
    why_not: Callable[[str, str], str] = lambda slot, typed: "no order begins like that"
    """A function that returns why no answer begins with the typed text."""
    offers: Callable[[str], Sequence[Offer]] = lambda slot: ()
    """A function that returns the answers that are often given to a slot, with names."""
    drafts: Callable[[Draft], Sequence[NamedDraft]] = lambda _: ()
    """A function that returns ready-made drafts of the whole sheet, given the draft so far."""
    first: Callable[[str, Draft], Answer | None] = lambda slot, others: None
    """A function that returns the answer to highlight first in an empty slot, given the answers to
    the other slots; None for the answer that the sheet proposes."""

    def begins(self, slot: Slot, typed: str) -> bool:
        """Tell whether the id of one of the slot's options begins with the typed text."""
        written = self.normalize(slot.id, typed)
        return any(each.id.startswith(written) for each in slot.options)

    def next_keys(self, slot: Slot, typed: str) -> list[str]:
        """Return the keys that can continue the typed answer."""
        return [key for key in slot.typed if self.begins(slot, typed + key)]


PLAIN = Prompter()
"""The default prompter: it proposes nothing, and leaves typed text unchanged."""
AS_LAST_TIME = "as last time"


def prompter_of(battle: PlayedBattle, sheet: Sheet) -> Prompter:
    """Return the prompter for a battle's sheet; its drafts include the seat's previous answers."""
    answering, view = battle.game.answering, battle.view(sheet.seat)
    return Prompter(
        lambda slot, typed: answering.normalize(view, sheet, slot, typed),
        lambda slot, typed: answering.why_not_typed(view, sheet, slot, typed),
        lambda slot: answering.offers(view, sheet, slot),
        lambda draft: (
            *answering.drafts(view, sheet, draft),
            *previous_answers(battle.entries, sheet),
        ),
    )


def previous_answers(entries: Sequence[Record], sheet: Sheet) -> tuple[NamedDraft, ...]:
    """Return a draft with the answers of the seat's last sheet of this kind, as far as they are
    still legal; () if there are none.
    """
    for record in reversed(entries):
        command = record.command
        if (
            record.seat == sheet.seat
            and isinstance(command, Fill)
            and _kind(command.sheet) == _kind(sheet.id)
        ):
            answers = {
                slot.id: command.answers[slot.id]
                for slot in sheet.slots
                if slot.id in command.answers and not slot.fault(command.answers[slot.id])
            }
            return (NamedDraft(AS_LAST_TIME, answers),) if answers else ()
    return ()


def _kind(sheet: str) -> str:
    """Return the id of a sheet without the number of its turn."""
    return sheet.rstrip("0123456789 ")


# The open question while a player answers it: highlighted option, dial, and place.


AreaOf = Callable[[Option, float | None], Area | None]
"""A function from (option, dial value) to the area in which the option's piece may be placed."""
SHORT = 4
"""A ship's key of at most this many characters is shown beside her name; longer keys are
internal."""


class Orders:
    """A person's unfinished answer to a decision: the highlighted option, and the values of its
    dial and place (inches).
    """

    def __init__(
        self, decision: Decision, area_of: AreaOf | None = None, harm: Harm | None = None
    ) -> None:
        """Begin with a decision, and highlight the first answer that does no harm."""
        self.decision = decision
        self._area_of = area_of or (lambda option, dial: decision.area)
        self.dial: float | None
        harm = harm or (lambda answer: "")
        self.index, self.dial = first_order(decision, harm)
        self._turned: tuple[float | None, str] = self.dial, ""
        """(The value of the dial when the question was opened, the harm because of which it is not
        the dial's initial value `Dial.rest`). The harm is '' if it is that value."""
        if self.has_dial and decision.dial and self.dial != decision.dial.rest:
            self._turned = self.dial, harm(Answer(self.option.id, decision.dial.rest))
        self.at: Point | None = None
        """The chosen place on the chart; it may be illegal."""
        self._rest()

    @property
    def option(self) -> Option:
        """The highlighted option."""
        return self.decision.options[self.index]

    @property
    def has_dial(self) -> bool:
        """Tell whether the highlighted option has a dial to turn."""
        return bool(self.option.dial and self.decision.dial)

    @property
    def needs_place(self) -> bool:
        """Tell whether the highlighted option asks for a place on the chart."""
        return bool(self.option.area)

    @property
    def enter_label(self) -> str:
        """What Enter does with the highlighted option, in a word or two; '' for the default
        wording.
        """
        return ""

    @property
    def title(self) -> str:
        """The heading of the list of options; '' for the default heading."""
        return ""

    def mark(self, index: int) -> str:
        """Return the text before an option in a list: its number, or a box that says whether it is
        picked.
        """
        return f"{index + 1}. " if index < 9 else "   "

    def same_question(self, other: Orders) -> bool:
        """Tell whether `other` is an unfinished answer to the same question."""
        return self.decision == other.decision

    @property
    def answer(self) -> Answer:
        """The answer so far (option id, dial and place), as an argument of `Battle.answer`."""
        return Answer(
            self.option.id,
            self.dial if self.has_dial else None,
            self.at if self.needs_place else None,
        )

    def move(self, step: int) -> None:
        """Highlight the option `step` places further; after the last comes the first."""
        self.pick((self.index + step) % len(self.decision.options))

    def pick(self, index: int) -> bool:
        """Highlight an option by its index; return False if there is no such option."""
        if not 0 <= index < len(self.decision.options):
            return False
        if index != self.index:
            self.index = index
            self._rest()
        return True

    def about(self, key: str) -> bool:
        """Highlight the first option about the ship with this key; return False if there is no such
        option.
        """
        for index, option in enumerate(self.decision.options):
            if key and option.subject == key:
                return self.pick(index)
        return False

    def turn(self, steps: int) -> bool:
        """Turn the dial by some steps, at most to its end; return False when it did not move."""
        dial = self.decision.dial
        if dial is None or self.dial is None or not self.has_dial:
            return False
        before, self.dial = self.dial, dial.turned(self.dial, steps)
        return self.dial != before

    def turn_far(self, way: int) -> bool:
        """Turn the dial to its end, or an endless dial by an eighth of its range; `way` is 1 or
        -1.
        """
        dial = self.decision.dial
        steps = round((dial.high - dial.low) / dial.step) + 1 if dial else 0
        return self.turn(way * (steps // 8 if dial and dial.endless else steps))

    def turn_to(self, value: float) -> None:
        """Set the dial to a value; raises `Refused` when the value is not on the dial."""
        if self.decision.dial:
            self.dial = self.decision.dial.value(value)

    def set_answer(self, option_id: str, dial: float | None, at: Point | None) -> None:
        """Highlight an option, and set its dial and place; raises `Refused` for an unknown
        option.
        """
        self.pick(self.decision.options.index(self.decision.option(option_id)))
        if dial is not None:
            self.turn_to(dial)
        if at is not None:
            self.place(at)

    def place(self, at: Point) -> None:
        """Choose a place (inches) for the option's piece; it may be an illegal place."""
        if self.needs_place:
            self.at = at

    def _rest(self) -> None:
        """If the option needs a place, set the dial to the first value that allows one, and choose
        the initial place of its area."""
        if not self.needs_place:
            return
        dial = self.decision.dial if self.option.dial else None
        for step in range(round((dial.high - dial.low) / dial.step) + 1 if dial else 1):
            value = dial.turned(self.dial or 0.0, step) if dial else self.dial
            area = self._area_of(self.option, value)
            if area is not None:
                self.dial, self.at = value, area.rest
                return

    @property
    def why_turned(self) -> str:
        """Why the dial was not at its initial value `Dial.rest` when the question was opened.

        '' if it was, or if the player has turned it since.
        """
        value, avoided = self._turned
        dial = self.decision.dial
        if not avoided or not self.has_dial or dial is None or self.dial != value:
            return ""
        return f"Dial set to {self.dial_words}: at {dial.rest:g} {avoided}"

    @property
    def dial_words(self) -> str:
        """The value of the dial in words, such as `22.5 to port`."""
        dial = self.decision.dial
        return "" if dial is None or self.dial is None else dial.describe(self.dial)

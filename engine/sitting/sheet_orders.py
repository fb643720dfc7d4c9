"""A sheet (a form of several questions) while a player fills in its slots, one by one or by typed
lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.decision import Ambiguous, Answer, Decision
from engine.game.game import Game
from engine.game.question import Draft, Offer, Sheet, Slot
from engine.sitting.orders import PLAIN, SHORT, Orders, Prompter
from engine.sitting.printed import reader_of, why_closed

# SheetOrders: a sheet while a player fills it in; one slot at a time is shown like a question.


class SheetOrders(Orders):
    """A partly filled sheet, and the slot whose options are highlighted.

    To screens and key handlers the highlighted slot looks like a question of its own; Tab goes from
    slot to slot.
    """

    def __init__(self, sheet: Sheet, draft: Draft, prompter: Prompter = PLAIN) -> None:
        """Begin with a draft of the sheet; the first empty slot is highlighted."""
        self.sheet = sheet
        self.prompter = prompter
        self.draft: dict[str, Answer] = {
            slot.id: draft[slot.id]
            for slot in sheet.slots
            if slot.id in draft and not slot.fault(draft[slot.id])
        }
        self.by_program: set[str] = set()
        """The ids of the slots with a proposed answer that the person has not confirmed."""
        self.advised: Draft = {}
        """The best draft of the whole sheet according to advice; {} until advice was computed."""
        self.number = 0
        self.typed = ""
        """The letters of the slot's answer that have been typed so far."""
        self.picks: list[str] = []
        """The ids of the picked options, in a slot that takes several."""
        self.goes_on = False
        """Whether Enter goes on instead of picking an option: right after a pick, if all required
        slots are filled."""
        at = next(at for at, slot in enumerate(sheet.slots) if slot.options)
        super().__init__(sheet.as_decision(sheet.slots[at]))
        self.go_to(next(iter(self.empty), at))

    # The slots ---------------------------------------------------------------

    @property
    def slot(self) -> Slot:
        """The slot whose options are highlighted."""
        return self.sheet.slots[self.number]

    @property
    def empty(self) -> Sequence[int]:
        """The indices of the required slots that are empty."""
        slots = enumerate(self.sheet.slots)
        return [
            at for at, slot in slots if slot.needs and slot.options and slot.id not in self.draft
        ]

    def same_question(self, other: Orders) -> bool:
        """Tell whether other orders are about the same sheet, whichever slot is highlighted."""
        return isinstance(other, SheetOrders) and self.sheet == other.sheet

    def go_to(self, number: int) -> None:
        """Highlight the slot with this index, and in it the answer that is filled in or
        proposed.
        """
        self.number = number % len(self.sheet.slots)
        slot = self.slot
        decision = self.sheet.as_decision(slot)
        # No key may reach the option to surrender by accident.
        kept = tuple(each for each in decision.options if not each.surrenders)
        self.decision = replace(decision, options=kept) if kept else decision
        self.index, self.at, self.typed = 0, None, ""
        self.goes_on = False
        self.dial = slot.dial.rest if slot.dial else None
        # In an empty slot, highlight the answer that Enter would write there.
        answer = self.draft.get(slot.id) or (
            self.prompter.first(slot.id, self.draft) or self.sheet.proposed.get(slot.id) or Answer()
        )
        self.picks = list(answer.chosen) if slot.at_most > 1 else []
        ids = [each.id for each in self.decision.options]
        if answer.chosen and answer.chosen[0] in ids:
            self.index = ids.index(answer.chosen[0])
            self.dial = answer.dial if answer.dial is not None else self.dial

    def about(self, key: str) -> bool:
        """Highlight the slot of the ship with this key; return False if she has no slot."""
        if key and self.slot.subject == key:
            return super().about(key) or True
        for number, slot in enumerate(self.sheet.slots):
            if key and slot.subject == key and slot.options:
                self.go_to(number)
                return True
        return super().about(key)

    def next_slot(self, step: int) -> None:
        """Highlight the next slot that has options (step 1), or the previous one (-1)."""
        places = range(1, len(self.sheet.slots) + 1)
        around = ((self.number + step * each) % len(self.sheet.slots) for each in places)
        self.go_to(next((at for at in around if self.sheet.slots[at].options), self.number))

    def next_empty(self) -> bool:
        """Highlight the next empty slot; return False when there is none.

        Required slots come first, from the current slot on and around to the start; then optional
        slots further down.
        """
        count = len(self.sheet.slots)
        must = sorted(self.empty, key=lambda at: (at - self.number) % count)
        may = (
            at
            for at, slot in enumerate(self.sheet.slots)
            if at > self.number and slot.options and slot.id not in self.draft
        )
        at = next(iter(must), None)
        at = next(may, None) if at is None else at
        if at is None:
            return False
        self.go_to(at)
        return True

    def pick(self, index: int) -> bool:
        """Highlight an option by its index, and discard typed letters."""
        self.typed, self.goes_on = "", False
        return super().pick(index)

    # Filling -----------------------------------------------------------------

    def enter(self) -> None:
        """Write the highlighted answer into its slot.

        In a slot that takes several options, accept the proposed picks, or else add or remove the
        highlighted option.
        """
        if self.slot.at_most > 1 and not self._accepts:
            self.toggle()
            return
        picked = Answer(picks=tuple(self.picks))
        self.write(self.slot.id, picked if self.slot.at_most > 1 else self.answer)
        self.goes_on = self.option.id in self.picks and not self.empty

    @property
    def _accepts(self) -> bool:
        """Whether Enter accepts all proposed picks of the slot: if the highlighted option is one of
        them and the slot is not filled yet.
        """
        return self.option.id in self.picks and self.slot.id not in self.draft

    def keep_picked(self) -> None:
        """Let Enter go on instead of dropping the highlighted option, if it is picked already: an
        advised answer that is taken must stay.
        """
        self.goes_on = self.slot.id in self.draft and self.option.id in self.picks

    def toggle(self) -> None:
        """Add or remove the highlighted option in a slot that takes several."""
        id = self.option.id
        picked = [each for each in self.picks if each != id]
        picked += [] if id in self.picks else [id]
        self.write(self.slot.id, Answer(picks=tuple(picked)))
        self.picks = picked
        self.goes_on = id in picked and not self.empty

    def write(self, slot_id: str, answer: Answer) -> None:
        """Write a person's answer into a slot; raises `Refused` if the slot does not accept it."""
        slot = next(each for each in self.sheet.slots if each.id == slot_id)
        if why_not := slot.fault(answer):
            raise Refused(why_not)
        self.draft[slot_id] = answer
        self.by_program.discard(slot_id)

    def write_all(self, draft: Draft) -> None:
        """Write the answers of a draft into their slots, except answers that a slot does not
        accept.
        """
        for slot in self.sheet.slots:
            if slot.id in draft and not slot.fault(draft[slot.id]):
                self.write(slot.id, draft[slot.id])
        self.go_to(self.number)

    def with_advice(self) -> Draft:
        """Return the draft, with the advised answers in its empty slots.

        Where nothing is advised, or where the advice contradicts slots that are already filled,
        each slot's proposed answer is used instead.
        """
        filled = {**self.advised, **self.draft}
        if not self.advised or self.sheet.faults(filled):
            return {**self.sheet.proposed, **self.draft}
        return filled

    def fill_the_rest(self) -> None:
        """Fill every empty slot with its answer in `with_advice`, marked as not confirmed by the
        person.
        """
        self.goes_on = False
        filled = self.with_advice()
        for slot in self.sheet.slots:
            if slot.id not in self.draft and slot.id in filled:
                self.draft[slot.id] = filled[slot.id]
                self.by_program.add(slot.id)
                if slot is self.slot:  # highlight this answer instead of the proposed one
                    self.go_to(self.number)

    def type_key(self, key: str) -> bool:
        """Add a key to the typed answer; return False if the slot's answers are not typed with this
        key.

        When no answer begins with the new text, the key is not added, and `Refused` is raised.
        Where answers are typed with digits, every digit is part of an answer.
        """
        letter = key.upper() if key.upper() in self.slot.typed else key
        if len(letter) != 1 or not (
            letter in self.slot.typed or (self._has_digits and letter.isdigit())
        ):
            return False
        slot, typed = self.slot, self.typed + letter
        if not self.prompter.begins(slot, typed):
            raise Refused(f"{typed}: {self.prompter.why_not(slot.id, typed)}")
        self.typed = self.prompter.normalize(slot.id, typed)
        self._show_spelt()
        return True

    @property
    def offers(self) -> Sequence[Offer]:
        """The answers that are often given to the highlighted slot, with their names."""
        return self.prompter.offers(self.slot.id)

    def next_offer(self) -> bool:
        """Highlight the next of `offers`; return False when there is none."""
        ids = [each.id for each in self.slot.options]
        offered = list(dict.fromkeys(ids.index(each.option) for each in self.offers))
        if not offered:
            return False
        at = offered.index(self.index) + 1 if self.index in offered else 0
        return self.pick(offered[at % len(offered)])

    def backspace(self) -> bool:
        """Remove the last typed key; return False when there is none."""
        if not self.typed:
            return False
        self.typed = self.typed[:-1]
        self._show_spelt()
        return True

    def clear(self) -> bool:
        """Remove all typed keys, and highlight what was highlighted before them; return False when
        there are none.
        """
        if not self.typed:
            return False
        self.go_to(self.number)
        return True

    @property
    def _has_digits(self) -> bool:
        """Whether digits are part of the slot's answers, so that its options have no numbers."""
        return any(map(str.isdigit, self.slot.typed))

    def _show_spelt(self) -> None:
        ids = [each.id for each in self.slot.options]
        exact = self.typed in ids
        begins = (at for at, id in enumerate(ids) if id.startswith(self.typed))
        self.index = ids.index(self.typed) if exact else next(begins, self.index)

    # In words ----------------------------------------------------------------

    def lines(self) -> list[tuple[str, str, str]]:
        """Return the lines of a panel, for each slot (ship or '', label, answer).

        The ship's key is '' if the label begins with it, or if it is too long to be shown on the
        chart.
        """
        found = []
        for slot in self.sheet.slots:
            bare = slot.label.startswith(slot.subject) or len(slot.subject) > SHORT
            found.append(("" if bare else slot.subject, slot.label, self._told(slot)))
        return found

    @property
    def enter_label(self) -> str:
        """What Enter does with the highlighted option, in a word or two."""
        if self.slot.at_most == 1:
            return "fill in"
        if self.goes_on:
            return "go on"
        if self._accepts:
            return "accept"
        return "drop" if self.option.id in self.picks else "pick"

    @property
    def title(self) -> str:
        """The heading of the list of options: the slot, and the keys that may follow the typed
        text.
        """
        keys = self.prompter.next_keys(self.slot, self.typed)
        if self.picks and self.slot.id not in self.draft:
            return f"{self.slot.label}, + proposed"
        return f"{self.slot.label}, or type {_in_short(keys)}" if keys else self.slot.label

    def mark(self, index: int) -> str:
        """Return what is shown before an option in the list: its number, or whether it is picked.

        Where answers are typed with digits, options have no numbers.
        """
        if self.slot.at_most > 1:
            if self.slot.options[index].id not in self.picks:
                return "[ ] "
            return "[x] " if self.slot.id in self.draft else "[+] "  # `[+]`: proposed, not picked
        return "" if self._has_digits else super().mark(index)

    def offer_names(self) -> str:
        """Return the answers that are often given to this slot, as one text, each after its name,
        as in `as last turn: fire`; '' if there are none.
        """
        return ", ".join(f"{name}: {option}" for name, option in self.offers)

    def remaining_budgets(self) -> list[tuple[str, int]]:
        """Return for each budget (text such as `Crew: 2 of 5 left`, amount left); the amount is
        negative if overspent.
        """
        sheet, draft = self.sheet, self.draft
        return [
            (
                f"{budget.name}: {budget.have - spent} of {budget.have} {budget.unit}".rstrip()
                + " left",
                budget.have - spent,
            )
            for budget in sheet.purses
            for spent in (sheet.spent(draft, budget.name),)
        ]

    def _told(self, slot: Slot) -> str:
        answer = self.draft.get(slot.id)
        if answer is None:
            return "?" if slot.needs else "-"
        labels = [slot.option(id).label for id in answer.chosen]
        dial = (
            f" {slot.dial.describe(answer.dial)}" if slot.dial and answer.dial is not None else ""
        )
        return (", ".join(labels) or "none") + dial


def _in_short(keys: Sequence[str]) -> str:
    """Return keys in one text, with three or more successive digits written as a range.

    >>> _in_short(["0", "1", "2", "3", "L"]), _in_short(["0", "1", "R"]), _in_short(["1", "2", "4"])
    ('0-3 L', '0 1 R', '1 2 4')
    """
    digits = [int(key) for key in keys if key.isdigit()]
    if len(digits) < 3 or digits != [*range(digits[0], digits[-1] + 1)]:
        return " ".join(keys)
    others = [key for key in keys if not key.isdigit()]
    return " ".join([f"{digits[0]}-{digits[-1]}", *others])


# Typed lines that fill the slots of a sheet: the slot that a line names, and the answer.


ReadAnswer = Callable[[str, Decision], Answer]
"""A function from (line, decision) to the answer that the line means; it raises `Refused` saying
what may be typed."""


def slot_named(line: str, sheet: Sheet) -> tuple[Slot, str] | None:
    """Return (slot that a line names, rest of the line); None if the line names no slot.

    A slot is named by its id, its label, or both as they are printed: `A1 2`, `A1 Mars: 2`. If only
    one slot of the sheet has options, a line without a name means that slot.
    """
    named = [
        (f"{name}{colon}", slot)
        for slot in sheet.slots
        for name in (slot.id, slot.label, f"{slot.id} {slot.label}")
        for colon in ("", ":")
    ]
    line = " ".join(line.split())
    found = [(name, slot) for name, slot in named if _begins(line, " ".join(name.split()))]
    if found:
        name, slot = max(found, key=lambda each: len(each[0]))
        return slot, line[len(" ".join(name.split())) :].strip()
    open_ = [slot for slot in sheet.slots if slot.options]
    return (open_[0], line) if len(open_) == 1 and line else None


def parts(line: str, sheet: Sheet) -> list[str]:
    """Return the parts of a line that fills several slots; `Mars: 2; Tiger: 1L` has two parts."""
    pieces = [each.strip() for each in line.split(";")]
    several = len(pieces) > 1 and len(sheet.slots) > 1
    return pieces if several and all(slot_named(each, sheet) for each in pieces) else [line]


def slot_answer(  # noqa: PLR0913 - a slot of a sheet, and who reads what is no id
    game: Game, view: Any, sheet: Sheet, slot: Slot, words: str, read_answer: ReadAnswer
) -> Answer:
    """Return the answer that typed words mean in a slot: by its id, its printed words, or its
    number in the list.

    Raises `Refused`; if the words are an answer that is not allowed now, with the reason.
    """
    decision = sheet.as_decision(slot)
    if slot.at_most > 1:
        return Answer(picks=tuple(_picks(words, slot, decision, read_answer)))
    ids = {option.id.lower(): option.id for option in slot.options}
    spelt = game.answering.normalize(view, sheet, slot.id, words.upper()) if slot.typed else words
    for text in (words, spelt):
        if text.lower() in ids:
            return Answer(ids[text.lower()])
    if slot.typed and " " not in words and (why := _why_not_typed(game, view, sheet, slot, words)):
        raise Refused(f"{words}: {why}")
    if words.isdigit() and not reader_of(game, view, decision).numbered:
        raise Refused(
            f"{words} is no answer for {slot.label}; type `{slot.id}` alone to list its answers"
        )
    return read_answer(words, decision)


def _why_not_typed(game: Game, view: Any, sheet: Sheet, slot: Slot, words: str) -> str:
    """Return why words that use only the letters of a slot's answers are not an answer; '' for
    other words.
    """
    typed = words.upper()
    if any(sign not in slot.typed.upper() for sign in typed) or why_closed(words, slot.closed):
        return ""
    return game.answering.why_not_typed(view, sheet, slot.id, typed)


def _picks(words: str, slot: Slot, decision: Decision, read_answer: ReadAnswer) -> Iterator[str]:
    """Yield the ids of the options that words pick: by whole labels separated by commas, by ids, or
    by numbers in the list.
    """
    heads: dict[str, list[str]] = {}
    for number, option in enumerate(slot.options, 1):
        label = " ".join(option.label.split()).lower()
        for head in (label, f"{number} {label}", f"{number}. {label}", option.id.lower()):
            heads.setdefault(head, []).append(option.id)
    rest = " ".join(words.split()).removesuffix(".")
    while rest and rest.lower() != "none":
        named = [
            head
            for head in heads
            if rest.lower().startswith(head) and rest[len(head) : len(head) + 1] in ("", " ", ",")
        ]
        head = max(named, key=len) if named else rest.replace(",", " ").split()[0]
        ids = list(dict.fromkeys(heads.get(head, ())))
        if len(ids) > 1:
            raise Ambiguous(head, ids)
        yield ids[0] if ids else read_answer(head, decision).option
        rest = rest[len(head) :].lstrip(" ,")


def _begins(line: str, name: str) -> bool:
    """Tell whether a line begins with a name as whole words, in upper or lower case."""
    return bool(name) and f"{line} ".lower().startswith(f"{name} ".lower())

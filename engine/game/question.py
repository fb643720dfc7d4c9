"""A question of several lines: a sheet, whose slots are filled in and then sealed together.

A question is a decision (one answer) or a sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Answer, Closed, Decision, Dial, Option

# A sheet: a question with several slots that are filled in together and sealed at once.
#
# Secret orders for a fleet, boarding parties, a force within a budget: a seat fills the slots in
# any order, sees each fault at once, and seals the sheet by one command. A seat that has sealed
# waits for the others; until the last one has sealed, it may open its own sheet again.


Draft = Mapping[str, Answer]
"""The answers that a seat (player) has given to a sheet so far: {slot id: answer}."""


class Budget(msgspec.Struct, frozen=True):
    """An amount that the slots (lines) of a sheet share, such as points, crew, repairs."""

    name: str
    have: int
    unit: str = ""


class Offer(NamedTuple):
    """An answer that is often given to a slot, under a name such as `as last turn`."""

    name: str
    option: str


class NamedDraft(NamedTuple):
    """Answers to many slots of a sheet under one name, such as ships that turn together."""

    name: str
    answers: Mapping[str, Answer]


class Slot(msgspec.Struct, frozen=True):
    """One line of a sheet, a question of its own.

    One option is chosen for it, or several where `at_most` allows them.
    """

    id: str
    label: str
    options: tuple[Option, ...]
    subject: str = ""
    """The key of the ship or piece that the slot is about, so that the chart highlights it."""
    dial: Dial | None = None
    typed: str = ""
    """The characters with which a player may type the ids of options, such as `1LR`; '' if options
    can only be chosen from a list."""
    at_most: int = 1
    """How many options may be picked."""
    needs: bool = True
    """Whether the sheet can only be sealed with an answer to this slot."""
    costs: Mapping[str, Mapping[str, int]] = {}
    """The cost of each option: {option id: {budget: amount}}."""
    closed: tuple[Closed, ...] = ()

    def spellings(self, prefix: str) -> dict[str, str]:
        """Return the characters with which the id of an option may go on after `prefix`.

        The result is {character: `prefix` with the character}.

        >>> slot = Slot("A1", "Mars", tuple(Option(id, id, None) for id in ("1", "1L", "R")))
        >>> slot.spellings(""), slot.spellings("1")
        ({'1': '1', 'R': 'R'}, {'L': '1L'})
        """
        longer = (each.id for each in self.options if each.id.startswith(prefix))
        keys = dict.fromkeys(id[len(prefix)] for id in longer if len(id) > len(prefix))
        return {key: prefix + key for key in keys if not self.typed or key in self.typed}

    def option(self, option_id: str) -> Option:
        """Return the option with this id.

        Raises `Refused`, which names some of the allowed ids.
        """
        for option in self.options:
            if option.id == option_id:
                return option
        ids = [option.id for option in self.options]
        more = f" and {len(ids) - 12} more" if len(ids) > 12 else ""
        known = ", ".join(ids[:12])
        raise Refused(f"{self.label}: '{option_id}' is not possible; possible: {known}{more}")

    def fault(self, answer: Answer) -> str:
        """Return what is wrong with an answer to this slot, apart from all other slots; '' for
        nothing.
        """
        try:
            for id in answer.chosen:
                option = self.option(id)
                if answer.dial is not None and not (option.dial and self.dial):
                    return f"{self.label}: {id} has no dial"
            if answer.dial is not None and self.dial:
                self.dial.value(answer.dial)
        except Refused as refused:
            return str(refused)
        faults = {
            "this option takes no place": answer.at is not None,
            "give an option or picks, not both": answer.picks and answer.option,
            "an option is picked twice": len(set(answer.picks)) < len(answer.picks),
            f"at most {self.at_most} may be chosen": len(answer.chosen) > self.at_most,
            "nothing is chosen": not answer.chosen and self.needs and self.at_most == 1,
        }
        return next((f"{self.label}: {why}" for why, wrong in faults.items() if wrong), "")


class Fault(NamedTuple):
    """A fault in a draft: the slot that it is in ('' for the sheet as a whole), and the reason."""

    slot: str
    why: str


class Fill(msgspec.Struct, frozen=True, tag="fill"):
    """The command that seals a sheet (hands it in), with an answer for each filled slot."""

    sheet: str
    answers: dict[str, Answer] = {}


NO_SHEET = "you have no sealed sheet that is still secret"
"""The sentence that refuses a seat to open its sheet again."""


class Reopen(msgspec.Struct, frozen=True, tag="reopen"):
    """The command with which a seat opens its own sealed sheet (handed in) again, to change it.

    It is refused once all seats have sealed theirs.
    """


class Sheet(msgspec.Struct, frozen=True):
    """A question of several slots (lines) to one seat, which are answered together.

    It is used for orders that are written together and sealed, such as plots (movement orders). A
    seat fills its slots in any order, in a draft outside the journal; one `Fill`, a command like
    any other, seals the sheet.
    """

    id: str
    """The id, such as `orders 6`. A command that has the id of an earlier sheet is refused as too
    late."""
    seat: str
    kind: str
    prompt: str
    slots: tuple[Slot, ...]
    secret: bool = True
    purses: tuple[Budget, ...] = ()
    proposed: Mapping[str, Answer] = {}
    """{slot id: a sensible answer}. Pressing Enter accepts these answers."""

    forced = None
    """Always None: unlike a decision, a sheet must be filled in even if only one answer is
    possible."""
    ship = ""

    def slot(self, slot_id: str) -> Slot:
        """Return the slot with this id.

        Raises `Refused`, which names the sheet's slots.
        """
        for slot in self.slots:
            if slot.id == slot_id:
                return slot
        known = ", ".join(slot.id for slot in self.slots)
        raise Refused(f"'{slot_id}' is not on this sheet; its slots: {known}")

    def faults(self, draft: Draft) -> tuple[Fault, ...]:
        """Return the faults in a draft: first by slot, then by budget; () when it can be sealed.

        Rules about several slots together are not checked here, but by `Game.answering`.
        """
        known = {slot.id for slot in self.slots}
        found = [Fault(id, f"'{id}' is not on this sheet") for id in sorted(draft.keys() - known)]
        for slot in self.slots:
            answer = draft.get(slot.id)
            if answer is not None:
                why = slot.fault(answer)
            else:
                why = f"{slot.label}: nothing is chosen" if slot.needs else ""
            if why:
                found.append(Fault(slot.id, why))
        for budget in self.purses:
            spent = self.spent(draft, budget.name)
            if spent > budget.have:
                unit = f" {budget.unit}" if budget.unit else ""
                why = f"{budget.name}: {spent}{unit}, the limit is {budget.have}"
                found.append(Fault("", why))
        return tuple(found)

    def spent(self, draft: Draft, budget: str) -> int:
        """Return how much of a budget (a shared amount) the answers of a draft use."""
        return sum(
            slot.costs.get(id, {}).get(budget, 0)
            for slot in self.slots
            if slot.id in draft
            for id in draft[slot.id].chosen
        )

    def affords(self, draft: Draft) -> bool:
        """Tell whether a draft stays within all budgets."""
        return all(self.spent(draft, budget.name) <= budget.have for budget in self.purses)

    def validate(self, command: Any) -> None:
        """Raise `Refused` unless a command seals this sheet without a fault."""
        if not isinstance(command, Fill):
            raise Refused(f"this question needs a whole sheet: {self.prompt}")
        if command.sheet != self.id:
            raise Refused(f"the sheet '{command.sheet}' is closed; fill in '{self.id}'")
        faults = self.faults(command.answers)
        if faults:
            raise Refused(faults[0].why)

    def as_decision(self, slot: Slot) -> Decision:
        """Return a decision that asks for one slot, for players that answer slot by slot."""
        return Decision(
            self.seat,
            self.kind,
            f"{self.prompt} {slot.label}",
            slot.options,
            slot.dial,
            closed=slot.closed,
            secret=self.secret,
            ship=slot.subject,
            slot=slot.id,
        )

    def describe(self, draft: Draft) -> str:
        """Return a draft in words, slot by slot."""
        filled = [
            (slot.label, [slot.option(id).in_sentence for id in draft[slot.id].chosen])
            for slot in self.slots
            if slot.id in draft and not slot.fault(draft[slot.id])
        ]
        return "; ".join(f"{label}: {', '.join(chosen)}" for label, chosen in filled)


# A question is either a decision with one answer or a sheet that is filled in as a whole.


Question = Decision | Sheet


def question_of(questions: Iterable[Question], seat: str) -> Question:
    """Return the open question of a seat; raises `Refused` when there is none."""
    for question in questions:
        if question.seat == seat:
            return question
    raise Refused(f"there is no choice for seat {seat} now")

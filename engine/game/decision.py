"""A question that takes one answer, as data; answers with their text form; advice on answers."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.base.errors import Refused

# A question put to a seat, as data: prompt, options, and a dial or an area. A front end that knows
# no rules can put a `Decision` to a person, and a player that chooses at random can answer it
# legally. Each option carries its command; if an answer needs a number or a place, the number or
# place is filled into that command.


Point = tuple[float, float]


class Dial(msgspec.Struct, frozen=True):
    """A choice of a number from `low` to `high`, in steps of `step`.

    The prompt of the question names the unit.
    """

    low: float
    high: float
    step: float
    rest: float = 0.0
    unit: str = "degrees"
    below: str = ""
    """The words after a negative value, such as `to port`. If '', a negative value has a minus
    sign."""
    above: str = ""
    endless: bool = False
    """Whether the dial wraps around from the highest value to the lowest, as headings do."""

    def value(self, wanted: float | None) -> float:
        """Return the exact value of the dial that is meant by `wanted`, which may have been
        rounded.

        For None return the dial's initial value. Raises `Refused` when `wanted` is off the scale or
        between steps.
        """
        if wanted is None:
            return self.rest
        if self.endless and math.isfinite(wanted):
            wanted = self.low + (wanted - self.low) % (self.high - self.low + self.step)
        if not math.isfinite(wanted) or not self.low - 1e-9 <= wanted <= self.high + 1e-9:
            raise Refused(
                f"{wanted:g} is not on the dial, which goes from {self.low:g} to {self.high:g}"
            )
        steps = round((wanted - self.low) / self.step)
        exact = self.low + steps * self.step
        if abs(exact - wanted) > 1e-6:
            raise Refused(f"the dial goes by steps of {self.step:g}, so {wanted:g} is not on it")
        return round(exact, 6)

    def read(self, text: str) -> float:
        """Parse a value in the form that `describe` writes, such as `15 to port`.

        A number without words keeps its sign: `-15` is below zero. Raises `Refused` for any other
        text.
        """
        figure, _, side = text.strip().partition(" ")
        sides = {"": 1, self.unit: 1, self.above: 1, self.below: -1}
        short = {name.removeprefix("to "): sign for name, sign in sides.items()}
        sign = {**short, **sides, "": 1}.get(side.strip())
        try:
            number = float(figure)
        except ValueError:
            sign = None
        if sign is None:
            wording = self.describe(self.high)
            raise Refused(
                f"'{text.strip()}' is not a value of the dial; a value looks like {wording}"
            )
        return self.value(sign * number)

    def turned(self, value: float, steps: int) -> float:
        """Return the value `steps` steps further on the dial. It stops at the ends of the scale; on
        an endless dial it wraps around.
        """
        wanted = value + steps * self.step
        if self.endless:
            return self.value(wanted)
        return round(min(self.high, max(self.low, wanted)), 6)

    def describe(self, value: float) -> str:
        """Return a value in words, such as `22.5 to port`."""
        side = self.below if value < 0 else self.above if value > 0 else ""
        return f"{abs(value):g} {side}" if side else f"{value:g} {self.unit}".rstrip()


class Area(msgspec.Struct, frozen=True):
    """The places where a thing may be put: any point inside one of the outlines, in inches."""

    outlines: tuple[tuple[Point, ...], ...]
    rest: Point

    def holds(self, at: Point) -> bool:
        """Tell whether the point lies in one of the outlines."""
        return any(_inside(at, outline) for outline in self.outlines)


SEVERAL_BLANKS = re.compile(r" {2,}")


class Option(msgspec.Struct, frozen=True):
    """One legal answer to a question.

    `dial` and `area` name those fields of the command that take the chosen number and place.

    If each option, or each value of the dial, has its own area, leave `Decision.area` empty and
    implement `Answering.area`.
    """

    id: str
    label: str
    """The answer in words, for a list. Where two or more blanks separate two parts, as in
    `1L  1 ahead, port`, a list aligns the second parts."""
    command: Any
    dial: str = ""
    area: str = ""
    subject: str = ""
    """The key of the ship or piece that the option is about, so that the chart highlights it."""
    ends: bool = False
    """Whether the option gives up everything else that the seat (player) could still do now. A
    front end may ask for confirmation."""
    spends: bool = False
    """Whether the option uses up something that does not come back. A front end then highlights
    another option at first."""
    surrenders: bool = False
    """Whether the option gives up the battle. Screens show it among the ways to leave a battle, not
    in the list of orders."""
    short: str = ""
    """The label in few words, for a narrow list; no other option has the same. '' where `label` is
    short enough."""

    @property
    def in_sentence(self) -> str:
        """The label as part of a sentence: `1L = 1 ahead, port`."""
        return SEVERAL_BLANKS.sub(" = ", self.label)

    def filled(self, decision: Decision, dial: float | None, at: Point | None) -> Any:
        """Return the option's command with the chosen number and place filled in.

        Raises `Refused` if the decision does not allow a value. A place is checked against
        `Decision.area` only: `Game.decide` checks it against `Answering.area`.
        """
        changes: dict[str, Any] = {}
        if self.dial and decision.dial:
            changes[self.dial] = decision.dial.value(dial)
        if self.area and decision.area:
            place = at or decision.area.rest
            if not decision.area.holds(place):
                raise Refused(outside_text(place))
            changes[self.area] = place
        elif self.area and at is not None:
            if not all(map(math.isfinite, at)):
                raise Refused(outside_text(at))
            changes[self.area] = at
        return msgspec.structs.replace(self.command, **changes) if changes else self.command

    def read(self, command: Any) -> tuple[float | None, Point | None] | None:
        """Return (dial's value, place) of a command that was made from this option.

        None for a command that was not.
        """
        if type(command) is not type(self.command):
            return None
        fields = [name for name in (self.dial, self.area) if name]
        given = {name: getattr(command, name) for name in fields}
        if msgspec.structs.replace(self.command, **given) != command:
            return None
        return given.get(self.dial), given.get(self.area)


def outside_text(at: Point) -> str:
    """Return the sentence that refuses a place outside the allowed area."""
    return f"({at[0]:g}, {at[1]:g}) is outside the allowed area"


class Closed(msgspec.Struct, frozen=True):
    """An answer that a player might expect among the options, and why it is not allowed now."""

    label: str
    why_not: str


class Decision(msgspec.Struct, frozen=True):
    """An open question for one seat (a player's place in the battle), answered with one option.

    A `secret` decision is answered out of sight of the other seats. `pending` creates decisions
    from the state each time; do not use one after the state has changed. A front end or a bot needs
    no other knowledge of the rules to play.
    """

    seat: str
    kind: str
    prompt: str
    options: tuple[Option, ...]
    dial: Dial | None = None
    area: Area | None = None
    closed: tuple[Closed, ...] = ()
    secret: bool = False
    ship: str = ""
    """The key of the ship that the choice belongs to; '' when it belongs to the seat as a whole."""
    slot: str = ""
    """The slot (line) of a sheet that this decision asks about; '' for an ordinary question."""

    @property
    def forced(self) -> Any:
        """The command of the only possible answer; None where several answers are possible."""
        if len(self.options) != 1:
            return None
        only = self.options[0]
        return None if (only.dial and self.dial) or only.area else only.command

    def option(self, option_id: str) -> Option:
        """Return the option with this id.

        If there is none, raises `Refused`, which names the ids of all options.
        """
        for option in self.options:
            if option.id == option_id:
                return option
        open_ids = ", ".join(option.id for option in self.options)
        raise Refused(f"'{option_id}' is not an option now; the options are {open_ids}")

    def describe(self, option_id: str, dial: float | None = None, at: Point | None = None) -> str:
        """Return an answer in words: the option's label, the dial's value, the place.

        The place is written with all its digits, so that parsing the text gives the same answer.
        """
        turned = f"[{self.dial.describe(dial)}]" if self.dial and dial is not None else ""
        place = f"at {at[0]:.10g}, {at[1]:.10g}" if at else ""
        return " ".join(filter(None, (self.option(option_id).in_sentence, turned, place)))


def _inside(at: Point, outline: tuple[Point, ...]) -> bool:
    """Tell whether a point is inside a polygon, or on its edge within 1e-9 (even-odd test)."""
    x, y = at
    above, below = y + 1e-9, y - 1e-9
    within = False
    ax, ay = outline[-1]
    for bx, by in outline:
        # Most edges are wholly above or wholly below the point and need no further arithmetic: this
        # saves time, since the function runs for every place.
        if (ay <= above or by <= above) and (ay >= below or by >= below):
            cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if abs(cross) <= 1e-9 and min(ax, bx) - 1e-9 <= x <= max(ax, bx) + 1e-9:
                return True
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                within = not within
        ax, ay = bx, by
    return within


# An answer to a question, as one value that can be written as text and parsed again.


LONGEST = 4096
"""The maximum length of a typed answer in characters; even a long one has only a few dozen."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer: the id of an option, with a number or a place if needed, or several options.

    `dial` is the chosen number, `at` the place, `picks` has several options.

    >>> str(Answer("slide", dial=22.5)), str(Answer("deploy", at=(12.5, 3.0)))
    ('slide dial=22.5', 'deploy at=12.5,3')
    >>> parse_answer("B1 B2") == Answer(picks=("B1", "B2"))
    True
    """

    option: str = ""
    dial: float | None = None
    at: Point | None = None
    picks: tuple[str, ...] = ()
    """The ids of the chosen options, where several may be taken together."""

    def __str__(self) -> str:
        """Return the text form, which `parse_answer` parses."""
        words = [shlex.quote(each) for each in (self.option, *self.picks) if each]
        words += [] if self.dial is None else [f"dial={self.dial:.12g}"]
        words += [] if self.at is None else [f"at={self.at[0]:.12g},{self.at[1]:.12g}"]
        return " ".join(words)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of all chosen options."""
        return self.picks or ((self.option,) if self.option else ())


class Ambiguous(Refused):
    """The error about a typed answer that matches several options; it lists the matches."""

    def __init__(self, typed: str, readings: Sequence[str]) -> None:
        self.readings = tuple(readings)
        super().__init__(f"'{typed}' could be {' or '.join(readings)}; type more of it")


def parse_answer(text: str) -> Answer:
    """Parse a text as an answer; raises `Refused` naming the part that cannot be read.

    A single word is an option; several words are picks.
    """
    try:
        words = shlex.split(text[: LONGEST + 1])
    except ValueError:
        raise Refused("the answer has an opening quotation mark without a closing one") from None
    if len(text) > LONGEST or not words:
        raise Refused(
            "an answer is an option's id, with dial=NUMBER or at=X,Y where the option asks for one"
        )
    bare: list[str] = []
    dial, at = None, None
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name not in ("dial", "at"):
            bare.append(word)
        elif name == "dial":
            dial = _number(value)
        else:
            x, _, y = value.partition(",")
            at = _number(x), _number(y)
    if len(bare) > 1:
        return Answer("", dial, at, tuple(bare))
    return Answer(bare[0] if bare else "", dial, at)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Refused(f"'{text[:40]}' is not a number")
    return number


# Advice: an answer to a question with its value, and the reasons for it, term by term.


class Reason(msgspec.Struct, frozen=True):
    """One reason for the worth of an answer: a term (summand) of its evaluation.

    It has the term's id in the file of weights, its words, and its contribution in the game
    system's unit, such as points of damage. The worth of an answer is the sum of all contributions.
    """

    term: str
    words: str
    worth: float


class Advice(msgspec.Struct, frozen=True):
    """An answer, its worth relative to the other answers to its question, and the reasons."""

    option: str
    dial: float | None
    at: Point | None
    worth: float
    reasons: tuple[Reason, ...] = ()
    draft: Mapping[str, Answer] = {}
    """The answers to the slots of a sheet; `option` is then empty."""

    @property
    def answer(self) -> Answer:
        """The advised answer to a decision, as it can be given."""
        return Answer(self.option, self.dial, self.at)


# Advice in a sentence: by how much an answer is better than another, in units that a player knows,
# and why.


REST_FOR, REST_AGAINST = "for it: everything else", "against it: everything else"
"""The words for the sum of all reasons that are not shown: the first if the sum is above 0, the
second if below."""
BEST, NEXT_BEST = "the best", "the next best"
"""What sentences call the answer that another answer is compared with."""
LEAST = 0.05
"""The least difference in points that counts as a reason; a smaller one would be shown as 0.0."""
WHOLE = 100
"""From this worth on no decimal is shown: of hundreds of Victory Points a tenth says nothing."""


def in_units(advice: Advice, size: float) -> Advice:
    """Return advice with worths in the unit that players read.

    `size` says how much of this unit one point is.
    """
    if size == 1.0:
        return advice
    reasons = tuple(Reason(each.term, each.words, size * each.worth) for each in advice.reasons)
    return msgspec.structs.replace(advice, worth=size * advice.worth, reasons=reasons)


def compared_with(advice: Advice, answers: Sequence[Advice]) -> Advice:
    """Return the answer to compare `advice` with; `answers` has the best one first.

    The best is compared with the second best, any other with the best. A single answer is compared
    with `NOTHING`, an answer that is worth 0.
    """
    if advice is not answers[0]:
        return answers[0]
    return answers[1] if len(answers) > 1 else NOTHING


def differences(advice: Advice, answers: Sequence[Advice], most: int) -> tuple[Reason, ...]:
    """Return why `advice` is worth more or less than the answer it is compared with.

    The main reasons come first. The words of each say whether it speaks for or against which
    answer: `for it: a rally`, `against the next best: lies under the broadside of B2`. After the
    `most` largest reasons, one more reason sums up all others. Worths are rounded as they are
    shown, and add up to the rounded difference of the two answers. Return () if no reason differs
    by `LEAST`.
    """
    other, parts = compared_with(advice, answers), _by_terms(advice, answers)
    heavy = sorted(
        (each for each in parts if abs(each.worth) >= LEAST), key=lambda each: -abs(each.worth)
    )
    shown = [Reason(each.term, each.words, round(each.worth, 1)) for each in heavy[:most]]
    rest = round(round(advice.worth - other.worth, 1) - sum(each.worth for each in shown), 1)
    if shown and abs(rest) <= LEAST * (len(shown) + 1):  # no more than what rounding leaves
        shown[0] = msgspec.structs.replace(shown[0], worth=round(shown[0].worth + rest, 1))
    elif shown:
        shown.append(Reason("rest", REST_FOR if rest > 0 else REST_AGAINST, rest))
    return tuple(shown)


def _by_terms(advice: Advice, answers: Sequence[Advice]) -> list[Reason]:
    """Return the differences between `advice` and the answer that it is compared with, one for each
    term of the evaluation.
    """
    own, others = _by_term(advice), _by_term(compared_with(advice, answers))
    name = NEXT_BEST if advice is answers[0] else BEST
    return [
        _difference(own.get(term), others.get(term), name)
        for term in dict.fromkeys((*own, *others))
    ]


def _difference(own: Reason | None, other: Reason | None, name: str) -> Reason:
    """Return the difference that one term of the evaluation makes between two answers.

    `own` is the term in the answer itself, `other` the same term in the answer that it is compared
    with; one of them may be None. `name` is what sentences call that other answer. The words are
    those of the answer in which the term weighs most, and say for or against which answer they
    speak: `for it: a rally`.
    """
    term, *rest = filter(None, (own, other))
    more = (own.worth if own else 0.0) - (other.worth if other else 0.0)
    said = max(term, *rest, key=lambda each: abs(each.worth)) if rest else term
    speaks = "for" if said.worth > 0 else "against"
    return Reason(said.term, f"{speaks} {'it' if said is own else name}: {said.words}", more)


def figure(worth: float) -> str:
    """Return a worth as sentences show it: with one decimal below 100, without from there on.

    >>> figure(4.25), figure(355.6)
    ('4.2', '356')
    """
    return f"{worth:.1f}" if abs(worth) < WHOLE else f"{worth:.0f}"


def reason_text(reason: Reason) -> str:
    """Return one difference between two answers, with its figure: `for the best: a rally (0.4)`."""
    return f"{reason.words} ({figure(abs(reason.worth))})"


def _by_term(advice: Advice) -> dict[str, Reason]:
    """Return {term: reason} of an answer.

    Reasons with the same term are added up, with the words of the largest.
    """
    found: dict[str, Reason] = {}
    for each in sorted(advice.reasons, key=lambda reason: -abs(reason.worth)):
        first = found.get(each.term)
        found[each.term] = (
            Reason(each.term, first.words, first.worth + each.worth) if first else each
        )
    return found


def main_reason(better: Advice, worse: Advice) -> Reason | None:
    """Return the reason that explains most of the difference between two answers.

    Its worth is positive if it speaks for the better answer, negative if it speaks for the worse
    one. None when no reason differs by more than `LEAST`.
    """
    found, most = None, LEAST
    for reason, other, sign in (
        *((each, _terms(worse), 1) for each in better.reasons),
        *((each, _terms(better), -1) for each in worse.reasons),
    ):
        more = reason.worth - other.get((reason.term, reason.words), 0.0)
        gain = more * sign
        if gain > most or (gain == most and reason.worth * sign > 0):
            found, most = Reason(reason.term, reason.words, more), gain
    return found


def _terms(advice: Advice) -> dict[tuple[str, str], float]:
    return {(each.term, each.words): each.worth for each in advice.reasons}


NOTHING = Advice("", None, None, 0.0)


def telling_reason(each: Advice, answers: Sequence[Advice]) -> Reason | None:
    """Return the difference that says most about an answer; `answers` has the best one first.

    For the best answer it is the largest gain over the second best; for any other answer, the
    largest loss against the best. None where no term differs in that direction.
    """
    sign = 1 if each is answers[0] else -1
    found = [part for part in _by_terms(each, answers) if part.worth * sign >= LEAST]
    return max(found, key=lambda part: part.worth * sign, default=None)


def lead(each: Advice, answers: Sequence[Advice], unit: str) -> str:
    """Return in words how an answer compares with all `answers`: such as `Best by 2.1 damage`.

    `answers` has the best one first. `unit` is the unit of all worths.
    """
    best = answers[0]
    if each is not best:
        less = best.worth - each.worth
        return f"{figure(less)} {unit} worse" if less >= LEAST else "As good as the best"
    if len(answers) == 1:
        return "The only answer advised"
    more = best.worth - answers[1].worth
    return f"Best by {figure(more)} {unit}" if more >= LEAST else "As good as any"


def comparison_text(each: Advice, answers: Sequence[Advice], unit: str) -> str:
    """Return a sentence on how an answer compares with all `answers`, and why.

    `answers` has the best one first. An example is `Best by 2.1 damage. For it: guns that bear`. If
    no reason speaks for the best answer itself, the reason against the second best answer is given.
    """
    words, reason = lead(each, answers, unit), telling_reason(each, answers)
    if reason or each is not answers[0]:
        return f"{words}. {reason.words[0].upper()}{reason.words[1:]}" if reason else words
    own = max(each.reasons, key=_worth, default=None)
    return f"{words}. For it: {own.words}" if own else words


def advice_heading(
    each: Advice, answers: Sequence[Advice], unit: str, shown: Sequence[Reason]
) -> str:
    """Return the sentence above the list of reasons for or against an answer.

    `shown` are these reasons, the differences from the answer it is compared with. If there are
    none, the sentence itself names the main reason.
    """
    return f"{lead(each, answers, unit)}:" if shown else f"{comparison_text(each, answers, unit)}."


def _worth(reason: Reason) -> float:
    return reason.worth

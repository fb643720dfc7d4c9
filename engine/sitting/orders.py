"""The open question while a player answers it: highlighted option, dial, and place."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.answer import Answer
from engine.game.decision import Area, Decision, Option, Point
from engine.sitting.asking import Harm, first_order

AreaOf = Callable[[Option, float | None], Area | None]
"""Returns the area in which an option may be placed while its dial has a value."""
SHORT = 4
"""Signs of a ship's key that is shown beside her name; a longer one is no name for people."""


class Orders:
    """A decision, its highlighted option, and the values of its dial and place (in inches)."""

    def __init__(
        self, decision: Decision, area_of: AreaOf | None = None, harm: Harm | None = None
    ) -> None:
        """Highlight the first answer that does no harm, as far as `harm` tells of any."""
        self.decision = decision
        self._area_of = area_of or (lambda option, dial: decision.area)
        self.dial: float | None
        self.index, self.dial = first_order(decision, harm or (lambda answer: ""))
        self.at: Point | None = None
        """The chosen place, which need not be a legal one."""
        self._rest()

    @property
    def option(self) -> Option:
        """The highlighted option."""
        return self.decision.options[self.index]

    @property
    def dialled(self) -> bool:
        """Tell whether the highlighted option has a dial to turn."""
        return bool(self.option.dial and self.decision.dial)

    @property
    def placed(self) -> bool:
        """Tell whether the highlighted option asks for a place on the chart."""
        return bool(self.option.area)

    @property
    def enter_label(self) -> str:
        """What Enter does with the highlighted option; '' for the usual word of its key."""
        return ""

    @property
    def title(self) -> str:
        """The head of the list of options; '' for the usual one."""
        return ""

    def mark(self, index: int) -> str:
        """Return what stands before an option in a list: whether it is picked, or its number."""
        return f"{index + 1}. " if index < 9 else "   "

    def same_question(self, other: Orders) -> bool:
        """Tell whether other orders answer the same question."""
        return self.decision == other.decision

    @property
    def answer(self) -> Answer:
        """Option id, dial and place, as `Battle.answer` takes them."""
        return Answer(
            self.option.id,
            self.dial if self.dialled else None,
            self.at if self.placed else None,
        )

    def move(self, step: int) -> None:
        """Highlight the option `step` places on; after the last comes the first."""
        self.pick((self.index + step) % len(self.decision.options))

    def pick(self, index: int) -> bool:
        """Highlight an option by its index; return False when there is none."""
        if not 0 <= index < len(self.decision.options):
            return False
        if index != self.index:
            self.index = index
            self._rest()
        return True

    def about(self, key: str) -> bool:
        """Highlight the first option about a ship; return False when none is."""
        for index, option in enumerate(self.decision.options):
            if key and option.subject == key:
                return self.pick(index)
        return False

    def turn(self, steps: int) -> bool:
        """Turn the dial by steps, as far as it goes; return False when it did not move."""
        dial = self.decision.dial
        if dial is None or self.dial is None or not self.dialled:
            return False
        before, self.dial = self.dial, dial.turned(self.dial, steps)
        return self.dial != before

    def turn_far(self, way: int) -> bool:
        """Turn the dial to its end, or an endless one by an eighth; `way` is 1 or -1."""
        dial = self.decision.dial
        steps = round((dial.high - dial.low) / dial.step) + 1 if dial else 0
        return self.turn(way * (steps // 8 if dial and dial.endless else steps))

    def turn_to(self, value: float) -> None:
        """Set the dial; raises `Refused` when the value is not on it."""
        if self.decision.dial:
            self.dial = self.decision.dial.value(value)

    def stand(self, option_id: str, dial: float | None, at: Point | None) -> None:
        """Highlight an option and set its dial and place; raises `Refused` for an unknown one."""
        self.pick(self.decision.options.index(self.decision.option(option_id)))
        if dial is not None:
            self.turn_to(dial)
        if at is not None:
            self.place(at)

    def place(self, at: Point) -> None:
        """Choose a place, legal or not."""
        if self.placed:
            self.at = at

    def _rest(self) -> None:
        """Start at the place that is proposed, with the first value of the dial that has one."""
        if not self.placed:
            return
        dial = self.decision.dial if self.option.dial else None
        for step in range(round((dial.high - dial.low) / dial.step) + 1 if dial else 1):
            value = dial.turned(self.dial or 0.0, step) if dial else self.dial
            area = self._area_of(self.option, value)
            if area is not None:
                self.dial, self.at = value, area.rest
                return

    @property
    def dial_words(self) -> str:
        """The value of the dial in words, `22.5 to port`."""
        dial = self.decision.dial
        return "" if dial is None or self.dial is None else dial.describe(self.dial)

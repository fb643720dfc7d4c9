"""Orders: the open question in a player's hands, with an option highlighted and the dial set."""

from __future__ import annotations

from engine.decision import Decision, Option, Point


class Orders:
    """A decision, the highlighted option, and what its dial or place stands at."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.index = 0
        self.dial: float | None = decision.dial.rest if decision.dial else None
        self.at: Point | None = decision.area.rest if decision.area else None

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
        return bool(self.option.area and self.decision.area)

    @property
    def answer(self) -> tuple[str, float | None, Point | None]:
        """Option id, dial and place, as `Battle.answer` takes them."""
        return (
            self.option.id,
            self.dial if self.dialled else None,
            self.at if self.placed else None,
        )

    def move(self, step: int) -> None:
        """Highlight another option; after the last comes the first."""
        self.index = (self.index + step) % len(self.decision.options)

    def pick(self, index: int) -> bool:
        """Highlight an option by its place; False when there is none."""
        if not 0 <= index < len(self.decision.options):
            return False
        self.index = index
        return True

    def about(self, key: str) -> bool:
        """Highlight the first option about a ship; False when none is."""
        for index, option in enumerate(self.decision.options):
            if key and option.subject == key:
                self.index = index
                return True
        return False

    def turn(self, steps: int) -> bool:
        """Turn the dial by steps, held at its ends; False when nothing moved."""
        dial = self.decision.dial
        if dial is None or self.dial is None or not self.dialled:
            return False
        wanted = min(dial.high, max(dial.low, self.dial + steps * dial.step))
        moved = wanted != self.dial
        self.dial = round(wanted, 6)
        return moved

    def turn_to(self, value: float) -> None:
        """Set the dial; `Refused` when the value is not on it."""
        if self.decision.dial:
            self.dial = self.decision.dial.value(value)

    def place(self, at: Point) -> bool:
        """Choose a place; False when it lies outside of what is allowed."""
        area = self.decision.area
        if area is None or not area.holds(at):
            return False
        self.at = at
        return True

    @property
    def dial_words(self) -> str:
        """The dial as it stands, `22.5 to port`."""
        dial = self.decision.dial
        if dial is None or self.dial is None:
            return ""
        side = dial.below if self.dial < 0 else dial.above if self.dial > 0 else ""
        if side:
            return f"{abs(self.dial):g} {side}"
        return f"{self.dial:g} {dial.unit}".rstrip()

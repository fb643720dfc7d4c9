"""Orders of a whole side that are offered by name, as the front end asks for them."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.parts.answering import Answering
from engine.game.sheet import Drafted, Sheet
from engine.kit.dataset import bound
from engine.systems.iron_oak.state.state import State

DRAFTS = (("hold", ("maneuver_0", "stay")), ("to the next box", ("maneuver_1",)))
"""Names, and the orders of which each ship is given the first that is open to her."""


@bound
class IronOakAnswering(Answering[State]):
    """Drafts of an order sheet: hold all, all to the next box."""

    def drafts(self, view: State, sheet: Sheet) -> tuple[Drafted, ...]:
        """Return an order for every ship by name; a ship to which none is open keeps hers."""
        if sheet.kind != "orders":
            return ()
        found = []
        for name, orders in DRAFTS:
            answers = {}
            for slot in sheet.slots:
                open_ = {option.id for option in slot.options}
                order = next((each for each in orders if each in open_), "")
                if order:
                    answers[slot.id] = Answer(order)
            if answers:
                found.append(Drafted(name, answers))
        return tuple(found)

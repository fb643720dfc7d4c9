"""Named drafts of orders for all ships of a side, and warnings of orders that harm the side for
good.
"""

from __future__ import annotations

from engine.game.decision import Answer, Decision
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, NamedDraft, Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.effects import ENDS
from engine.systems.iron_oak.fleet import name as name_of
from engine.systems.iron_oak.state.commands import Play, Way
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.waters import off

DRAFTS = (("hold", ("maneuver_0", "stay")), ("to the next box", ("maneuver_1",)))
"""Orders that are offered for all ships at once: (name, option ids). Each ship gets the first of
these option ids that is open to her."""


@uses_own_data
class IronOakAnswering(Answering[State]):
    """The part of the game that checks answers: it offers drafts of an order sheet, and warns of
    answers by which a ship would leave or sink.

    The drafts are: all ships copy the only order given so far, all hold, all go to the next box.
    """

    def harm(self, view: State, question: Question, given: Answer | Draft) -> str:
        """Return the permanent harm that an answer does to its own side: a ship leaves the battle,
        or is sunk. Return '' for an answer without such harm.
        """
        if not isinstance(question, Decision) or not isinstance(given, Answer):
            return ""
        command = question.option(given.option).command
        if isinstance(command, Way) and (edge := off(command.goal)):
            ship = view.ships.get(question.ship)
            who = name_of(ship) if ship else "she"
            return f"{who} leaves the battle by the {edge} edge"
        card = self.data.cards.get(command.card) if isinstance(command, Play) else None
        return ENDS.get(card.kind, "") if card is not None else ""

    def drafts(self, view: State, sheet: Sheet, draft: Draft) -> tuple[NamedDraft, ...]:
        """Return named drafts; each gives the same order to every ship for which the order is
        possible.

        Other ships keep their orders.
        """
        if sheet.kind != "orders":
            return ()
        wanted: list[tuple[str, Orders]] = []
        for name, orders in DRAFTS:
            wanted.append((name, dict.fromkeys((slot.id for slot in sheet.slots), orders)))
        # If only one ship has an order so far, all others may copy it. Plans belong to a ship, too.
        ships = [slot for slot in sheet.slots if slot.id == slot.subject]
        filled = [slot for slot in ships if slot.id in draft]
        if len(filled) == 1 < len(ships):
            leader = filled[0]
            orders = (draft[leader.id].option,)
            followers = (slot.id for slot in sheet.slots if slot.id != leader.id)
            wanted.insert(0, (f"as {leader.label}", dict.fromkeys(followers, orders)))
        found = (NamedDraft(name, _open(sheet, each)) for name, each in wanted)
        return tuple(each for each in found if each.answers)


Orders = dict[str, tuple[str, ...]]
"""{ship: option ids for her, the preferred one first}."""


def _open(sheet: Sheet, wanted: Orders) -> dict[str, Answer]:
    answers = {}
    for slot in sheet.slots:
        open_ = {option.id for option in slot.options}
        order = next((each for each in wanted.get(slot.id, ()) if each in open_), "")
        if order:
            answers[slot.id] = Answer(order)
    return answers

"""What is wrong with a draft of a campaign's sheets, beyond slots and purses."""

from __future__ import annotations

from engine.game.parts.answering import Answering
from engine.game.sheet import Draft, Fault, Sheet
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.machine.sheets import faults
from engine.systems.iron_oak.campaign.state.state import State


@bound
class CampaignAnswering(Answering[State]):
    """Faults of forces, grades, commitments, places and refits."""

    def faults(self, view: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
        """Return everything that is wrong with a draft; a battle's sheets have their own."""
        return faults(view, sheet, draft)

"""What is wrong with a draft of a campaign's sheets, beyond slots and purses."""

from __future__ import annotations

from engine.game.parts.answering import Answering
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.machine.sheets import faults
from engine.systems.iron_oak.campaign.state.state import State


@bound
class CampaignAnswering(Answering[State]):
    """Faults of forces, grades, commitments, places and refits."""

    faults = staticmethod(faults)

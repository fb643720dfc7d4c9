"""Faults of a draft of a campaign's sheet that its slots and budgets do not exclude."""

from __future__ import annotations

from engine.game.decision import Answer
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, Question
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.campaign.machine import faults
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.game import IronOak


@uses_own_data
class CampaignAnswering(Answering[State]):
    """The part of the campaign that checks answers: faults of drafts, and harm in the current
    battle.
    """

    faults = staticmethod(faults)

    def harm(self, view: State, question: Question, given: Answer | Draft) -> str:
        """Return the permanent harm of an answer in the current battle."""
        if view.battle is None:
            return ""
        told: str = IronOak(self.game.data).answering.harm(view.battle, question, given)
        return told

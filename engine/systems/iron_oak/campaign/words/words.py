"""The campaign in words: a battle's events are told by the battle's own rooms."""

from __future__ import annotations

from engine.game.parts.part import late_method
from engine.game.parts.words import Words
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.words.reference import terms, terms_now, terms_of


@bound
class CampaignWords(Words[State]):
    """What is told of a war, and what is explained of its terms."""

    tell = late_method("engine.systems.iron_oak.campaign.words.telling:tell")
    describe = late_method("engine.systems.iron_oak.campaign.words.describing:describe")
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

"""The campaign in words: a battle's events are told by the battle's own rooms."""

from __future__ import annotations

from functools import cached_property

from engine.game.parts.part import late_method
from engine.game.parts.words import Landmark, Words
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.words.reference import terms, terms_now, terms_of
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.words.words import IronOakWords


@bound
class CampaignWords(Words[State]):
    """What is told of a war, and what is explained of its terms."""

    tell = late_method("engine.systems.iron_oak.campaign.words.telling:tell")
    describe = late_method("engine.systems.iron_oak.campaign.words.describing:describe")

    @cached_property
    def _battles(self) -> IronOakWords:
        battles: IronOakWords = IronOak(self.game.data).words
        return battles

    def landmarks_of(self, event: ev.AnyEvent) -> tuple[Landmark, ...]:
        """Return what an event of the battle that is fought is."""
        return self._battles.landmarks_of(event.happened) if isinstance(event, ev.InBattle) else ()

    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

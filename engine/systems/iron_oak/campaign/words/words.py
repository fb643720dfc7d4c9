"""The campaign in words: a battle's events are told by the battle's own rooms."""

from __future__ import annotations

from engine.game.parts.words import Term, Words
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.state.commands import AnyCommand
from engine.systems.iron_oak.campaign.state.events import AnyEvent
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.words import reference


@bound
class CampaignWords(Words[State]):
    """What is told of a war, and what is explained of its terms."""

    def tell(self, before: State, event: AnyEvent, seat: str) -> str:
        from engine.systems.iron_oak.campaign.words.telling import tell

        return tell(before, event, seat)

    def describe(self, state: State, command: AnyCommand) -> str:
        from engine.systems.iron_oak.campaign.words.describing import describe

        return describe(state, command)

    def terms(self) -> tuple[Term, ...]:
        """Return the reference: that of the battles, and the campaign's own terms."""
        return reference.terms()

    def terms_of(self, view: State, key: str) -> tuple[str, ...]:
        return reference.terms_of(view, key)

    def terms_now(self, view: State, key: str) -> tuple[str, ...]:
        return reference.terms_now(view, key)

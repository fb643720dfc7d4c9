"""Where the parts of the campaign are found, beside its rules."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.game.game import Game
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.commands import AnyCommand
from engine.systems.iron_oak.campaign.state.state import State

if TYPE_CHECKING:
    from engine.systems.iron_oak.campaign.answering import CampaignAnswering
    from engine.systems.iron_oak.campaign.positions.positions import CampaignPositions
    from engine.systems.iron_oak.campaign.review import CampaignReview
    from engine.systems.iron_oak.campaign.screen.screen import CampaignScreen
    from engine.systems.iron_oak.campaign.thinking.thinking import CampaignThinking
    from engine.systems.iron_oak.campaign.words.words import CampaignWords


class CampaignParts(Game[State, AnyCommand, ev.AnyEvent]):
    """The parts of the game, each imported when it is first asked for."""

    @cached_property
    def answering(self) -> CampaignAnswering:
        """What is wrong with a draft."""
        from engine.systems.iron_oak.campaign.answering import CampaignAnswering

        return CampaignAnswering(self)

    @cached_property
    def positions(self) -> CampaignPositions:
        """Position files, and what the rules say of a situation."""
        from engine.systems.iron_oak.campaign.positions.positions import CampaignPositions

        return CampaignPositions(self)

    @cached_property
    def words(self) -> CampaignWords:
        """What is told and explained."""
        from engine.systems.iron_oak.campaign.words.words import CampaignWords

        return CampaignWords(self)

    @cached_property
    def screen(self) -> CampaignScreen:
        """What is shown."""
        from engine.systems.iron_oak.campaign.screen.screen import CampaignScreen

        return CampaignScreen(self)

    @cached_property
    def thinking(self) -> CampaignThinking:
        """What answers are worth."""
        from engine.systems.iron_oak.campaign.thinking.thinking import CampaignThinking

        return CampaignThinking(self)

    @cached_property
    def review(self) -> CampaignReview:
        """What a war amounts to, looked back on."""
        from engine.systems.iron_oak.campaign.review import CampaignReview

        return CampaignReview(self)

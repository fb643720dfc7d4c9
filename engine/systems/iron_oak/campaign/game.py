"""The campaign as a game system: its class, the start of a war, and where its other parts are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.game.decision import Answer
from engine.game.game import Cut, Seat
from engine.game.parts.part import part
from engine.game.parts.thinking import Answering
from engine.game.position import Faults, format_value, nearest
from engine.game.question import Draft, Question
from engine.kit.agenda import AgendaGame, lazy_attribute
from engine.kit.dataset import WithData, uses_own_data
from engine.systems.iron_oak.campaign.data import BOOKS, Book
from engine.systems.iron_oak.campaign.machine import Ledger, faults, undo_barrier, view
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, AnyCommand, Force, State
from engine.systems.iron_oak.game import DEALT, IronOak

# A war at its start; it has no options.


TITLE = "Iron & Oak, the campaign"
SCENARIOS = {
    "campaign": "A war of linked battles: forces, commitments, refits, some five to nine battles"
}


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return the start of a campaign; raises `SetUpFault` for a wrong scenario or option."""
    if scenario not in SCENARIOS:
        known = ", ".join(SCENARIOS)
        raise SetUpFault(
            TITLE, [("scenario", f"{format_value(scenario)} is not known; known: {known}")]
        )
    unknown = Faults(TITLE)
    for name in options or {}:
        unknown.add(name, f"is not an option; a campaign has none{nearest(name, ())}")
    unknown.check()
    return State(
        title="Campaign",
        phase="forces",
        number=0,
        ships={},
        forces={side: Force() for side in SEATS},
        agenda=(st.AssignGrades(), st.ChooseForces()),
    )


# Checks of an answer: faults of a sheet's draft that its slots and budgets do not exclude.


@uses_own_data
class CampaignAnswering(Answering[State]):
    """The part of the campaign that checks answers: the faults of a draft, and the harm of an
    answer in the current battle.
    """

    faults = staticmethod(faults)

    def harm(self, view: State, question: Question, given: Answer | Draft) -> str:
        """Return the permanent harm that an answer does to its own side in the current battle; ''
        for none.
        """
        if view.battle is None:
            return ""
        told: str = IronOak(self.game.data).answering.harm(view.battle, question, given)
        return told


class IronOakCampaign(WithData[Book], AgendaGame[State, AnyCommand, ev.AnyEvent]):
    """A war of linked battles of Iron & Oak (Iron & Oak 8.0).

    It is a game system besides `IronOak`, the system for single battles, and uses its data set and
    rules. During a battle its parts call the battle's parts; `cut` returns the battle as a battle
    of its own.
    """

    name = "iron_oak_campaign"
    title = TITLE
    rules_version = "2"
    dealt_in_secret = DEALT
    bookkeeping = (ev.Planned,)

    types = State, AnyCommand, ev.AnyEvent
    books = BOOKS
    agenda = lazy_attribute("engine.systems.iron_oak.campaign.turn:RULES")
    ledger = Ledger

    answering = part("engine.systems.iron_oak.campaign.game:CampaignAnswering")
    positions = part("engine.systems.iron_oak.campaign.positions:CampaignPositions")
    words = part("engine.systems.iron_oak.campaign.words:CampaignWords")
    screen = part("engine.systems.iron_oak.campaign.screen.screen:CampaignScreen")
    thinking = part("engine.systems.iron_oak.campaign.thinking.thinking:CampaignThinking")
    review = part("engine.systems.iron_oak.campaign.review:CampaignReview")

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        return SCENARIOS

    set_up = staticmethod(set_up)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(Seat(key, NAMES[side], NAMES[side]) for side, key in SEATS.items())

    def under_way(self, state: State) -> State:
        """Return the war marked as in the middle of a command, so that neither the war nor its
        battle asks a question.
        """
        state = super().under_way(state)
        battle = state.battle and IronOak(self.data).under_way(state.battle)
        return replace(state, battle=battle)

    def setting_up(self, state: State) -> bool:
        """Tell whether players are still choosing their forces and grades, before the first
        battle.
        """
        return state.phase in {"forces", "grades"}

    view = staticmethod(view)

    def chapter(self, state: State) -> str:
        """Return the name of the current chapter: `battle 3`, `after battle 3`, or `set-up`."""
        fought = len(state.rows)
        if state.phase in {"set_up", "battle"}:
            return f"battle {state.number}"
        return f"after battle {fought}" if fought else "set-up"

    def cut(self, state: State, seed: int) -> Cut | None:
        """Return the current battle as a single battle of Iron & Oak with the same dice; None
        between battles.
        """
        if state.battle is None:
            return None
        return Cut(IronOak(self.data), state.battle, seed)

    undo_barrier = staticmethod(undo_barrier)

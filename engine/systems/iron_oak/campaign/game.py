"""The campaign as a game system: its rules, and where its other parts are found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.base.dice import Dice
from engine.game.game import Cut, Outcome, Seat
from engine.game.question import Question
from engine.game.sheet import Fill, Reopen, Sheet
from engine.kit.dataset import WithData
from engine.systems.iron_oak.campaign.parts import CampaignParts
from engine.systems.iron_oak.campaign.set_up import SCENARIOS, TITLE, set_up
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.commands import AnyCommand
from engine.systems.iron_oak.campaign.state.evolve import evolve
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, State
from engine.systems.iron_oak.cards.standing import STANDING
from engine.systems.iron_oak.data.book import BOOKS, Book


class IronOakCampaign(WithData[Book], CampaignParts):
    """A war of linked battles of Iron & Oak (8.0)."""

    name = "iron_oak_campaign"
    title = TITLE
    rules_version = "2"
    bookkeeping = (ev.Planned,)

    books = BOOKS

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """State, command and event."""
        return State, AnyCommand, ev.AnyEvent

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        """Return the one campaign with a line about it."""
        return SCENARIOS

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> State:
        """Return a campaign at its start."""
        return set_up(scenario, options)

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the two seats."""
        return tuple(Seat(key, NAMES[side], NAMES[side]) for side, key in SEATS.items())

    def pending(self, state: State) -> tuple[Question, ...]:
        """Return the open questions: the campaign's, or those of its battle."""
        from engine.systems.iron_oak.campaign.rules import chapters

        return chapters.pending(state)

    def setting_up(self, state: State) -> bool:
        """Tell whether forces and grades are still chosen."""
        return state.phase in {"forces", "grades"}

    def settled(self, state: State, dice: Dice) -> State:
        """Return a set-up or a written position after the steps that ask nobody."""
        from engine.systems.iron_oak.campaign.rules import chapters

        return chapters.settled(state, dice)

    def decide(
        self, state: State, seat: str, command: AnyCommand, dice: Dice
    ) -> tuple[ev.AnyEvent, ...]:
        """Return the events that follow from a command; `Refused` says which rule forbids it."""
        from engine.systems.iron_oak.campaign.rules import chapters, fighting, reopening

        if isinstance(command, Reopen):
            return reopening.reopen(state, seat, dice)
        if isinstance(command, Fill) and command.sheet == STANDING:
            return fighting.change_standing(state, seat, command, dice)
        return chapters.decide(state, chapters.pending(state), seat, command, dice)

    def reopens(self, state: State, seat: str) -> AnyCommand | None:
        """Return the command that opens a sealed sheet again, until the other one is in."""
        from engine.systems.iron_oak.campaign.rules import reopening

        return reopening.reopens(state, seat)

    def aside(self, state: State, seat: str) -> Sheet | None:
        """Return the standing answers of the battle that is fought; None between battles."""
        from engine.systems.iron_oak.cards.standing import standing_sheet

        return standing_sheet(state.battle, seat) if state.battle is not None else None

    def evolve(self, state: State, event: ev.AnyEvent) -> State:
        """Return the state after an event."""
        return evolve(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the war ended."""
        return state.outcome

    def view(self, state: State, seat: str) -> State:
        """Return the state without sealed sheets, commitments, hands and mines of others."""
        from engine.systems.iron_oak.campaign.machine.view import view

        return view(state, seat)

    def dice_rolled(self, state: State) -> int:
        """Return how many numbered dice the war has used."""
        return state.dice

    def turn(self, state: State) -> int:
        """Return the turn of the battle that is fought; 0 between battles."""
        return state.battle.turn if state.battle else 0

    def chapter(self, state: State) -> str:
        """Return `battle 3`, `after battle 3`, or `set-up`."""
        from engine.systems.iron_oak.campaign.words.chapters import chapter

        return chapter(state)

    def cut(self, state: State, seed: int) -> Cut | None:
        """Return the battle that is fought, as a battle of Iron & Oak with the same dice."""
        if state.battle is None:
            return None
        from engine.systems.iron_oak.game import IronOak

        return Cut(IronOak(self.data), state.battle, seed)

    def undo_barrier(self, events: Iterable[ev.AnyEvent]) -> str:
        """Say why these events may not be freely undone."""
        from engine.systems.iron_oak.campaign.machine.barrier import undo_barrier

        return undo_barrier(events)

"""The agenda and the ledger of Iron & Oak, and the steps that make a turn (Iron & Oak 3.0)."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Roll, State, sides_of
from engine.systems.iron_oak.state.steps import Phase

# The agenda of Iron & Oak: chapters register here what their steps ask, take and do.


RULES = Agenda[State]()


# What a turn, a player turn and a phase are made of: steps for the agenda (Iron & Oak 3.0).


Steps = list[st.AnyStep]
PHASES: tuple[Phase, ...] = ("status", "order", "action", "replace")


def turn_steps(state: State, first: Side) -> Steps:
    """Return a turn's steps: two player turns or one of both (Iron & Oak 9.3), then victory."""
    second = other_side(first)
    turns = ((first, second),) if state.rules.alternating else ((first,), (second,))
    return [*(st.PlayerTurn(sides) for sides in turns), st.VictoryPhase()]


def phase_steps(state: State, sides: st.Sides, phase: Phase) -> Steps:
    """Return the steps of a phase of a player turn."""
    seats = [seat for side in sides for seat in state.sides[side].seats]
    steps: Steps = [st.BeginPhase(sides[0], phase)]
    if phase == "status":
        steps += [
            st.EngineRoll(effect.ship, effect.stops_on_max)
            for effect in state.in_force("engine_roll")
            if effect.ship in state.ships and state.ships[effect.ship].control in sides
        ]
        steps += [st.Repairs(seat) for seat in seats]
        steps += [st.FiercestFires(sides), st.FiresAndSmoke(sides)]
        steps += [st.Parties(seat) for seat in seats]
    elif phase == "order":
        steps += [*(st.LetGo(seat) for seat in seats), st.GiveOrders(sides)]
    elif phase == "action":
        steps.append(st.Actions(sides))
    else:
        steps += [*(st.ReplaceCard(side) for side in sides), st.EndPlayerTurn(sides)]
    return steps


def steps_from(state: State, sides: st.Sides, phase: Phase) -> Steps:
    """Return the steps of a player turn from a phase on."""
    return [
        step for each in PHASES[PHASES.index(phase) :] for step in phase_steps(state, sides, each)
    ]


# The ledger of one decision: the state so far, the dice, and the facts written down.


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into: a rule rolls, writes events, and reads the state that follows.

    A game makes one for each command and takes the events out of it; rules never keep one. Dice
    are named by their text. An event has to count the dice that it tells of, so several dice of
    one event are thrown by one `throw`.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)

    def throw(self) -> Throw:
        """Return the dice that the next event tells of, to be rolled one after another."""
        return Throw(self)

    def roll(self, dice: str, drm: int = 0) -> Roll:
        """Roll `d10d6`, the only dice of the event that tells of it."""
        return self.throw().roll(dice, drm)

    def contest(
        self, challenge: str, response: str, drm: int = 0, response_drm: int = 0
    ) -> tuple[Roll, Roll]:
        """Roll a challenge and its response, told by one event."""
        throw = self.throw()
        return throw.roll(challenge, drm), throw.roll(response, response_drm)


class Throw:
    """The dice of one event. Each is the next: they count themselves, and the event counts them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rolled = 0

    def face(self, sides: int) -> int:
        """Roll one die."""
        face = self._ledger.face(sides, self._rolled)
        self._rolled += 1
        return face

    def roll(self, dice: str, drm: int = 0) -> Roll:
        """Roll `d10d6`."""
        return Roll(dice, tuple(map(self.face, sides_of(dice))), drm)

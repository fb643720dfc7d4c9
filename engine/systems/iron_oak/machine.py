"""How the rules run: the agenda (the steps still to be done) and its ledger, hooks for action
cards, exact chances, views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import product
from math import prod
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.kit import by_type
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet import other_side, public_id, side_of
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import (
    COVERED,
    HIDDEN,
    Roll,
    Ship,
    Standing,
    State,
    sides_of,
)
from engine.systems.iron_oak.state.steps import Phase

# Exact chances: all faces are counted, so each figure is an exact fraction.


@cache
def faces(dice: str) -> tuple[tuple[int, int], ...]:
    """Return (result, number of dice results that give it) for a roll; `+` adds the dice.

    >>> faces("d4")
    ((1, 1), (2, 1), (3, 1), (4, 1))
    """
    counted: dict[int, int] = {}
    kept = sum if "+" in dice else max
    for roll in product(*(range(1, sides + 1) for sides in sides_of(dice))):
        result = kept(roll) if roll else 0
        counted[result] = counted.get(result, 0) + 1
    return tuple(sorted(counted.items()))


@cache
def ways(dice: str) -> int:
    """Return in how many ways these dice can fall: the product of their numbers of sides."""
    return prod(sides_of(dice))


@cache
def mean(dice: str) -> float:
    """Return the average result of a roll; 0 without dice."""
    return sum(result * many for result, many in faces(dice)) / ways(dice)


@cache
def chance(challenge: str, response: str, drm: int = 0, response_drm: int = 0) -> float:
    """Return the chance that a challenge is greater than its response.

    >>> chance("d10", "d8"), chance("d10", "d10d8")
    (0.55, 0.345)
    """
    good = sum(
        mine * theirs
        for result, mine in faces(challenge)
        for against, theirs in faces(response)
        if result + drm > against + response_drm
    )
    return good / (ways(challenge) * ways(response))


@cache
def multiples(challenge: str, response: str, drm: int, response_drm: int) -> tuple[float, ...]:
    """Return the chances that a challenge is more than its response, at least double, and at least
    triple.

    Both results count as at least 1, as in gunnery against defence (Iron & Oak 6.2).
    """
    good = [0, 0, 0]
    for result, mine in faces(challenge):
        for against, theirs in faces(response):
            attack, defence = max(1, result + drm), max(1, against + response_drm)
            good[0] += mine * theirs * (attack > defence)
            good[1] += mine * theirs * (attack >= 2 * defence)
            good[2] += mine * theirs * (attack >= 3 * defence)
    every = ways(challenge) * ways(response)
    return tuple(each / every for each in good)


def percent(share: float) -> str:
    """Return a chance as percent for people: `65%`."""
    return f"{100 * share:.0f}%"


# Hooks: points of the rules at which action cards work, and notes beside a card's effect.
#
# An effect is registered under the kind of its card, such as `double_charge`. No other code names a
# kind: rules, odds, advice and log ask a hook which cards work there.


F = TypeVar("F", bound=Callable[..., Any])

MOMENTS: dict[str, Moment[Any]] = {}
"""Every moment (a hook at which cards have effects) by its name."""


class Moment(by_type.Moment[F]):
    """A hook at one point of the rules: the functions of the cards that have an effect there, by
    kind of card.
    """

    def __init__(self, name: str, moments: dict[str, Any] = MOMENTS) -> None:
        """Register the hook under its name: in `moments` for wars, by default for battles."""
        super().__init__(name, moments)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards with a function at this hook, in the order in which they were
        registered.
        """
        return tuple(self._effects)


# Notes about a card, attached to the function that is its effect.


WHY: dict[str, str] = {}
"""{kind of card: why to play it, in the words of advice}."""
ENDS: dict[str, str] = {}
"""{kind of card: the permanent harm that it does to its own side}; most kinds have none."""
STRUCK: dict[str, str] = {}
"""{kind of card: the log's words for a shot whose result it replaces}."""
SPARE: dict[str, float] = {}
"""{kind of card: how readily a computer player exchanges it}; below 0 it keeps the card."""


def why(**cards: str) -> Callable[[F], F]:
    """Return a decorator for a card's function: it registers why to play each card, in the words of
    advice.
    """
    return _entered(WHY, cards)


def ends(**cards: str) -> Callable[[F], F]:
    """Return a decorator for a card's function: it registers the permanent harm of each card, in
    words.

    The player must confirm before such a card is played.
    """
    return _entered(ENDS, cards)


def struck(**cards: str) -> Callable[[F], F]:
    """Return a decorator for a card's function: it registers the log's words for a shot with each
    card.
    """
    return _entered(STRUCK, cards)


def spare(**cards: float) -> Callable[[F], F]:
    """Return a decorator for a card's function: it registers how readily a computer player
    exchanges each card.
    """
    return _entered(SPARE, cards)


V = TypeVar("V")


def _entered(table: dict[str, V], cards: dict[str, V]) -> Callable[[F], F]:
    def marked(effect: F) -> F:
        table.update(cards)
        return effect

    return marked


# The agenda and the ledger of Iron & Oak, and the steps that make a turn (Iron & Oak 3.0).


RULES = Agenda[State]()


# The steps of a turn, a player turn and a phase, for the agenda (Iron & Oak 3.0).


Steps = list[st.AnyStep]
PHASES: tuple[Phase, ...] = ("status", "order", "action", "replace")


def turn_steps(state: State, first: Side) -> Steps:
    """Return the steps of a turn: each side's player turn, or one for both (Iron & Oak 9.3), then
    the check of victory.
    """
    second = other_side(first)
    turns = ((first, second),) if state.rules.alternating else ((first,), (second,))
    return [*(st.PlayerTurn(sides) for sides in turns), st.VictoryPhase()]


def phase_steps(state: State, sides: st.Sides, phase: Phase) -> Steps:
    """Return the steps of one phase in the player turn of these sides."""
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
    """Return the steps of a player turn, from the given phase on."""
    return [
        step for each in PHASES[PHASES.index(phase) :] for step in phase_steps(state, sides, each)
    ]


# The ledger of one decision: the state so far, the dice, and the events written down.


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """Collects the events of one command: a rule rolls, writes events, and reads the state after
    them.

    Each command has its own ledger; rules never keep it. Dice are given as text such as `d10d6`. An
    event must count the dice that it reports, so several dice of one event come from one `throw`.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)

    def throw(self) -> Throw:
        """Return an object that rolls all dice of the next event, one after the other."""
        return Throw(self)

    def roll(self, dice: str, drm: int = 0) -> Roll:
        """Roll dice such as `d10d6` for the next event, which must report these dice and no
        others.
        """
        return self.throw().roll(dice, drm)

    def contest(
        self, challenge: str, response: str, drm: int = 0, response_drm: int = 0
    ) -> tuple[Roll, Roll]:
        """Roll a challenge and its response for the next event, which must report both."""
        throw = self.throw()
        return throw.roll(challenge, drm), throw.roll(response, response_drm)


class Throw:
    """Rolls the dice of one event. It counts them, so that each roll takes the next numbered
    die.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rolled = 0

    def face(self, sides: int) -> int:
        """Roll one die with this many sides."""
        face = self._ledger.face(sides, self._rolled)
        self._rolled += 1
        return face

    def roll(self, dice: str, drm: int = 0) -> Roll:
        """Roll dice such as `d10d6`; `drm` is the modifier of the result."""
        return Roll(dice, tuple(map(self.face, sides_of(dice))), drm)


# The view of the state for a seat, without hidden facts; and when undo is no longer free.
#
# Iron & Oak 1.3.2, 3.2, 8.6; the limit on undo is a house rule for fair play, not a rule of the
# game.


T = TypeVar("T")
_DRAWN = (ev.CardsDealt, ev.DeckRenewed, ev.CountersNumbered)


def view(state: State, seat: str) -> State:
    """Return the state as a seat may know it; an empty `seat` stands for a watcher, who sees what
    both sides know.

    Screens and computer players receive only this view. In it a hidden ship has the id of her
    counter everywhere. Rules may be asked about a view, but a battle is decided on the full state.
    """
    side = side_of(state, seat)
    names = {
        ship.id: public_id(ship)
        for ship in state.ships.values()
        if ship.hidden and ship.side != side and ship.counter
    }
    # An enemy's order is hidden until it is revealed, and so is her plan.
    known: list[Ship] = []
    for ship in state.ships.values():
        if ship.id not in names:
            hers = ship.control == side
            seen = ship if hers or not ship.plan else replace(ship, plan="")
            open_now = ship.acted or (state.move is not None and state.move.ship == ship.id)
            covered = ship.order and not hers and not open_now
            known.append(replace(seen, order=HIDDEN) if covered else seen)
    # Everybody sees a hidden ship or a False Contact as a counter in a box, with its visible
    # markers.
    counters = sorted(
        (
            Ship(
                id=ship.counter,
                side=ship.side,
                box=ship.box,
                kind="counter",
                counter=ship.counter,
                hidden=True,
                acted=ship.acted,
                moved=ship.moved,
                order=HIDDEN if ship.order else "",
                anchored=ship.anchored,
                towing=ship.towing,
                lost=ship.lost,
            )
            for ship in state.ships.values()
            if ship.id in names
        ),
        key=lambda ship: ship.id,  # the order of the ships would identify them
    )
    ships = {ship.id: ship for ship in (*known, *counters)}
    if names:
        ships = {id: masked(ship, names) for id, ship in ships.items()}
        state = replace(
            state,
            agenda=masked(state.agenda, names),
            move=masked(state.move, names),
            shot=masked(state.shot, names),
        )
    # The enemy's side is seen without its cards, its standing choices and the order in which its
    # ships act.
    return replace(
        state,
        ships=ships,
        sides={
            key: each
            if key == side
            else replace(
                each,
                aside=UNSET,
                hand=(COVERED,) * len(each.hand),
                standing=Standing(),
                sequence=(),
            )
            for key, each in state.sides.items()
        },
        deck=(COVERED,) * len(state.deck),
        set_aside=(COVERED,) * len(state.set_aside),
    )


def reveal_all(state: State) -> State:
    """Return the state of a finished battle in which every hidden ship is shown."""
    found = {id: replace(ship, hidden=False) for id, ship in state.ships.items() if ship.hidden}
    return replace(state, ships={**state.ships, **found}) if found else state


def masked(value: T, names: Mapping[str, str]) -> T:
    """Return a value in which each id in `names` is replaced by its new name, also inside tuples,
    dicts and structs.
    """
    covered: T = _masked(value, names)
    return covered


def _masked(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return type(value)(_masked(each, names) for each in value)  # a tuple `UnderWay` stays one
    if isinstance(value, dict):
        return {_masked(key, names): _masked(each, names) for key, each in value.items()}
    if isinstance(value, msgspec.Struct):
        changes = {}
        for field in value.__struct_fields__:
            old = getattr(value, field)
            new = _masked(old, names)
            if new != old:
                changes[field] = new
        return msgspec.structs.replace(value, **changes) if changes else value
    return value


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Return why these events may not be undone without the other side's consent; '' if they
    may.
    """
    for event in events:
        if isinstance(event, _DRAWN) or any(
            isinstance(getattr(event, field), Roll) for field in event.__struct_fields__
        ):
            return "dice were rolled"
        if isinstance(event, ev.CardReplaced):
            return "a card was drawn"
        if isinstance(event, ev.CardPlayed):
            return "a card was revealed"
        if isinstance(event, ev.OrderRevealed | ev.Revealed):
            return "an order was revealed"
    return ""

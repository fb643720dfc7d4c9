"""No player uses hidden information: with other cards in the opponents' hands it answers the
same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Decision
from engine.kernel.battle import Battle
from engine.players import PLAYERS, Answer, make_player
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.state.state import HIDDEN, Rules, Squadron, State
from tests.engine.systems.oak_iron.invariants import closed_in

EACH = {"quickstart": 2, "patrol": 2, "fleet": 1}
"""{scenario: how many positions are tested for each kind of question}, spread over a battle."""
SEED = 11
SEARCHES = "admiral:2"
"""A searching player gets a budget in playouts, so that it depends on the seed only, and fewer
positions."""
MEETINGS = [
    *((name, scenario) for name in PLAYERS if name != "admiral" for scenario in EACH),
    (SEARCHES, "quickstart"),
]

Position = tuple[State, Decision]


def dealt(state: State, random: Random) -> State:
    """Return a battle with events in which the ships of `state` lie close together, and every hand
    is nine cards drawn from all initiative cards.
    """
    hands = {key: random.sample(sorted(shipped().cards), 9) for key in state.squadrons}
    squadrons = {
        key: replace(each, hand=tuple(hands[key]), fortune=2)
        for key, each in state.squadrons.items()
    }
    state = replace(state, squadrons=squadrons, rules=Rules(events=True))
    return closed_in(state, random)


@cache
def positions(scenario: str) -> tuple[Position, ...]:
    """Return positions of a battle between ensigns at which the other players have hidden cards."""
    game = OakIron()
    options = {"a_side": 2} if scenario == "fleet" else {}
    battle = Battle.new(game, scenario, SEED, options)
    if scenario == "quickstart":
        start = dealt(game.set_up(scenario), Random(SEED))
        battle = Battle.from_state(game, start, SEED, scenario=scenario)
    crew = {
        seat.key: make_player("ensign", game, SEED, seat.key) for seat in game.seats(battle.state)
    }
    met: dict[str, list[Position]] = {}
    while battle.pending():
        for decision in battle.pending():
            met.setdefault(decision.kind, []).append((battle.state, decision))
        decision = battle.pending()[0]
        answer = crew[decision.seat].choose(battle.view(decision.seat), decision)
        option = decision.option(answer.option)
        battle.submit(decision.seat, option.filled(decision, answer.dial, answer.at))
    most = EACH[scenario]
    spread = (found[:: max(1, len(found) // most)][:most] for found in met.values())
    return tuple(each for found in spread for each in found)


def other_cards(squadron: Squadron, known: set[str], random: Random) -> Squadron:
    """Return the squadron with other cards in place of its hidden ones, as many as before."""
    unknown = sorted(set(shipped().cards) - known)
    hand = tuple(random.sample(unknown, len(squadron.hand)))
    laid = squadron.face_down and not squadron.laid_open
    left = [card for card in unknown if card not in hand and card != squadron.face_down]
    return replace(
        squadron, hand=hand, face_down=random.choice(left) if laid else squadron.face_down
    )


def swapped(state: State, seat: str, random: Random) -> State:
    """Return another battle that looks the same to `seat`: the hidden cards of the others are
    exchanged.
    """
    own = state.squadrons[seat]
    known = {*own.hand, own.face_down, *(each.face_up for each in state.squadrons.values())}
    squadrons = {
        key: each if key == seat else other_cards(each, known, random)
        for key, each in state.squadrons.items()
    }
    return replace(state, squadrons=squadrons)


def thought(game: OakIron, player: Any, state: State, decision: Decision) -> tuple[Any, ...]:
    """Return what a player answers to a question, and the state of its random numbers after
    that.
    """
    asked = next(each for each in game.pending(state) if each.seat == decision.seat)
    answer = player.choose(game.view(state, decision.seat), asked)
    dice = [each.getstate() for each in vars(player).values() if isinstance(each, Random)]
    assert dice
    return asked, answer, dice


def differing(name: str, scenario: str, game: type[OakIron] = OakIron) -> Iterator[str]:
    """Yield the kinds of question that a player answers differently when others hold other
    cards.
    """
    random = Random(SEED)
    met = positions(scenario)[:: 3 if name == SEARCHES else 1]
    for number, (state, decision) in enumerate(met):
        seat, thoughts = decision.seat, []
        for each in (state, swapped(state, seat, random)):
            its_own = game()
            player = Peeper(SEED) if name == "peeper" else make_player(name, its_own, number, seat)
            thoughts.append(thought(its_own, player, each, decision))
        if thoughts[0] != thoughts[1]:
            yield decision.kind


class Peeper:
    """A cheating player, which chooses by the hidden cards of others if it is shown them."""

    name = "peeper"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: State, decision: Decision) -> Answer:
        """Return an option that depends on the cards of the others."""
        others = [
            (*each.hand, each.face_down)
            for key, each in view.squadrons.items()
            if key != decision.seat
        ]
        return Answer(Random(str(others)).choice(decision.options).id)


class Open(OakIron):
    """Oak & Iron with all cards open: every seat sees the whole state."""

    def view(self, state: State, seat: str) -> State:
        """Return the whole state."""
        return state


@pytest.mark.parametrize(("name", "scenario"), MEETINGS)
def test_a_player_does_the_same_whatever_others_hold(name: str, scenario: str) -> None:
    assert not Counter(differing(name, scenario))


def test_who_is_shown_hidden_cards_is_found_out() -> None:
    assert not list(differing("peeper", "quickstart"))
    assert len(list(differing("peeper", "quickstart", Open))) > 5


@pytest.mark.parametrize("scenario", EACH)
def test_cards_are_hidden_and_others_in_most_positions(scenario: str) -> None:
    """Without hidden cards that are really exchanged, the test above would prove nothing."""
    found = positions(scenario)
    laid = 0
    for state, decision in found:
        other = swapped(state, decision.seat, Random(SEED))
        laid += any(
            each.face_down not in ("", other.squadrons[key].face_down)
            for key, each in state.squadrons.items()
            if key != decision.seat
        )
        for key, each in OakIron().view(state, decision.seat).squadrons.items():
            if key != decision.seat:
                assert set(each.hand) <= {HIDDEN}
                assert not each.hand or other.squadrons[key].hand != state.squadrons[key].hand
    assert len({decision.kind for _, decision in found}) >= 10
    assert laid

"""Advice in whole battles: worths are the sums of their reasons, the best comes first, every answer
is legal, and a question about one answer gets advice on that answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Advice, Decision
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.review.hindsight import SeenChoice, narrowed
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.state.state import Rules, State
from engine.systems.oak_iron.thinking.measure.weights import terms
from tests.engine.systems.oak_iron.invariants import closed_in

GAME = system("oak_iron")
KNOWN = {"manoeuvre", "turn", "seamanship_action", "name_ship", "crew_action", "attack"}
"""The kinds of question that occur in every battle and on which there is advice."""

A_KIND = 4
"""At most this many questions of each kind are checked, since more would show nothing new."""


class Asked(NamedTuple):
    """A question of a battle, with the view, the advice on it, and the answer that was given."""

    state: State
    moment: SeenChoice
    given: tuple[Advice, ...]


def close_fight(seed: int) -> Battle:
    """Return a fight at close quarters; the hands are drawn from all initiative cards."""
    random = Random(seed)
    state = GAME.set_up("quickstart")
    squadrons = {
        key: replace(each, hand=tuple(random.sample(sorted(shipped().cards), 9)), fortune=2)
        for key, each in state.squadrons.items()
    }
    state = replace(state, squadrons=squadrons, rules=Rules(events=True))
    return Battle.from_state(GAME, closed_in(state, random), seed)


def begun(kind: str) -> Battle:
    """Return a battle of this kind at its start."""
    if kind == "close fight":
        return close_fight(6)
    return Battle.new(GAME, kind, 6)


def questions(kind: str) -> Iterator[Asked]:
    """Yield the first questions of each kind in a battle between ensigns, who answer at random."""
    battle, asked = begun(kind), Counter[str]()
    crew = {each.key: make_player("ensign", GAME, 6, each.key) for each in GAME.seats(battle.state)}
    while battle.pending():
        decision = battle.pending()[0]
        view = battle.view(decision.seat)
        answer = crew[decision.seat].choose(view, decision)
        option = decision.option(answer.option)
        asked[decision.kind] += 1
        if asked[decision.kind] <= A_KIND:
            given = GAME.thinking.advice(view, decision, Random(1))
            moment = SeenChoice(view, decision, option, answer.dial, answer.at)
            yield Asked(battle.state, moment, given)
        battle.submit(decision.seat, option.filled(decision, answer.dial, answer.at))
    assert battle.outcome()


@pytest.mark.parametrize("kind", ["quickstart", "close fight", "patrol"])
def test_counsel_in_a_whole_battle(kind: str) -> None:
    heard: Counter[str] = Counter()
    for state, moment, given in questions(kind):
        decision = moment.decision
        if not given:
            continue
        heard[decision.kind] += 1
        adds_up(given)
        about_every_option(decision, given)
        legal(state, decision, given)
        heeds_what_was_taken(moment)
    assert set(heard) >= KNOWN
    assert heard.total() > 30


def adds_up(given: tuple[Advice, ...]) -> None:
    """Check that each worth is the sum of its reasons, the weightiest first, and that the answers
    are sorted by worth.
    """
    worths = [each.worth for each in given]
    assert worths == sorted(worths, reverse=True)
    for each in given:
        assert each.worth == pytest.approx(sum(reason.worth for reason in each.reasons), abs=1e-6)
        heavy = [abs(reason.worth) for reason in each.reasons]
        assert heavy == sorted(heavy, reverse=True)
        said = {reason: terms()[reason.term].said(reason.worth) for reason in each.reasons}
        assert all(reason.words == words for reason, words in said.items())
        assert len({reason.term for reason in each.reasons}) == len(each.reasons)


def about_every_option(decision: Decision, given: tuple[Advice, ...]) -> None:
    """Check that the advice has an answer for every option of the question."""
    assert {each.option for each in given} == {option.id for option in decision.options}


def legal(state: State, decision: Decision, given: tuple[Advice, ...]) -> None:
    """Check that every advised answer is legal: an illegal one raises an error here."""
    for each in given:
        command = decision.option(each.option).filled(decision, each.dial, each.at)
        GAME.decide(state, decision.seat, command, Dice(1))


def heeds_what_was_taken(moment: SeenChoice) -> None:
    """Check that advice on a question with only one answer is about that answer."""
    given = GAME.thinking.advice(moment.view, narrowed(moment), Random(1))
    assert given
    for each in given:
        assert each.option == moment.option.id
        assert each.dial in (None, moment.dial)
        assert each.at in (None, moment.at)


@pytest.mark.parametrize("option", ["turn_end", "turn_start", "turn_twice", "straight"])
def test_a_move_that_is_not_liked_is_weighed_when_it_is_asked_about(option: str) -> None:
    """A bad move gets a worth when advice on it alone is asked; a turn by 0 degrees counts as
    sailing straight.
    """
    found = next(
        each
        for each in questions("quickstart")
        if each.moment.decision.kind == "manoeuvre"
        and option in {one.id for one in each.moment.decision.options}
    )
    decision = found.moment.decision
    assert decision.dial is not None
    worths = {each.option: each.worth for each in found.given}
    for dial in (decision.dial.low, 0.0, 1.0, decision.dial.high):
        turned = None if option == "straight" else dial
        moment = SeenChoice(found.moment.view, decision, decision.option(option), turned, None)
        alone = GAME.thinking.advice(moment.view, narrowed(moment), Random(1))
        assert {(each.option, each.dial) for each in alone} == {(option, turned)}
        if dial == 0.0 and option != "turn_twice":
            assert alone[0].worth == pytest.approx(worths["straight"])


def test_counsel_is_the_same_again_with_the_same_chance() -> None:
    for _, moment, given in questions("quickstart"):
        assert GAME.thinking.advice(moment.view, moment.decision, Random(1)) == given
        if GAME.turn(moment.view) > 1:
            break

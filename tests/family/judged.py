"""What is shown, forecast and judged in every scenario, as check sums that change with any figure.

In a battle of ensigns the middle question of each kind is examined, because at the start the enemy
is often far away. The sums on a line show which of the three has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from random import Random
from typing import Any

from engine.game.decision import Decision
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.players import make_player
from tests.family import moments
from tests.family.decided import battles

MOST = {"oak_iron": 160, "iron_oak": 60, "wooden_ships": 60}
"""{game: number of commands after which a battle is stopped}."""
SLOTS = 4
"""For a sheet (form of orders) with more slots than this no advice is computed, because that takes
seconds."""
OPTIONS = 8
"""The maximum number of answers to a question that are forecast and judged, evenly chosen."""
EACH = 5
"""The maximum number of questions of a kind that are examined in all scenarios of a game."""


def lines(name: str) -> Iterator[str]:
    """Yield a line for each kind of question in each battle of a game."""
    met = Counter[str]()
    for scenario, options, seed in battles(name):
        if seed == 1:
            battle = fought(name, scenario, tuple(options.items()))
            switched = " ".join(f"{key}={value}" for key, value in options.items())
            for kind, (n, question) in _middle(battle).items():
                met[kind] += 1
                if met[kind] <= EACH:
                    seen = _looked_at(battle, n, question)
                    yield f"{scenario} {switched} entry {n}, {kind}: {seen}"


@cache
def fought(name: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Battle:
    """Return a battle of ensigns after its first commands."""
    battle = Battle.new(name, scenario, 1, dict(options))
    crew = {
        seat.key: make_player("ensign", battle.game, 1, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    while battle.pending() and battle.position < MOST[name]:
        asked = battle.pending()[0]
        battle.answer(asked.seat, crew[asked.seat].choose(battle.view(asked.seat), asked))
    return battle


def _middle(battle: Battle) -> dict[str, tuple[int, Question]]:
    """Return {kind of question: (entry after which it is open, the middle question of this
    kind)}.
    """
    met: dict[str, list[tuple[int, Question]]] = {}
    for n in range(battle.position + 1):
        for question in battle.game.pending(battle.at(n))[:1]:
            met.setdefault(question.kind, []).append((n, question))
    return {kind: found[len(found) // 2] for kind, found in met.items()}


def _looked_at(battle: Battle, n: int, question: Question) -> str:
    """Return the best advice on a question, and check sums of what is shown, of what is forecast
    and judged, and of all advice.
    """
    state = battle.at(n)
    sheet = isinstance(question, Sheet)
    told = [] if sheet and len(question.slots) > SLOTS else list(_advised(battle, state, question))
    shown = moments.shown(battle, state, question.seat)
    judged = (
        each for asked in _asked(question) for each in _judged(battle, state, question, asked)
    )
    best = told[0] if told else "-"
    return f"{best} | {_sum(shown)} {_sum(judged)} {_sum(told)}"


def _asked(question: Question) -> Iterable[Decision]:
    if isinstance(question, Sheet):
        return [question.as_decision(slot) for slot in question.slots[:SLOTS]]
    return [question]


def _judged(battle: Battle, state: Any, question: Question, asked: Decision) -> Iterator[str]:
    few = asked.options[:: -(-len(asked.options) // OPTIONS)]
    for option in few:
        yield from moments.foreseen(battle, state, question, asked, option)


def _advised(battle: Battle, state: Any, question: Question) -> Iterator[str]:
    view = battle.game.view(state, question.seat)
    for advice in battle.game.thinking.advice(view, question, Random(1))[:OPTIONS]:
        chosen = advice.option or "; ".join(f"{slot} {a}" for slot, a in advice.draft.items())
        because = ", ".join(f"{each.words} {each.worth:.3f}" for each in advice.reasons)
        yield f"{chosen} {advice.worth:.3f} ({because})"


def _sum(texts: Iterable[str]) -> str:
    return blake2b("\n".join(texts).encode(), digest_size=3).hexdigest()

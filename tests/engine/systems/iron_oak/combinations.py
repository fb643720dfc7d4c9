"""The rules' switches of Iron & Oak, played with every battle of the book and every way to win
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.arena import arrange, crews, play_out
from engine.game.decision import Answer
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.fleet import damage, original_hits, other_side, section_card
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.victory import holds, in_words, lines_of, ships_of
from engine.systems.iron_oak.waters import GRID
from tests.engine.checked import checked
from tests.engine.systems.iron_oak import invariants
from tests.engine.systems.iron_oak.table import GAME

SWITCHES = ("low_freeboard", "tenders", "alternating", "plans")
PAIRED: tuple[Mapping[str, Any], ...] = tuple(
    {
        **{name: bool(bin(row & column).count("1") % 2) for column, name in enumerate(SWITCHES, 1)},
        **({"union_seats": 2, "confederate_seats": 1 + row % 2} if bin(row & 4).count("1") else {}),
    }
    for row in range(8)
)
"""Settings of the switches in which any two switches have all four combinations."""
TRIES = 12
"""A victory line is brought about in at most this many battles, until it decides one."""
GONE: Mapping[str, Any] = {
    "box": "off:map",
    "anchored": False,
    "grounded": False,
    "towing": "",
    "across_bow_of": "",
    "across_stern_of": "",
}
"""Fields of a ship that has left the map, with the values that they then must have."""
DEFAULTS = ("the last turn is over",)
"""The beginnings of the reasons for an end that no victory line gives."""


def fought(scenario: str, options: Mapping[str, Any], seed: int) -> Battle:
    """Let lieutenants play a whole battle, every invariant checked; check that it ends for a known
    reason.
    """
    battle = _watched(Battle.new(GAME, scenario, seed, dict(options)))
    play_out(battle, crews(GAME, battle.state, seed, "lieutenant", "lieutenant"))
    told = battle.outcome()
    assert told is not None
    with using(GAME.data):
        known = {in_words(line) for line in lines_of(battle.state)}
    assert told.reason in known or told.reason.startswith(DEFAULTS), told
    return battle


def decided(scenario: str, line: int, options: Mapping[str, Any]) -> Battle:
    """Let lieutenants play on from a state in which a victory line is true, and check that it
    decides the battle.

    The last turn may change this (a lead in points, by one more loss); then other dice are tried.
    """
    arranged = Battle.new(GAME, scenario, line, dict(options))
    arrange(arranged)
    start: State = arranged.state
    with using(GAME.data):
        asked = lines_of(start)[line]
        state = _brought_about(replace(start, turn=start.turns), asked)
        assert holds(state, asked), (scenario, in_words(asked))
        words = [in_words(each) for each in lines_of(state)]
    for seed in range(TRIES):
        battle = _watched(Battle.from_state(GAME, state, seed))
        play_out(battle, crews(GAME, battle.state, seed, "lieutenant", "lieutenant"))
        told = battle.outcome()
        assert told is not None
        assert battle.state.turn == state.turn
        with using(GAME.data):
            true = [each for each in lines_of(battle.state) if holds(battle.state, each)]
            stands = holds(battle.state, asked)
        if stands:
            assert told.reason == in_words(true[0]), told
            assert words.index(told.reason) <= line, "a line above it may hold as well"
            return battle
        assert not true or told.reason == in_words(true[0]), told
    raise AssertionError(f"{scenario}: {words[line]} does not stand at the end of any battle")


def sailed_off(scenario: str, line: int, options: Mapping[str, Any]) -> Battle:
    """Let the ships of a victory line about leaving sail off by their edge; check that it decides
    the battle.

    They begin beside the edge, in the last turn that counts. If a maneuver fails, other dice are
    tried.
    """
    arranged = Battle.new(GAME, scenario, line, dict(options))
    arrange(arranged)
    start: State = arranged.state
    with using(GAME.data):
        asked = lines_of(start)[line]
        state, leavers = _beside_the_edge(start, asked)
    for seed in range(TRIES * 3):
        battle = _watched(Battle.from_state(GAME, state, seed))
        players = crews(GAME, battle.state, seed, "lieutenant", "lieutenant")
        while battle.pending() and battle.state.turn == state.turn:
            question = battle.pending()[0]
            given = players[question.seat].choose(battle.view(question.seat), question)
            battle.answer(question.seat, _outward(question, given, leavers, asked.edges))
        told = battle.outcome()
        if told is not None and told.reason == in_words(asked):
            assert all(battle.state.ships[key].lost.startswith("left:") for key in leavers)
            return battle
    raise AssertionError(f"{scenario}: nobody wins by {in_words(asked)}")


def _beside_the_edge(state: State, line: VictoryLine) -> tuple[State, frozenset[str]]:
    """Return (the last turn in which leaving counts, with the ships of a line beside its edge;
    those ships).
    """
    needed = 1 if line.when == "exit" else line.at_least or 1
    leavers = ships_of(state, line)[:needed]
    edge = line.edges[0]
    rows = [box for box in GRID.along(edge) if not state.board.terrain.get(box)]
    ships = {
        each.id: replace(
            each, box=rows[number % len(rows)], anchored=False, grounded=False, fouled=(), towing=""
        )
        for number, each in enumerate(leavers)
    }
    turn = line.by_turn or state.turns
    return replace(state, turn=turn, ships={**state.ships, **ships}), frozenset(ships)


def _outward(question: Any, given: Any, leavers: frozenset[str], edges: tuple[str, ...]) -> Any:
    """Return the answer changed so that the ships that are to leave sail for the edge."""
    if isinstance(question, Sheet):
        if question.kind != "orders":
            return given
        slots = {slot.id: {option.id for option in slot.options} for slot in question.slots}
        out = {key: Answer("maneuver_1") for key in leavers if "maneuver_1" in slots.get(key, ())}
        return {**given, **out}
    goals = [option.id for option in question.options if option.id in {f"off:{e}" for e in edges}]
    return Answer(goals[0]) if question.kind == "way" and goals else given


def _watched(battle: Battle) -> Battle:
    return checked(battle, lambda _, change: _check(change.after))


def _check(state: State) -> None:
    with using(GAME.data):
        invariants.check(state)


def _brought_about(state: State, line: VictoryLine) -> State:
    """Return the battle with the smallest change that makes a victory line true."""
    if line.when in ("any_of", "count"):
        needed = 1 if line.when == "any_of" else line.at_least or 0
        fate = (line.states or ("sunk",))[0]
        return _fated(state, (_suffers(each, fate) for each in ships_of(state, line)[:needed]))
    if line.when in ("exit", "exit_count"):
        turn = min(state.turn, line.by_turn or state.turn)
        needed = 1 if line.when == "exit" else line.at_least or 1
        leavers = ships_of(state, line)[:needed]
        gone = (_off(each, line.edges[0], turn) for each in leavers)
        return _fated(state, gone)
    if line.when == "hits_on":
        hit = replace(state.ships[line.ship], hits=line.at_least or 1)
        return _fated(state, [hit])
    if line.when in ("fort_silenced", "sections_silenced"):
        enemy = other_side(line.side)
        mine = [
            each
            for each in state.sections.values()
            if (each.fort == line.fort if line.fort else each.side == enemy)
        ]
        silent = {each.id: replace(each, hits=section_card(each).hits) for each in mine}
        return replace(state, sections={**state.sections, **silent})
    enemy = other_side(line.side)
    return _fated(
        state, (_suffers(each, "sunk") for each in state.ships.values() if each.side == enemy)
    )


def _fated(state: State, changed: Any) -> State:
    return replace(state, ships={**state.ships, **{each.id: each for each in changed}})


def _suffers(ship: Ship, fate: str) -> Ship:
    if fate == "captured":
        return replace(ship, captured_by=other_side(ship.side), order="")
    if fate == "sunk":
        return replace(ship, lost="sunk", **GONE)
    hits = next(n for n in range(original_hits(ship)) if damage(replace(ship, hits=n)) == "heavy")
    return replace(ship, hits=hits)


def _off(ship: Ship, edge: str, turn: int) -> Ship:
    return replace(ship, lost=f"left:{edge}", left_turn=turn, **GONE)


def every_way() -> Iterator[tuple[str, int]]:
    """Yield (battle of the book, number of a victory line) for every line."""
    for scenario, record in shipped().scenarios.items():
        yield from ((scenario, line) for line in range(len(record.victory)))


def every_exit() -> Iterator[tuple[str, int]]:
    """Yield (battle, number) for each victory line that is won by leaving the map."""
    for scenario, line in every_way():
        asked = shipped().scenarios[scenario].victory[line]
        if asked.when in ("exit", "exit_count") and asked.at_most is None:
            yield scenario, line

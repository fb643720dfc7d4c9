"""The rules' switches of Wooden Ships & Iron Men, played with its battles and with every way to end
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.arena import crews, play_out
from engine.kernel.battle import Battle, Change
from engine.kit.dataset import using
from engine.systems.wooden_ships.state.state import State
from tests.engine.checked import checked
from tests.engine.systems.wooden_ships.at_sea import GAME, sea, ship

SWITCHES = (
    *("choose_target", "aim_per_side", "dbp_boards", "rescue"),
    *("motionless_bonus", "hull_when_snagged", "excess_guns_to_hull"),
)
PAIRED: tuple[Mapping[str, bool], ...] = tuple(
    {name: bool(bin(row & column).count("1") % 2) for column, name in enumerate(SWITCHES, 1)}
    for row in range(8)
)
"""Settings of the switches in which any two switches have all four combinations."""
OTHERS: tuple[Mapping[str, Any], ...] = (
    *({}, {"by_nation": True}, {"signals": True}, {"ask_neighbours": True}, {"captains": 2}),
    {"captains": 3, "deal": "choice"},
    *({"edition": "board"}, {"by_nation": True, "signals": True, "ask_neighbours": True}),
)
"""Settings of the other options of a set-up."""
REASONS = (
    *("only ", "no side can fight on", "was the last", "nobody fires any more", "gave up"),
    *("has lost her crew", "is captured", "has surrendered", "has struck"),
)
"""Texts of which every reason for a battle's end contains one."""


class Brink(NamedTuple):
    """A battle that ends in this turn, with its winners and the reason."""

    ships: tuple[dict[str, Any], ...]
    winners: tuple[str, ...]
    reason: str
    head: Mapping[str, Any] = {}


_A, _OFF = ship("A1", "J20", 1), ship("B1", "Z1", 1)
BRINKS: Mapping[str, Brink] = {
    "one side is left": Brink((_A, {**_OFF, "hull": 0}), ("A",), "only A can fight on"),
    "the crew is lost": Brink((_A, {**_OFF, "crew": [0, 0, 0]}), ("A",), "only A can fight on"),
    "neither is left": Brink(
        *(({**_A, "hull": 0}, {**_OFF, "hull": 0}), ("A",), "no side can fight on"),
        {"A": {"points": 9}},
    ),
    "the last turn": Brink(
        *((_A, _OFF), ("B",), "turn 4 was the last"),
        {"B": {"points": 12}, "turn": 4, "rules": {"turn_limit": 4}},
    ),
    "equal points": Brink(
        (_A, _OFF), (), "equal points: a draw", {"turn": 4, "rules": {"turn_limit": 4}}
    ),
    "nobody fires": Brink((_A, _OFF), (), "nobody fires any more", {"countdown": 1}),
    "a duel: struck": Brink((_A, {**_OFF, "hull": 0}), ("A",), "B1 has struck", {"kind": "single"}),
    "a duel: no crew": Brink(
        (_A, {**_OFF, "crew": [0, 0, 0]}), ("A",), "B1 has lost her crew", {"kind": "single"}
    ),
    "a duel: surrendered": Brink(
        (_A, {**_OFF, "surrendered": "immobility"}),
        *(("A",), "B1 has surrendered", {"kind": "single"}),
    ),
    "a duel: captured": Brink(
        (_A, {**_OFF, "crew": [1, 0, 0], "prize": {"seat": "A", "squares": 9}}),
        *(("A",), "B1 is captured", {"kind": "single"}),
    ),
}
"""{way to end a battle: a battle one turn before it}."""


def fought(scenario: str, options: Mapping[str, Any], seed: int) -> Battle:
    """Let lieutenants play a battle with every state checked; check that it ends for a reason of
    the rules.
    """
    battle = _watched(Battle.new(GAME, scenario, seed, dict(options)))
    play_out(battle, crews(GAME, battle.state, seed, "lieutenant", "lieutenant"))
    told = battle.outcome()
    assert told is not None
    assert any(words in told.reason for words in REASONS), told
    return battle


def decided(name: str, switches: Mapping[str, bool]) -> Battle:
    """Let lieutenants play the last turn of a battle of `BRINKS`."""
    brink = BRINKS[name]
    head: dict[str, Any] = {**brink.head, "rules": {**brink.head.get("rules", {}), **switches}}
    single = head.pop("kind", "multi")  # a position with a prize in it may not be one
    with using(GAME.data):
        state: State = replace(sea(*brink.ships, **head), kind=single)
    battle = _watched(Battle.from_state(GAME, state, 1))
    play_out(battle, crews(GAME, battle.state, 1, "lieutenant", "lieutenant"))
    told = battle.outcome()
    assert told is not None
    assert brink.reason in told.reason, told
    assert told.winners == brink.winners, told
    assert battle.state.turn <= state.turn + 1
    return battle


def _watched(battle: Battle) -> Battle:
    return checked(battle, _whole)


def _whole(battle: Battle, change: Change) -> None:
    """Check that no track on a ship's record is below zero or above its printed boxes."""
    for each in change.after.ships.values():
        assert 0 <= each.hull <= each.printed.hull, each
        assert all(squares >= 0 for squares in each.crew), each
        assert all(guns >= 0 for guns in (*each.guns, *each.carronades)), each
        assert all(squares >= 0 for squares in each.rigging), each

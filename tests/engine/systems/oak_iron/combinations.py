"""The rules' switches, objectives, events and conditions of Oak & Iron, played in combination."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.arena import arrange, crews, play_out
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.positions.positions import resumed
from engine.systems.oak_iron.state.ships import sides
from engine.systems.oak_iron.state.state import (
    EDITION,
    Rules,
    SetUpPlan,
    Ship,
    State,
    Table,
    Terrain,
)
from engine.systems.oak_iron.state.steps import DrawEvent, RevealCards
from engine.systems.oak_iron.victory.strike import ending
from tests.engine.systems.oak_iron.invariants import watched
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, island, ship

SWITCHES = ("formation", "events", "scrolling_sea", "flagship_points")
EVERY_RULES = tuple(
    Rules(**dict(zip(SWITCHES, chosen, strict=True))) for chosen in product((False, True), repeat=4)
)
"""Every setting of the rules' switches."""
PAIRED = tuple(
    Rules(**dict(zip(SWITCHES, map(bool, row), strict=True)))
    for row in ((0, 0, 0, 0), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
)
"""Settings of the switches in which any two switches have all four combinations."""
LATE = 8
"""The turn in which a shortened battle begins."""
ENDINGS = {
    *("withdrawal", "withdrawal: fewer points", "both withdraw: fewer points", "no ship left"),
    *("no ship left: fewer points", "no ship left: tie, defender wins", "no ship left: a draw"),
    *("dignitary ashore", "dignitary away", "last turn: fewer points"),
    *("last turn: tie, defender wins", "last turn: a draw"),
}
"""The reasons for which a battle between two sides may end."""


class Combination(NamedTuple):
    """A combination of switches, objective, conditions and event for one battle."""

    rules: Rules
    objective: str
    conditions: tuple[str, str]
    """The two condition cards on offer in the draft, one for each side."""
    event: str
    """The event that is drawn in the first turn, if events are played."""


def at_random(random: Random) -> Combination:
    """Return a combination whose switches, objective, conditions and event are drawn at random."""
    book = shipped()
    first, second = random.sample(sorted(book.conditions), 2)
    objective, event = random.choice(sorted(book.objectives)), random.choice(sorted(book.events))
    return Combination(random.choice(EVERY_RULES), objective, (first, second), event)


def few() -> tuple[Combination, ...]:
    """Return combinations in which every event, condition, objective and setting occurs."""
    book = shipped()
    conditions, objectives = sorted(book.conditions), sorted(book.objectives)
    return tuple(
        Combination(
            PAIRED[number % len(PAIRED)],
            objectives[number % len(objectives)],
            (conditions[number % len(conditions)], conditions[(number + 3) % len(conditions)]),
            event,
        )
        for number, event in enumerate(sorted(book.events))
    )


def fought(mixed: Combination, seed: int, short: bool = False) -> Battle:
    """Let lieutenants set up a patrol and fight it to its end, every invariant checked; `short`
    begins it late in the day.
    """
    state = _drawn(mixed.objective, seed)
    assert state.plan
    offers = {**state.plan.offers, "condition": mixed.conditions}
    state = replace(state, rules=mixed.rules, plan=replace(state.plan, offers=offers))
    laid_out = Battle.from_state(GAME, state, seed)
    arrange(laid_out)
    state = _with_event(laid_out.state, mixed) if mixed.rules.events else laid_out.state
    state = replace(state, turn=LATE) if short else state
    battle = watched(Battle.from_state(GAME, state, seed))
    play_out(battle, crews(GAME, battle.state, seed, "lieutenant", "lieutenant"))
    assert ending(battle.state) in ENDINGS, battle.outcome()
    return battle


def at_large(scenario: str, rules: Rules, seed: int, players: str) -> Battle:
    """Let players of one kind fight a battle of any scenario with these switches."""
    told = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    battle = watched(Battle.new(GAME, scenario, seed, told))
    play_out(battle, crews(GAME, battle.state, seed, players, players))
    assert ending(battle.state) in ENDINGS, battle.outcome()
    return battle


def _drawn(objective: str, seed: int) -> State:
    """Return a patrol before its draft with this objective, from the first seed that draws it."""
    for number in range(seed, seed + 200):
        state: State = Battle.new(GAME, "patrol", number).state
        if state.objective == objective:
            return state
    raise AssertionError(f"200 seeds draw no {objective}")


def _with_event(state: State, mixed: Combination) -> State:
    """Return the battle with an event drawn before the first comparison of cards."""
    gone = tuple(each for each in shipped().events if each != mixed.event)
    agenda = tuple(
        DrawEvent(sides(state)) if isinstance(step, RevealCards) else step for step in state.agenda
    )
    assert agenda != state.agenda
    return replace(state, events_gone=gone, agenda=agenda)


# One turn from the end ------------------------------------------------------------------

ISLE = island((14.0, 15.0), (20.0, 15.0), (20.0, 21.0), (14.0, 21.0))
"""The island of an objective; ships lie off its western shore at x = 12.5."""
MARKER = (15.0, 18.0)


class Brink(NamedTuple):
    """A battle that ends in this turn in a given way: A attacks, B defends, the wind is from the
    west.
    """

    ships: tuple[Ship, ...]
    winner: str
    ending: str
    turn: int = 5
    objective: str = "engage_the_enemy"
    terrain: tuple[Terrain, ...] = ()
    entangled: tuple[tuple[str, str], ...] = ()
    plan: Mapping[str, Any] = {}


def _off(key: str, **rest: Any) -> Ship:
    return ship(key, x=12.5, y=18, heading=0, sail="anchored", **rest)


FAR, ASTERN = ship("A1", x=5, y=5, heading=0), ship("B1", x=30, y=30, heading=180)
BOARDED = (
    *(ship("A1", x=18, y=18, aground=True), ship("A2", x=5, y=5)),
    *(ship("B1", x=19.001, y=18, fatigue=7), ship("B2", x=30, y=30, heading=180)),
)
SHORE: Mapping[str, Any] = {"islands": ("T1",), "fixed": ("T1",), "marker": MARKER}
BRINKS: Mapping[str, Brink] = {
    "escort, ashore": Brink(
        *((FAR, _off("B1", token="dignitary")), "B", "dignitary ashore"),
        objective="escort",
        terrain=(ISLE,),
        plan={**SHORE, "lee": "east"},
    ),
    "escort, away": Brink(
        *((FAR, ship("B1", x=33, y=30, heading=90, token="dignitary")), "B", "dignitary away", 7),
        objective="escort",
        plan={"lee": "east", "earliest": 7},
    ),
    "escort, the dignitary lost": Brink(
        (FAR, ASTERN, ship("B2", x=33, y=10, token="dignitary", damage=7, fatigue=7)),
        *("A", "withdrawal"),
        objective="escort",
        plan={"lee": "east", "earliest": 7},
    ),
    "cut off": Brink(
        *((FAR, replace(ASTERN, damage=7, token="alone")), "A", "withdrawal"),
        objective="cut_off",
    ),
    "raze": Brink(
        *((_off("A1", landing_party=(14.5, 18.0)), ASTERN), "A", "withdrawal"),
        objective="raze",
        terrain=(ISLE,),
        plan={**SHORE, "razed": 1},
    ),
    "raid": Brink(
        *((_off("A1", landing_party=(14.5, 18.0)), ASTERN), "A", "withdrawal"),
        objective="raid",
        terrain=(ISLE,),
        plan=SHORE,
    ),
    "delivery": Brink(
        *((_off("A1", landing_party=(14.5, 18.0), token="cargo"), ASTERN),),
        *("A", "last turn: fewer points", 10),
        objective="delivery",
        terrain=(ISLE,),
        plan=SHORE,
    ),
    "a cargo lost": Brink(
        *((replace(FAR, damage=7, fatigue=7, token="cargo"), ship("A2", x=5, y=30), ASTERN),),
        *("B", "withdrawal"),
        objective="delivery",
    ),
    "withdrawal": Brink(
        (FAR, ASTERN, ship("B2", x=33, y=10, damage=7, fatigue=7)), "A", "withdrawal"
    ),
    "both withdraw": Brink(
        (
            *(FAR, ship("A2", x=5, y=30, damage=7, fatigue=7)),
            *(replace(ASTERN, damage=7), ship("B2", x=33, y=10, damage=7, fatigue=7)),
        ),
        *("A", "both withdraw: fewer points"),
    ),
    "no ship left": Brink((FAR, replace(ASTERN, damage=7, fatigue=7)), "A", "no ship left"),
    "a prize": Brink(BOARDED, "A", "withdrawal", entangled=(("A1", "B1"),)),
    "fewer points": Brink((FAR, replace(ASTERN, damage=7)), "A", "last turn: fewer points", 10),
    "equal points": Brink((FAR, ASTERN), "B", "last turn: tie, defender wins", 10),
}
"""{way to win: a battle one turn before it}."""


@cache
def _brink(name: str) -> State:
    brink = BRINKS[name]
    drafted: Any = {key: {"deployment": "broad_line"} for key in "AB"}
    plan = SetUpPlan(
        size="patrol",
        homes={"A": "south", "B": "north"},
        attacker="A",
        drafted=drafted,
        **brink.plan,
    )
    play = Skirmish(
        *brink.ships,
        table=Table(36.0, 36.0, "west"),
        rules=Rules(),
        terrain=brink.terrain,
        entangled=brink.entangled,
        objective=brink.objective,
        defender="B",
        plan=plan,
        turn=brink.turn,
        phase="movement",
        edition=EDITION,
    )
    return play.state


def decided(
    name: str, rules: Rules, conditions: tuple[str, ...] = (), events: tuple[str, ...] = ()
) -> Battle:
    """Let lieutenants play a battle of `BRINKS` to its end, which must come in this turn."""
    brink, state = BRINKS[name], replace(_brink(name), rules=rules, events_in_force=events)
    squadrons = {key: replace(each, conditions=conditions) for key, each in state.squadrons.items()}
    with using(GAME.data):
        state = resumed(replace(state, squadrons=squadrons), "", "")
    battle = watched(Battle.from_state(GAME, state, 1))
    play_out(battle, crews(GAME, battle.state, 1, "lieutenant", "lieutenant"))
    told = battle.outcome()
    assert told is not None
    assert (ending(battle.state), told.winners) == (brink.ending, (brink.winner,)), told
    assert battle.state.turn == brink.turn
    return battle

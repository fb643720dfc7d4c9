"""Random battles under all rules from random positions: land, skill, fortune, wrecks, captured
ships.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from shapely import Polygon

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.positions.positions import resumed
from engine.systems.oak_iron.state.ships import area, distance, hull, solids
from engine.systems.oak_iron.state.state import Rules, Ship, State, Table, Terrain
from tests.engine.checked import checked
from tests.engine.systems.oak_iron.invariants import check_dice, check_fold, outline, watched
from tests.engine.systems.oak_iron.skirmish import ship, squadron

GAME = system("oak_iron")
CARDS = (
    "down",
    "fire_as_she_bears",
    "careful_aim",
    "take_courage",
    "effective_fire",
    "small_arms",
    "reload",
    "rolling_broadsides",
    "adjust_position",
    "fleet_maneuver",
    "favorable_wind",
)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_situation_is_fought_to_an_end(seed: int) -> None:
    """There is no error, no dead end and no broken invariant, whatever the position."""
    battle = watched(Battle.from_state(GAME, situation(Random(seed)), seed))
    check(battle.state)
    checked(battle, lambda _, change: check(change.after))
    play_out(battle, crews(GAME, battle.state, seed, "ensign", "ensign"))
    assert battle.outcome()
    check_dice(battle)
    check_fold(battle)


def check(state: State) -> None:
    """Check what `invariants` does not: grappled pairs, land, and that the questions are sound."""
    for one, other in state.entangled:
        assert distance(state, one, other) <= 0.05, f"{one} and {other} are entangled but apart"
    for each in state.ships.values():
        if each.afloat:
            for land in solids(state).values():
                assert hull(each).polygon.intersection(land).area <= 0.0001, each
        assert not (each.landing_party and (each.shaken or each.captured_by)), each
    for decision in GAME.pending(state):
        names = [option.id for option in decision.options]
        assert len(names) == len(set(names)), names
        assert len(names) > 1 or decision.dial or decision.area, names
        assert all((decision.prompt, *(option.label for option in decision.options)))
        assert all(shut.label and shut.why_not for shut in decision.closed)


def situation(random: Random) -> State:
    """Return a random position of two to six ships near each other, before cards are revealed."""
    terrain = coast(random)
    taken = [Polygon(piece.outline) for piece in terrain if piece.kind not in ("fog", "shoal")]
    count = random.randint(1, 3)
    ships: dict[str, Ship] = {}
    for key in "AB":
        for number in range(1, count + 1):
            ships[f"{key}{number}"] = placed(random, f"{key}{number}", taken)
    squadrons = {
        key: squadron(
            key,
            fortune=random.choice((0, 3)),
            admiral="untested_admiral",
            admiral_value=random.randrange(3),
            hand=tuple(random.sample(CARDS, random.randint(5, 7))),
        )
        for key in "AB"
    }
    state = State(
        title="a random situation",
        rules=Rules(),
        table=Table(weather_edge=random.choice(("north", "east", "south", "west"))),
        squadrons=squadrons,
        ships=ships,
        terrain=terrain,
        turn=random.choice((1, 7)),
        defender=random.choice(("", "A", "B")),
    )
    return resumed(state, "", "")


def coast(random: Random) -> tuple[Terrain, ...]:
    """Return up to three pieces of terrain, with space between them."""
    pieces: list[Terrain] = []
    for number in range(random.randrange(4)):
        x, y, half = random.uniform(8, 28), random.uniform(8, 28), random.uniform(0.8, 2.5)
        corners = ((x - half, y - half), (x + half, y - half / 2), (x, y + half))
        kind = random.choice(("island", "rocks", "land", "fog"))
        piece = Terrain(f"T{number}", kind, corners)  # type: ignore[arg-type]
        if all(area(piece).distance(area(other)) > 0.1 for other in pieces):
            pieces.append(piece)
    return tuple(pieces)


def placed(random: Random, key: str, taken: list[Polygon]) -> Ship:
    """Return a ship in mid-table, clear of everything else, in any legal condition."""
    while True:
        x, y = random.uniform(9, 27), random.uniform(9, 27)
        found = ship(key, random.choice((*book().ships,)), x, y, float(random.randrange(360)))
        base = outline(found)
        if all(base.distance(other) > 0.01 for other in taken):
            break
    taken.append(base)
    found = replace(
        found,
        pose=found.pose and found.pose.rounded(),
        sail=random.choice(("anchored", "minimal", "battle", "full")),
        skill=random.randrange(3),
        damage=random.choice((0, 0, 3, 6, 7)),
        fatigue=random.choice((0, 0, 3, 6)),
        aground=random.random() < 0.1,
        reload=random.choice(((), ("port",), ("port", "starboard"))),
        options=random.choice(((), ("sweeps",), ("swift", "weatherly"))),
    )
    fate = random.random() if not key.endswith("1") else 1.0
    if fate < 0.15:
        return replace(found, fatigue=7, captured_by="B" if key[0] == "A" else "A")
    return replace(found, fatigue=7, damage=7) if fate < 0.25 else found

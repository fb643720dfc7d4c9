"""The worth of a plot: fire given and received at its end, distance to the enemy, room,
collisions.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.base.text import pluralized
from engine.game.decision import Answer, Reason
from engine.kit.by_type import cached_per_state
from engine.systems.wooden_ships.data import ATTITUDES, book
from engine.systems.wooden_ships.fleet import (
    Place,
    apart,
    between,
    crewless,
    dismasted,
    snagged_with,
    surrendered,
)
from engine.systems.wooden_ships.gunnery.shot import shot_at
from engine.systems.wooden_ships.sailing import (
    GIVE_UP,
    Helm,
    allowances,
    attitude,
    helm,
    parse_plot,
    plotted,
)
from engine.systems.wooden_ships.state.state import (
    SIDES,
    Ship,
    State,
    afloat,
    holder,
    side_of,
    sides,
)
from engine.systems.wooden_ships.thinking.holds import boarding_worth
from engine.systems.wooden_ships.thinking.prospect import (
    LIKELY,
    Guess,
    beaten,
    broadside_worth,
    foes,
    guesses,
)
from engine.systems.wooden_ships.thinking.way_there import (
    FAR,
    FIGHTING,
    Field,
    Goal,
    line_reasons,
    traffic,
    way_there,
)
from engine.systems.wooden_ships.victory import side_points

WORST = -1000.0
TAKEN = 0.9
"""The weight of a point lost by the enemy's fire, against a point gained by our own."""
CLOSING = 0.1
"""Worth in points of being one hex nearer to the nearest enemy. It decides between plots from which
the way to the fight takes equally many turns."""
SAIL = 1.2
"""Worth in points of each turn that a plot saves on a ship's way into effective range."""
IMPATIENCE = 0.25
"""For a side that is not ahead, `SAIL` grows by this fraction with each turn in which nobody
fires."""
PATIENCE = 2
"""The number of turns for which a ship may lie still without a loss of points."""
WAITING = 1.0
"""The points lost for each further turn of lying still; it makes ships leave a jam."""
LONG = 10
"""After this many turns of lying still the loss stops growing. Otherwise a ship would rather
collide with a friend than wait in a jam."""
ROOM = 0.12
"""Worth in points of each movement point that the ship will have in her next turn, on the heading
that the plot ends with."""
TO_RAKE = 1.0
"""Worth in points of each turn that a plot saves on a ship's way to a place where she rakes."""
RAKING = 4
"""The greatest range, in hexes, from which a ship tries to rake."""
SOON = 3
"""A way to a rake counts its real number of turns only up to this number. A longer way counts one
turn more, because nobody knows the enemy's place by then."""
IRONS = 1.5
"""The points lost by a plot that ends in the wind's eye, without movement points for the next turn:
enemies would rake the ship there."""
GRAPPLED = 1 / 3
"""The chance that one of two adjacent ships grapples the other: two of six faces."""
CLOSE_ENOUGH = 2
"""Within this many hexes of an enemy, the range of carronades, it gains nothing to be nearer."""


def end_of(view: State, ship: Ship, order: str) -> Guess:
    """Return a ship's place at the end of a plot, if nothing gets in her way."""
    path = plotted(view, ship, parse_plot(order)).path
    if not path:
        return Guess(ship.bow, ship.facing)
    column, row, facing = path[-1]
    return Guess((column, row), facing)


def plot_score(view: State, ship_id: str, order: str, draft: Mapping[str, Answer]) -> float:
    """Return the worth of a plot in points; `draft` has the plots of other ships."""
    return sum(reason.worth for reason in plot_reasons(view, ship_id, order, draft))


def plot_reasons(
    view: State, ship_id: str, order: str, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return the reasons for and against a plot, each with its points; `draft` has the plots of
    other ships.
    """
    ship = view.ships[ship_id]
    if order == GIVE_UP:
        if beaten(view, holder(ship)):
            return (Reason("gives_up", "she can no longer hurt the enemy", -WORST),)
        return (Reason("gives_up", "this would lose the battle", WORST),)
    end = end_of(view, ship, order)
    sailing = _sailing(view, ship_id, end)
    fires = any(reason.term == "fire" for reason in sailing)
    waiting = () if fires else _waiting(view, ship, order)
    line = line_reasons(view, ship, (end.bow, end.facing), draft)
    return (*sailing, *waiting, *line, *traffic(view, ship, order, draft))


@cached_per_state
def _sailing(view: State, ship_id: str, end: Guess) -> tuple[Reason, ...]:
    """Return the reasons for and against a plot that depend only on its end, not on friends' plots.
    Cached, because several plots have the same end.
    """
    ship = view.ships[ship_id]
    enemies = foes(view, ship_id)
    given = taken = 0.0
    for number in range(2):
        # Two possible futures, weighted by their probabilities: all enemies stay, or all sail on.
        places = [(view.ships[foe], _future(view, foe, number)) for foe in enemies]
        if not places:
            break
        share = (1.0 - LIKELY, LIKELY)[number]
        given += share * broadside_worth(view, ship, end, places)
        taken += share * sum(
            broadside_worth(view, foe, there, [(ship, end)]) for foe, there in places
        )
    found = [
        Reason("fire", "broadsides that bear on the enemy", given),
        Reason("under_fire", "fire that the enemy may give", -caution(view, ship) * taken),
    ]
    found += _alongside(view, ship, end)
    found += _way(view, ship, end)
    room = allowances(ship)[ATTITUDES.index(attitude(end.facing, view.wind))]
    found.append(Reason("room", "hexes reachable in the next turn", ROOM * room))
    if not room and not dismasted(ship):
        found.append(Reason("irons", "lies in the wind's eye", -IRONS))
    return tuple(reason for reason in found if reason.worth)


def _alongside(view: State, ship: Ship, end: Guess) -> list[Reason]:
    """Return a reason for or against ending beside an enemy, where either ship may grapple and a
    melee follows; [] if no enemy is beside the place.
    """
    found: dict[str, float] = {}
    for foe in foes(view, ship.id):
        for there in guesses(view, foe):
            if between(end.bow, end.facing, there.bow, there.facing) == 1:
                worth = GRAPPLED * there.share * boarding_worth(view, ship.id, foe)
                found[foe] = found.get(foe, 0.0) + worth
    if not found:
        return []
    words = "boards" if sum(found.values()) > 0 else "may be boarded by"
    return [Reason("alongside", f"{words} {' and '.join(found)}", sum(found.values()))]


def _future(view: State, foe: str, number: int) -> Guess:
    every = guesses(view, foe)
    return every[min(number, len(every) - 1)]


def _way(view: State, ship: Ship, end: Guess) -> list[Reason]:
    """Return the reasons for and against a place by the way from there to the fight: hexes, turns,
    and turns to a rake.
    """
    others = places_of_foes(view, ship)
    if not others:
        return []
    nearest = min(between(end.bow, end.facing, *there) for there in others)
    found = []
    if nearest > CLOSE_ENOUGH:
        closing = CLOSING * eagerness(view, ship)
        found.append(
            Reason(
                "distance",
                f"{pluralized(nearest, 'hex', 'hexes')} to the enemy",
                -closing * nearest,
            )
        )
    if turns := field_of(view, ship).turns(end.bow, end.facing):
        words = f"{sail(turns)} until her broadside can hit"
        if turns == FAR:
            words = "she cannot reach the fight from there"
        if _side_eagerness(view, side_of(view, ship)) > 1:
            words += f"; no shot for {pluralized(view.quiet, 'turn')}"
        elif eagerness(view, ship) > 1:
            words += "; both her broadsides are loaded, and others fire"
        found.append(Reason("way", words, -SAIL * eagerness(view, ship) * turns))
    found += _company(view, ship, turns)
    if turns <= 1:
        field = field_of(view, ship, Goal(min(RAKING, _reach(view, ship.id)), rake=True))
        turns = field.turns(end.bow, end.facing, SOON)
        if turns == 0:
            rake = []
        elif turns > SOON:
            rake = [
                Reason("rake", f"more than {sail(SOON)} until she can rake", -TO_RAKE * (SOON + 1))
            ]
        else:
            rake = [Reason("rake", f"{sail(turns)} until she can rake", -TO_RAKE * turns)]
        found += rake
    elif is_fleet_action(view):
        # Else ships would stop two turns from the fight, where they miss no rake yet.
        found.append(Reason("rake", "too far off to rake", -TO_RAKE * (SOON + 1)))
    return found


# A fleet: until the first ship of a side is in range, the line is formed on the slowest one.
#
# Each ship may be at most `APART` turns of sailing nearer to the fight than the next one, so that
# none is in range alone. Once a ship is in range, all others sail to her help.


FLEET = 4
"""A battle with more ships than this on the map is a fleet action. With fewer, playouts judge the
plots, and nobody waits for a consort."""
APART = 2
"""The number of turns of sailing from one ship to the next that still counts as company."""
COMPANY = 2.0
"""The points lost for each turn by which a plot leads farther ahead than that. It is more than the
`SAIL` and the `CLOSING` that a plot gains in a turn, and grows with the eagerness as they do."""
JAMMED = 6
"""Nobody waits for a ship that has lain still for more turns than this."""
READY = 2.0
"""The least eagerness of a ship with both sides loaded while others fire: her guns are idle, be it
for a turn or for twenty."""
LULL = 4
"""After this many turns without fire the action has died down, and only a side that is not ahead
presses on."""
LATE = 60
"""After this many turns without fire nobody waits. A ship that beats up to a fleet needs some
fifty."""


def is_fleet_action(view: State) -> bool:
    """Tell whether so many ships are on the map that they fight in company."""
    return len(afloat(view)) > FLEET


def _company(view: State, ship: Ship, turns: int) -> list[Reason]:
    """Return the reason against a place from which a ship, `turns` of sailing from the fight, would
    come into range too long before her consorts; [] if she keeps company.
    """
    if not is_fleet_action(view) or view.quiet > LATE:
        return []
    here = field_of(view, ship).turns(ship.bow, ship.facing), ship.id
    behind = [each for each in _under_way(view, side_of(view, ship)) if each > here]
    # Consorts sail on in this turn, too.
    ahead, (far, consort) = max(
        ((each[0] - 1 - APART * place - turns, each) for place, each in enumerate(behind, 1)),
        default=(0, (0, "")),
    )
    if ahead <= 0:
        return []
    words = f"{pluralized(ahead, 'turn')} too far ahead of {consort}, who has {sail(far)} to go"
    return [Reason("company", words, -COMPANY * eagerness(view, ship) * ahead)]


@cached_per_state
def _under_way(view: State, side: str) -> tuple[tuple[int, str], ...]:
    """Return (turns of sailing to the fight, id) of each ship that a side waits for, the nearest
    first; () when any of its ships is in range of an enemy.
    """
    able = [ship for ship in afloat(view) if not surrendered(ship) and not crewless(ship)]
    own, others = (
        [ship for ship in able if (side_of(view, ship) == side) == mine] for mine in (True, False)
    )
    reach = book().gunnery.max_range
    if any(apart(ship, other) <= reach for ship in own for other in others):
        return ()
    found = (
        (field_of(view, ship).turns(ship.bow, ship.facing), ship.id)
        for ship in own
        if not dismasted(ship) and ship.still <= JAMMED and not snagged_with(view, ship.id)
    )
    return tuple(sorted(each for each in found if each[0] < FAR))


def sail(turns: int) -> str:
    """Return a number of turns as words.

    >>> sail(1), sail(2)
    ('1 turn of sailing', '2 turns of sailing')
    """
    return f"{turns} turns of sailing" if turns != 1 else "1 turn of sailing"


def field_of(view: State, ship: Ship, goal: Goal | None = None) -> Field:
    """Return a map of turns: how many a ship like this one needs, from any place, until she can
    fight an enemy that stays on his course.

    `goal` replaces fighting by another goal, such as raking.
    """
    return _field(view, side_of(view, ship), helm(view, ship), goal or Goal(_reach(view, ship.id)))


@cached_per_state
def _field(view: State, side: str, of: Helm, goal: Goal) -> Field:
    around = frozenset(each.bow for each in afloat(view))
    return way_there(of, _enemies_at(view, side), view.land, around, goal)


@cached_per_state
def _reach(view: State, ship_id: str) -> int:
    return reach_of(view.ships[ship_id])


def reach_of(ship: Ship) -> int:
    """Return the range in hexes up to which a ship's broadside is effective; 1 for a ship that can
    only board.
    """
    return max(
        (
            far
            for far in range(1, FIGHTING + 1)
            if any(shot_at(ship, side, far, "").fires for side in SIDES)
        ),
        default=1,
    )


def caution(view: State, ship: Ship) -> float:
    """Return the weight of damage to a ship. For a side that is not ahead it falls with each turn
    without fire, because that side would lose if nothing happened.
    """
    return TAKEN / eagerness(view, ship)


def _waiting(view: State, ship: Ship, order: str) -> tuple[Reason, ...]:
    """Return the loss of points for a ship that lies still for long in a place where she cannot
    fire; () else.
    """
    waits = min(ship.still, LONG) - PATIENCE
    if "1" in parse_plot(order) or waits <= 0 or not places_of_foes(view, ship):
        return ()
    return (
        Reason("waits", f"has lain still for {pluralized(ship.still, 'turn')}", -WAITING * waits),
    )


def places_of_foes(view: State, ship: Ship) -> frozenset[Place]:
    """Return where the enemies of a ship that can still fight are expected after their plots."""
    return _enemies_at(view, side_of(view, ship))


@cached_per_state
def _enemies_at(view: State, side: str) -> frozenset[Place]:
    return frozenset(
        (there.bow, there.facing)
        for other in afloat(view)
        if side_of(view, other) != side and not surrendered(other) and not crewless(other)
        for there in (_future(view, other.id, 1),)
    )


def eagerness(view: State, ship: Ship) -> float:
    """Return the factor by which coming nearer to the enemy counts: 1 for a side that is ahead,
    else growing with each turn without fire.

    While others fire in a fleet action, it is at least `READY` for a ship with both sides loaded,
    so that she does not stay out of the fight. A ship in a jam has to get out of it first: she
    would not turn away from the fight for that.
    """
    others_fire = view.fired and view.quiet < LULL and is_fleet_action(view)
    idle = others_fire and "empty" not in ship.loaded and ship.still <= PATIENCE
    return max(_side_eagerness(view, side_of(view, ship)), READY if idle else 1.0)


@cached_per_state
def _side_eagerness(view: State, mine: str) -> float:
    own, *others = sorted(sides(view), key=lambda side: side != mine)
    ahead = all(side_points(view, own) > side_points(view, other) for other in others)
    return 1.0 if ahead else 1.0 + IMPATIENCE * view.quiet

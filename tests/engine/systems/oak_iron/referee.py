"""A second implementation of the rules of chapters 4 and 5, which checks a battle's log as a
referee would by hand.

It knows the ships and cards of the quick start. It shares no code with the rules, except their
numbers and the test for Formation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, radians, sin

from shapely import LineString, Point, Polygon

from engine.kernel.battle import Battle
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import SAILS, Attack, Ship, State

Corner = tuple[float, float]
Span = tuple[State, list[ev.AnyEvent], State]
BANDS = (("yard_arm", 1.0), ("pistol", 3.0), ("musket", 6.0), ("cannon", 12.0))
SKULLS = {"skull"}
HITS = {
    "cannon": SKULLS | {"cannon"},
    "musket": SKULLS | {"cannon", "musket"},
    "pistol": SKULLS | {"cannon", "musket", "swords"},
    "yard_arm": SKULLS | {"cannon", "musket", "swords"},
}
MELEE = SKULLS | {"swords", "musket"}
NEEDED = {"high_freeboard": 2, "very_high_freeboard": 3}
ACTS = (ev.Reloaded, ev.FatigueRemoved, ev.DamageRepaired, ev.GotOff, ev.FlagTransferred)


def judged(battle: Battle) -> Counter[str]:
    """Check every attack and activation of a battle; return {what was checked: how often}."""
    found: Counter[str] = Counter()
    for span in spans(battle, ev.AttackDeclared, (ev.AttackEnded,)):
        found[judge_attack(span)] += 1
    for span in spans(battle, ev.ShipActivated, (ev.WakePlaced, ev.WakeRemoved)):
        before, facts, _ = span
        assert isinstance(facts[0], ev.ShipActivated)
        if facts[0].phase == "movement":
            judge_move(span)
        acts = judge_acts(battle, before, facts)
        found.update([facts[0].phase, *acts])
    return found


def spans(
    battle: Battle, first: type[ev.AnyEvent], last: tuple[type[ev.AnyEvent], ...]
) -> Iterator[Span]:
    """Yield the events from each event of the kind `first` to one of the kinds `last`, with the
    states around them.
    """
    state, start = battle.at(0), None
    facts: list[ev.AnyEvent] = []
    for record in battle.entries:
        for fact in record.events:
            if isinstance(fact, first):
                start, facts = state, []
            state = battle.game.evolve(state, fact)
            facts.append(fact)
            if start is not None and isinstance(fact, last):
                yield start, facts, state
                start = None


def corners(ship: Ship) -> list[Corner]:
    """Return the corners (bow port, bow starboard, stern starboard, stern port) of a ship's
    base.
    """
    assert ship.pose is not None
    card, turn = book().ships[ship.type], radians(ship.pose.heading)
    ahead, beam = card.length / 2, card.width / 2
    return [
        (
            ship.pose.x + sin(turn) * ahead * along + cos(turn) * beam * across,
            ship.pose.y + cos(turn) * ahead * along - sin(turn) * beam * across,
        )
        for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    ]


def apart(one: Ship, other: Ship) -> float:
    """Return the range between two ships in inches."""
    return float(Polygon(corners(one)).distance(Polygon(corners(other))))


# Attacks ----------------------------------------------------------------------------------


def judge_attack(span: Span) -> str:
    """Check one attack: its dice, range, path, rake and results; return what kind it was."""
    before, facts, after = span
    assert isinstance(facts[0], ev.AttackDeclared)
    attack = facts[0].attack
    firer, target = before.ships[attack.attacker], before.ships[attack.target]
    rolled = next(fact for fact in facts if isinstance(fact, ev.DiceRolled))
    assert len(rolled.faces) == attack.dice == dice(before, attack), attack
    band = ""
    if attack.kind != "close_combat":
        inches = apart(firer, target)
        band = next(name for name, limit in BANDS if inches <= limit + 0.002 + 1e-6)
        judge_aim(before, attack, band)
    marks = {*firer.reload, *([attack.edge] if attack.kind == "broadside" else [])}
    assert {*after.ships[firer.id].reload} == marks
    if not any(isinstance(fact, ev.Collided) for fact in facts):
        judge_harm(span, attack, band)
    return f"{attack.kind} {attack.aim} {attack.rake}".strip()


def dice(state: State, attack: Attack) -> int:
    """Return the number of dice: less Fatigue down to its limit, plus cards and Formation, then
    halved.
    """
    firer = state.ships[attack.attacker]
    card, squadron = book().ships[firer.type], state.squadrons[firer.squadron]
    if attack.kind == "close_combat":
        return max(3 + card.crew - firer.fatigue, 1)
    if attack.kind == "broadside":
        total = max(card.broadside - firer.fatigue, min(card.broadside, card.crew))
        total += squadron.face_up == "effective_fire"
    else:
        total = max(card.crew - firer.fatigue, 1)
    if not state.rules.quick_start:
        total += firer.id in in_formation(state, squadron.key, for_cards=False)
    return total if attack.aim == "hull" else max(total // 2, 1)


def judge_aim(state: State, attack: Attack, band: str) -> None:
    """Check range band, broadside path, Reload marker and rake of a shot; there is no fog in these
    battles.
    """
    firer, target = state.ships[attack.attacker], state.ships[attack.target]
    assert attack.band == band
    assert attack.aim != "crew" or band in ("yard_arm", "pistol")
    if attack.kind == "partial_fire":
        assert band != "cannon"
        assert not attack.rake
        return
    assert attack.edge not in firer.reload
    base = corners(firer)
    (ax, ay), (bx, by) = (base[0], base[3]) if attack.edge == "port" else (base[1], base[2])
    other = base[1] if attack.edge == "port" else base[0]
    out = (ax - other[0]) * 40, (ay - other[1]) * 40
    strip = [(ax, ay), (bx, by), (bx + out[0], by + out[1]), (ax + out[0], ay + out[1])]
    assert Polygon(strip).intersects(Polygon(corners(target))), attack
    middle = (ax + bx) / 2, (ay + by) / 2
    line = LineString([middle, (middle[0] + out[0], middle[1] + out[1])])
    bow, stern = LineString(corners(target)[:2]), LineString(corners(target)[2:])
    rake = ""
    if line.intersects(bow) and line.intersects(stern):
        near = {
            name: line.intersection(end).distance(Point(middle))
            for name, end in (("bow", bow), ("stern", stern))
        }
        rake = min(near, key=lambda name: near[name])
    if state.rules.quick_start or band == "cannon" or attack.aim == "rigging":
        rake = ""
    assert attack.rake == rake, attack


class Tracks:
    """A ship's tracks for damage and Fatigue, filled point by point."""

    def __init__(self, ship: Ship, spared: int) -> None:
        self.damage, self.fatigue = ship.damage, ship.fatigue
        self.ship, self.spared = ship, spared

    def tire(self, points: int) -> None:
        """Add Fatigue; with the card Down! the first point of an attack is ignored."""
        for _ in range(points):
            if self.spared:
                self.spared -= 1
            elif self.fatigue < self.ship.fatigue_boxes:
                self.fatigue += 1

    def hurt(self, points: int) -> None:
        """Add damage; points beyond the last box become Fatigue."""
        room = self.ship.damage_boxes - self.damage
        self.damage += min(points, room)
        self.tire(max(points - room, 0))

    def cripple(self) -> None:
        """Fill the damage track; if it is full already, fill both tracks."""
        if self.damage == self.ship.damage_boxes:
            self.fatigue = self.ship.fatigue_boxes
        self.damage = self.ship.damage_boxes


def judge_harm(span: Span, attack: Attack, band: str) -> None:
    """Check Fatigue, damage, sails and masts after an attack, from its faces."""
    before, facts, after = span
    target = before.ships[attack.target]
    tracks = Tracks(target, int(before.squadrons[target.squadron].face_up == "down"))
    faces = after_rerolls(facts)
    critical: tuple[str, ...] = ()
    if attack.kind == "close_combat":
        wanted = MELEE if attack.edge in ("port", "starboard") else SKULLS
        tracks.tire(sum(face in wanted for face in faces))
    elif attack.aim == "hull":
        rules, rake = book().ships[target.type].special_rules, attack.rake
        hits = sum(face in HITS[band] for face in faces)
        needed = 1 if rake else max(NEEDED.get(rule, 1) for rule in ("", *rules))
        fortitude = book().ships[target.type].fortitude + ("small" in rules and band == "cannon")
        if hits >= needed:
            tracks.tire(2 if rake else 1)
        tracks.hurt(hits // (1 if rake == "stern" else fortitude))
        critical = next((fact.faces for fact in facts if isinstance(fact, ev.CriticalRolled)), ())
        triggers = SKULLS | ({"cannon"} if rake else set())
        assert len(critical) == sum(face in triggers for face in faces)
    else:
        critical = faces
    hull, rigging, crew = (critical.count(face) for face in ("skull", "sail", "swords"))
    if attack.aim != "hull":
        hull = 0
        rigging, crew = (rigging, 0) if attack.aim == "rigging" else (0, crew)
    if hull >= 2:
        tracks.cripple()
    else:
        tracks.hurt(hull)
    tracks.tire((2 if attack.rake and attack.aim == "crew" else 1) if crew else 0)
    assert any(isinstance(fact, ev.HelmHit) for fact in facts) == (crew >= 2)
    level = SAILS.index(target.sail)
    now = after.ships[target.id]
    assert now.sail == SAILS[max(level - bool(rigging), 0)]
    assert now.aground == (target.aground or rigging >= 2)
    assert (now.damage, now.fatigue) == (tracks.damage, tracks.fatigue), (attack, faces, critical)


def after_rerolls(facts: list[ev.AnyEvent]) -> tuple[str, ...]:
    """Return the faces of an attack after its last re-roll."""
    faces: tuple[str, ...] = ()
    for fact in facts:
        if isinstance(fact, ev.HitsScored):
            break
        if isinstance(fact, ev.DiceRolled | ev.DiceRerolled):
            faces = fact.faces
    return faces


# Activations ------------------------------------------------------------------------------


def judge_move(span: Span) -> None:
    """Check the length of the slides, the turns and the measuring tool of a ship's move."""
    before, facts, _ = span
    assert isinstance(facts[0], ev.ShipActivated)
    ship = before.ships[facts[0].ship]
    tool = speed(before, ship, facts)
    struck = any(isinstance(fact, ev.Collided) and fact.ship == ship.id for fact in facts)
    pose = ship.pose
    for fact in facts:
        if not isinstance(fact, ev.ShipMoved) or fact.ship != ship.id:
            continue
        assert pose is not None
        if fact.how == "sail":
            assert fact.speed == tool, (ship, facts)
            judge_legs(ship, [pose, *fact.via, fact.pose], tool, struck)
        pose = fact.pose


def judge_legs(ship: Ship, poses: list[Pose], tool: int, struck: bool) -> None:
    """Check that the slides add up to the tool's length, and that the turns keep to its angle."""
    slid, turns = 0.0, 0
    for start, end in pairwise(poses):
        if start.heading == end.heading:
            slid += dist(start.at, end.at)
            continue
        turns += 1
        angle = (end.heading - start.heading + 180) % 360 - 180
        assert abs(angle) <= (45 if tool <= 2 else 30) + 1e-6
    assert turns <= 1, "the second turn of a Yare ship is an order of its own"
    assert slid <= tool + 0.001
    assert struck or abs(slid - tool) <= 0.001, (ship, poses)


def speed(state: State, ship: Ship, facts: list[ev.AnyEvent]) -> int:
    """Return the speed rating of a ship that is not held."""
    card = book().ships[ship.type]
    chosen = {fact.point for fact in facts if isinstance(fact, ev.ShipActivated | ev.PointChosen)}
    total = card.large if "large" in chosen else card.windward
    total += (ship.sail == "full") - (ship.sail == "minimal")
    total += "large" in chosen and state.squadrons[ship.squadron].face_up == "favorable_wind"
    adjusted = sum(fact.by for fact in facts if isinstance(fact, ev.SpeedAdjusted))
    limit = 2 if ship.damage == ship.damage_boxes else 5
    if any(isinstance(fact, ev.CutLoose) for fact in facts):
        limit = 1
    return min(max(min(max(total, 0), limit) + adjusted, 0), limit)


def judge_acts(battle: Battle, state: State, facts: list[ev.AnyEvent]) -> list[str]:
    """Check that at most one Crew Action was taken, by a crew that was allowed to; return its
    name.
    """
    first = facts[0]
    assert isinstance(first, ev.ShipActivated)
    acts: list[str] = []
    firing = False
    for fact in facts:
        firing = isinstance(fact, ev.AttackDeclared) or (
            firing and not isinstance(fact, ev.AttackEnded)
        )
        if isinstance(fact, ACTS) and not firing:
            acts.append(type(fact).__name__)
            ship = state.ships[first.ship]
            assert not state.holds(ship.id)
            rally = isinstance(fact, ev.FatigueRemoved)
            assert rally or not ship.shaken
            assert rally or state.squadrons[ship.squadron].face_up != "down"
            assert ship.sail != "full" or not isinstance(fact, ev.Reloaded)
            if first.phase == "attack":
                judge_sea_room(state, ship)
            else:
                assert not ship.cut_free
        state = battle.game.evolve(state, fact)
    assert len(acts) <= 1, acts
    return acts


def judge_sea_room(state: State, ship: Ship) -> None:
    """Check that no enemy that can fight is within Pistol Shot."""
    for other in state.ships.values():
        if other.squadron != ship.squadron and other.fights:
            assert apart(ship, other) > 3.002, (ship, other)

"""What must be true in every battle of Oak & Iron after every command, for any players."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import cos, hypot, radians, sin
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace
from shapely import Polygon

from engine.arena import crews, play_out
from engine.base.dice import Dice
from engine.kernel.battle import Battle, Change
from engine.kernel.codec import codec
from engine.kernel.registry import system
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import SOLID
from engine.systems.oak_iron.state.state import HIDDEN, Rules, Ship, Squadron, State
from tests.engine.checked import checked

OVERLAP = 0.0001
"""The largest area in square inches that two bases may share."""


def watched(battle: Battle) -> Battle:
    """Return the battle after a check of its state, which is repeated after every command."""
    check_state(battle.state)
    return checked(battle, _check_change)


def fought(
    seed: int, first: str, second: str, melee: bool = False, path: Path | None = None
) -> Battle:
    """Play a whole battle between two players, with all checks after every command and at its
    end.
    """
    game = system("oak_iron")
    state = game.set_up("quickstart")
    if melee:
        state = closed_in(state, Random(seed))
    battle = watched(Battle.from_state(game, state, seed, path=path, scenario="quickstart"))
    play_out(battle, crews(game, battle.state, seed, first, second))
    check_dice(battle)
    check_fold(battle)
    return battle


def fought_with_any_cards(seed: int) -> Battle:
    """Play a close fight under all rules, with hands drawn from all initiative cards."""
    game, random = system("oak_iron"), Random(seed)
    state = closed_in(game.set_up("quickstart"), random)
    dealt = {key: random.sample(sorted(shipped().cards), 12) for key in state.squadrons}
    squadrons = {
        key: replace(each, hand=tuple(dealt[key][:9]), discarded=tuple(dealt[key][9:]), fortune=2)
        for key, each in state.squadrons.items()
    }
    state = replace(state, squadrons=squadrons, rules=Rules(events=True))
    battle = watched(Battle.from_state(game, state, seed, scenario="quickstart"))
    play_out(battle, crews(game, battle.state, seed, "ensign", "ensign"))
    check_dice(battle)
    check_fold(battle)
    return battle


def fought_from_set_up(seed: int, scenario: str, path: Path | None = None) -> Battle:
    """Set up and play a battle at random, with all checks after every command and at its end."""
    game = system("oak_iron")
    battle = watched(Battle.new(game, scenario, seed, path=path))
    play_out(battle, crews(game, battle.state, seed, "ensign", "ensign"))
    check_dice(battle)
    check_fold(battle)
    return battle


def closed_in(state: State, random: Random) -> State:
    """Return the battle with all ships moved close together in mid-table, on random headings."""
    placed: list[Polygon] = []
    ships = {}
    for key, ship in state.ships.items():
        while True:
            x, y = random.uniform(13, 23), random.uniform(13, 23)
            moved = replace(ship, pose=Pose(x, y, float(random.randrange(360))).rounded())
            base = outline(moved)
            if all(base.distance(other) > 0.01 for other in placed):
                break
        placed.append(base)
        ships[key] = moved
    return replace(state, ships=ships)


def _check_change(battle: Battle, change: Change) -> None:
    check_state(change.after)
    check_land(change)
    check_cards(change)
    check_secrets(battle, change)


def check_land(change: Change) -> None:
    """Check that no ship has moved onto land."""
    for key, ship in change.after.ships.items():
        if ship.pose is None or ship.pose == change.before.ships[key].pose:
            continue
        base = outline(ship)
        for piece in change.after.terrain:
            if piece.kind in SOLID:
                shared = base.intersection(Polygon(piece.outline)).area
                assert shared <= OVERLAP, f"{key} lies on {piece.id} by {shared}"


def check_cards(change: Change) -> None:
    """Check that initiative cards neither appear nor disappear, except one discarded from a
    hand.
    """
    for key, squadron in change.after.squadrons.items():
        dropped = [
            event.card
            for event in change.record.events
            if isinstance(event, ev.CardDropped) and event.squadron == key
        ]
        held = sorted([*_cards(squadron), *dropped])
        assert held == sorted(_cards(change.before.squadrons[key])), (key, change.record.n)


def _cards(squadron: Squadron) -> list[str]:
    beside = (squadron.face_up, squadron.face_down, squadron.laid_on or "")
    return [*squadron.hand, *squadron.discarded, *(card for card in beside if card)]


def check_state(state: State) -> None:
    """Check the bases, the tracks, and the pairs of ships (such as entangled ones) of a state."""
    assert list(state.ships) == sorted(state.ships), "a file would have them in another order"
    assert list(state.squadrons) == sorted(state.squadrons)
    afloat = [ship for ship in state.ships.values() if ship.pose is not None]
    for one, other in combinations(afloat, 2):
        assert one.pose is not None
        assert other.pose is not None
        if hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > 8:
            continue
        shared = _shared(one.type, one.pose, other.type, other.pose)
        assert shared <= OVERLAP, f"{one.id} and {other.id} overlap by {shared}"
    for ship in state.ships.values():
        assert 0 <= ship.damage <= ship.damage_boxes, ship
        assert 0 <= ship.fatigue <= ship.fatigue_boxes, ship
        assert (bool(ship.lost) or ship.awaited) == (ship.pose is None), ship
        assert not ship.awaited or state.plan, ship
    for pair in state.entangled:
        assert list(pair) == sorted(pair)
        assert all(state.ships[key].pose is not None for key in pair), pair


def check_secrets(battle: Battle, change: Change) -> None:
    """Check that no seat sees or reads of a card that another seat holds in secret."""
    encode = codec(battle.game).encode
    for seat in (*change.after.squadrons, ""):
        view = battle.game.view(change.after, seat)
        for key, squadron in change.after.squadrons.items():
            if key == seat:
                continue
            shown = encode(view.squadrons[key])
            borrowed = squadron.borrowed or ()
            public = {squadron.face_up, *borrowed, *squadron.discarded, *squadron.seen}
            public |= {squadron.face_down} if squadron.laid_open else set()
            secret = {squadron.face_down, *squadron.hand} - public - {"", HIDDEN}
            assert not [card for card in secret if f'"{card}"'.encode() in shown], (seat, key)
        before = change.before
        for event in change.record.events:
            if isinstance(event, ev.CardChosen | ev.CardLaidAtRandom) and event.squadron != seat:
                told = battle.game.words.tell(before, event, seat)
                assert shipped().cards[event.card].name not in told
            before = battle.game.evolve(before, event)


def check_dice(battle: Battle) -> None:
    """Check that every face in the log is that of the seed, in order, and that their number is
    right.
    """
    dice, faces = Dice(battle.seed), shipped().dice.faces
    state = battle.at(0)
    for record in battle.entries:
        for event in record.events:
            fallen = _fallen(event)
            for number, face in enumerate(fallen, state.dice):
                assert face == faces[dice.face(number) - 1], (record.n, event)
            after = battle.game.evolve(state, event)
            thrown = after.dice - state.dice
            assert thrown == len(fallen) if fallen else thrown >= 0, (record.n, event)
            state = after
    assert state.dice == battle.state.dice


def _fallen(event: Any) -> tuple[str, ...]:
    """Return the faces of the dice that were rolled in an event."""
    match event:
        case ev.DiceRolled(faces=faces) | ev.DiceAdded(faces=faces):
            return faces
        case ev.DiceRerolled(dice=dice, faces=faces):
            return tuple(faces[place] for place in dice)
        case ev.OfficerRolled(face=face) | ev.SinkingRolled(face=face):
            return (face,)
    return ()


def check_fold(battle: Battle) -> None:
    """Check that folding the events gives the same state as the running battle, in memory and from
    the file.
    """
    state = battle.at(0)
    for record in battle.entries:
        for event in record.events:
            state = battle.game.evolve(state, event)
    assert state == battle.state
    if battle.path:
        again = Battle.open(battle.path, write=False)
        assert again.state == battle.state
        verdict = again.verify()
        assert verdict.ok, verdict.text
        again.close()


@lru_cache(maxsize=4096)
def _shared(one: str, pose: Pose, other: str, there: Pose) -> float:
    """Return the area (square inches) that two bases share; cached while both stay where they
    are.
    """
    return float(_base(one, pose).intersection(_base(other, there)).area)


def outline(ship: Ship) -> Polygon:
    """Return the outline of a ship's base, computed here and not by the geometry that is being
    checked.
    """
    assert ship.pose is not None
    return _base(ship.type, ship.pose)


def _base(kind: str, pose: Pose) -> Polygon:
    card = shipped().ships[kind]
    angle = radians(pose.heading)
    ahead, beam = (sin(angle), cos(angle)), (cos(angle), -sin(angle))
    return Polygon(
        [
            (
                pose.x + a * card.length / 2 * ahead[0] + b * card.width / 2 * beam[0],
                pose.y + a * card.length / 2 * ahead[1] + b * card.width / 2 * beam[1],
            )
            for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1))
        ]
    )

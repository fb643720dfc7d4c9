"""A battle in hindsight: its dice and statistics; and which battles puzzles are taken from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.game.parts.part import lazy_method
from engine.game.parts.review import (
    ALL,
    Aftermath,
    Luck,
    PuzzleGround,
    Review,
    Rolled,
    Score,
    ShipTally,
    Theme,
    binomial,
)
from engine.kit.counting import Counting
from engine.kit.dataset import uses_own_data
from engine.kit.ledger import evolve
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Symbol
from engine.systems.oak_iron.gunnery.critical import USEFUL
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.wording import plain
from engine.systems.oak_iron.victory.strike import borne, ending, points
from engine.systems.oak_iron.words.telling import tell

if TYPE_CHECKING:
    from engine.game.game import Record


# The dice of an event: the faces that count as successes, and their probability.


DIE = ""
"""The name of the game's only kind of die; its faces are symbols."""
_PURPOSES = {
    "skill_test": "skill tests",
    "challenge_test": "challenges",
    "collision": "collisions",
    "shoals": "shoals",
    "critical": "critical",
    "officer": "officers",
    "sinking": "sinking",
    "partial_fire": "partial fire",
    "broadside": "broadsides",
    "close_combat": "close combat",
    "landing_party": "parties",
}
_TESTS = {
    "skill_test": ("skill_test",),
    "challenge_test": ("challenge_test",),
    "marksmen": ("marksmen_trigger",),
    "critical": USEFUL,
}
"""The rows of the dice table whose symbols are successes, by purpose of the roll."""
_PERILS = {
    "collision": "collision_damage",
    "shoals": "shoals",
    "officer": "officer_loss",
    "sinking": "sinking",
}
"""The row of the dice table whose symbols are bad for the ship that rolls, by purpose of the roll.
All other symbols are successes."""


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the rolls of dice in an event; every seat may see all of them."""
    match event:
        case ev.DiceRolled():
            return (_rolled(before, event.purpose, event.ship, event.faces),)
        case ev.DiceAdded() if before.roll is not None:
            return (_rolled(before, before.roll.purpose, before.roll.ship, event.faces),)
        case ev.DiceRerolled() if before.roll is not None:
            fresh = tuple(event.faces[place] for place in event.dice)
            return (_rolled(before, before.roll.purpose, event.ship, fresh),)
        case ev.OfficerRolled():
            return (_rolled(before, "officer", event.ship, (event.face,)),)
        case ev.SinkingRolled():
            return (_rolled(before, "sinking", event.ship, (event.face,)),)
    return ()


def faces_of(die: str) -> Mapping[str, float]:
    """Return {symbol: its chance on one die}; the game has only one kind of die."""
    table = book().dice.faces
    return {symbol: table.count(symbol) / len(table) for symbol in dict.fromkeys(table)}


def side_name(state: State, squadron: str) -> str:
    """Return the name of a squadron's side: the name of its fleet, or without a fleet its own."""
    each = state.squadrons[squadron]
    return each.fleet or each.name


def _rolled(state: State, purpose: str, ship: str, faces: tuple[Symbol, ...]) -> Rolled:
    wanted, table = _wanted(state, purpose), book().dice.faces
    share = sum(face in wanted for face in table) / len(table)
    return Rolled(
        side=side_name(state, state.ships[ship].holder),
        ship=f"{ship} {state.ships[ship].name}".rstrip(),
        kind=_PURPOSES.get(purpose, plain(purpose)),
        got=sum(face in wanted for face in faces),
        fair=binomial(len(faces), share),
        faces=tuple((DIE, face) for face in faces),
    )


def _wanted(state: State, purpose: str) -> frozenset[Symbol]:
    """Return the symbols that count as successes for the ship that rolls."""
    counts = book().dice.counts
    if purpose in _TESTS:
        return frozenset(symbol for name in _TESTS[purpose] for symbol in counts[name])
    if purpose in _PERILS:
        return frozenset(book().dice.faces) - frozenset(counts[_PERILS[purpose]])
    assert state.attack is not None
    return frozenset(state.attack.hits)


# The aftermath: strike points, gunnery of each ship, luck of the dice, turning points.


COUNTED = ("shots", "hits", "d dealt", "f dealt", "d taken", "f taken")
"""The columns of a ship's row in the statistics: her attacks and their hits, the damage and fatigue
that she dealt, the damage and fatigue that she took."""
HEAVY = 3
"""An attack that does at least this much damage counts as a turning point."""


def aftermath(start: State, entries: Sequence[Record]) -> Aftermath:
    """Return the statistics of a part of a battle, given as log entries.

    `start` is the state before the first entry.
    """
    return _Counting(start).count_entries(entries)


class _Counting(Counting[State, ev.AnyEvent]):
    """Adds up the statistics of a battle, event by event."""

    decisive = (
        ev.AdmiralKilled,
        ev.BecameCrippled,
        ev.BecameOutOfAction,
        ev.BattleEnded,
        ev.ShipCaptured,
        ev.ShipDestroyed,
        ev.ShipLeft,
        ev.ShipRecaptured,
        ev.ShipRemoved,
        ev.WentAground,
    )
    evolve, tell = staticmethod(evolve), staticmethod(tell)

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.counts: dict[str, list[int]] = defaultdict(lambda: [0] * len(COUNTED))
        self.dice: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0, 0.0])
        self.blow = 0
        """The damage that the current attack has done so far."""

    def loser(self, event: ev.AnyEvent) -> str:
        match event:
            case ev.AdmiralKilled():
                return event.squadron
            case ev.ShipRecaptured():
                return self.state.ships[event.ship].holder
            case (
                ev.BecameCrippled()
                | ev.BecameOutOfAction()
                | ev.ShipCaptured()
                | ev.ShipDestroyed()
                | ev.ShipLeft()
                | ev.ShipRemoved()
                | ev.WentAground()
            ):
                return self.state.ships[event.ship].squadron
        return ""

    def count(self, event: ev.AnyEvent) -> None:
        for rolled in rolls(self.state, event):
            for what in (ALL, rolled.kind):
                sums = self.dice[what, rolled.side]
                sums[0] += len(rolled.faces)
                sums[1] += rolled.got
                sums[2] += rolled.mean
        match event:
            case ev.StrikePointsCounted():
                points: dict[str, int] = defaultdict(int)
                most: dict[str, int] = defaultdict(int)
                for key, more in event.points.items():
                    points[side_name(self.state, key)] += more
                    most[side_name(self.state, key)] += borne(self.state, key)
                turn = self.state.turn
                self.score(Score(turn, side, points[side], most[side]) for side in points)
            case ev.AttackDeclared():
                self.counts[event.attack.attacker][0] += 1
                self.blow = 0
            case ev.HitsScored():
                self.counts[event.attacker][1] += event.hits
            case ev.DamageTaken():
                self._suffered(event.ship, event.points, 2)
            case ev.FatigueTaken():
                self._suffered(event.ship, event.points, 3)

    def all(self) -> Aftermath:
        sides = {
            each.side: side_name(self.state, key) for key, each in self.state.squadrons.items()
        }
        tallies: list[ShipTally] = []
        for ship in self.state.ships.values():
            name = ship.name or book().ships[ship.type].name
            side = side_name(self.state, ship.squadron)
            tallies.append(ShipTally(ship.id, name, side, tuple(self.counts[ship.id]), _fate(ship)))
        thrown: dict[str, float] = defaultdict(float)
        for (purpose, _), sums in self.dice.items():
            thrown[purpose] += sums[0]
        luck = []
        for purpose, side in sorted(self.dice, key=lambda key: (-thrown[key[0]], key)):
            dice, successes, expected = self.dice[purpose, side]
            luck.append(Luck(side, purpose, int(dice), int(successes), round(expected, 3)))
        return Aftermath(
            sides=tuple(dict.fromkeys(sides.values())),
            score_name="Strike points/ships",
            scores=tuple(self.scores.values()),
            count_name="Ships: damage (d) and fatigue (f)",
            counted=COUNTED,
            ships=tuple(tallies),
            luck=tuple(luck),
            moments=tuple(self.moments),
            decided=ending(self.state),
        )

    # Points and harm -------------------------------------------------------------------

    def _suffered(self, ship: str, points: int, place: int) -> None:
        """Count points that a ship took, and credit them to the attacker if this is an attack on
        her.

        `place` is the column of `COUNTED` for the attacker; the ship's own column is two further
        on.
        """
        self.counts[ship][place + 2] += points
        attack = self.state.attack
        if attack is None or attack.target != ship:
            return
        self.counts[attack.attacker][place] += points
        if place == 2:
            before, self.blow = self.blow, self.blow + points
            if before < HEAVY <= self.blow:
                self.note(f"{self._who(attack.attacker)} hits {self._who(ship)} hard")

    # Dice ------------------------------------------------------------------------------

    def _who(self, ship: str) -> str:
        return f"{ship} {self.state.ships[ship].name}".rstrip()


def _fate(ship: Ship) -> str:
    if ship.lost:
        return ship.lost
    if ship.captured_by:
        return "captured"
    if ship.out_of_action:
        return "wreck"
    return "crippled" if ship.crippled else "shaken" if ship.shaken else ""


# The scenarios from whose battles puzzles are taken, and the themes of those puzzles.


PUZZLES = PuzzleGround(
    # six ships take four times as long as four
    scenarios=("quickstart", "quickstart", "quickstart", "patrol"),
    themes=(
        Theme("which ship first", "name_ship"),
        Theme("turning", "manoeuvre", "*_start"),
        Theme("turning", "manoeuvre", "*_end"),
        Theme("turning", "manoeuvre", "*_twice"),
        Theme("the move", "manoeuvre"),
        Theme("turning", "turn"),
        Theme("seamanship", "seamanship"),
        Theme("a turn before the move", "seamanship_action", "change_heading"),
        Theme("seamanship", "seamanship_action"),
        Theme("sail and speed", "shift"),
        Theme("sail and speed", "free_sail"),
        Theme("reaction fire", "reaction"),
        *(
            theme
            for kind in ("attack", "crew_action", "second_broadside", "free_attack")
            for theme in (
                Theme("broadside", kind, "broadside*"),
                Theme("partial fire", kind, "partial_fire*"),
                Theme("boarding", kind, "board_*"),
                Theme("boarding", kind, "close_combat*"),
                Theme("repair and rally", kind, "repair*"),
                Theme("repair and rally", kind, "rally*"),
                Theme("reloading", kind, "reload*"),
                Theme("holding fire", kind, "hold"),
                Theme("crew", kind),
            )
        ),
    ),
    first=3,
    swing=0.2,
)
"""The scenarios from whose battles puzzles are taken, and the kinds of question that puzzles ask.
No puzzle asks about a re-roll, because it depends on chances and hardly on where ships are, nor
about an initiative card, because which card is best is seldom clear two turns later."""


# A battle of Oak & Iron in hindsight.


@uses_own_data
class OakIronReview(Review[State]):
    """The part of the game for a battle in hindsight: strike points by turn, each ship's deeds,
    luck, turning points.
    """

    explained: Mapping[str, str] = {
        "challenges": "Challenge Test",
        "critical": "Critical damage",
        "officers": "Officer lost",
        "parties": "Landing Party",
    }
    aftermath = lazy_method("engine.systems.oak_iron.review:aftermath")

    rolls = lazy_method("engine.systems.oak_iron.review:rolls")
    faces_of = lazy_method("engine.systems.oak_iron.review:faces_of")

    def score(self, state: State) -> Mapping[str, float]:
        """Return each side's score: the strike points that count against its enemies."""
        against = {key: points(state, key) for key in state.squadrons}
        return {
            own.side: sum(
                against[key] for key, each in state.squadrons.items() if each.side != own.side
            )
            for own in state.squadrons.values()
        }

    def puzzle_ground(self) -> PuzzleGround:

        return PUZZLES

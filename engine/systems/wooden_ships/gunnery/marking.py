"""Hits are marked when all have fired: by target, then attacker, port first.

Wooden Ships & Iron Men, Combat Rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.systems.wooden_ships.gunnery.play import near_side
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, id_order

DIE_FOR_PORT = 3
"""The highest face that puts a gun hit of a rake on the port side."""


def mark(ledger: Writing, start: State, fired: Sequence[ev.SideFired]) -> set[str]:
    """Mark all hits; return the ships whose hull a gun hit was counted on, by whom: `B1<A1`.

    Sides are near or far as the ships lay at the start of the phase.
    """
    gun_hits_on_hull: set[str] = set()
    in_order = sorted(
        fired, key=lambda shot: (id_order(shot.target), id_order(shot.ship), shot.side)
    )
    tallies: dict[str, HitTally] = {}
    for shot in in_order:
        target = ledger.state.ships[shot.target]
        tally = tallies.setdefault(shot.target, HitTally(target, start.rules.excess_guns_to_hull))
        near = near_side(start.ships[shot.ship], start.ships[shot.target])
        faces: list[int] = []

        def side_of_a_hit(near: str = near, faces: list[int] = faces) -> SideName:
            if near != "either":
                return "port" if near == "port" else "starboard"
            faces.append(ledger.face(6, len(faces)))
            return "port" if faces[-1] <= DIE_FOR_PORT else "starboard"

        hull, guns, crew, rigging = shot.hits
        tally.hull_hits(hull)
        if tally.gun_hits(guns, side_of_a_hit):
            gun_hits_on_hull.add(f"{shot.target}<{shot.ship}")
        tally.crew_hits(crew)
        tally.rigging_hits(rigging)
        if any(shot.hits):
            ledger.write(tally.marked(shot, tuple(faces)))
    return gun_hits_on_hull


class HitTally:
    """The boxes of a target while hits are marked."""

    def __init__(self, ship: Ship, excess_to_hull: bool) -> None:
        self.ship = ship
        self.excess_to_hull = excess_to_hull
        self.hull = ship.hull
        self.crew = list(ship.crew)
        self.guns = list(ship.guns)
        self.carronades = list(ship.carronades)
        self.rigging = list(ship.rigging)
        self.prize = ship.prize.squares if ship.prize else None
        self.crew_hits_so_far = 0

    def hull_hits(self, count: int) -> None:
        """Mark hull hits; more than there are boxes are lost."""
        self.hull = max(0, self.hull - count)

    def gun_hits(self, count: int, side: Callable[[], SideName]) -> int:
        """Mark gun hits, carronades first, then on the other side; return those on the hull."""
        on_hull = 0
        for _ in range(count):
            if any(self.guns) or any(self.carronades):
                near = SIDES.index(side())
                self._gun_hit(near if self.guns[near] or self.carronades[near] else 1 - near)
            elif self.excess_to_hull:
                self.hull_hits(1)
                on_hull += 1
        return on_hull

    def _gun_hit(self, at: int) -> None:
        boxes = self.carronades if self.carronades[at] else self.guns
        boxes[at] -= 1

    def crew_hits(self, count: int) -> None:
        """Mark crew hits from section 1 up; on a prize the 1st, 3rd, 5th on the prize crew."""
        for _ in range(count):
            self.crew_hits_so_far += 1
            if self.prize is None:
                _mark(self.crew)
            elif self.prize and (self.crew_hits_so_far % 2 or not any(self.crew)):
                self.prize -= 1
            else:
                _mark(self.crew)

    def rigging_hits(self, count: int) -> None:
        """Mark rigging hits from section 1 up; more are lost."""
        for _ in range(count):
            _mark(self.rigging)

    def marked(self, shot: ev.SideFired, faces: tuple[int, ...]) -> ev.HitsMarked:
        """Return the fact of what is left after a shot."""
        return ev.HitsMarked(
            ship=shot.target,
            by=shot.ship,
            side=shot.side,
            hull=self.hull,
            crew=tuple(self.crew),
            guns=(self.guns[0], self.guns[1]),
            carronades=(self.carronades[0], self.carronades[1]),
            rigging=tuple(self.rigging),
            prize=self.prize,
            faces=faces,
        )


def _mark(sections: list[int]) -> None:
    for number, squares in enumerate(sections):
        if squares:
            sections[number] -= 1
            return

"""The forecast of a melee, compared with every fall of six dice; what it costs, in words."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.systems.wooden_ships.boarding.aboard import odds
from engine.systems.wooden_ships.data import Quality
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.screen.preview import _prisoners
from tests.engine.systems.wooden_ships.at_sea import sea, sheet, ship

SCREEN = WoodenShips().screen


STRENGTH = {"elite": 5, "crack": 4, "average": 3, "green": 2, "poor": 1}
LOST = ((1, 1, 2, 2, 2, 3, 3, 4, 4), (0, 1, 1, 1, 2, 2, 2, 3, 4), (0, 0, 0, 1, 1, 1, 2, 2, 2))
"""Squares lost with two faces each, for three strengths of the enemy (in tens), by the printed
table."""


def lost(strength: int, face: int) -> int:
    return LOST[(face - 1) // 2][min(max(strength - 1, 0) // 10, 8)]


def by_dice(mine: int, my: str, theirs: int, their: str) -> list[float]:
    """Return the probabilities of (won, lost, neither, undecided) over all dice of three rounds."""
    counts = [0, 0, 0, 0]

    def over(one: int, other: int) -> int | None:
        """Return the winner: with three to one, or against an empty ship; None for no winner."""
        a, b = one * STRENGTH[my], other * STRENGTH[their]
        if not a and not b:
            return 2
        return 0 if a >= 3 * b else 1 if b >= 3 * a else None

    for faces in product(range(1, 7), repeat=6):
        one, other = mine, theirs
        for at in (0, 2, 4):
            if over(one, other) is not None:
                break
            fell = lost(one * STRENGTH[my], faces[at])
            one = max(0, one - lost(other * STRENGTH[their], faces[at + 1]))
            other = max(0, other - fell)
        end = over(one, other)
        counts[3 if end is None else end] += 1
    return [count / 6**6 for count in counts]


@pytest.mark.parametrize(
    ("mine", "my", "theirs", "their"),
    [(4, "average", 8, "average"), (12, "elite", 10, "green"), (3, "crack", 3, "poor")],
)
def test_odds_are_exact(mine: int, my: Quality, theirs: int, their: Quality) -> None:
    assert list(odds(mine, my, theirs, their)) == pytest.approx(by_dice(mine, my, theirs, their))


def told(option: str, **theirs: Any) -> list[str]:
    """Return the words about an option for the first section of A1's crew."""
    state = sea(
        ship("A1", "J20", 1, "br-sol2-74", grappled={"B1": 1}),
        ship("B1", "K20", 1, **theirs),
        phase="boarding",
    )
    asked = sheet(state)
    rows = SCREEN.preview(state, asked.as_decision(asked.slots[0]), Answer(option)).rows
    return [row.title if hasattr(row, "title") else row.spans[0].text for row in rows]  # type: ignore[union-attr]


def test_each_choice_of_sections_has_its_line() -> None:
    found = told("OBP:B1", crew=[2, 4, 4])
    assert found[0] == "Against the whole crew of B1 (10)"
    for line, squares in zip(found[2:5], (4, 8, 12), strict=True):
        win, lose, neither, undecided = by_dice(squares, "average", 10, "average")
        shares = [f"{share:.0%}" for share in (win, lose + neither, undecided)]
        assert line.split()[2:] == shares
    assert [line.split()[0] for line in found[2:5]] == ["1", "1-2", "1-3"]


def test_prize_crew_and_price_are_told() -> None:
    found = told("OBP:B1")
    assert "prize crew: 3 crew squares needed for 14 prisoners" in found
    assert "all sections away: no fire, no plot next turn" in found
    assert any(line.startswith("hit table -") for line in found)


def test_defending_is_foreseen_against_all_her_hands() -> None:
    assert told("DBP")[0] == "If the whole crew of B1 boards (14)"
    assert told("none") == []


def test_who_has_nobody_left_to_guard_needs_no_prize_crew() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "K20", 1))
    hers, empty = state.ships["B1"], replace(state.ships["B1"], crew=(0, 0, 0), reserve=0)
    assert _prisoners(state, state.ships["A1"], hers)
    assert _prisoners(state, state.ships["A1"], empty) == []

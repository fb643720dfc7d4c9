"""Every legal plot, against a second reading of the rule that tries all strings of steps."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from engine.systems.wooden_ships.sailing.course import Helm, written
from engine.systems.wooden_ships.sailing.orders import legal_plots

TABLE = {3: {"A": 3, "B": 2, "C": 1, "D": 0}, 4: {"A": 4, "B": 3, "C": 1, "D": 0}}
ROUND = "BACDCA"


def legal(speed: int, lost: int, relative: int, turning: int, steps: tuple[str, ...]) -> bool:
    """Tell whether a string of steps is legal, all conditions one by one."""
    allowed = {name: max(0, count - lost) for name, count in TABLE[speed].items()}
    points = allowed[ROUND[relative]]
    if points == 0:
        return "".join(steps) in ("", "L", "R")
    heads = [relative]
    for sign in steps:
        heads.append((heads[-1] + {"1": 0, "L": -1, "R": 1}[sign]) % 6)
    attitudes = [ROUND[head] for head in heads]
    entered = [attitudes[at] for at, sign in enumerate(steps) if sign == "1"]
    turns = [at for at, sign in enumerate(steps) if sign != "1"]
    return (
        len(steps) <= points
        and all(entered.count(name) <= allowed[name] for name in "ABCD")
        and all("1" in steps[one:other] for one, other in pairwise(turns))
        and len(turns) <= turning
        and not any(attitudes[at + 1] == "D" and at + 1 < len(steps) for at in turns)
    )


@pytest.mark.parametrize("speed", [3, 4])
@pytest.mark.parametrize("turning", [1, 2, 3])
def test_all_legal_plots_and_no_others(speed: int, turning: int) -> None:
    for lost, relative in product(range(4), range(6)):
        points = tuple(max(0, count - lost) for count in TABLE[speed].values())
        helm = Helm(1, points, turning)  # type: ignore[arg-type]
        expected = {
            written(steps)
            for length in range(6)
            for steps in product("1LR", repeat=length)
            if legal(speed, lost, relative, turning, steps)
        }
        assert set(legal_plots(helm, relative + 1)) == expected, (lost, relative)

"""The ships that meet in a command, without telling the rest of what there is to see of it."""

from __future__ import annotations

import pytest

from engine.kernel.battle import Battle
from engine.sitting.acts import acts, meeting, moved


@pytest.mark.parametrize("name", ["boarding", "frigates", "ironclads", "campaign"])
def test_the_ships_that_meet_are_those_of_the_last_act_that_has_some(name: str) -> None:
    found = 0
    with Battle.open(f"saves/sample_{name}.battle", write=False) as battle:
        for record in battle.entries[:300]:
            every = (act.meets or moved(act.spectacle) for act in reversed(acts(battle, record)))
            wanted = next(filter(None, every), ())
            assert meeting(battle, record) == wanted
            found += bool(wanted)
    assert found

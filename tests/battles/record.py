"""Record the sample battles and the battles of the regression suite anew.

    python -m tests.battles.record

They are the computer players' work from these seeds. Record them anew only with a change
of the rules that is meant: it raises the rules version and is said in the CHANGELOG.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec

from engine.battle import Battle
from engine.game import system
from engine.simulation import crews, play_out
from tests.engine.oak_iron.invariants import closed_in

ROOT = Path(__file__).resolve().parents[2]
CREATED = "2026-11-20T12:00:00"


class Recording(msgspec.Struct, frozen=True):
    """A battle to record: its file, title, seed, and the players of the two sides."""

    file: str
    title: str
    seed: int
    first: str = "lieutenant"
    second: str = "lieutenant"
    melee: bool = False
    """Whether the ships begin close together, headed anywhere."""


RECORDINGS = (
    Recording("saves/sample_boarding.battle", "Boarders away", 11),
    Recording("saves/sample_sinking.battle", "Two go down", 17),
    Recording("saves/sample_broadsides.battle", "Short and sharp", 7),
    Recording("tests/battles/quick_start_ensigns.battle", "Ensigns", 4, "ensign", "ensign"),
    Recording("tests/battles/quick_start_mixed.battle", "Mixed", 5, "lieutenant", "ensign"),
    Recording("tests/battles/melee_ensigns.battle", "Melee", 6, "ensign", "ensign", melee=True),
    Recording("tests/battles/melee_lieutenants.battle", "Melee", 7, melee=True),
)


def record(recording: Recording) -> Battle:
    """Play the battle into its file, in place of the one that is there."""
    path = ROOT / recording.file
    path.unlink(missing_ok=True)
    game = system("oak_iron")
    state = game.set_up("quickstart")
    if recording.melee:
        state = closed_in(state, Random(recording.seed))
    names = {"A": recording.first, "B": recording.second}
    battle = Battle.from_state(
        game,
        state,
        recording.seed,
        {"players": names},
        path,
        CREATED,
        recording.title,
        "quickstart",
    )
    play_out(battle, crews(game, battle.state, recording.seed, recording.first, recording.second))
    battle.close()
    return battle


def main() -> None:
    """Record all of them, and say what came of each."""
    for recording in RECORDINGS:
        battle = record(recording)
        outcome = battle.outcome()
        print(f"{recording.file}: {battle.position} entries, {outcome and outcome.reason}")


if __name__ == "__main__":
    main()

"""Records the sample battles and the battles of the regression tests anew.

    python -m tests.battles.record [--again] [FILE...]

Computer players fight them with the seeds below. Record them anew only when the rules were changed
on purpose; that also raises the rules version and is noted in CHANGELOG.md. With `--again` the
commands in the files are kept, and decided by the present rules.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.arena import arrange, crews, play_out
from engine.game.game import Game
from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import game_with_scenario as game_with
from engine.kit.dataset import using
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.state.ships import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain import INWARD, home
from tests.engine.systems.oak_iron.invariants import closed_in

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
    """Whether the ships begin close together, on random headings."""
    squadrons: tuple[str, ...] = ()
    """If given, two fleets of these ready-made squadrons fight their last three turns, in place of
    the quick start."""
    scenario: str = ""
    """If given, this scenario of any game is played with its options, in place of the quick
    start."""
    options: dict[str, Any] = {}


LEEWARD, CURACAO, TORTUGA = "leeward_station", "curacao_convoy", "brethren_of_tortuga"
EIGHT = (LEEWARD, CURACAO, TORTUGA, CURACAO, LEEWARD, TORTUGA, CURACAO, LEEWARD)
LAST_HOUR, NEAR = 8, 5.0
"""The turn in which recorded fleets begin, and their distance in inches. They leave all terrain far
behind them."""

RECORDINGS = (
    Recording("saves/sample_fleet.battle", "Eight squadrons, the last hour", 4, squadrons=EIGHT),
    Recording("saves/sample_boarding.battle", "Boarders away", 11),
    Recording("saves/sample_sinking.battle", "Two go down", 17),
    Recording("saves/sample_broadsides.battle", "Short and sharp", 7),
    Recording("tests/battles/quick_start_ensigns.battle", "Ensigns", 4, "ensign", "ensign"),
    Recording("tests/battles/quick_start_mixed.battle", "Mixed", 5, "lieutenant", "ensign"),
    Recording("tests/battles/melee_ensigns.battle", "Melee", 6, "ensign", "ensign", melee=True),
    Recording("tests/battles/melee_lieutenants.battle", "Melee", 7, melee=True),
    Recording(
        "saves/sample_frigates.battle", "Chesapeake and Shannon", 2, scenario="chesapeake_shannon"
    ),
    Recording(
        *("tests/battles/wooden_ships_two.battle", "Mars and Hercule", 5, "captain"),
        scenario="mars_hercule",
    ),
    Recording(
        *("tests/battles/wooden_ships_five.battle", "Rosas Bay", 5, "ensign", "ensign"),
        scenario="rosas_bay",
    ),
    Recording(
        *("tests/battles/wooden_ships_ten.battle", "Lissa, eight turns", 7),
        scenario="lissa",
        options={"turn_limit": 8, "closer_start": 4},
    ),
    Recording("saves/sample_ironclads.battle", "Monitor and Virginia", 3, scenario="hampton_roads"),
    Recording("saves/sample_campaign.battle", "A war of five battles", 46, scenario="campaign"),
    Recording("tests/battles/ironclads_night.battle", "By night", 5, scenario="david_attack"),
    Recording(
        "tests/battles/ironclads_in_turns.battle",
        "Ships in turns",
        6,
        "ensign",
        scenario="fate_of_arkansas",
        options={"alternating": True, "low_freeboard": True},
    ),
    Recording("tests/battles/ironclads_own.battle", "Of one's own", 2, scenario="own_battle"),
)


def record(recording: Recording) -> Battle:
    """Let computer players fight the battle, and write it to its file in place of the old one."""
    path = ROOT / recording.file
    path.unlink(missing_ok=True)
    scenario = recording.scenario or ("fleet" if recording.squadrons else "quickstart")
    game = game_with(scenario)
    squadrons = {"squadrons": list(recording.squadrons)} if recording.squadrons else {}
    setting: dict[str, Any] = {**recording.options, **squadrons}
    state = game.set_up(scenario, setting)
    if recording.melee:
        state = closed_in(state, Random(recording.seed))
    if recording.squadrons:
        state = last_hour(game, state, recording.seed)
    names = {seat.key: recording.second for seat in game.seats(state)} | {"A": recording.first}
    battle = Battle.from_state(
        game,
        state,
        recording.seed,
        {**setting, "players": names},
        path=path,
        created=CREATED,
        title=recording.title,
        scenario=scenario,
    )
    play_out(battle, crews(game, battle.state, recording.seed, recording.first, recording.second))
    battle.close()
    return battle


def again(recording: Recording) -> Battle:
    """Decide the commands of an existing file again and replace it; raises `Refused` if one fails.

    Sheets (forms of several orders) and their slots that the rules no longer ask for are left out.
    If a command fails, the file stays as it was.
    """
    path = ROOT / recording.file
    old, fresh = Battle.open(path, write=False), path.with_suffix(".again")
    header = old.header
    battle = Battle.from_state(
        old.game,
        old.at(0),
        old.seed,
        header.options,
        path=fresh,
        created=header.created,
        title=header.title,
        scenario=header.scenario,
    )
    try:
        for entry in old.entries:
            command = _still_asked(battle, entry.seat, entry.command)
            if command is not None:
                battle.submit(entry.seat, command)
        battle.close()
        fresh.replace(path)
    finally:
        old.close()
        fresh.unlink(missing_ok=True)
    return battle


def _still_asked(battle: Battle, seat: str, command: Any) -> Any:
    """Return a command without the slots that its sheet no longer has; None if the whole sheet is
    no longer asked for.
    """
    if not isinstance(command, Fill):
        return command
    beside = battle.game.aside(battle.state, seat)
    open_now = (*battle.pending(), *((beside,) if beside else ()))
    for sheet in open_now:
        if isinstance(sheet, Sheet) and (sheet.seat, sheet.id) == (seat, command.sheet):
            known = {slot.id for slot in sheet.slots}
            kept = {slot: each for slot, each in command.answers.items() if slot in known}
            return replace(command, answers=kept)
    return None


def last_hour(game: Game[Any, Any, Any], state: State, seed: int) -> State:
    """Return a fleet battle that begins late: set up by lieutenants, then the fleets are moved
    nearer to each other.
    """
    battle = Battle.from_state(game, state, seed)
    arrange(battle)
    arranged: State = battle.state
    here = [ship.id for ship in arranged.ships.values() if ship.afloat]
    pairs = [pair for pair in combinations(here, 2) if arranged.opposed(*pair)]
    nearer = (min(distance(arranged, *pair) for pair in pairs) - NEAR) / 2
    ships = {
        key: replace(ship, pose=ship.pose.moved(_ahead(arranged, ship), nearer).rounded())
        for key, ship in arranged.ships.items()
        if ship.pose is not None
    }
    return replace(arranged, turn=LAST_HOUR, ships=ships, terrain=())


def _ahead(state: State, ship: Ship) -> float:
    return INWARD[home(state, ship.squadron)]


def main() -> None:
    """Record all battles, or those whose files are named, and print the result of each."""
    wanted = [word for word in sys.argv[1:] if word != "--again"]
    make = again if "--again" in sys.argv else record
    with using(shipped()):  # players of a recording ask rules of Oak & Iron themselves
        for recording in RECORDINGS:
            if wanted and recording.file not in wanted:
                continue
            battle = make(recording)
            outcome = battle.outcome()
            print(f"{recording.file}: {battle.position} entries, {outcome and outcome.reason}")


if __name__ == "__main__":
    main()

"""Battle files: their folders and names, and the start of a battle in a new file."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count, islice
from pathlib import Path
from typing import Any

from engine.base import files
from engine.base.dice import BITS, Dice, check_seed
from engine.base.errors import FileFault, Refused
from engine.base.files import raise_unusable
from engine.files import own_folders
from engine.game.game import Game
from engine.kernel.battle import Battle

# The folders and names of battle files. The folder of battles is saves/ in a checkout; otherwise it
# is in the user's data folder.
#
# Files are named by date, scenario and a number, as `2026-11-20_quickstart_7.battle`. Exports are
# in a folder inside the folder of battles.


ENDING = ".battle"
SAMPLE = "sample_"
"""The prefix of the samples' file names, which a player's battles may not have."""
POSITIONS = ("example", "wooden_ships", "iron_oak_campaign")
"""The example positions, by name."""
ROOT = Path(__file__).resolve().parents[2]


def saves_folder(chosen: str | Path | None = None) -> Path:
    """Return the folder to save battles in; it need not exist yet.

    It is `chosen` if that is given. Raises `FileFault` where the system defines no folder for the
    user's data.
    """
    return own_folders.writable_folder(search_folder(chosen), "battles", "--saves DIR")


def search_folder(chosen: str | Path | None = None) -> Path:
    """Return the folder in which to look for battles.

    For a user without a home folder it is a folder that has no files.
    """
    if chosen:
        return Path(chosen)
    if (ROOT / "pyproject.toml").is_file() and (ROOT / "engine").is_dir():
        return ROOT / "saves"
    return own_folders.data_folder() / "saves"


def squadrons_folder(chosen: str | Path | None = None, to_write: bool = False) -> Path:
    """Return the folder of the player's own squadrons, inside the folder of battles.

    Raises `FileFault` if no such folder can be written.
    """
    return (saves_folder(chosen) if to_write else search_folder(chosen)) / "squadrons"


def exports_folder(chosen: str | Path | None = None) -> Path:
    """Return the folder of exports, inside the folder of battles; it need not exist yet.

    Raises `FileFault` where the system defines no folder for the user's data.
    """
    return saves_folder(chosen) / "exports"


def samples_folder() -> Path:
    """Return the folder of the sample battles: saves/ in a checkout, else inside the package."""
    installed = ROOT / "engine" / "samples"
    return installed if installed.is_dir() else ROOT / "saves"


def positions_folder() -> Path:
    """Return the folder of the example positions: in the tests, or inside the package."""
    installed = samples_folder()
    return installed if installed != ROOT / "saves" else ROOT / "tests" / "positions"


def samples() -> dict[str, Path]:
    """Return the shipped examples by name: sample battles, and a position of each game."""
    battles = sorted(samples_folder().glob(f"{SAMPLE}*{ENDING}"))
    positions = (positions_folder() / f"{name}.toml" for name in POSITIONS)
    return {path.stem.removeprefix(SAMPLE): path for path in (*battles, *positions)}


def is_sample(path: Path) -> bool:
    """Tell whether a battle file came with the game, so that it must not be changed.

    In a checkout the samples are among the player's battles; only their names differ.
    """
    # The path may be relative: a sample may be named from inside its own folder. `Path.resolve` is
    # not used, because it raises for a link to itself.
    folder, samples = os.path.dirname(os.path.realpath(path)), os.path.realpath(samples_folder())
    return folder == samples and (
        samples_folder() != ROOT / "saves" or path.name.startswith(SAMPLE)
    )


def own_copy(sample: Path, own: Path) -> Path:
    """Return the player's own copy of a sample battle; the player may add notes to this copy.

    The copy is created if necessary; a file of the same name with a different battle is not used.
    Raises `FileFault` when the copy cannot be written.
    """
    data = sample.read_bytes()
    for copy in numbered(own / sample.name.removeprefix(SAMPLE), "_"):
        if not copy.exists():
            files.write(copy, data, private=False)
            return copy
        if _goes_on(copy, data):
            return copy
    raise AssertionError("numbers do not end")


def _goes_on(path: Path, data: bytes) -> bool:
    """Tell whether a file begins with these bytes, the content of a sample battle.

    Then it is the same battle, because a battle file only ever grows at its end.
    """
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(data)) == data
    except OSError:
        return False


def new_path(folder: Path, scenario: str, now: datetime | None = None) -> Path:
    """Return a free path in the folder for a battle that begins now."""
    return next(new_paths(folder, scenario, now))


def new_paths(folder: Path, scenario: str, now: datetime | None = None) -> Iterator[Path]:
    """Yield free paths for new battles of today, numbered above the highest number in use."""
    name = re.sub(r"[^\w-]+", "_", scenario) or "battle"
    stem = f"{now or datetime.now():%Y-%m-%d}_{name}_"
    taken = [file.stem[len(stem) :] for file in folder.glob(f"{stem}*{ENDING}")]
    highest = max((int(number) for number in taken if number.isdecimal()), default=0)
    for number in count(highest + 1):
        yield folder / f"{stem}{number}{ENDING}"


def recovered_path(damaged: Path) -> Path:
    """Return a free path beside a damaged file for the recovered battle."""
    return unused_path(damaged.with_name(f"{damaged.stem}_recovered{ENDING}"), "_")


def numbered(path: Path, sign: str = "-") -> Iterator[Path]:
    """Yield a path, then the same path with 2, 3 and so on after its name.

    >>> paths = numbered(Path("duel.battle"))
    >>> [next(paths).name for _ in range(3)]
    ['duel.battle', 'duel-2.battle', 'duel-3.battle']
    """
    yield path
    for number in count(2):
        yield path.with_stem(f"{path.stem}{sign}{number}")


def unused_path(path: Path, sign: str = "-") -> Path:
    """Return the path, with a number added where a file of that name exists."""
    return next(each for each in numbered(path, sign) if not os.path.lexists(each))


MOST_COPIES = 1000
"""The maximum number of files that have the same name except for a number."""


def write_new_file(path: Path, content: str | bytes) -> Path:
    """Write a text, or bytes, into a new file and return its path; raises `FileFault` when that
    fails.

    If the name is taken, a number is added to the name.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for name in islice(numbered(path), MOST_COPIES - 1):
            with suppress(files.AlreadyExists):
                files.create(name, _bytes(content))
                return name
    except OSError as error:
        raise_unusable(path, "cannot be written", error)
    raise FileFault(f"{path} and {MOST_COPIES - 2} more files of this name exist already")


def write_forms(path: Path, forms: Mapping[str, str | bytes]) -> Path:
    """Write one thing in several formats, {ending: content}, into files that differ only in the
    ending.

    Return the path of the first file. Raises `FileFault` when writing fails.
    """
    (ending, first), *others = forms.items()
    found = write_new_file(path.with_name(path.name + ending), first)
    for ending, content in others:
        write_new_file(found.with_suffix(ending), content)
    return found


def create_file(path: Path, content: str | bytes) -> Path:
    """Write a text, or bytes, into a new file of exactly this name and return its path.

    Raises `FileFault` where the name is taken, or the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise_unusable(path, "cannot be written", error)
    files.create(path, _bytes(content))
    return path


def _bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode()


# Beginning a battle: its file, its seed, and the player of each seat.


PROPOSED = "proposed"
"""The name of an option of set-ups: whether the computer proposes an answer to each question."""

COACHED = "coached"
"""The name of an option of set-ups: the lesson whose coach helps the player in this battle."""


def begin(  # noqa: PLR0913 - what the head of a battle file holds
    game: Game[Any, Any, Any],
    scenario: str,
    players: Mapping[str, str],
    folder: Path,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    proposed: bool = False,
    coached: str = "",
) -> Battle:
    """Begin a battle of a scenario in a new file. `players` is {seat: player}; a person is 'human'.

    With `proposed`, the file records that the computer proposes an answer to each question of the
    set-up. `coached` is the lesson to which the battle belongs, which the file also records. Raises
    `SetUpFault` for invalid options, `FileFault` when the file cannot be written.
    """
    state = game.set_up(scenario, options)
    noted = {
        **(options or {}),
        **({PROPOSED: True} if proposed else {}),
        **({COACHED: coached} if coached else {}),
    }
    return begin_from(game, state, players, folder, seed, scenario=scenario, options=noted)


def begin_from(  # noqa: PLR0913 - what the head of a battle file holds
    game: Game[Any, Any, Any],
    state: Any,
    players: Mapping[str, str],
    folder: Path,
    seed: int | None = None,
    *,
    title: str = "",
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
) -> Battle:
    """Begin a battle from any state in a new file; if no seed is given, the seed is random."""
    now = datetime.now()
    return Battle.from_state(
        game,
        state,
        random_seed() if seed is None else seed,
        {**(options or {}), "players": dict(players)},
        path=new_path(folder, scenario or title, now),
        created=now.isoformat(timespec="seconds"),
        title=title,
        scenario=scenario,
    )


def initial_state(
    game: Game[Any, Any, Any], scenario: str, seed: int, options: Mapping[str, Any] | None = None
) -> Any:
    """Return the state of a scenario at its first question.

    All of it may depend on the seed, even which seats there are. Raises `Refused` for an invalid
    seed.
    """
    check_seed(seed)
    return game.settled(game.set_up(scenario, options), Dice(seed))


def assign_seats(
    game: Game[Any, Any, Any], state: Any, named: Sequence[str], others: str = "human"
) -> dict[str, str]:
    """Return {seat: player}, with the players `named` in the order of the seats.

    `others` plays every seat whose name in `named` is missing or ''. Raises `Refused` when more
    players are named than there are seats.
    """
    keys = [seat.key for seat in game.seats(state)]
    if any(named[len(keys) :]):
        raise Refused(
            f"too many players are named: the battle has only the seats {', '.join(keys)}"
        )
    names = [*named, *[""] * len(keys)]
    return {key: name or others for key, name in zip(keys, names, strict=False)}


def random_seed() -> int:
    """Return a random seed of 128 bits.

    Nobody can guess it, even with a program that sees the dice.
    """
    return secrets.randbits(BITS)


def random_secret() -> str:
    """Return a random secret for fair dice: 64 hexadecimal digits, which cannot be guessed."""
    return secrets.token_hex(32)

"""Two thousand damaged files: each is either opened correctly or refused in one clear sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault, SetUpFault
from engine.kernel.battle import Battle
from engine.kernel.journal import FORKED
from engine.kernel.opening import read_position
from tests.engine.kernel.test_journal import resealed
from tests.engine.mutations import mutated
from tests.pond.play import play, wander

A_BATCH = 100
POSITIONS = sorted((Path(__file__).parents[2] / "positions").glob("*.toml"))


def clear(text: str, path: Path) -> bool:
    """Tell whether a refusal is one sentence, on one line, that names the file."""
    return str(path) in text and text.isprintable() and len(text) < 4000


def opened(path: Path) -> Battle | str:
    """Open a battle file; return the battle, or the error message."""
    try:
        return Battle.open(path)
    except FileFault as fault:
        return str(fault)


@pytest.fixture(scope="module", params=["pond duel", "oak_iron quickstart", "pond fork"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[bytes, list[object]]:
    """Return (the bytes of a battle file, the state after each of its entries)."""
    game, scenario = request.param.split()
    path = tmp_path_factory.mktemp("whole") / "whole.battle"
    if scenario == "fork":
        parent = play(Battle.new(game, "duel", 7), Random(4), 6)
        parent.fork(6, path.with_name("parent")).close()
        with Battle.open(path.with_name("parent"), write=False) as copy:
            copy.path = Path("parent")  # wherever the test runs, the same is mutated
            battle = copy.fork(6, path)
        assert battle.header.format == FORKED
    else:
        battle = Battle.new(game, scenario, 7, path=path)
    states = [battle.at(n) for n in range(battle.position + 1)]
    battle.subscribe(lambda known, _: states.append(known.state))
    wander(battle, Random(8), 30)
    battle.close()
    return path.read_bytes(), states


@pytest.mark.parametrize("batch", range(5))
def test_a_mutated_battle_file_opens_as_it_was_or_is_refused(
    batch: int, tmp_path: Path, played: tuple[bytes, list[object]]
) -> None:
    data, states = played
    dice, refused = Random(batch), 0
    path = tmp_path / "hurt.battle"
    for _ in range(A_BATCH):
        path.write_bytes(mutated(data, dice))
        battle = opened(path)
        if isinstance(battle, str):
            assert clear(battle, path), repr(battle)
            refused += 1
            continue
        kept = len(battle.log)
        assert battle.state == states[kept]
        assert kept == len(states) - 1 or battle.notice or path.read_bytes() in data
        battle.close()
    assert 0 < refused < A_BATCH


@pytest.mark.parametrize("batch", range(2))
def test_a_forged_battle_file_is_proved_or_refused(
    batch: int, tmp_path: Path, played: tuple[bytes, list[object]]
) -> None:
    dice, proved = Random(batch), set()
    path = tmp_path / "forged.battle"
    for _ in range(A_BATCH):
        lines = played[0].split(b"\n")[:-1]
        number = dice.randrange(len(lines))
        body, _, seal = lines[number].rpartition(b',"sum":')
        lines[number] = mutated(body, dice).replace(b"\n", b" ") + b',"sum":' + seal
        path.write_bytes(resealed(lines))
        battle = opened(path)
        if isinstance(battle, str):
            assert clear(battle, path), repr(battle)
            continue
        verdict = battle.verify()
        assert verdict.text.isprintable()
        proved.add(verdict.ok)
        battle.close()
    assert False in proved


@pytest.mark.parametrize("batch", range(10))
def test_a_mutated_position_is_read_or_its_mistakes_are_told(batch: int, tmp_path: Path) -> None:
    dice = Random(batch)
    path = tmp_path / "hurt.toml"
    for _ in range(A_BATCH):
        path.write_bytes(mutated(dice.choice(POSITIONS).read_bytes(), dice))
        try:
            position = read_position(path)
        except (FileFault, SetUpFault) as fault:
            said = str(fault)
        else:
            said = f"{path} is a position"
            battle = Battle.from_state(position.game, position.state, position.seed)
            battle.pending()
            battle.outcome()
        assert clear(said, path), repr(said)

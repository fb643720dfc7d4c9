"""Nobody is sent the name of a card that another player holds in secret; and the tests would notice
a leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import Refused
from engine.hosting.company import HostedTable
from engine.hosting.hosted import HostedBattle
from engine.hosting.shown import PersonsBattle
from engine.kit.dataset import using
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.words import telling as narration
from engine.systems.oak_iron.words.words import OakIronWords
from tests.engine.systems.oak_iron.own_data import use
from tests.tui.host.secrecy import Leak, Table, all_cards, coin_names, searched

DELAYED = 7
"""The seed of a battle whose watchers are some turns behind."""


async def test_everything_sent_in_a_battle_of_any_cards_is_searched(tmp_path: Path) -> None:
    table = await searched(tmp_path, 3, "quickstart", True, 45)
    assert table.battle.position > 20
    assert all(each.own_seen for each in table.seats.values())


@pytest.fixture
def coined(tmp_path: Path) -> Iterator[None]:
    """Give the cards names that occur nowhere else."""
    coin_names(tmp_path / "own")
    yield
    use(None)


@pytest.mark.usefixtures("coined")
async def test_everything_sent_while_a_battle_is_set_up_is_searched(tmp_path: Path) -> None:
    table = await searched(tmp_path, 4, "patrol", False, 25)
    assert table.battle.position > 5
    assert any(each.own_seen for each in table.seats.values())


async def test_everything_sent_to_four_seats_of_two_fleets_is_searched(tmp_path: Path) -> None:
    table = await searched(tmp_path, 0, "fleet", False, 4)
    assert len(table.seats) == 4
    assert table.battle.position


async def leaks(folder: Path, seed: int) -> None:
    with pytest.raises(Leak):
        await searched(folder, seed, "quickstart", True, 150)


async def test_a_log_that_tells_all_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(self: OakIronWords, before: Any, event: Any, seat: str) -> str:
        with using(self.data):
            return narration.tell(before, event, getattr(event, "squadron", seat))

    monkeypatch.setattr(OakIronWords, "tell", tell)
    await leaks(tmp_path, 3)


async def test_a_screen_with_another_seat_s_eyes_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HostedTable, "viewer_seat", property(lambda self: "A"))
    await leaks(tmp_path, 3)


def _undelayed(hosted: HostedBattle, person: str) -> PersonsBattle:
    assert hosted.battle
    return PersonsBattle(hosted.battle, hosted.seating.seats_of(person) if person else ())


async def test_a_delayed_watcher_who_is_not_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HostedBattle, "shown_to", _undelayed)
    await leaks(tmp_path, DELAYED)


async def test_a_refusal_that_tells_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = OakIron.decide

    def decide(self: OakIron, state: Any, seat: str, command: Any, dice: Any) -> Any:
        try:
            return rules(self, state, seat, command, dice)
        except Refused as refused:
            held = [card for each in state.squadrons.values() for card in each.hand]
            raise Refused(f"{refused}; there are {[all_cards()[c].name for c in held]}") from None

    table = Table(tmp_path, 3, "quickstart", True)
    await table.quiet()
    table.look()
    await table.overreach()
    monkeypatch.setattr(OakIron, "decide", decide)
    with pytest.raises(Leak):
        await table.overreach()
    await table.leave()

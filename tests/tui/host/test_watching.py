"""Watching a battle on a host: live without the hands of cards, delayed by some turns, or not at
all; afterwards everybody sees everything.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.arena import crews, play_out
from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms, Watching
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.battle_log import spectacles_of
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.state.state import HIDDEN
from tests.tui.host.near import begun as near_begun
from tests.tui.host.near import near, running_hub
from tests.tui.host.secrecy import ESCAPE, Tape
from tests.tui.rest import PATIENCE
from tui.chart import theatre
from tui.host.app import HostedApp, settings_file
from tui.host.connection.terminal import RemoteTerminal
from tui.screens.settings import Settings, save

pytestmark = pytest.mark.asyncio


def begun(folder: Path, watching: Watching = "live", delay: int = 2) -> HostedBattle:
    """Return a quick start that two persons have begun."""
    terms = Terms(game="oak_iron", scenario="quickstart", watching=watching, delay=delay)
    hosted = Hub(folder).found_battle("anna", terms)
    hosted.sit("anna", "A", "lee shore")
    hosted.sit("ben", "B", "fair wind")
    return hosted


def played(hosted: HostedBattle, until_turn: int = 99) -> Battle:
    """Play at random until a turn, or to the end; return the battle."""
    battle = hosted.battle
    assert battle
    game, seats = battle.game, ("A", "B")
    players = {key: make_player("ensign", game, 3, key) for key in seats}
    while not battle.outcome() and game.turn(battle.state) < until_turn:
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, answer)
    return battle


async def test_who_watches_live_sees_the_present_without_hands(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    battle = played(hosted, 4)
    assert hosted.shown_to("carl").state is battle.state
    for squadron in battle.view("").squadrons.values():
        assert set(squadron.hand) == {HIDDEN}


async def test_who_watches_behind_sees_the_end_of_an_earlier_turn(tmp_path: Path) -> None:
    hosted = begun(tmp_path, "delayed")
    battle = played(hosted, 5)
    shown = hosted.shown_to("carl")
    assert battle.state.turn == 5
    assert shown.state.turn == 3
    assert battle.at(shown.position + 1).turn == 4
    assert shown.entries == battle.entries[: shown.position]
    assert max(record.at for record in shown.log) <= shown.position
    assert hosted.shown_to("anna").state is battle.state


async def test_who_watches_behind_is_told_when_there_is_more(tmp_path: Path) -> None:
    hosted = begun(tmp_path, "delayed", delay=1)
    battle = played(hosted, 3)
    shown, told = hosted.shown_to("carl"), []
    shown.subscribe(lambda seen, change: told.append((seen, change)))
    before = shown.position
    played(hosted, 4)
    ((seen, change),) = told
    assert seen is shown
    assert shown.position > before
    assert change.record is shown.entries[-1]
    assert (change.before, change.after) == (shown.at(shown.position - 1), shown.state)
    assert battle.state is not shown.state


async def test_a_battle_may_have_no_watchers_until_it_is_over(tmp_path: Path) -> None:
    hosted = begun(tmp_path, "nobody")
    played(hosted, 3)
    with pytest.raises(Refused, match="the players of this battle do not want watchers"):
        hosted.shown_to("carl")
    battle = played(hosted)
    assert battle.outcome()
    assert hosted.shown_to("carl").state is battle.state


async def test_nothing_is_to_be_seen_of_an_order_that_was_taken_back(tmp_path: Path) -> None:
    battle = played(begun(tmp_path), 2)
    record = battle.entries[-1]
    battle.take_back(record.seat)
    assert list(spectacles_of(battle, record)) == []


@pytest.fixture
async def carl(tmp_path: Path) -> AsyncIterator[tuple[HostedBattle, HostedApp, Tape]]:
    """Yield a finished battle, and the application and client of a watcher in the lobby of its
    host.
    """
    played(begun(tmp_path, "nobody")).close()
    hub = Hub(tmp_path)
    save(Settings(animation=False, guide=False), settings_file(hub, "carl"))
    tape = Tape((120, 40))
    app = HostedApp(hub, "carl", RemoteTerminal(tape, "xterm", (120, 40)))
    task = asyncio.get_running_loop().create_task(app.play_on())
    yield next(iter(hub.battles.values())), app, tape
    app.call_later(app.exit)
    await asyncio.wait([task], timeout=PATIENCE)
    hub.close()


async def shows(tape: Tape, wanted: str) -> str:
    """Wait until a screen shows a text; return its content."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while wanted not in (text := tape.read()):
        assert loop.time() < end, f"'{wanted}' is not shown:\n{text}"
        await asyncio.sleep(0.02)
    return text


async def test_a_finished_battle_replays_for_everybody_with_all_cards_open(
    carl: tuple[HostedBattle, HostedApp, Tape],
) -> None:
    hosted, app, tape = carl
    assert hosted.battle
    first = hosted.battle.entries[0]
    laid = shipped().cards[first.command.card].name
    await shows(tape, "LOBBY")
    # Else, from Python 3.12 on, nobody could log in beside a person who is there.
    assert asyncio.get_running_loop().get_task_factory() is None
    app.terminal.receive(b"r")
    await shows(tape, "REPLAY")
    app.terminal.receive(b"\x1b[C")
    await shows(tape, f"lays {laid} face down")


async def test_a_replay_leaves_the_host_s_battle_and_folder_as_they_are(
    carl: tuple[HostedBattle, HostedApp, Tape], tmp_path: Path
) -> None:
    hosted, app, tape = carl
    assert hosted.battle
    files = sorted(tmp_path.rglob("*"))
    await shows(tape, "LOBBY")
    app.terminal.receive(b"r")
    await shows(tape, "REPLAY")
    for key, said in (
        ("p", "you cannot play on from an earlier entry in a battle of a host"),
        ("n", "saves nothing"),
        ("e", "nothing"),
    ):
        app.terminal.receive(key.encode())
        await shows(tape, said)
    app.terminal.receive(ESCAPE.encode())
    await shows(tape, "LOBBY")
    assert "closed" not in hosted.battle.why_closed
    assert sorted(tmp_path.rglob("*")) == files


async def test_a_battle_that_goes_on_has_no_replay(tmp_path: Path) -> None:
    battle = played(begun(tmp_path), 3)
    app = HostedApp(
        Hub(tmp_path / "other"), "carl", RemoteTerminal(Tape((80, 24)), "xterm", (80, 24))
    )
    with pytest.raises(Refused, match="over"):
        app.show("replay", battle)


async def test_the_battle_of_two_hands_is_proved_after_it(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    battle = hosted.battle
    assert battle
    assert not battle.verify().ok
    play_out(battle, crews(battle.game, battle.state, 4, "ensign", "ensign"))
    proof = Battle.open(hosted.path, write=False).verify().proof
    assert "dice proved" in proof
    assert hosted.pledge in proof
    assert "A 'lee shore', B 'fair wind'" in proof


async def test_what_all_see_who_look_on_from_one_seat_is_drawn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For another seat, another size or another set of signs it is drawn separately."""
    drawn: list[object] = []
    framed = theatre.framed_chart

    def counted(*asked: object) -> object:
        drawn.append(asked[1:3])
        return framed(*asked)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(theatre, "framed_chart", counted)
    async with running_hub(tmp_path) as hub:
        hosted = near_begun(hub, "anna", "ben")
        async with AsyncExitStack() as stack:
            for person in ("carl", "dora", "emil", "anna", "ben"):
                each = await stack.enter_async_context(near(hub, person))
                each.app.enter_battle(hosted)
                await each.press()
            wide = await stack.enter_async_context(near(hub, "fred", (120, 40)))
            wide.app.enter_battle(hosted)
            await wide.press()
            drawn.clear()
            battle = hosted.running()
            while battle.game.turn(battle.state) < 1 or len(battle.entries) < 12:
                asked = battle.pending()[0]
                ensign = make_player("ensign", battle.game, 3, asked.seat)
                battle.answer(asked.seat, ensign.choose(battle.view(asked.seat), asked))
            await wide.press()
            seen_by = Counter(drawn)
    assert seen_by
    assert len(seen_by) >= 2  # two sizes
    watchers, players, others = 3, 2, 1
    assert len(drawn) < watchers + players + others


async def test_views_are_kept_for_the_same_eyes_only(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    battle = hosted.running()
    anna, ben, carl = (hosted.shown_to(person) for person in ("anna", "ben", "carl"))
    assert carl is hosted.shown_to("dora")
    assert carl.view("") is carl.view("")
    assert anna.view("A") is anna.view("A")
    assert anna.view("A") == battle.view("A")
    assert anna.view("A") is not ben.view("A")
    before = anna.view("A")
    asked = battle.pending()[0]
    battle.answer(asked.seat, asked.options[0].id)  # type: ignore[union-attr]  # a decision
    assert anna.view("A") is not before
    assert anna.view("A") == battle.view("A")

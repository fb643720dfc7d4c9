"""What happened while a person was away is animated, listed, and can be gone through step by
step.
"""

from __future__ import annotations

from pathlib import Path

from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms
from engine.players import make_player
from engine.sitting.battle_log import missed_lines
from tests.tui.host.far import company, founded
from tests.tui.host.near import begun, near, running_hub, until
from tests.tui.host.test_lines import comes as lines_of
from tui.host.hosted_battle import HostedReplayScreen


def play(hosted: HostedBattle, commands: int) -> None:
    """Let ensigns answer for both persons."""
    battle = hosted.running()
    players = {key: make_player("ensign", hosted.game, 3, key) for key in "AB"}
    for _ in range(commands):
        asked = battle.pending()[0]
        battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))


async def test_whoever_comes_back_is_told_and_steps_back_as_in_a_replay(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        play(hosted, 4)
        async with near(hub, "anna") as anna:
            anna.app.enter_battle(hosted)
            await anna.press()
            assert "Since you left" not in anna.text, "she has never left"
        play(hosted, 20)
        assert hosted.left_at("anna") == 4
        async with near(hub, "anna") as anna:
            anna.app.enter_battle(hosted)
            await anna.sees("Since you left: ", " of the log, the last: ")
            await anna.press("R")
            await until(lambda: isinstance(anna.app.screen, HostedReplayScreen), lambda: anna.text)
            assert anna.app.screen.reel.viewer_seat == "A"  # type: ignore[attr-defined]
            await anna.press("end")
            await anna.sees("24")
            await anna.press("left", "left", "left")
            assert anna.app.screen.reel.n == 21  # type: ignore[attr-defined]
            await anna.press("h")
            assert "you see that only when the battle is over" in anna.text
            await anna.press("escape")
            await anna.sees("TURN")
    again = Hub(tmp_path)
    (hosted,) = again.battles.values()
    assert hosted.agreement.left["anna"] == 24


async def test_what_others_did_is_played_and_a_key_ends_it(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="ben")
        anna = await people.comes("anna", (80, 24), animation=True)
        await anna.sees("LOBBY")
        anna.press("enter")
        await anna.sees("TURN")
        anna.press(" ")
        await anna.sees("YOUR CHOICE")
        anna.press("M")
        await anna.sees("LOBBY")
        await until(lambda: not hosted.screens["anna"], lambda: anna.text)
        play(hosted, 30)
        anna.press("enter")
        await anna.sees("Moves are being played")
        anna.press(" ")
        await anna.sees("Since you left: ")


async def test_captains_of_one_fleet_are_told_which_ships_are_theirs(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hub = people.host.hub
        options = {"captains": 2, "deal": "turn"}
        terms = Terms(game="wooden_ships", scenario="algeciras", options=options)
        hosted = hub.found_battle("anna", terms)
        for person, seat in zip(("anna", "ben", "carl", "dora"), hosted.seats, strict=True):
            hosted.sit(person, seat.key)
        ships = hosted.running().state.ships.values()
        ben, anna = await lines_of(people, "ben"), await people.comes("anna", (100, 30))
        await ben.types("1", "Your ships: ")
        own, others = ([each.name for each in ships if each.seat == key] for key in "BA")
        said = ben.told.partition("Your ships: ")[2].partition(".")[0]
        assert all(name in " ".join(said.split()) for name in own[:8])
        assert not any(f"{name} (" in said for name in others)
        await anna.sees("LOBBY")
        anna.press("enter")
        await anna.sees("Your ships: ")
    async with running_hub(tmp_path / "two") as hub, near(hub, "anna") as alone:
        alone.app.enter_battle(begun(hub, "anna", "ben"))
        await alone.press()
        assert "Your ships" not in alone.text, "a fleet of one's own needs no word"


async def test_in_lines_the_log_since_is_printed_once(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = founded(people.host.hub, A="anna", B="ben")
        anna = await lines_of(people, "anna")
        await anna.types("1", "Red, turn 1")
        await anna.types("quit", "> ")
        play(hosted, 40)
        left = hosted.left_at("anna")
        await anna.types("1", "Since you left (", "`replay` steps through all):", "> ")
        missed = missed_lines(hosted.running(), "A", left)
        latest, more = (" ".join(" ".join(missed[-count:]).split()) for count in (30, 31))
        printed = " ".join(anna.told.split())
        assert latest in printed
        assert more not in printed, "only the end of a long log"
        await anna.types("replay", "A replay in lines.")
        await anna.types("go start", "Entry 0 of 40")
        await anna.types("quit")
        await anna.types("quit", "Quick start: anna v ben")
        shown = await anna.types("1", "> ")
        assert "Since you left" not in shown

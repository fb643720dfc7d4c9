"""Creating a battle on a host: its form offers all that the form of a local game offers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.files.saves import PROPOSED
from engine.hosting.terms import ASKED, Pace, Terms
from engine.kernel.registry import game_with_scenario, system
from engine.sitting.setting_up.rows import SetupLine, on_offer
from tests.tui.host.near import Near, Pipe, begun, near, running_hub, until
from tests.tui.running import house
from tui.host.connection.lines import LineTerminal
from tui.host.founding import FoundingScreen
from tui.host.lines import HostedLobby
from tui.start.new_battle import SetupScreen


async def form_of(anna: Near, game: str, scenario: str) -> FoundingScreen:
    """Open the form of a new battle with a scenario."""
    await anna.press("n")
    screen = anna.app.screen
    assert isinstance(screen, FoundingScreen)
    screen.form.choose(game, scenario)
    screen.draw()
    return screen


async def turned(anna: Near, screen: FoundingScreen, key: tuple[str, str], times: int = 1) -> None:
    """Move a row of the form, given by its key, on by some values."""
    screen._move([line.key for line in screen.lines].index(key))
    await anna.press(*["right"] * times)


def offered(lines: Iterable[SetupLine]) -> set[str]:
    """Return what the rows of a form are about; the number of seats is not compared."""
    return {line.switch.name if line.switch else line.what for line in lines}


async def test_a_host_has_every_row_that_a_keyboard_has_but_the_seed(tmp_path: Path) -> None:
    """The seed is missing, because it is mixed from the words of all players."""
    async with (
        running_hub(tmp_path / "host") as hub,
        near(hub, "anna") as anna,
    ):
        founding = await form_of(anna, *on_offer()[0][:2])
        hosted = {}
        for game, scenario, _ in on_offer():
            founding.form.choose(game, scenario)
            hosted[game, scenario] = offered(founding.lines)
    async with house(tmp_path, start=SetupScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        for game, scenario, _ in on_offer():
            screen.form.choose(game, scenario)
            assert offered(screen.lines) - {"seed"} <= hosted[game, scenario]


async def test_a_click_chooses_a_line_and_turns_the_one_that_is_chosen(tmp_path: Path) -> None:
    """A message also says that no battle of the lobby has the words of a search."""
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        begun(hub, "anna", "ben")
        founding = await form_of(anna, "oak_iron", "quickstart")
        at = [line.what for line in founding.lines].index("scenario")
        founding._click(at)
        assert (founding.index, founding.form.choice.scenario) == (at, "quickstart")
        founding._click(at)
        assert founding.form.choice.scenario == "patrol"
        await anna.press("q", "/", *"zzz")
        assert "Nothing here has these words." in anna.text


async def test_seats_of_a_side_and_plans_are_founded(tmp_path: Path) -> None:
    """Plans alone are refused in a sentence; with a second seat for the Union they are accepted."""
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, "iron_oak", "memphis")
        await turned(anna, screen, ("switch", "plans"))
        assert "needs a side of several seats" in anna.foot
        await turned(anna, screen, ("switch", "union_seats"))
        await anna.sees("Union 2")
        await turned(anna, screen, ("switch", "plans"))
        await anna.sees("shared with allied seats")
        await anna.press("enter")
        (hosted,) = hub.battles.values()
        assert hosted.start.rules.plans
        assert len(hosted.seats) == 3


async def test_a_seat_for_each_ally_and_signals_are_founded(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, "wooden_ships", "algeciras")
        await turned(anna, screen, ("switch", "by_nation"))
        await turned(anna, screen, ("switch", "signals"))
        await turned(anna, screen, ("switch", "edition"))
        await anna.press("enter")
        (hosted,) = hub.battles.values()
        assert [seat.name for seat in hosted.seats] == ["British", "French", "Spanish"]
        assert isinstance(hosted.start.signals, dict)
        assert hosted.start.rules.choose_target


async def test_a_quick_set_up_is_proposed_on_a_host_where_there_is_advice(tmp_path: Path) -> None:
    terms = Terms(game="oak_iron", scenario="patrol", proposed=True)
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", terms=terms)
        assert hosted.battle
        assert hosted.battle.header.options[PROPOSED]
        assert hosted.battle.header.fairness
        verdict = hosted.battle.verify()
        assert "set-up" not in verdict.text, "what a screen adds is none of the set-up's options"
        seat = hosted.battle.pending()[0].seat
        who = hosted.agreement.seated[seat]
        async with near(hub, who) as person:
            await person.press("enter")
            await until(lambda: person.app.screen.session.advised, lambda: person.text)  # type: ignore[attr-defined]
        plain = begun(hub, "carl", "dora", terms=Terms(**{**terms_of(terms), "advice": False}))
        assert plain.battle
        assert PROPOSED not in plain.battle.header.options


async def test_a_set_up_is_founded_as_proposed_where_the_form_says_so(tmp_path: Path) -> None:
    """A scenario without a set-up has nothing to propose, and neither has a battle without
    advice.
    """
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, "oak_iron", "patrol")
        await turned(anna, screen, ("set-up", ""))
        await anna.sees("< quick, with proposals >", "the computer proposes")
        assert screen.terms.proposed
        await turned(anna, screen, ("advice", ""))
        screen._move([line.what for line in screen.lines].index("set-up"))
        screen.draw()
        await anna.sees("This battle has no advice")
        screen.form.choose("oak_iron", "quickstart")
        assert not screen.terms.proposed


@pytest.mark.parametrize("scenario", ["quickstart", "fleet", "mars_hercule", "memphis"])
async def test_a_line_founds_what_the_page_founds_at_first(tmp_path: Path, scenario: str) -> None:
    """It is a fleet with the smallest number of squadrons a side; otherwise the dice would choose
    the number.
    """
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        screen = await form_of(anna, game_with_scenario(scenario).name, scenario)
        terminal = LineTerminal(Pipe())
        terminal.receive(f"found {scenario} b=ensign\n".encode())
        terminal.end_input()
        await HostedLobby(hub, "anna", terminal).run()
        (hosted,) = hub.battles.values()
        assert hosted.agreement.terms == replace(screen.terms, computers={"B": "ensign"})


def terms_of(terms: Terms) -> dict[str, object]:
    """Return {name of a field: value} of the terms of a battle."""
    return {name: getattr(terms, name) for name in terms.__struct_fields__}


async def test_a_fleet_at_a_keyboard_may_have_so_many_squadrons(tmp_path: Path) -> None:
    """If no number is chosen, the seed decides it."""
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.form.choose("oak_iron", "fleet")
        screen.draw()
        at = [line.what for line in screen.lines].index("a_side")
        seats = []
        for _ in system("oak_iron").building.squadrons_a_side("fleet"):
            screen.index = at
            await pilot.press("right")
            seats.append(len(screen.form.seats))
        assert seats == [4, 6, 8]
        assert screen.form.options()["a_side"] == 4


def test_a_clock_is_called_what_it_is() -> None:
    hour = 3600
    (clock,) = (asked for asked in ASKED if asked.what == "clock")
    assert {words.partition(",")[0]: pace for pace, words in clock.values.items()} == {
        "none": Pace(),
        "a minute": Pace(60),
        "3 minutes": Pace(180),
        "10 minutes": Pace(600),
        "a day": Pace(24 * hour),
        "3 days": Pace(72 * hour),
        "a week": Pace(168 * hour),
        "bank of 20 minutes": Pace(0, 20 * 60, 20),
        "bank of an hour": Pace(0, hour, 60),
        "bank of a week": Pace(0, 168 * hour, 4 * hour),
    }

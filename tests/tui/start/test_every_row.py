"""Every value of every row in the form of a new battle, for every game, on screens, on a host and
in lines.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import WeatherGageError
from engine.kernel.registry import system
from engine.sitting.setting_up.forms import SEATED
from engine.sitting.setting_up.rows import on_offer
from tests.tui.host.near import near, running_hub
from tests.tui.running import house
from tui.commands.grammar import OPPONENTS
from tui.host.founding import FoundingScreen
from tui.mail.list_screen import MailFoundingScreen
from tui.start.new_battle import SetupScreen
from tui.start.pick import FormScreen

GAMES = list(dict.fromkeys(game for game, _, _ in on_offer()))


def lines_of(screen: FormScreen) -> list[tuple[str, str]]:
    """Return the keys of the rows of a form."""
    return [line.key for line in screen.lines]


def turned_through(screen: FormScreen) -> int:
    """Go through all values of every row of a form except its scenario, and one value further;
    return the number of steps.

    So each value of a row is combined with an unusual value in the rows above it.
    """
    steps = 0
    for key in lines_of(screen)[2:]:
        form = screen.form
        rows = {row.key: row for row in (*form.who(), *form.forces(), *form.ways())}
        if key not in rows:
            continue  # of the form alone, or gone with another line
        for _ in range(len(form.values(rows[key])) + 1):
            screen.index = lines_of(screen).index(key)
            screen.act("right")
            assert lines_of(screen)[screen.index] == key
            fits(screen)
            steps += 1
    return steps


def fits(screen: FormScreen) -> None:
    """Assert that the choices can be set up, or that the form says why not."""
    form, said = screen.form, ""
    try:
        form.rules.set_up(form.choice.scenario, form.options())
    except WeatherGageError as error:
        said = str(error)
    assert form.fault == said
    if said:
        screen.act("accept")
        assert screen.said == said
    assert set(form.choice.players) == {seat.key for seat in form.seats}


def gone_through(game: str, screen: FormScreen, step: int = 1) -> int:
    """Go through the rows of every scenario of a game, or of every `step`-th one; return the number
    of steps.

    All forms have the rows of engine/sitting/setting_up/rows.py; `make fuzz` goes through them,
    too.
    """
    steps = 0
    for scenario in list(system(game).scenarios())[::step]:
        screen.index = 0
        screen.form.choose(game, scenario)
        screen.draw()
        steps += turned_through(screen)
    return steps


@pytest.mark.parametrize("game", GAMES)
async def test_no_value_ends_the_form_at_a_keyboard(tmp_path: Path, game: str) -> None:
    async with house(tmp_path, start=SetupScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        assert gone_through(game, screen, 4)
        assert app.screen is screen


@pytest.mark.parametrize("game", GAMES)
async def test_no_value_ends_the_form_on_a_host(tmp_path: Path, game: str) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n")
        screen = anna.app.screen
        assert isinstance(screen, FoundingScreen)
        assert gone_through(game, screen, 4)
        assert anna.app.screen is screen


@pytest.mark.parametrize("game", GAMES)
async def test_no_value_ends_the_form_of_a_battle_by_mail(tmp_path: Path, game: str) -> None:
    async with house(tmp_path, start=MailFoundingScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, MailFoundingScreen)
        screen.form.own["other"] = "ben"
        gone_through(game, screen, 6)
        assert app.screen is screen


def test_the_command_line_names_the_players_of_the_form() -> None:
    """The command line has its own list of players, because its help imports nothing of the
    game.
    """
    assert tuple(SEATED.players) == OPPONENTS


async def test_whatever_a_row_offers_is_told_in_words(tmp_path: Path) -> None:
    async with house(tmp_path, (140, 45), start=SetupScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        form = screen.form
        told = {
            row.what: [form.said_of(row, value) for value in form.values(row)]
            for row in (*form.who(), *form.forces(), *form.ways())
        }
    assert all(told["player"])
    assert {row for row, words in told.items() if any(words)} == {"player", "scenario"}

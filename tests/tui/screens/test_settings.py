"""Settings are kept from session to session, and a damaged file costs only one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import FileFault
from tests.tui.running import house, screen_of, until
from tui.screens.settings import CHOICES, Settings, load, save, value_text
from tui.screens.settings_screen import LIST, SettingsScreen
from tui.terminal.page import TextPage
from tui.terminal.theme import PALETTES


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.toml") == (Settings(), "")


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    chosen = Settings(glyphs="ascii", palette="mono", color="16", animation=False, mouse="off")
    save(chosen, tmp_path / "deep" / "settings.toml")
    assert load(tmp_path / "deep" / "settings.toml") == (chosen, "")


def test_a_bad_value_is_named_and_the_others_hold(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('glyphs = "runes"\nanimation = false\nsync = 1\nfog = "thick"\n')
    settings, notice = load(path)
    assert settings == Settings(animation=False)
    assert 'glyphs is \'runes\'; allowed: "auto", "ascii", "unicode"' in notice
    assert "sync is 1" in notice
    assert "fog is not a setting" in notice
    assert "\n" not in notice


def test_a_file_from_before_there_were_speeds_is_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for written, speed in (("true", "slow"), ("false", False), ('"quick"', "quick")):
        path.write_text(f"animation = {written}\n")
        assert load(path) == (Settings(animation=speed), "")


async def test_animation_goes_from_off_to_quick_to_slow(tmp_path: Path) -> None:
    async with house(tmp_path, start=SettingsScreen) as (app, pilot):
        await pilot.press("down", "down", "down")
        for shown in ("quick", "slow", "off"):
            await pilot.press("right")
            assert f"Animation             < {shown} >" in screen_of(app)


@pytest.mark.parametrize("content", [b"glyphs = ", b"\xff\xfe", b"[glyphs]\n[glyphs]\n"])
def test_an_unreadable_file_gives_one_sentence_and_defaults(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings, notice = load(path)
    assert settings == Settings()
    assert notice.startswith(str(path))
    assert "\n" not in notice


def test_a_file_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file in the way")
    with pytest.raises(FileFault, match="cannot be written"):
        save(Settings(), tmp_path / "folder" / "settings.toml")


def test_every_field_has_a_line_on_the_settings_screen() -> None:
    assert [choice.name for choice in CHOICES] == list(Settings.__struct_fields__)
    for choice in CHOICES:
        assert getattr(Settings(), choice.name) in choice.values
        assert choice.after(choice.values[-1], 1) == choice.values[0]


async def test_the_whole_path_of_the_settings_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that is longer than the column goes on in the next line."""
    folder = tmp_path / ("a_folder_with_a_name_that_is_quite_long" * 2)
    monkeypatch.setenv("WEATHERGAGE_CONFIG", str(folder))
    for size in ((120, 24), (80, 40)):
        async with house(tmp_path, start=SettingsScreen, size=size) as (app, _):
            right = "".join(line[LIST:].strip() for line in screen_of(app).splitlines())
            assert str(folder) in right


async def test_enter_and_a_second_click_turn_a_setting(tmp_path: Path) -> None:
    async with house(tmp_path, start=SettingsScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        before = app.settings
        await pilot.press("down", "down", "down", "enter")
        assert app.settings != before
        turned = app.settings
        screen._click(0)
        assert (screen.index, app.settings) == (0, turned)
        screen._click(0)
        assert app.settings != turned


async def test_each_palette_stands_beside_its_line_in_its_own_colours(tmp_path: Path) -> None:
    """So a palette can be chosen by sight, without trying each of them."""
    async with house(tmp_path, start=SettingsScreen) as (app, pilot):
        await pilot.press("down")
        await until(pilot, lambda: "> default" in screen_of(app), "the palettes")
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        page = TextPage(80, 24, "ascii")
        screen.fill(page)
        assert all(name in screen_of(app) for name in PALETTES)
        styles = {style for row in page.styles for style in row}
        assert {f"label_a@{name}" for name in PALETTES} <= styles
        await pilot.press("right")
        await until(pilot, lambda: "> colour-blind" in screen_of(app), "the mark")


async def test_all_that_is_told_of_a_setting_stands_above_the_prompt(tmp_path: Path) -> None:
    async with house(tmp_path, (80, 24), start=SettingsScreen) as (app, pilot):
        for choice in CHOICES:
            left = " ".join(" ".join(row[:41] for row in screen_of(app).splitlines()[:22]).split())
            assert " ".join(app.screen._about(choice).split()) in left, choice.name  # type: ignore[attr-defined]
            value = value_text(getattr(app.settings, choice.name))
            assert f"{choice.label} < {value} >" in left, "the setting itself is visible"
            await pilot.press("down")

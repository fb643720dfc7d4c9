"""The player's settings for how the game looks and behaves, stored in one TOML file.

The file is in the system's folder for configuration. A damaged file never stops the game: an
invalid value is replaced by its default, with a message.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.base import files
from engine.base.errors import FileFault
from engine.base.files import Missing, read_toml_table
from engine.files.own_folders import config_folder, writable_folder
from tui.chart.layouts import Arranged
from tui.terminal.theme import PALETTES, Palette

FILE = "settings.toml"
ON_OFF: tuple[bool | str, ...] = (True, False)
SPEEDS: tuple[bool | str, ...] = (False, "quick", "slow")


class Settings(msgspec.Struct, kw_only=True, frozen=True):
    """A player's settings. At each start 'auto' is replaced by what suits the terminal."""

    glyphs: str = "auto"
    palette: Palette = "default"
    color: str = "auto"
    animation: bool | str = "slow"
    """The speed of animations: `slow`, `quick`, or False for none. True, found in older files,
    means `slow`."""
    follow: bool = True
    scenes: bool = True
    voices: bool = True
    confirm_ends: bool = True
    guide: bool = True
    panel: Literal["grows", "first", "usual", "all"] = "grows"
    layout: Arranged = "right"
    coach: bool | str = "first"
    """Whether the coach checks orders: True, False, or `first` for only the first battles of a
    game."""
    bell_choice: bool = False
    notice: Literal["off", "title", "osc9", "osc777"] = "off"
    bell_scene: bool = False
    bell_end: bool = False
    mouse: str = "auto"
    sync: bool = True


class SettingChoice(msgspec.Struct, frozen=True):
    """One line of the settings screen: a setting, its possible values, and what they mean."""

    name: str
    label: str
    values: tuple[bool | str, ...]
    about: str
    at_start: bool = False
    """Whether a change takes effect only at the next start."""

    def after(self, value: bool | str, step: int) -> bool | str:
        """Return the value that is `step` places after a value; after the last one comes the
        first.
        """
        return self.values[(self.values.index(value) + step) % len(self.values)]


CHOICES: tuple[SettingChoice, ...] = (
    SettingChoice(
        "glyphs",
        "Glyphs",
        ("auto", "ascii", "unicode"),
        "ascii is plain 7-bit; unicode draws finer ships, arcs and coasts",
    ),
    SettingChoice(
        "palette",
        "Palette",
        PALETTES,
        "light; high contrast; two for colour-blind eyes; 'terminal' uses your own colours",
    ),
    SettingChoice(
        "color",
        "Colours",
        ("auto", "truecolor", "256", "16", "none"),
        "how many colours the terminal shows; 'auto' obeys the variable NO_COLOR",
    ),
    SettingChoice(
        "animation", "Animation", SPEEDS, "ships slide and smoke drifts, in a few frames"
    ),
    SettingChoice(
        "follow",
        "Follow the action",
        ON_OFF,
        "zoom in on ships that fire, collide or board (or move, in a replay), then back",
    ),
    SettingChoice(
        "scenes",
        "Scenes",
        ON_OFF,
        "a picture for great moments; any key closes it; needs animation",
    ),
    SettingChoice(
        "voices",
        "Voices",
        ON_OFF,
        "orders and reports below the chart while moves are played; needs animation",
    ),
    SettingChoice(
        "confirm_ends",
        "Confirm risks",
        ON_OFF,
        "ask before a choice that ends something or harms you",
    ),
    SettingChoice("guide", "Guide", ON_OFF, "prompts that lead a first-time player through a turn"),
    SettingChoice(
        "panel",
        "Panel",
        ("grows", "first", "usual", "all"),
        "how much the panel shows of a ship; 'grows': more with each lesson and battle",
    ),
    SettingChoice(
        "layout",
        "Layout",
        ("right", "left", "wide", "chart"),
        "the panel right or left of the chart, or wide; or a large chart",
    ),
    SettingChoice(
        "coach",
        "Coach",
        ("first", True, False),
        "against the computer: warns you before a costly order; 'first': in your first "
        "three battles",
    ),
    SettingChoice(
        "bell_choice", "Bell: your choice", ON_OFF, "a bell when it is your turn to choose"
    ),
    SettingChoice(
        "notice",
        "Notice: your choice",
        ("off", "title", "osc9", "osc777"),
        "when it is your turn: in the window's title, or as a desktop notification",
    ),
    SettingChoice("bell_scene", "Bell: scenes", ON_OFF, "a bell at great moments"),
    SettingChoice("bell_end", "Bell: the end", ON_OFF, "a bell when the battle is over"),
    SettingChoice(
        "mouse",
        "Mouse",
        ("auto", "on", "off"),
        "auto: off over SSH, where a lost connection would leave garbage on the screen",
        at_start=True,
    ),
    SettingChoice(
        "sync",
        "Synchronised output",
        ON_OFF,
        "frames are sent whole; turn it off if garbage shows",
        at_start=True,
    ),
)


def settings_path() -> Path:
    """Return the path of the settings, whether the file exists or not."""
    return config_folder() / FILE


def load(path: Path | None = None) -> tuple[Settings, str]:
    """Return the settings and a message about invalid values, or ''."""
    path = path or settings_path()
    try:
        table = read_toml_table(path, "a file of settings")
    except Missing:
        return Settings(), ""
    except FileFault as fault:
        return Settings(), f"{fault}, so the defaults are used."
    known = {choice.name: choice for choice in CHOICES}
    if table.get("animation") is True:  # an older file, from before there were speeds
        table["animation"] = "slow"
    faults = list(_faults(table, known))
    good = {
        name: value
        for name, value in table.items()
        if name in known and _allowed(value, known[name].values)
    }
    notice = f"{path}: {'; '.join(faults)}; the default is used instead." if faults else ""
    return Settings(**good), notice


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings; raises `FileFault` when the file cannot be written."""
    if path is None:
        path = writable_folder(config_folder(), "settings", "WEATHERGAGE_CONFIG") / FILE
    lines = ["# Weather Gage settings; the game writes this file.\n"]
    for choice in CHOICES:
        value = getattr(settings, choice.name)
        allowed = ", ".join(_toml(each) for each in choice.values)
        lines.append(f"{choice.name} = {_toml(value)}  # {allowed}\n")
    files.write(path, "".join(lines).encode(), private=False)


def value_text(value: bool | str) -> str:
    """Return the text of a value on the settings screen."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value


def _faults(table: dict[str, Any], known: dict[str, SettingChoice]) -> Iterator[str]:
    for name, value in table.items():
        if name not in known:
            yield f"{name} is not a setting"
        elif not _allowed(value, known[name].values):
            allowed = ", ".join(_toml(each) for each in known[name].values)
            yield f"{name} is {value!r}; allowed: {allowed}"


def _allowed(value: Any, values: tuple[bool | str, ...]) -> bool:
    return any(type(value) is type(each) and value == each for each in values)


def _toml(value: bool | str) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else f'"{value}"'

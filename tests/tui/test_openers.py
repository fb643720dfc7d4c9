"""Screens are opened by name: each name that is asked for must be in the table of openers."""

from __future__ import annotations

import re
from pathlib import Path

from engine.game.parts.part import found
from tui.host.app import HOST_OPENERS
from tui.openers import OPENERS
from tui.screens.base import BaseScreen

PLACE = re.compile(r"\bscreen\(\s*\"([\w.]+:\w+)\"")
TUI = Path(__file__).resolve().parents[2] / "tui"
ASKED = re.compile(r"\b(?:open_screen\(|screen_named[(,])\s*\"(\w+)\"")


def asked_for(folder: Path) -> set[str]:
    """Return the names that the modules of a folder ask for."""
    return {
        name
        for path in folder.rglob("*.py")
        for name in ASKED.findall(path.read_text(encoding="utf-8"))
    }


def test_every_screen_that_is_asked_for_by_name_has_an_opener() -> None:
    wanted = asked_for(TUI)
    assert {"replay", "aftermath", "reference", "hand_over"} <= wanted
    assert wanted - asked_for(TUI / "host") <= set(OPENERS)
    assert wanted <= set(HOST_OPENERS)


def test_a_host_opens_no_replay_and_no_page_of_its_own_making() -> None:
    """Where a host must refuse, its table has another opener than the game's."""
    for name in ("menu", "replay", "aftermath"):
        assert HOST_OPENERS[name] is not OPENERS[name]


def test_every_screen_of_the_tables_is_where_its_row_says() -> None:
    """A row names its class in a string, which no type checker reads."""
    texts = [(TUI / name).read_text(encoding="utf-8") for name in ("openers.py", "host/app.py")]
    places = [place for text in texts for place in PLACE.findall(text)]
    assert len(places) > len(OPENERS) / 2
    assert all(issubclass(found(place), BaseScreen) for place in places)

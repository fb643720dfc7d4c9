"""What a host refuses at its tables, each in a sentence; what it shows is for looking alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from tests.tui.host.near import QUICK, begun, near, running_hub
from tui.host.connection import descriptors
from tui.host.connection.ssh import host_key
from tui.host.host import claim
from tui.host.hub import Hub
from tui.host.terms import discard, stored


def refused(action: Callable[[], Any]) -> str:
    """Return the sentence that an action is refused with."""
    with pytest.raises((Refused, FileFault)) as caught:
        action()
    return str(caught.value)


async def test_before_a_battle_begins(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        full = replace(QUICK, computers={"A": "ensign", "B": "ensign"})
        told = "a computer has every seat; leave one to a person"
        assert refused(lambda: hub.found("anna", full)) == told
        hosted = hub.found("anna", QUICK)
        hosted.sit("anna", "A")
        assert refused(lambda: hosted.sit("ben", "A")) == "this seat is taken"
        assert refused(lambda: hosted.leave_seat("ben", "A")) == "this is not your seat"
        assert refused(lambda: hosted.say("A", "ahoy")) == "the battle has not begun"
        assert refused(hosted.running) == "the battle has not begun"
        hosted.leave_seat("anna", "A")
        assert "A" in hosted.free
        hosted.sit("ben", "A")


async def test_while_a_battle_goes_on(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        told = "the battle has begun, so the seat cannot be given back"
        assert refused(lambda: hosted.leave_seat("anna", "A")) == told
        assert refused(lambda: hosted.resume("anna")) == "the battle is not adjourned"
        assert refused(lambda: hosted.grant("ben")) == "nobody asks to take anything back"
        assert refused(lambda: hosted.ask_take_back("A")) != ""
        assert hosted.take_back_request is None


async def test_what_is_shown_of_a_battle_changes_nothing(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        shown = hosted.shown_to("carl")
        assert hosted.battle is not None
        entries = len(hosted.battle.log)
        asked = hosted.battle.pending()[0]
        command = asked.options[0].command
        for action in (
            lambda: shown.submit(asked.seat, command),
            lambda: shown.reopen(asked.seat),
            lambda: shown.note("here"),
            lambda: shown.take_back("A"),
        ):
            assert refused(action)
        assert "watch" in (shown.why_not_redo() or "")
        assert len(hosted.battle.log) == entries
        with pytest.raises(Refused):
            shown.moment(99)


def test_papers_that_cannot_be_removed_or_name_another_battle_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub(tmp_path)
    hosted = hub.found("anna", QUICK)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", refuse)
        told = refused(lambda: discard(tmp_path, hosted.agreement))
        assert told == "the battle stays: permission denied"
    (papers,) = (each for each in tmp_path.iterdir() if each.suffix != ".battle")
    papers.rename(papers.with_name(f"other{papers.suffix}"))
    assert Hub(tmp_path).battles == {}
    (fault,) = stored(tmp_path)
    assert str(fault).endswith(" is damaged (id, file: they name another battle)")


def test_a_folder_that_cannot_be_used_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    path = tmp_path / "x"
    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", refuse)
        assert refused(lambda: Hub(path)) == f"{path} cannot be made: permission denied"
        assert refused(lambda: claim(path)) == f"{path} cannot be used: permission denied"
    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", refuse)
        assert refused(lambda: host_key(path)) == f"{path} cannot be used: permission denied"


def test_more_descriptors_are_asked_for_and_few_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"soft": 100, "hard": 5000}
    set_to: list[tuple[int, int]] = []
    resource = descriptors.resource
    assert resource is not None
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: set_to.append(both))
    descriptors.ask_for_more()
    assert set_to == [(descriptors.MOST, 5000)]
    limits["soft"] = 5000
    descriptors.ask_for_more()
    assert len(set_to) == 1
    assert not descriptors.scarce()
    limits["soft"] = descriptors.KEPT + 1
    assert descriptors.scarce()

    def none_left(_: str) -> list[str]:
        raise OSError(24, "Too many open files")

    limits["soft"] = 5000
    monkeypatch.setattr(os, "listdir", none_left)
    assert descriptors.scarce()
    monkeypatch.setattr(descriptors, "resource", None)
    descriptors.ask_for_more()
    assert not descriptors.scarce()
    assert len(set_to) == 1


async def test_the_terms_are_gone_through_by_keys_and_clicks(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n")
        screen: Any = anna.app.screen
        first = screen.terms
        screen._click(0)
        assert screen.terms.game != first.game
        names = [line.name for line in screen._lines()]
        for name in ("clock", "watching"):
            if name in names:
                screen.index = names.index(name)
                before = getattr(screen.terms, name)
                await anna.press("right")
                assert getattr(screen.terms, name) != before
        screen.index = names.index("word")
        await anna.press("right")
        await anna.types("sesame")
        assert screen.terms.word == "sesame"

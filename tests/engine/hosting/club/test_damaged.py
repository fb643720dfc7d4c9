"""Damaged files of a host's club: what they held is reported or left out, but never overwritten."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.base.errors import FileFault, Refused
from engine.hosting.club.desk import Desk
from engine.hosting.club.people import People
from engine.hosting.club.tournaments import Tournaments
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms

QUICK = Terms(game="oak_iron", scenario="quickstart")
RESULT: dict[str, Any] = {
    "id": "day_quickstart_1", "game": "oak_iron", "scenario": "quickstart", "title": "Quick start",
    "over": "2026-05-01T20:00:00", "how": "Red wins",
    "players": [
        {"name": "anna", "side": "A", "seat": "Red", "score": 1.0},
        {"name": "ben", "side": "B", "seat": "Blue", "score": 0.0},
    ],
}  # fmt: skip
SPRING: dict[str, Any] = {
    "name": "spring", "founder": "anna", "kind": "swiss", "terms": msgspec.to_builtins(QUICK),
    "rounds": 3, "seconds": 86400, "players": ["anna", "ben"], "round": 1, "due": 4e9,
    "meetings": [{"round": 1, "first": "anna", "second": "ben"}],
}  # fmt: skip


@pytest.mark.parametrize(
    "harm",
    [{"over": ""}, {"over": "tomorrow"},
     {"players": [RESULT["players"][0] | {"score": 1e308}, RESULT["players"][1]]}],
)  # fmt: skip
def test_a_result_that_cannot_be_is_left_out_and_the_others_are_told(
    tmp_path: Path, harm: dict[str, Any]
) -> None:
    lines = [json.dumps(RESULT | {"id": "harmed_1"} | harm), json.dumps(RESULT)]
    (tmp_path / "results.jsonl").write_text("\n".join(lines) + "\n")
    hub = Hub(tmp_path)
    for line in ("archive", "archive anna", "page anna"):
        assert sum("Quick start" in told for told in Desk(hub, "ben").execute(line)) == 1
    assert Desk(hub, "ben").execute("ladder")
    hub.close()


def test_nothing_is_written_over_settings_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither over damaged settings, nor over good ones that cannot be read because of the disk or
    too many open files.
    """
    people = People(tmp_path)
    people.change("anna", hook="https://hooks.example/a", used={"2026": 28})
    path = tmp_path / "anna.json"
    good = path.read_bytes()

    def fails(*_: object) -> int:
        raise OSError(24, "Too many open files")

    again = People(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", fails)
        assert not again.of("anna").hook
    assert again.of("anna").hook, "once the disk answers they are there again"
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", fails)
        with pytest.raises(FileFault):
            People(tmp_path).change("anna", quiet=(22, 8))
    assert path.read_bytes() == good
    path.write_bytes(good[:-9])
    with pytest.raises(FileFault, match="is damaged"):
        People(tmp_path).change("anna", quiet=(22, 8))
    assert path.read_bytes() == good[:-9]


def test_a_time_zone_is_named_in_any_case_and_given_up_again(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.set_zone("anna", "europe/BERLIN")
    assert str(people.zone("anna")) == "Europe/Berlin"
    with pytest.raises(Refused, match="no time zone is called 'Europe/Atlantis'"):
        people.set_zone("anna", "Europe/Atlantis")
    assert str(People(tmp_path).zone("anna")) == "Europe/Berlin"
    people.set_zone("anna", "")
    assert people.zone("anna") is None


def test_a_time_beyond_the_calendar_is_told(tmp_path: Path) -> None:
    (tmp_path / "anna.json").write_text('{"holiday": 1e300, "zone": "Pacific/Kiritimati"}')
    people = People(tmp_path)
    assert people.when("anna", people.of("anna").holiday)
    assert people.when("anna", -1e300)


@pytest.mark.parametrize(
    "harm",
    [
        {"meetings": [{"round": 1, "first": "eve", "second": "ben", "scores": [1, 0]}]},
        {"meetings": [{"round": 1, "first": "anna", "second": "ben", "scores": [1e308, 1e308]}]},
        {"meetings": [{"round": 1, "first": "", "second": "ben"}]},
        {"players": ["anna", "anna"]},
        {"rounds": 10**9, "round": 10**8},
        {"name": "../elsewhere"},
    ],
)
def test_a_tournament_that_cannot_be_is_not_opened_and_its_file_stays(
    tmp_path: Path, harm: dict[str, Any]
) -> None:
    path = tmp_path / "tournaments" / "spring.json"
    path.parent.mkdir()
    path.write_text(json.dumps(SPRING | harm))
    before = path.read_bytes()
    hub = Hub(tmp_path)
    Tournaments(path.parent, hub).do_due_steps()
    desk = Desk(hub, "carl")
    assert desk.execute("tournaments") == ["No tournament yet. Type `organize` to set one up."]
    with pytest.raises(Refused, match="is taken"):
        desk.execute("organize spring swiss quickstart")
    assert path.read_bytes() == before
    hub.close()


def test_a_tournament_that_no_round_can_follow_stops_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "tournaments"
    folder.mkdir()
    won = {"round": 1, "first": "anna", "second": "ben", "scores": [1, 0]}
    harmed = SPRING | {"name": "autumn", "kind": "knockout", "meetings": [won] * 3}
    (folder / "autumn.json").write_text(json.dumps(harmed))
    (folder / "spring.json").write_text(json.dumps(SPRING | {"meetings": [won], "rounds": 1}))
    hub = Hub(tmp_path)
    Tournaments(folder, hub).do_due_steps()
    told = Desk(hub, "carl").execute("tournaments")
    assert any(each.startswith("spring") and each.endswith("over") for each in told)
    assert list((tmp_path / "faults").glob("crash_*")), "the owner can read what was wrong"
    hub.close()

"""Voices: orders and reports spoken aboard are shown below the chart during animations; a setting
stops them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files.saves import samples
from engine.kernel.battle import Battle
from engine.review.tale import tale
from engine.review.voices import Speaker
from engine.sitting.adviser import Forecast
from engine.sitting.battle_log import acts
from engine.sitting.seats import OwnTable
from tests.tui.battle.test_session import Desk, PlainDisplay
from tests.tui.running import house, screen_of, until
from tui.battle import stage as stages
from tui.battle.changes import SessionChanges
from tui.battle.session import BattleSession
from tui.battle.stage import Stage
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings
from tui.terminal.page import text_of


@pytest.mark.parametrize("name", ["broadsides", "frigates", "ironclads"])
def test_each_event_of_the_story_is_said_once_and_when_it_has_happened(name: str) -> None:
    with Battle.open(samples()[name], write=False) as battle:
        speaker, many = Speaker(battle), 0
        for record in battle.entries:
            shown = [act.number for act in acts(battle, record)]
            voices = speaker.voices(record.at, shown)
            assert voices.keys() <= set(shown)
            many += len(voices)
            for said in voices.values():
                assert said[0].isupper() or said[0] == '"'
                assert said[-1] in '."'
        assert many > 5
        assert speaker.voices(1, []) == {}


async def spoken(battle: Battle, monkeypatch: pytest.MonkeyPatch, **wanted: bool) -> list[str]:
    """Return what was said while all commands of a battle were animated without pauses."""

    async def at_once(*_: object) -> None:
        return

    monkeypatch.setattr(stages, "_rest", at_once)
    session = BattleSession(battle, OwnTable(battle, ("A",)))
    display = PlainDisplay()
    display.app.settings = Settings(animation="quick", scenes=False, **wanted)  # type: ignore[arg-type]
    changes = SessionChanges(session, Forecast(session), display)  # type: ignore[arg-type]
    said: list[str] = []
    speak = changes.speak

    def heard(voice: str) -> None:
        speak(voice)
        said.append(session.voice)

    monkeypatch.setattr(changes, "speak", heard)
    stage = Stage(changes, display.app)
    for record in battle.entries:
        await stage.play(record)
        assert session.voice == "", "it ends with the moves"
    return said


async def test_a_battle_is_spoken_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    with Battle.open(samples()["broadsides"], write=False) as battle:
        said = await spoken(battle, monkeypatch)
        assert len(said) > 20
        assert any("Fire!" in each for each in said)
        names = " ".join(text for _, _, text in tale(battle))
        assert "Swallow" in names
        assert "Swallow" in " ".join(said)
        assert len(set(said)) > len(said) / 2, "one thing is said in several ways"


async def test_voices_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with Battle.open(samples()["frigates"], write=False) as battle:
        assert await spoken(battle, monkeypatch, voices=False) == []


@pytest.mark.parametrize("voices", [True, False])
async def test_a_replay_is_told_too(
    voices: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A collision of the duel, at entry 9, is reported in the prompt while it is shown."""
    settings = Settings(animation=True, guide=False, scenes=False, voices=voices)
    battle = Battle.open(samples()["frigates"], write=False)
    speaker = Speaker(battle)
    n = next(
        record.at
        for record in battle.entries
        if speaker.voices(record.at, [act.number for act in acts(battle, record)])
    )
    heard: list[str] = []
    opened = lambda _: ReplayScreen(battle, n - 1)  # noqa: E731
    async with house(tmp_path, (100, 30), opener=opened, settings=settings) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        draw = screen.draw_prompt

        def watched() -> None:
            draw()
            heard.append(screen_of(app) if screen.voice and screen.dice is not None else "")

        monkeypatch.setattr(screen, "draw_prompt", watched)
        await pilot.press("right")
        await until(pilot, lambda: screen._film is None, "the end of the moves")
    assert any(heard) is voices


def test_long_words_take_the_line_of_the_keys_and_are_not_cut() -> None:
    desk = Desk(Battle.new("oak_iron", "quickstart", 3))
    words = (
        'The French Achille: "Her bow is open to us. Fire!" Bellerophon: "Hit in the hull, sir!"'
    )
    desk.session.playing, desk.session.voice = True, words
    lines = [text_of(line).strip() for line in desk.prompt.lines(70, 2)]
    assert len(lines) == 2
    assert " ".join(lines) == words
    desk.session.voice = ""
    assert len(desk.prompt.lines(70, 2)) == 1

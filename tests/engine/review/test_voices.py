"""Voices: orders and reports spoken aboard, made from events alone, always in the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.files.saves import samples
from engine.game.parts.words import Happening
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.kit.records import shipped_folder
from engine.review import voices as room
from engine.review.sentences import StoryEvent, table
from engine.review.spectators import without_secrets
from engine.review.voices import Speaker, voices
from engine.sitting.battle_log import acts
from engine.space.plane.pose import Pose
from engine.systems.iron_oak.state.events import FireStarted, OrderRevealed, TargetNamed, WayNamed
from engine.systems.oak_iron.state.events import SailChanged, ShipMoved
from engine.systems.oak_iron.state.state import Attack
from engine.systems.wooden_ships.state.events import GrappleTried, ImpulseTaken, SignalsHoisted
from engine.systems.wooden_ships.state.state import Signal
from tests.engine.systems.iron_oak.table import ship
from tests.engine.systems.iron_oak.table import table as at_sea

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = ("iron_oak", "oak_iron", "wooden_ships")
BATTLES = sorted(name for name, path in samples().items() if path.suffix == ".battle")


def said(name: str) -> list[str]:
    """Return all words spoken in a sample battle."""
    with Battle.open(samples()[name], write=False) as battle:
        speaker = Speaker(without_secrets(battle))
        shown = {
            record.at: [act.number for act in acts(battle, record)] for record in battle.entries
        }
        return [text for n, each in shown.items() for text in speaker.voices(n, each).values()]


@pytest.fixture
def own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the path for a game's file of spoken words, in an empty folder."""
    monkeypatch.setattr(room, "shipped_folder", lambda _: tmp_path)
    voices.cache_clear()
    yield tmp_path / "voices.toml"
    voices.cache_clear()


@pytest.mark.parametrize("name", BATTLES)
def test_a_sample_is_spoken_in_whole_sentences_and_always_in_the_same(name: str) -> None:
    texts = said(name)
    assert len(texts) > 5
    assert said(name) == texts
    for text in texts:
        assert not re.search(r"[{}]|  |\bNone\b", text), text
        assert text[0].isupper() or text[0] == '"', text
        assert text[-1] in '."', text
        assert text.count('"') % 2 == 0, text
        assert all(words[0].isupper() for words in text.split('"')[1::2]), text


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_row_of_words_is_used_and_filled_with_what_there_is(game: str) -> None:
    folder = ROOT / "engine" / "systems" / game / "words"
    source = (folder / "happenings.py").read_text("utf-8")
    known = {"ship", "other"}
    known |= {*re.findall(r'"([a-z_]+)"(?::|\])', source), "hurt"}
    for row, lines in voices(game).items():
        beginning = row.partition("_")[0]
        of_voices = re.search(rf'"{row}"|f"{beginning}_{{', source)
        assert row in table(game) or of_voices, row
        for line in lines:
            assert {name for _, name, _, _ in Formatter().parse(line) if name} <= known, line
            assert re.search(r'[.!?]"$', line), line


def test_a_tack_and_a_wear_are_ordered_and_other_turns_are_not() -> None:
    game = system("oak_iron")
    state = game.set_up("quickstart")
    key = next(iter(state.ships))
    name = state.ships[key].name

    def spoken(old: float, new: float, how: Any = "turn") -> str:
        before = replace(state.ships[key], pose=Pose(10.0, 10.0, old))
        moved = ShipMoved(key, how, Pose(10.0, 10.0, new))
        there = replace(state, ships={**state.ships, key: before})
        found = game.words.voice(there, moved)
        assert found is None or found.ship == name
        return found.row if found else ""

    assert state.table.weather_edge == "north"
    assert spoken(30.0, 330.0) == "tacks"
    assert spoken(150.0, 210.0) == "wears"
    assert spoken(30.0, 150.0) == ""
    assert spoken(180.0, 210.0) == "", "the wind was astern"
    assert spoken(30.0, 330.0, "board") == "", "she lies against another ship"


def test_sails_are_made_and_shortened() -> None:
    game = system("oak_iron")
    state = game.set_up("quickstart")
    key = next(iter(state.ships))

    def spoken(old: Any, new: Any) -> str:
        ships = {**state.ships, key: replace(state.ships[key], sail=old)}
        found = game.words.voice(replace(state, ships=ships), SailChanged(key, new))
        return found.row if found else ""

    assert spoken("battle", "full") == "makes_sail"
    assert spoken("full", "minimal") == "shortens_sail"
    assert spoken("minimal", "anchored") == "anchors"
    assert spoken("full", "full") == ""
    aground = {**state.ships, key: replace(state.ships[key], sail="full", aground=True)}
    no_order = game.words.voice(replace(state, ships=aground), SailChanged(key, "anchored"))
    assert no_order is None, "she is on the rocks"
    attack = Attack(attacker=list(state.ships)[1], target=key, kind="broadside")
    state = replace(state, attack=attack)
    assert spoken("full", "battle") == "sails_hit", "that was no order"


def test_wooden_ships_order_a_tack_report_hurt_and_hoist_signals() -> None:
    game = system("wooden_ships")
    state = replace(game.set_up("chesapeake_shannon"), wind=1)
    one, other = list(state.ships)[:2]

    def turned(old: int, new: int) -> str:
        ships = {**state.ships, one: replace(state.ships[one], facing=old)}
        col, row = state.ships[one].bow
        found = game.words.voice(
            replace(state, ships=ships), ImpulseTaken(1, {one: (col, row, new)})
        )
        return found.row if found else ""

    assert turned(3, 4) == "tacks"
    assert turned(2, 1) == "wears"
    assert turned(2, 3) == ""
    assert turned(4, 4) == "", "she lies head to wind already"
    signal = SignalsHoisted({"A": Signal(one, "close", other)})
    found = game.words.voice(state, signal)
    assert found is not None
    assert found.facts["words"] == f"close with {state.ships[other].name}"
    assert game.words.voice(state, SignalsHoisted({})) is None
    failed = game.words.voice(state, GrappleTried(one, other, 6, 2, holds=False))
    held = game.words.voice(state, GrappleTried(one, other, 1, 2, holds=True))
    assert failed is not None
    assert held is not None
    assert (failed.row, held.row) == ("grapple_fails", "grappled")


def test_speakers_are_named_once_and_begin_with_a_capital() -> None:
    """A prize speaks as `The prize Swan`; the next words from the same ship do not repeat her
    name.
    """
    with Battle.open(samples()["frigates"], write=False) as battle:
        speaker = Speaker(battle)
    facts = {"side": "port", "hurt": "some men down", "range": "at close range"}
    fired = Happening("broadside", "Wasp", "the prize Swan", 2.0, facts)
    assert speaker._said([StoryEvent(1, "wooden_ships", fired)]) == (
        'Wasp: "Port guns, fire!" The prize Swan: "Some men down, sir."'
    )
    shaken, crippled = Happening("shaken", "Wasp", weight=4.0), Happening("crippled", "Wasp")
    assert speaker._said([StoryEvent(1, "oak_iron", each) for each in (crippled, shaken)]) == (
        'Wasp: "We\'re badly cut up, sir." "The men won\'t stand much more of this, sir."'
    )


def test_a_hidden_ship_of_ironclads_has_no_voice() -> None:
    """Her words would reveal at night where she is, and which ship she is."""
    words = system("iron_oak").words
    open_sea = at_sea([ship("uss_galena", "C1")], [ship("css_virginia", "C5")]).state
    hidden = replace(open_sea.ships["css_virginia"], hidden=True, counter="confederate_counter_1")
    night = replace(open_sea, ships={**open_sea.ships, "css_virginia": hidden})
    for event in (
        OrderRevealed("css_virginia", "ram_spar", "ram_spar"),
        WayNamed("css_virginia", "ram", "uss_galena"),
        TargetNamed("css_virginia", "uss_galena"),
        FireStarted("css_virginia", 1),
    ):
        spoken = words.voice(open_sea, event)
        assert spoken is not None
        assert spoken.ship == "Virginia"
        assert words.voice(night, event) is None


def test_what_has_no_words_is_said_as_the_story_tells_it(own_table: Path) -> None:
    own_table.write_text(
        """shot_critical = ['{ship}: "a hit {place}, {deep}, sir!"']\nmissed = []\n"""
    )
    game = "iron_oak"
    facts = {"place": "on the deck", "part": "'s deck", "her_part": "her deck"}
    hit = StoryEvent(1, game, Happening("shot_critical", "Essex", "David", 4.0, facts))
    sunk = StoryEvent(1, game, Happening("sunk", "David", weight=9.0))
    with Battle.open(samples()["ironclads"], write=False) as battle:
        speaker = Speaker(battle)
        assert speaker._said([hit, sunk]) == 'Essex: "A hit on the deck, {deep}, sir!" David sank.'
        assert speaker._said([hit]).startswith("Essex: ")
    assert "missed" not in voices(game), "an empty row has no words"


@pytest.mark.parametrize(
    "text", ["sunk = 'one'", "sunk = ['{ship.id}']", "sunk = [", "sunk = ['{']"]
)
def test_a_damaged_table_is_reported_once_in_a_sentence(own_table: Path, text: str) -> None:
    own_table.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SetUpFault, match=r"voices\.toml"):
        voices("iron_oak")
    with Battle.open(samples()["ironclads"], write=False) as battle:
        speaker = Speaker(battle)
        n = next(record.at for record in battle.entries if acts(battle, record))
        assert "No voices: " in speaker.voices(n, [0])[0]
        assert speaker.voices(n, [0]) == {}
        with pytest.raises(SetUpFault):
            speaker.check()


def test_the_documents_quote_a_sample_and_show_rows_that_can_be_read(own_table: Path) -> None:
    page = (ROOT / "docs" / "study.md").read_text("utf-8")
    chapter = page.split("## Voices")[1].split("\n## ")[0]
    quoted = re.findall(r"^> (.+)$", chapter, re.MULTILINE)
    (rows,) = re.findall(r"```toml\n(.+?)```", chapter, re.DOTALL)
    own_table.write_text(rows)
    assert len(voices("oak_iron")) == 2
    assert len(quoted) == 3
    voices.cache_clear()
    with pytest.MonkeyPatch.context() as shipped:
        shipped.setattr(room, "shipped_folder", shipped_folder)
        spoken = said("frigates")
    assert set(quoted) <= set(spoken)

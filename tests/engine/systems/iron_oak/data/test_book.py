"""The data set is complete, unsure figures are marked, and a user's own records can replace parts
of it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.base.errors import SetUpFault
from engine.systems.iron_oak.data.book import CARD_KINDS, VERSION, book, read
from engine.systems.iron_oak.state.state import sides_of

PRINTED = {
    "uss_nahant": ("locations.WL.dice", "maneuver[0].dice"),
    "uss_minnesota": ("hits",),
    "uss_zouave": ("hits", "tender"),
    "uss_hartford": ("crew.light",),
    "uss_spuyten_duyvil": ("spar_reload", "low_freeboard"),
    "css_virginia": ("draft",),
    "css_atlanta": ("crew.full", "ram", "spar", "maneuver[0].dice", "maneuver[1].dice"),
    "css_arkansas": ("maneuver[0].dice",),
    "css_bombshell": ("tender",),
}


def test_everything_is_there() -> None:
    data = book()
    assert (len(data.ships), len(data.forts), len(data.sections)) == (97, 14, 23)
    assert (len(data.cards), len(data.kinds), len(data.scenarios)) == (50, 12, 23)


def test_the_deck_has_its_counts() -> None:
    counts = dict.fromkeys(CARD_KINDS, 0)
    for card in book().cards.values():
        counts[card.kind] += 1
    assert list(counts.values()) == [5, 5, 5, 4, 6, 5, 3, 4, 2, 6, 1, 4]


def test_printed_figures_keep_their_confidence_and_the_others_a_sign() -> None:
    for id, fields in PRINTED.items():
        ship = book().ships[id]
        assert all(ship.sure(field) == "printed" for field in fields), id
        assert ship.sign("victory_points") == "~"
    assert book().ships["css_richmond"].sure("gunnery.dice") == "secondhand"
    assert book().ships["uss_indianola"].sure("locations.A.dice") == "secondhand"
    assert book().tables.torpedoes.sure("spar[2]") == "printed"
    assert book().tables.torpedoes.sure("mine") == "reconstructed"


def test_charts_follow_the_hits_and_sizes_the_rule() -> None:
    for ship in book().ships.values():
        hits = 0
        for line in ship.maneuver:
            assert line.min_hits == hits
            assert sides_of(line.dice)
            hits = line.max_hits + 1
        assert hits in {0, ship.hits}
        size = "small" if ship.hits <= 4 else "large" if ship.hits >= 16 else "normal"
        assert ship.size == size, ship.id
        assert ship.crew.light <= ship.crew.heavy <= ship.crew.full
        turret = {"TF", "TS", "TR", "D", "WL"}
        assert set(ship.locations) == (turret if ship.monitor else {"B", "A", "S", "D", "WL"})


def test_a_users_figures_are_laid_over_and_change_the_version(tmp_path: Path) -> None:
    folder = tmp_path / "iron_oak"
    folder.mkdir()
    (folder / "ships.toml").write_text("[uss_monitor]\nhits = 11\n")
    (folder / "tables.toml").write_text("[gunnery]\nlong = -3\n")
    data = read(tmp_path)
    assert data.ships["uss_monitor"].hits == 11
    assert data.ships["uss_monitor"].sure("hits") == "own"
    assert data.ships["uss_monitor"].sign("hits") == ""
    assert data.tables.gunnery.long == -3
    assert data.version.startswith(f"{VERSION}+own-")
    assert book().ships["uss_monitor"].hits == 12


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("ships", "[uss_monitor]\nhits = 'many'\n", "hits"),
        ("ships", "[uss_monitor]\nram = 'd7'\n", "ram"),
        ("ships", "[uss_monitor]\nhitz = 3\n", "did you mean 'hits'"),
        ("tables", "[gunnery]\nlong = 'far'\n", "long"),
        ("tables", "[guns]\nlong = 1\n", "guns"),
        ("action_cards", "[cards.51]\nkind = 'screen'\n", "51"),
        ("scenarios", "[duel.union]\naction_cards = 99\n", "duel"),
        ("boats", "[x]\na = 1\n", "is not a data file"),
        ("action_cards", "[cards.1]\nkind = 'wave'\n", "cards.1.kind: is not a kind of card"),
        (
            "scenarios",
            "[duel.union]\naction_cards = 3\nedge = 'left'\nunits = []\n[[duel.union.forts]]\n"
            "fort = 'fort_x'\nsection = 'tower'\nboxes = ['A3']\n",
            "'fort_x.tower' is not a section of forts.toml",
        ),
        (
            "yard_cards",
            "[cards]\nfast_repair = 'all'\n",
            "cards.fast_repair: is not a list of numbers",
        ),
        (
            "yard_cards",
            "[cards]\nfast_repair = [1, 1]\n",
            "has 1, which is a card of another kind too",
        ),
        ("yard_cards", "[cards]\nfast_repairs = [1]\n", "did you mean 'fast_repair'"),
        ("yard_cards", "[kinds.fast_repairs]\nname = 'x'\n", "did you mean 'fast_repair'"),
        ("yard_cards", "[kinds.fast_repair]\ndrm = 'x'\n", "fast_repair: is missing or wrong"),
        ("campaign", "[types.passages]\nname = 'x'\n", "did you mean 'passage'"),
        ("campaign", "[single.waters]\nname = 'x'\n", "single.waters: is none of"),
        ("tables", "[checks.refloot]\nchallenge = 'd6'\n", "did you mean 'refloat'"),
        ("tables", "[checks.refloat]\nchallenge = 6\n", "checks.refloat: is missing"),
        *(
            ("scenarios", f"[duel]\nvictory = [{{ side = 'union', when = {line} }}]\n", told)
            for line, told in (
                ("'any_of', states = ['sunk']", "victory[0]: names no ship"),
                ("'count', at_least = 1", "victory[0]: names no ship"),
                ("'exit', edge = 'left', ships = ['css_x']", "'css_x' is not a ship of ships.toml"),
                ("'hits_on', ship = 'css_y', at_least = 2", "'css_y' is not a ship of ships.toml"),
                ("'fort_silenced', fort = 'fort_x'", "'fort_x' is not a fort of forts.toml"),
                (
                    "'exit_count', ships = 'union', unless = { ships = ['z'], states = ['sunk'] }",
                    "'z' is not a ship of ships.toml",
                ),
            )
        ),
        ("action_cards", "[kinds.scren]\nname = 'x'\n", "did you mean 'screen'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, file: str, text: str, told: str) -> None:
    (tmp_path / f"{file}.toml").write_text(text)
    with pytest.raises(SetUpFault, match=re.escape(told)):
        read(tmp_path)

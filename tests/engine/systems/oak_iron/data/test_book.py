"""The data set: facts with the confidence in each, and a user's own records, which replace shipped
ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.errors import FileFault, SetUpFault
from engine.kit import records as on_disk
from engine.systems.oak_iron.data import book as datafiles
from engine.systems.oak_iron.data import book as records
from engine.systems.oak_iron.data.book import Fact, book, shipped
from tests.engine.systems.oak_iron.own_data import use


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder for a user's own records; afterwards only the shipped records are current."""
    yield tmp_path
    use(None)


def faults(folder: Path) -> dict[str, str]:
    with pytest.raises(SetUpFault) as caught:
        use(folder)
    return dict(caught.value.faults)


def test_all_of_the_game_is_on_record() -> None:
    known = book()
    assert (len(known.ships), len(known.cards), len(known.admirals)) == (15, 40, 37)
    assert (len(known.upgrades), len(known.commanders), len(known.keywords)) == (28, 7, 21)
    assert (len(known.factions), len(known.sizes), len(known.rules)) == (5, 3, 24)
    assert sum(known.ships[key].points for key in CORE_BOX) == 65


CORE_BOX = ("sloop", "corvette", "brigantine", "fluyt", "petite_fregate", "light_galleon")


def test_every_record_says_how_sure_it_is_and_whence() -> None:
    known = book()
    parts: list[dict[str, Fact]] = [
        dict(known.ships),
        dict(known.cards),
        dict(known.admirals),
        dict(known.rules),
        dict(known.upgrades),
        dict(known.commanders),
        dict(known.keywords),
        dict(known.factions),
        dict(known.faction_rules),
        dict(known.sizes),
        dict(known.measures.ranges),
        dict(known.measures.bases),
        dict(known.dice.places),
        dict(known.scenarios),
    ]
    for part in parts:
        for record in part.values():
            assert record.confidence != "own", record.id
            assert record.source, record.id


def test_doubts_name_fields_of_the_card() -> None:
    for ship in book().ships.values():
        assert all(hasattr(ship, field) for field in ship.doubts), ship.id
    assert book().ships["fluyt"].sure("points") == "printed"
    assert book().ships["sloop"].sure("broadside") == "inferred"


def test_hand_of_five_values_for_each_nation() -> None:
    for nation in ("dutch", "english", "french", "spanish"):
        values = sorted(card.value for card in book().cards.values() if card.faction == nation)
        assert values == [1, 2, 3, 4, 5], nation


def test_die_has_one_skull_in_eight_and_hits_by_quarter_half_and_three_quarters() -> None:
    dice = book().dice
    assert dice.faces.count("skull") == 1
    odds = [
        sum(face in dice.counts[f"hit_{band}_shot"] for face in dice.faces)
        for band in ("cannon", "musket", "pistol")
    ]
    assert odds == [2, 4, 6]


def test_bases_are_twice_as_long_as_wide() -> None:
    for ship in book().ships.values():
        assert ship.length == 2 * ship.width


def test_fast_tools_reach_farther_and_turn_no_sharper() -> None:
    tools = [book().measures.tools[speed] for speed in range(1, 6)]
    assert [tool.length for tool in tools] == sorted({tool.length for tool in tools})
    assert [tool.turn for tool in tools] == sorted((tool.turn for tool in tools), reverse=True)


def test_data_is_found_beside_the_package_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "engine" / "kit" / "records.py"
    monkeypatch.setattr(on_disk, "__file__", str(package))
    assert on_disk.shipped_folder("oak_iron") == tmp_path / "engine" / "data" / "oak_iron"
    (tmp_path / "data" / "oak_iron").mkdir(parents=True)
    assert on_disk.shipped_folder("oak_iron") == tmp_path / "data" / "oak_iron"


class TestOwnRecords:
    """A folder with a user's own TOML files replaces single fields of shipped records, by their
    ids.
    """

    def test_field_is_replaced_and_no_longer_in_doubt(self, own: Path) -> None:
        (own / "ships.toml").write_text("[sloop]\nbroadside = 4\n")
        use(own)
        sloop = book().ships["sloop"]
        assert (sloop.broadside, sloop.sure("broadside")) == (4, "own")
        assert (sloop.crew, sloop.sure("crew")) == (1, "inferred")

    def test_tools_and_bases_are_a_players_own(self, own: Path) -> None:
        (own / "measures.toml").write_text(
            "[tools.3]\nlength = 3.5\n[ranges.cannon_shot]\ndistance = 18\n"
            "[bases.small]\nlength = 2.2\nwidth = 0.9\n"
        )
        use(own)
        assert book().measures.tools[3].length == 3.5
        assert book().measures.cannon == 18.0
        assert (book().ships["sloop"].length, book().ships["sloop"].width) == (2.2, 0.9)

    def test_faces_of_the_die_may_be_corrected(self, own: Path) -> None:
        faces = ["skull", "cannon", "cannon", "musket", "swords", "swords", "sail", "sail"]
        (own / "dice.toml").write_text(f"[die]\nfaces = {faces}\n")
        use(own)
        assert book().dice.faces.count("cannon") == 2

    def test_whole_record_may_be_added(self, own: Path) -> None:
        card = {"name": '"Grog"', "value": 3, "faction": '"any"', "discard": "true"}
        fields = {**card, "timing": '"immediately"', "effect": '"Drink."'}
        lines = "\n".join(f"{key} = {value}" for key, value in fields.items())
        (own / "initiative_cards.toml").write_text(f"[grog]\n{lines}\n")
        use(own)
        assert book().cards["grog"].confidence == "own"
        assert len(book().cards) == len(shipped().cards) + 1

    def test_version_tells_one_set_from_another(self, own: Path) -> None:
        assert book().version == records.VERSION
        seen = set()
        for guns in (4, 5):
            (own / "ships.toml").write_text(f"[sloop]\nbroadside = {guns}\n")
            use(own)
            assert book().version.startswith(f"{records.VERSION}+own-")
            seen.add(book().version)
        assert len(seen) == 2

    def test_empty_folder_changes_nothing(self, own: Path) -> None:
        use(own)
        assert book().version == records.VERSION

    def test_folder_may_hold_several_game_systems(self, own: Path) -> None:
        (own / "oak_iron").mkdir()
        (own / "oak_iron" / "ships.toml").write_text("[sloop]\ncrew = 3\n")
        use(own)
        assert book().ships["sloop"].crew == 3

    def test_every_mistake_is_told_with_file_and_key(self, own: Path) -> None:
        (own / "ships.toml").write_text(
            '[sloop]\nbroadsid = 4\ncrew = "two"\n[fluyt]\nbase = "tiny"\n'
        )
        (own / "dice.toml").write_text('[die]\nfaces = ["skull"]\n')
        (own / "measures.toml").write_text("[tools.6]\nlength = 6\nturn = 10\n[tols]\n")
        found = faults(own)
        assert "did you mean 'broadside'" in found["ships.toml: sloop.broadsid"]
        assert "found 'two'" in found["ships.toml: sloop.crew"]
        assert "small, medium, large" in found["ships.toml: fluyt.base"]
        assert "dice.toml: die.faces" in found
        assert "measures.toml: tools" in found
        assert "measures.toml: tols" in found

    def test_faulty_folder_leaves_the_data_set_as_it_was(self, own: Path) -> None:
        (own / "ships.toml").write_text("[sloop]\ncrew = -1\n")
        faults(own)
        assert book().version == records.VERSION
        assert book().ships["sloop"].crew == 1

    @pytest.mark.parametrize(
        ("file", "text", "key"),
        [
            ("ships.toml", 'sloop = "fast"', "ships.toml: sloop"),
            ("ships.toml", "[sloop]\nspecial_rules = ['wings']", "ships.toml: sloop.special_rules"),
            ("measures.toml", "ranges = 3", "measures.toml: ranges"),
            ("measures.toml", "[ranges.pistol_shot]\ndistance = 9", "measures.toml: ranges"),
            ("measures.toml", "[bases.small]\nlength = 0.5", "measures.toml: bases.small"),
            (
                "scenarios.toml",
                "[[quickstart.squadrons]]\nkey = 'A'\nname = 'Red'\nhand = ['wings']\n"
                "ships = [{ id = 'A1', type = 'sloop', x = 9.0, y = 9.0, heading = 0.0 }]",
                "scenarios.toml: quickstart.squadrons.A.hand",
            ),
            ("dice.toml", "die = 6", "dice.toml: die"),
            ("ship.toml", "[sloop]", "ship.toml"),
            ("upgrades.toml", "[marines]\nkeywords = ['wings']", "upgrades.toml: marines"),
            ("factions.toml", "[factions.dutch]\nrules = ['gin']", "factions.toml: dutch"),
            ("building.toml", "[skills.4]\ncost = 9", "building.toml: skills"),
        ],
    )
    def test_mistake_is_told_at_its_key(self, own: Path, file: str, text: str, key: str) -> None:
        (own / file).write_text(text)
        assert key in faults(own)

    def test_missing_folder_and_broken_file_are_told(self, own: Path) -> None:
        assert faults(own / "nowhere") == {"": "is not a folder"}
        (own / "ships.toml").write_text("[sloop\n")
        with pytest.raises(FileFault, match="not TOML"):
            use(own)


def test_shipped_files_are_those_that_are_read() -> None:
    folder = on_disk.shipped_folder("oak_iron")
    # The weights are sense, not facts: the reckoning reads them by itself. No rule asks who wins.
    other = {"evaluation", "evenness", "chance", "story", "voices"}
    assert {path.stem for path in folder.glob("*.toml")} == {*datafiles.FILES, *other}
    for path in folder.glob("*.toml"):
        assert tomllib.loads(path.read_text("utf-8"))

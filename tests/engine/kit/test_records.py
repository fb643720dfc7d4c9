"""A user's own data records: every mistake is reported with its file and key."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.base.errors import SetUpFault
from engine.game.parts.words import Diagram
from engine.kit import records
from engine.kit.dataset import NoData, using
from engine.kit.records import Books, Records, fingerprint, with_overrides


class Gun(msgspec.Struct, frozen=True):
    """A gun; the class itself does not forbid unknown fields."""

    range: float
    crew: int = 1


class Sloop(msgspec.Struct, frozen=True, tag="sloop"):
    """A boat with guns: some by their names, some in a list."""

    id: str
    draught: float
    guns: dict[str, Gun] = {}
    spare: tuple[Gun, ...] = ()


class Yard(msgspec.Struct, frozen=True):
    """A data set."""

    version: str
    boats: dict[str, Sloop]


def made(found: Records, version: str) -> Yard:
    return Yard(version, found.records("boats", Sloop))


@pytest.fixture
def books(tmp_path: Path) -> Books[Yard]:
    """Return the data sets of a package whose records are in a folder of their own."""
    home = tmp_path / "package" / "data"
    home.mkdir(parents=True)
    (home / "boats.toml").write_text(
        'red = {type = "sloop", draught = 1.5, guns.bow.range = 5.0, spare = [{range = 2.0}]}\n'
    )
    return Books(Yard, "yard", ("boats",), "3", made, home)


def own(folder: Path, text: str) -> Path:
    (folder / "boats.toml").write_text(text)
    return folder


def test_records_of_a_package_are_read_from_its_own_folder_once(books: Books[Yard]) -> None:
    assert books.shipped().boats["red"].guns == {"bow": Gun(5.0)}
    assert books.shipped() is books.shipped()
    with pytest.raises(NoData):
        books.current()
    with using(books.shipped()):
        assert books.current() is books.shipped()


def test_a_users_records_are_laid_over_them_and_change_the_version(
    books: Books[Yard], tmp_path: Path
) -> None:
    yard = books.read(own(tmp_path, "red.draught = 2.0\n"))
    assert (yard.boats["red"].draught, yard.boats["red"].guns) == (2.0, {"bow": Gun(5.0)})
    assert yard.version.startswith("3+own-")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("red.draft = 2.0", "boats.toml: red.draft: is not a field here; did you mean 'draught'?"),
        ("red.guns.bow.rang = 2", "red.guns.bow.rang: is not a field here; did you mean 'range'?"),
        ("red.spare = [{range = 1, crw = 2}]", "red.spare.0.crw: is not a field here"),
        ("red.guns.stern = 3", "boats.toml: red.guns[...]: found a table: Expected `object`"),
        ("red.guns.bow.crw = 3\nred.draught = 'x'", "red.guns.bow.crw: is not a field here"),
        ("red.id = 3", None),
    ],
)
def test_a_field_that_there_is_none_of_is_a_fault_whatever_the_struct_allows(
    books: Books[Yard], tmp_path: Path, text: str, why: str | None
) -> None:
    if why is None:
        assert books.read(own(tmp_path, text)).boats["red"].id == "red"
        return
    with pytest.raises(SetUpFault) as caught:
        books.read(own(tmp_path, text))
    assert why in str(caught.value)


def test_data_is_found_beside_the_package_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "engine" / "kit" / "records.py"
    monkeypatch.setattr(records, "__file__", str(package))
    assert records.shipped_folder("oak_iron") == tmp_path / "engine" / "data" / "oak_iron"
    (tmp_path / "data" / "oak_iron").mkdir(parents=True)
    assert records.shipped_folder("oak_iron") == tmp_path / "data" / "oak_iron"


def test_a_users_fields_are_laid_over_and_marked_as_own() -> None:
    below = {"swan": {"guns": 5, "hull": 7, "confidence": "printed"}, "hero": {"guns": 9}}
    above = {"swan": {"guns": 6}, "newt": {"guns": 1}}
    merged = with_overrides(below, above)
    assert merged["swan"] == {
        "guns": 6,
        "hull": 7,
        "confidence": "printed",
        "doubts": {"guns": "own"},
    }
    assert set(merged) == {"swan", "hero", "newt"}
    assert fingerprint(merged) != fingerprint(below)


# Diagrams that ship with a system: each entry of the index has its position beside it.


SEA = 'game = "pond"\n'
NAMES = ("raking", "boarding")


def read(folder: Path, index: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Diagram, ...]:
    place = folder / "diagrams"
    place.mkdir()
    (place / "diagrams.toml").write_text(index, encoding="utf-8")
    for name in NAMES:
        (place / f"{name}.toml").write_text(SEA, encoding="utf-8")
    monkeypatch.setattr(records, "shipped_folder", lambda system: folder)
    return records.shipped_diagrams.__wrapped__("pond")


def test_they_come_in_the_order_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = "".join(f"[{name}]\ntitle = '{name}'\nwords = 'Look.'\n" for name in NAMES)
    found = read(tmp_path, index, monkeypatch)
    assert [(each.name, each.title, each.position) for each in found] == [
        ("raking", "raking", SEA),
        ("boarding", "boarding", SEA),
    ]


def test_a_wrong_entry_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetUpFault, match=r"diagrams\.toml: raking: "):
        read(tmp_path, "[raking]\ntitle = 3\n", monkeypatch)

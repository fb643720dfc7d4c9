"""A battle file names the version of its data set; as long as a version stays the same, none of its
figures may change.

Records may be added. The figures of a shipped record stay the same until the version in the
system's data/book.py is raised; then `python -m tests.test_frozen_data` stores the new figures.
Texts for people may change at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.registry import system
from engine.kit.records import fingerprint, read_table, shipped_folder

SYSTEMS = ("iron_oak", "oak_iron", "wooden_ships")
DECIDE_NOTHING = ("glossary", "evaluation", "evenness", "chance", "story", "voices")
"""Files that no rule reads: texts for people, and the weights with which computer players judge."""
NOTED = Path(__file__).parent / "frozen"


def figures(value: Any) -> Any:
    """Return a record without its texts for people (strings with a space) and without its
    sources.
    """
    if isinstance(value, Mapping):
        kept = {key: figures(each) for key, each in value.items()}
        ours = ("confidence", "source", "doubts", "name")
        return {key: each for key, each in kept.items() if each is not None and key not in ours}
    if isinstance(value, list):
        return [figures(each) for each in value]
    return None if isinstance(value, str) and " " in value else value


def places(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield (path, record) for each record in a table; tables that contain only tables are
    searched.
    """
    inner: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    if isinstance(value, list):
        inner = {str(number): each for number, each in enumerate(value)}
    if inner and all(isinstance(each, Mapping) for each in inner.values()):
        for key, each in sorted(inner.items()):
            yield from places(each, f"{path}.{key}")
    else:
        yield path, value


def records(name: str) -> Iterator[tuple[str, str]]:
    """Yield (path, fingerprint) for each record in the shipped files of a game."""
    for path in sorted(shipped_folder(name).glob("*.toml")):
        if path.stem not in DECIDE_NOTHING:
            for place, fields in places(read_table(path), path.stem):
                yield place, fingerprint({"": figures(fields)})


def noted(name: str) -> tuple[str, dict[str, str]]:
    """Return (version, {path of a record: fingerprint}) as stored for a game."""
    version, *lines = (NOTED / f"data_{name}.txt").read_text(encoding="utf-8").splitlines()
    return version, dict(line.split() for line in lines)


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_figure_changes_under_one_version(name: str) -> None:
    version, known = noted(name)
    now = dict(records(name))
    changed = sorted(place for place in known if now.get(place) != known[place])
    assert version == system(name).data_version, f"note the figures of {name}: see above"
    assert not changed, f"raise VERSION of {name}, whose battles were fought with other {changed}"
    new = sorted(now.keys() - known.keys())
    assert not new, f"`python -m tests.test_frozen_data` notes the figures of {new}"


def test_words_may_change_and_a_figure_may_not() -> None:
    record = {"guns": 3, "effect": "Fire again at once.", "kind": "rapid_fire", "source": "p3"}
    assert figures(record) == figures({**record, "effect": "Once more, fire.", "source": "p. 3"})
    assert figures(record) != figures({**record, "guns": 4})
    assert figures(record) != figures({**record, "kind": "misfire"})
    assert figures({"dice": [1, {"hits": 2}]}) != figures({"dice": [1, {"hits": 3}]})


if __name__ == "__main__":
    for each in SYSTEMS:
        lines = [system(each).data_version, *(" ".join(record) for record in records(each))]
        (NOTED / f"data_{each}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")

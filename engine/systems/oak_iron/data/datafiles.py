"""The files of the data set of Oak & Iron, and the squadrons that come with it."""

from __future__ import annotations

from pathlib import Path

from engine.kit.records import shipped_folder

FILES = (
    "ships",
    "initiative_cards",
    "admirals",
    "commanders",
    "keywords",
    "upgrades",
    "factions",
    "building",
    "special_rules",
    "measures",
    "dice",
    "scenarios",
    "glossary",
    "events",
    "terrain",
    "scenario_cards",
)


def ready_squadrons() -> dict[str, Path]:
    """Return the shipped squadron files by name, without the ending."""
    folder = shipped_folder("oak_iron") / "squadrons"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}

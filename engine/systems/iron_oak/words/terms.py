"""What critical hits and markers mean, in our own words: name, then lines."""

from __future__ import annotations

CRITICALS: dict[str, tuple[str, ...]] = {
    "armament": ("Armament", "Gunnery -2, then -4; limited guns -1, then -2. May be repaired."),
    "boiler": ("Boiler", "An explosion, casualties, a fire; no power for the rest of the battle."),
    "captain": ("Captain", "-1 on gunnery and on every maneuver roll."),
    "collateral": ("Collateral", "The shield of a neighbouring location is one worse."),
    "crew": ("Crew", "Casualties by a die, at most half of those left."),
    "engine_damaged": ("Engine damaged", "Maneuver -2. A second one stops it. May be repaired."),
    "engine_stopped": ("Engine stopped", "No power. May be repaired."),
    "explosion": ("Explosion", "Many Hits, shots at ships near by, casualties, a level 3 fire."),
    "fire": ("Fire", "A fire of level 2 to 4: it is checked in each Status Phase."),
    "jam": ("Turret jammed", "Gunnery -2. May be repaired."),
    "magazine": ("Magazine", "The worst explosion; a fort section is destroyed."),
    "ram": ("Ram", "Ram dice -5."),
    "rudder": ("Rudder", "Maneuver -4; no T, ram or spar attack. May be repaired."),
    "spar": ("Spar torpedo", "The torpedo is lost."),
    "speed": ("Speed", "Maneuver -1, then -2."),
    "smokestack": ("Smokestack", "Maneuver -2."),
    "steering": ("Steering", "Only along her row or column; no T, ram or spar. May be repaired."),
}
MARKERS: dict[str, tuple[str, ...]] = {
    "anchored": ("Anchored", "She cannot move, fires at -1 and is easier to hit."),
    "grounded": ("Aground", "She cannot move until she is refloated; worse fire, easier to hit."),
    "slipped": ("Slipped", "She may never anchor again."),
    "fouled": ("Fouled", "Tied to a ship, an obstruction or a hulk until she gets clear."),
    "towing": ("In tow", "One ship goes with another; both need the towing ship's dice."),
    "smoke": ("Smoke", "-1 light, -2 heavy, on her own fire and on fire at her."),
}

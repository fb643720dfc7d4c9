"""The reasons against an order or a shot, in words."""

from __future__ import annotations

from collections.abc import Iterable

WORDS = {
    "off_map": "she is off the map",
    "not_immobile": "she is free to move",
    "immobile": "she cannot move: anchored, aground or fouled with something that cannot",
    "slipped": "she has lost her anchor",
    "too_deep": "the water is too deep",
    "not_anchored": "she is not anchored",
    "not_grounded": "she is not aground",
    "not_fouled": "she is not fouled",
    "unpowered": "she has no power",
    "fouled": "she is fouled with a ship",
    "towed": "she is in tow",
    "towing": "she has a ship in tow",
    "grappled": "she is in a tow",
    "grappled_to_immobile": "the other ship of the tow cannot move",
    "too_early": "she may enter later",
    "night": "not at night",
    "no_destination": "there is no box to go to",
    "lies_across": "she lies across a bow or stern",
    "bow_on": "a ship lies across her bow",
    "steering": "her rudder or steering is hurt",
    "prize": "she is a prize",
    "no_enemy_in_box": "no identified enemy is in her box",
    "no_target": "no enemy here may be attacked",
    "retiring": "she must retire",
    "scenario": "the battle's own rules forbid it",
    "contact": "a False Contact only holds, drifts or goes to the next box",
    "hidden": "the target is hidden",
    "tried_last_turn": "she tried it against this ship last turn",
    "stern_on": "the target lies across her stern",
    "taken": "another ship lies there already",
    "target_towed": "the target is in tow",
    "target_towing": "the target has a ship in tow",
    "no_ram": "she has neither ram dice nor a torpedo",
    "no_guns": "no guns",
    "crew": "no crew left for the guns",
    "too_far": "too far",
    "blocked": "high ground lies between",
    "bow_on_x": "no gun bears over the bow",
    "stern_on_x": "no gun bears over the stern",
    "dark": "too dark at this range",
    "screened": "a screen protects the target",
}


def in_words(reasons: Iterable[str]) -> str:
    """Return reasons as one line."""
    return ", ".join(WORDS.get(reason, reason) for reason in reasons)

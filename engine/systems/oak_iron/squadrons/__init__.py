"""Squadron files: catalogue, reading, points, and every fault against the building rules.

Nothing here depends on a battle; `set_up.scenario_draft` turns a legal squadron into ships.
"""

"""Squadron files: what can be bought, reading, points, and every breach of the building rules.

Nothing here depends on a battle; `set_up.scenario_draft` turns a legal squadron into ships.
"""

"""Quick scores by heuristics, without search: the lieutenant's evaluation.

Scores that take well under a millisecond. `evaluation.toml` is not used by them.
"""

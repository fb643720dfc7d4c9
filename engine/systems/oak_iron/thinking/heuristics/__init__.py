"""Quick scores by heuristics, without search: the lieutenant's evaluation.

A score takes well under a millisecond. The weights of `evaluation.toml` are not used.
"""

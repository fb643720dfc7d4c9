"""Quick scores by heuristics, without search: the evaluation of the computer player `lieutenant`.

A score takes well under a millisecond. The weights of `evaluation.toml` are not used.
"""

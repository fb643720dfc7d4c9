"""Quick scores by heuristics, without search: what a lieutenant plays by.

What goes in: scores that take well under a millisecond. `evaluation.toml` has no part in them.
"""

"""A series: a fixed number of battles of any game system in a chain, with one score."""

"""Battles of one's own: what may be chosen, how a design is read, what it is on paper."""

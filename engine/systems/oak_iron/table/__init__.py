"""Rules of Oak & Iron about geometry: sight, fire, wind, contact, formation.

The functions take bases and tables, not a state. Only `engine.space` is imported here.
"""

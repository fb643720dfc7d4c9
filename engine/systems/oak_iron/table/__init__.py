"""Rules of Oak & Iron about places on the table: sight, fire, wind, contact, formation.

They take bases and tables, not a state. Only `engine.space` is imported here.
"""

"""A sitting (a person at a battle), without a user interface: the open question, the possible
actions, the seats, the log.

Screens, the line interface and `talk` (JSON for programs) are built on this package.
"""

"""A person at a battle, without a user interface: the open question, actions, seats, log.

Screens, the line interface and `talk` (JSON for programs) are built on this package.
"""

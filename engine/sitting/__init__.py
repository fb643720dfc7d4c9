"""The user-interface-free layer of one person at a battle: the open question, actions, seats, log.

Screens, the line interface and `talk` (JSON for programs) are built on this layer.
"""

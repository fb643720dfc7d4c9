"""A person at a battle, without a user interface: open question, actions, seats, log.

Screens, plain lines and `talk` for programs are built on it.
"""

"""A person at a battle, on any face: what is asked, what may be done, who sits where, the log.

Nothing here knows a terminal: screens, lines and programs stand on it.
"""

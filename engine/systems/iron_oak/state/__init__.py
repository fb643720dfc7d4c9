"""The state of a battle, the steps still to be done, the commands, and the events."""

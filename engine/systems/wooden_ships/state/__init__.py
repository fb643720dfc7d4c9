"""The battle as data: seats, ships, steps still to be done, events."""

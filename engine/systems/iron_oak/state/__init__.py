"""The state of a battle, what is still to be done, what a seat may answer, what has happened."""

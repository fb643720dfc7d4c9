"""The state of a battle as frozen structs, with its steps, events, commands and how they fold."""

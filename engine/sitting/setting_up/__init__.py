"""A new battle before it begins: its rows, what is typed for them, the squadrons that sail."""

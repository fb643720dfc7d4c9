"""The rules of Oak & Iron, a module a chapter."""

"""Battles between people: a host that others reach by SSH, or by a socket of the same machine."""

"""Golden files of everything that is registered by type.

The tests here name each new type that has no line in them yet.
"""

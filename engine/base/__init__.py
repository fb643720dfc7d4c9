"""The base used by all other rooms: errors, numbered dice, untrusted text and files.

It imports the standard library and msgspec, and nothing of the project outside this folder.
"""

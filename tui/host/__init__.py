"""Battles between people: a host that others reach by SSH, or by a socket of the same machine.

`connection` holds one connection and its terminal, `screens` what a person sees on it; the hub
with its battles is engine/hosting. Only a host needs asyncssh.
"""

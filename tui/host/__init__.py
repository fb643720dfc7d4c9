"""A host for battles between people, reached by SSH, or by a socket on the same machine.

`connection` has one connection and its terminal, `screens` the person's screens; the hub with its
battles is engine/hosting. Only a host needs asyncssh.
"""

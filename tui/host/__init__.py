"""A host for battles between people, reached by SSH, or by a socket on the same machine.

`connection` handles a connection and its terminal, `screens` has the person's screens; the hub with
its battles is in engine/hosting. Only a host needs asyncssh.
"""

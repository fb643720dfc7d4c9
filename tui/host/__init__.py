"""A host for battles between people, reached by SSH, or by a socket on the same machine.

`connection` handles a connection and its terminal, `lobby`, `desk`, `founding` and `hosted_battle`
are the person's screens, `lines` is the same without a terminal; the hub with its battles is in
engine/hosting. Only a host needs asyncssh.
"""

"""A host for battles between people, reached by SSH, or by a socket on the same machine.

`connection` handles a connection and its terminal; `lobby`, `desk`, `founding` and `hosted_battle`
are a person's screens; `lines` shows the same as lines of text. The battles themselves are in
engine/hosting. Only a host needs the library asyncssh.
"""

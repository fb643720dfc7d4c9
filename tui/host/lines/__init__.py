"""A host in plain lines, for connections without a terminal (`ssh -T`): its lobby, and its
battles.
"""

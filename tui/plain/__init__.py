"""The line mode: battles and replays as lines of plain text, printed and typed.

It serves screen readers, simple terminals, slow connections and scripts. Nothing is expressed only
by place or colour.
"""

"""The line mode: battles and replays in plain text lines, in and out.

For screen readers, dumb terminals, slow lines and scripts. Nothing is expressed by place or colour
alone.
"""

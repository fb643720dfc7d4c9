"""From keys to answers: actions, keymaps, typed words.

It knows decisions and styled lines, but no chart, panel or screen.
"""

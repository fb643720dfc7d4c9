"""A key becomes an answer: actions, keymaps, orders, typed words.

Knows decisions and styled lines; nothing of a chart, a panel or a screen.
"""

"""From a key or typed words to an answer or an action.

This package knows decisions and styled lines of text, but no chart, panel or screen.
"""

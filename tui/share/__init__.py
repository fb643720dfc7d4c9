"""Exports for people without the program: pictures, films, text for a forum, and an HTML page of a
battle.
"""

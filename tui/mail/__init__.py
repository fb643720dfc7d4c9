"""Battles by mail: the screens for their list, the form of a new one, received letters, and
play.
"""

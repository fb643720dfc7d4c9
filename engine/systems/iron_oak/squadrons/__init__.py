"""Designs (battles that players build): what can be chosen, how a file is parsed, and the printed
sheet.
"""

"""Designs (battles that players build): their choices, the parsing of a file, and the printed
sheet.
"""

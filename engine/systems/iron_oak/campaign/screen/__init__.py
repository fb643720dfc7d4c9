"""The campaign on the screen: pages of the campaign book between battles, the battle's own screen
during them.
"""

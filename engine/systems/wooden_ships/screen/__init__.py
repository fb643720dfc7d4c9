"""The battle on the screen: chart, cards, roster, previews, overlays. All are drawn from a seat's
view, which hides the enemy's secrets.
"""

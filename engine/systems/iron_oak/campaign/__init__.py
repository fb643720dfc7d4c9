"""The campaign: a war of linked battles, built as a game of its own around the battles of Iron &
Oak.

Iron & Oak 8.0. Its state holds the war book of both fleets and the current battle; it passes on the
battle's questions and wraps the battle's events. The battle's rules do not depend on the campaign.
"""

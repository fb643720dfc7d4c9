"""The campaign: a war of linked battles, a game of its own around the battles of Iron & Oak.

Iron & Oak 8.0

Its state holds the war book of both fleets and the current battle; questions of the battle are
passed on, and its events are wrapped. The battle's rules know nothing of the campaign.
"""

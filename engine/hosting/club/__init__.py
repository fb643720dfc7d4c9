"""A club, which is the people of a host, apart from its battles: who is connected, sanctions,
results, ratings, tournaments, talk.
"""

"""A club (the people of a host) between its battles: who is connected, sanctions, results, ratings,
tournaments, talk.
"""

"""A club (the people of a host) between its battles: who is here, sanctions, results, ratings,
tournaments, talk.
"""

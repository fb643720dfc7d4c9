"""A club: the people of a host, apart from its battles.

It knows who is connected, who is banned, results, ratings, tournaments, and what people say.
"""

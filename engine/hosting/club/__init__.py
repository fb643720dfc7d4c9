"""A club between its battles: who is here, sanctions, results, ratings, tournaments, talk."""

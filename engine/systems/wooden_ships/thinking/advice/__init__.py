"""Advice: answers weighed term by term, with the enemy's reply. Only views are looked at."""

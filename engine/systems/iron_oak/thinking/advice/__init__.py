"""Advice: answers evaluated term by term, with the enemy's reply. It uses only views."""

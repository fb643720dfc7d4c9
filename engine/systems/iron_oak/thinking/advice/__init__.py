"""Advice: answers evaluated term by term, including the enemy's reply. It uses only views."""

"""What happens when initiative cards and event cards are played: questions, and effects on ships.

Effects that only change a number or a permission are in `effects`.
"""

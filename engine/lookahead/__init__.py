"""Looking ahead, for computer players and advice: quick choices, playouts, races of answers.

A playout is a simulated continuation of a battle; in a race answers are compared by playouts. The
package works for any game system, through the interface of `engine.game`. It imports `engine.base`
and `engine.game`.
"""

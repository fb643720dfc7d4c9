"""The battle on the screen: the chart, cards of units, the roster, previews of answers."""

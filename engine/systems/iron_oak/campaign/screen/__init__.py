"""The campaign on the screen: pages of the campaign book, and the screen of the current battle."""

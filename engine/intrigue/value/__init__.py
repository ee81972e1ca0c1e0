"""The value of intrigue's positions and moves: rounds played on with the habits of strong players, then
learned chances.

`likely_cards` says what face-down cards are, `playing_on` how a round ends, `choices` what a move is worth.
What the odds panel shows is made of them in `engine.intrigue.odds`.
"""

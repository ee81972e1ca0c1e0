"""What a household of court is worth, worked out for every set of cards from the end of the game back.

`python -m training.court` (`make train GAME=court`) counts what stewards do (`clock`) and works out the best
whole turns (`turns`) of every household of a few cards (`ways`) by dynamic programming. It writes
`engine/court/bots/learned.msgpack`.
"""

"""The value of laurin's positions and moves: rounds played on as the seats play, then learned chances.

`boundary` knows everybody's chance between rounds, `policies` how a seat can play, `ways_to_play` which of
them it does, `playing_on` and `prospects` how a round may end. What the odds panel shows is made of it in
`engine.laurin.odds`.
"""

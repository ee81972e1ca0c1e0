"""The lesson of laurin: one whole round, from the treasure to the last movement card, with magic."""

from __future__ import annotations

from engine.lessons import read_lesson

LESSON = read_lesson(
    version=1,
    seats=3,
    script="""
    deal : 1 3 3 2 1 3 2 2 1 3 2 1 1 fog haste counter
    aim
    treasure
    counter    | 1 buy counter 3
    buying     | 2 buy fog 2
               | 3 pass : h1a v2a h2c
    give       | 1 give h1a 1
    give-two   | 1 give v2a 2
    place
    five       | 1 place 5/3 f5
    three      | 1 place 3/2 f4
    one        | 1 place 1/1 e4
    placed     | 1 done
    others     | 2 place 5/3 e6
               | 2 place 1/1 d6
               | 2 done
               | 3 place 5/3 e5
               | 3 done
    move       | 1 move e4>g5
    moved      | 1 done
    moving     | 2 done
               | 3 done
    auction
    bid        | 1 bid 3
    bids       | 2 bid 2
               | 3 pass
    king       | 1 king 3 east
    fog        | 2 fog 1
    spell      | 1 counter
    scored
    second     | 1 bid 2 1
    outbid     | 2 pass
               | 3 bid 3 1
    back       | 1 take back 2
    away       | 3 king 1 east
    last       | 2 king 2 north : 1 1 1 2 2 2 3 3 3 ban ban fog
    """,
)

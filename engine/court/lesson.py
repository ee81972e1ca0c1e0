"""The lesson of court: from the first three dice to the King, lost to the bot and won back with the Queen."""

from __future__ import annotations

from engine.lessons import read_lesson

LESSON = read_lesson(
    version=1,
    seats=2,
    script="""
    deal : 1
    aim
    roll       | 1 roll : 5 5 2
    keep       | 1 keep 5 5
    reroll     | 1 roll : 4
    rest       | 1 keep 4
    farmer     | 1 take farmer
    bot        | 2 roll : 4 4 1
               | 2 keep 1 4 4
               | 2 take farmer
    round
    bot-again  | 2 roll : 6 6 2 1
               | 2 keep 1 2 6 6
               | 2 take craftsman
    four       | 1 roll : 2 2 5 2
    all        | 1 keep 2 2 2 5
    guard      | 1 take guard
    twice      | 1 roll : 2 2 2 2
    power      | 1 use guard
    five       | 1 keep 2 2 2 2 2
    knight     | 1 take knight
    bot-third  | 2 roll : 3 3 3 1
               | 2 keep 1 3 3 3
               | 2 take guard
    quickly
    meanwhile  | 2 roll : 2 2 2 5
               | 2 use guard
               | 2 keep 2 2 2 2 5
               | 2 take hunter
               | 1* roll : 1 3 5 3
               | 1* keep 1 3 3 5
               | 1* take maid
               | 1* use guard
               | 1* use knight
               | 1* roll : 4 4 4 4 4 4
               | 1* keep 4 4 4 4 4 4
               | 1* take general
               | 2 roll : 2 4 6 6
               | 2 keep 2 4 6 6
               | 2 take philosopher
               | 2 roll : 6 6 5 4
               | 2 keep 4 5 6 6
               | 2 take merchant
    six        | 1 roll : 2 2 2 2 2 1
    seventh    | 1 use guard
    maid       | 1 use maid 1+1
    seven      | 1 keep 2 2 2 2 2 2 2
    king       | 1 take king
    final
    bot-final  | 2 use craftsman
               | 2 use guard
               | 2 use hunter
               | 2 roll : 3 3 3 3 3 6 1
               | 2 keep 3 3 3 3 3
               | 2 roll : 3 3
               | 2 keep 3 3
               | 2 stand
    add        | 1 use guard
    last       | 1 roll : 3 3 3 3 3 3 2
    turn       | 1 use maid 2+1
    equal      | 1 keep 3 3 3 3 3 3 3
    stand      | 1 stand
    """,
)

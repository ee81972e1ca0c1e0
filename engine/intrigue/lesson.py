"""The lesson of intrigue: a whole game against two bots; a Conspiracy grows, an Ambush is the bait."""

from __future__ import annotations

from engine.lessons import read_lesson

OUT = "assassination decree shapeshifter"
"""The cards of every family that leave the game."""

LESSON = read_lesson(
    version=1,
    seats=3,
    script=f"""
    deal : 1 {OUT} {OUT} {OUT}
    aim
    lord       | 1 play lord front
    bots       | 2 play spy end
               | 3 play conspiracy end
    resolve
    reveal     | 1 reveal
    others     | 2 leave
               | 3 leave
    crown
    second     | 2 play ambush end
               | 3 play lord end
    conspiracy | 1 play conspiracy end
    spying     | 2 reveal
               | 2 steal 1
               | 3 leave
               | 2 leave
               | 3 reveal
    leave      | 1 leave
    third      | 3 play soldier end
    ambush     | 1 play ambush end
    archer     | 2 play archer front
               | 2 reveal
               | 2 remove 9
               | 2 steal 3
               | 3 reveal
               | 2 leave
    again      | 1 leave
               | 3 leave
    soldier    | 1 play soldier end
    front      | 2 play conspiracy front
               | 3 play heir front
               | 3 leave
               | 2 leave
               | 2 remove 1
               | 2 leave
    double     | 1 reveal
               | 3 leave
    attack     | 1 reveal
    stack-wait | 2 play soldier end
               | 3 play ambush front
    stack      | 1 play heir on 4
    covered    | 3 leave
               | 2 leave
               | 2 remove 1
    heir       | 1 reveal
    chain      | 2 leave
    choice     | 1 remove 6
    last-wait  | 2 leave
               | 3 play spy front
    last       | 1 play archer end
    lasting    | 2 play heir end
               | 3 reveal
               | 2 reveal
               | 2 remove 1
               | 2 leave
    careful    | 1 remove 6
    shoot      | 1 reveal
    target     | 1 remove 7
    """,
)

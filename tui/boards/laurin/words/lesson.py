"""What the lesson of laurin says at each step (`engine.laurin.lesson`)."""

from __future__ import annotations

from types import MappingProxyType

from tui.boards.kit.lesson_words import Lessons, LessonWords
from tui.language.texts import N_

LESSON: Lessons = MappingProxyType(
    {
        "aim": LessonWords(
            N_(
                "Your dwarfs bring points when the King stops beside them. When somebody has 35, the round is"
                " finished, and most points win. You will play one whole round."
            )
        ),
        "treasure": LessonWords(
            N_(
                "First phase: everybody draws treasure, four cards now, three in later rounds. It pays for"
                " magic, and for the King's moves. How much you hold is your secret."
            )
        ),
        "counter": LessonWords(
            N_(
                "Second phase, magic: you may buy one card. The Counterspell answers others' magic;"
                " it costs 3."
            ),
            N_("Go to the Counterspell with the arrows, then press Enter twice."),
            N_("Buy the Counterspell for 3: somebody will play magic on you."),
            keys="arrows Enter",
        ),
        "buying": LessonWords(N_("{bot} buys Magic Fog, {other} nothing.")),
        "give": LessonWords(
            N_(
                "Third phase: with the crown you hand out movement cards. Each says how the King may"
                " move, and"
                " how many points of dwarfs its owner places. Keep the 9."
            ),
            N_("Press Enter for the first card, and Enter for yourself."),
            N_("Nine points of dwarfs are the most: keep that card for yourself."),
            keys="Enter",
        ),
        "give-two": LessonWords(
            N_("The vertical card goes to {bot}, and the last one to {other} by itself."),
            N_("Go down to it, press Enter, and Enter again."),
            N_("Here the vertical card goes to the bot after you."),
            keys="arrows Enter",
        ),
        "place": LessonWords(
            N_(
                "Fourth phase: place dwarfs worth at most 9. One step to the east the King touches e4, f4, e5"
                " and f5; two steps, f4, g4, f5 and g5."
            )
        ),
        "five": LessonWords(
            N_("A dwarf's first number is what it counts now, the second what it counts the next time."),
            N_("Go to f5 with the arrows, then press Enter: the 5/3 goes there."),
            N_("That works too, but the lesson needs the 5/3 on f5."),
            keys="arrows Enter",
        ),
        "three": LessonWords(
            N_("4 points are left. A 3/2 beside it."),
            N_("Go to f4, then press Enter."),
            N_("That works too, but the lesson needs the 3/2 on f4."),
            keys="arrows Enter",
        ),
        "one": LessonWords(
            N_("1 point is left, for a 1/1."),
            N_("Go to e4, then press Enter."),
            N_("That works too, but the lesson needs the 1/1 on e4."),
            keys="arrows Enter",
        ),
        "placed": LessonWords(N_("That makes 9."), N_("Press t: your turn ends."), keys="t"),
        "others": LessonWords(N_("{bot} and {other} place theirs.")),
        "move": LessonWords(
            N_(
                "Fifth phase: lift dwarfs and set them down elsewhere; your card allows three. Move e4 to g5:"
                " another card may lead the King there."
            ),
            N_("Go to e4 and press Enter, go to g5 and press Enter, then m."),
            N_("f5 and f4 stand well. Move the 1/1 from e4 to g5."),
            keys="m arrows Enter",
        ),
        "moved": LessonWords(
            N_("Dwarfs are moved once in a turn, all together."), N_("Press t: your turn ends."), keys="t"
        ),
        "moving": LessonWords(N_("{bot} and {other} move nothing.")),
        "auction": LessonWords(
            N_(
                "Sixth phase: the King's moves are auctioned. Everybody lays treasure face down; the"
                " highest sum"
                " wins, and its owner chooses any card that lies open, and the way."
            )
        ),
        "bid": LessonWords(
            N_("You hold 3, 2 and 1. Bid the 3, and keep something for the next auction."),
            N_("Press 3, then Enter twice."),
            N_("The 3 should be enough: bid that card alone."),
            keys="3 Enter",
        ),
        "bids": LessonWords(N_("{bot} and {other} bid, too; then all bids are shown.")),
        "king": LessonWords(
            N_("You have won, and pay the 3. The list tells who would score on each way: 6 brings you 9."),
            N_("Press 6, then Enter."),
            N_("Way 6 brings you the most: 9 points."),
            keys="6 Enter",
        ),
        "fog": LessonWords(N_("The King has moved. Before the scoring there is a chance for magic.")),
        "spell": LessonWords(
            N_("{bot} plays Magic Fog: you would get no points. Answer with your Counterspell!"),
            N_("Press f, then Enter."),
            N_("Without the Counterspell you get no points: play it."),
            keys="f Enter",
        ),
        "scored": LessonWords(
            N_(
                "9 points: 5, 3 and 1. The three now show their backs, 3, 2 and 1. When they score"
                " once more, they"
                " go home, to be placed anew."
            )
        ),
        "second": LessonWords(
            N_("Two cards are left, so there is another auction. Lay both of your cards this time."),
            N_("Press 2 and 1, then Enter twice."),
            N_("Lay both cards this time: the loser takes half of them back."),
            keys="2 1 Enter",
        ),
        "outbid": LessonWords(N_("{bot} and {other} bid.")),
        "back": LessonWords(
            N_("{other} bids 4. The losers take back up to half of their cards: you one of two."),
            N_("Leave the 2 picked, and press Enter."),
            N_("The 2 is worth more than the 1: take that one."),
            keys="Enter",
        ),
        "away": LessonWords(N_("{other} moves the King. He stops beside g5, too, and your 1/1 scores.")),
        "last": LessonWords(N_("The last card is not auctioned: {bot}, before whom it lies, may use it.")),
        "end": LessonWords(
            N_(
                "That was a round, and you lead. You can buy magic and answer it, place and move"
                " dwarfs, bid, and lead the King."
            )
        ),
    }
)
"""The words by code."""

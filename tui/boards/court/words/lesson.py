"""What the lesson of court says at each step (`engine.court.lesson`)."""

from __future__ import annotations

from types import MappingProxyType

from tui.boards.kit.lesson_words import Lessons, LessonWords
from tui.language.texts import N_

_ROLL = N_("Press r.")
_TAKE = N_("Press Enter, and Enter again.")

LESSON: Lessons = MappingProxyType(
    {
        "aim": LessonWords(
            N_(
                "Whoever holds the King at the end wins, and seven dice alike take him. You begin with three"
                " dice; cards give you more of them, or let you change them."
            )
        ),
        "roll": LessonWords(N_("A turn begins with a roll of all your dice."), _ROLL, keys="r"),
        "keep": LessonWords(
            N_("A die set aside never changes again. Two fives are a pair, and a pair pays for a card."),
            N_("Press 5 to mark both fives, then s to set them aside."),
            N_("The two fives belong together: they pay for a card."),
            keys="5 s",
        ),
        "reroll": LessonWords(
            N_("At least one die was set aside, so you may roll the others again."),
            _ROLL,
            N_("That would do, but another roll costs nothing here."),
            keys="r",
        ),
        "rest": LessonWords(
            N_("Every roll has to leave a die aside. Once all of them lie there, you may take a card."),
            N_("Press 4, then s."),
            keys="4 s",
        ),
        "farmer": LessonWords(
            N_("The Farmer costs a pair, and is one more die in every turn."),
            N_("A ✓ marks what you can take. Press Enter, and Enter again."),
            N_("One more die in every turn is the best start: take the Farmer."),
            keys="Enter",
        ),
        "bot": LessonWords(N_("Now it is {bot}'s turn. The log tells every roll and every card.")),
        "round": LessonWords(
            N_(
                "That was a round. Whoever played last begins the next, and so plays twice in a row:"
                " {bot} now, and you one round later."
            )
        ),
        "bot-again": LessonWords(N_("{bot} plays again, with four dice this time.")),
        "four": LessonWords(N_("You have four dice: three, and the Farmer's."), _ROLL, keys="r"),
        "all": LessonWords(
            N_("Three alike! You may set aside as many dice at once as you like, even all."),
            N_("Press 2 and 5 to mark all four, then s."),
            N_("All four can go aside at once."),
            keys="2 5 s",
        ),
        "guard": LessonWords(
            N_("Three alike pay for the Guard: once a turn he adds a die with a 2."),
            N_("? explains any card. Press Enter, and Enter again."),
            N_("Three alike are worth more than that: take the Guard."),
            keys="Enter",
        ),
        "twice": LessonWords(
            N_("You were last, so you begin this round: your second turn in a row."), _ROLL, keys="r"
        ),
        "power": LessonWords(
            N_(
                "Four twos. Now use a power: the Guard adds a fifth 2. Powers work on dice not yet set aside."
            ),
            N_("Press p for powers, then Enter twice."),
            N_("First let the Guard add a 2."),
            keys="p Enter",
        ),
        "five": LessonWords(
            N_("Five alike."),
            N_("Press 2 to mark them all, then s."),
            N_("Keep all five together."),
            keys="2 s",
        ),
        "knight": LessonWords(
            N_("Five alike pay for the Knight, who adds a 5. The higher its row, the rarer a card."),
            _TAKE,
            N_("The Knight is the rarest card these dice can pay for: take him."),
            keys="Enter",
        ),
        "bot-third": LessonWords(N_("{bot}'s turn. Soon your courts will be larger.")),
        "quickly": LessonWords(
            N_(
                "Two rounds now go by on their own; watch the log. They bring you the Maid, who adds"
                " 1 to 3 to a die, and the General with two more dice."
            )
        ),
        "meanwhile": LessonWords(N_("Two rounds go by: your moves are made for you.")),
        "six": LessonWords(
            N_("Six dice: three, the Farmer's and the General's two. Now go for the King with seven alike."),
            _ROLL,
            N_("The powers are worth more after the roll."),
            keys="r",
        ),
        "seventh": LessonWords(
            N_("Five twos! The Guard adds the sixth."),
            N_("Press p, go to the Guard with the arrows, then Enter twice."),
            N_("The Guard's 2 comes first."),
            keys="p arrows Enter",
        ),
        "maid": LessonWords(
            N_("Six twos and a 1. The Maid adds 1 to it: seven alike."),
            N_("Press p and Enter for the Maid, then 1, Enter, and Enter for +1."),
            N_("Only the 1 does not match: let the Maid add 1 to it."),
            keys="p 1 Enter",
        ),
        "seven": LessonWords(
            N_("Seven alike!"), N_("Press 2, then s."), N_("All seven together take the King."), keys="2 s"
        ),
        "king": LessonWords(
            N_("Seven alike take the King, and the Queen comes with him."),
            _TAKE,
            N_("Nothing is worth more than the King: take him."),
            keys="Enter",
        ),
        "final": LessonWords(
            N_(
                "The final round: one more turn for each, without cards. More alike, or as many of a higher"
                " face, take the King from you. Who has the Queen, you, rolls last."
            )
        ),
        "bot-final": LessonWords(
            N_("{bot} has to beat seven twos. Powers that add dice work before the roll, too.")
        ),
        "add": LessonWords(
            N_(
                "{bot} has the King now, with seven threes. Thanks to the Queen, an equal result wins him"
                " back. Before the roll, the Guard's die comes into your hand."
            ),
            N_("Press p, then Enter twice."),
            N_("You need seven dice: let the Guard add one before you roll."),
            keys="p Enter",
        ),
        "last": LessonWords(
            N_("Seven dice, for seven threes."), _ROLL, N_("Seven dice are enough here."), keys="r"
        ),
        "turn": LessonWords(
            N_("Six threes and a 2: the Maid again."),
            N_("Press p and Enter for the Maid, then 2, Enter, and Enter for +1."),
            N_("One 3 is missing: let the Maid add 1 to the 2."),
            keys="p 2 Enter",
        ),
        "equal": LessonWords(
            N_("Seven threes, as good as {bot}'s."),
            N_("Press 3, then s."),
            N_("All seven together win."),
            keys="3 s",
        ),
        "stand": LessonWords(
            N_("In the final round a turn ends without a card."), N_("Press f, then Enter."), keys="f Enter"
        ),
        "end": LessonWords(
            N_(
                "You have won! You can set aside and reroll, take cards, use powers, take the King and win"
                " him back."
            )
        ),
    }
)
"""The words by code."""

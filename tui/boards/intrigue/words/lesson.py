"""What the lesson of intrigue says at each step (`engine.intrigue.lesson`)."""

from __future__ import annotations

from types import MappingProxyType

from tui.boards.kit.lesson_words import Lessons, LessonWords
from tui.language.texts import N_

_REVEAL = N_("Press r, then Enter.")
_LEAVE = N_("Press f, then Enter.")

LESSON: Lessons = MappingProxyType(
    {
        "aim": LessonWords(
            N_(
                "Who has the most influence after six rounds wins. You hold seven secret cards; in each"
                " round everybody plays one of theirs, face down, into one common queue."
            )
        ),
        "lord": LessonWords(
            N_("The Lord takes 1 influence, and 1 more for each card of your own beside him."),
            N_("Go to the Lord with the arrows, then press Enter twice."),
            N_("The earlier the Lord is played, the more often he takes: play him first."),
            keys="arrows Enter",
        ),
        "bots": LessonWords(N_("{bot} and {other} play a card, too. You do not see which.")),
        "resolve": LessonWords(
            N_(
                "Now the queue is resolved from its front. At a face-down card its owner decides: reveal it"
                " for its effect, or leave it, and 1 influence is put on it."
            )
        ),
        "reveal": LessonWords(
            N_("Your Lord is first. A lasting card stays, and acts again in every round once it is open."),
            _REVEAL,
            N_("Once he is open, the Lord takes something in every round: reveal him."),
            keys="r Enter",
        ),
        "others": LessonWords(N_("{bot} and {other} leave theirs: 1 influence lies on each.")),
        "crown": LessonWords(
            N_(
                "That was a round. The crown passes on, so {bot} plays first now. All cards stay in"
                " the queue."
            )
        ),
        "second": LessonWords(N_("{bot} and {other} play before you.")),
        "conspiracy": LessonWords(
            N_(
                "The Conspiracy doubles the influence that lies on it. Play it soon, so that much"
                " gathers there."
            ),
            N_("Go to the Conspiracy, then press Enter twice: it goes to the end."),
            N_("What shall grow has to be in the queue early: play the Conspiracy."),
            keys="arrows Enter",
        ),
        "spying": LessonWords(
            N_("{bot}'s Spy is open: it steals 1 influence from a family beside it. This time from you.")
        ),
        "leave": LessonWords(
            N_("Nothing lies on the Conspiracy yet. If you leave it face down, 1 influence comes onto it."),
            _LEAVE,
            N_("Twice nothing is nothing: leave the Conspiracy, so that it grows."),
            keys="f Enter",
        ),
        "third": LessonWords(N_("{other} has the crown and plays first.")),
        "ambush": LessonWords(
            N_(
                "The Ambush is bait: whose card removes it, gives you 4. Archers shoot the first or the last"
                " card of the queue, so lay it at the end."
            ),
            N_("Go to the Ambush, then press Enter twice."),
            N_("The bait is the Ambush, and the end of the queue is the place for it."),
            keys="arrows Enter",
        ),
        "archer": LessonWords(
            N_("{bot} plays last in this round, and then reveals an Archer. Watch your Ambush!")
        ),
        "again": LessonWords(
            N_("4 influence for you! On the Conspiracy lies 1. Leave it one round more."),
            _LEAVE,
            N_("One round more, and it doubles 2 instead of 1."),
            keys="f Enter",
        ),
        "soldier": LessonWords(
            N_(
                "The Soldier removes a card beside it and takes 1. At the end, its neighbour is"
                " {other}'s card."
            ),
            N_("Go to the Soldier, then press Enter twice."),
            N_("The Soldier at the end stands beside a rival's card: play it there."),
            keys="arrows Enter",
        ),
        "front": LessonWords(
            N_("{bot} and {other} play at the front. {bot}'s Archer is open, so it shoots in every round.")
        ),
        "double": LessonWords(
            N_("2 influence lie on the Conspiracy. Revealed, it doubles them, and you take 4."),
            _REVEAL,
            N_("Now it pays: 4 influence at once."),
            keys="r Enter",
        ),
        "attack": LessonWords(
            N_("Your Soldier has one neighbour, so there is nothing to choose."),
            _REVEAL,
            N_("Revealed, it removes a rival's card and takes 1."),
            keys="r Enter",
        ),
        "stack-wait": LessonWords(N_("{bot} and {other} play.")),
        "stack": LessonWords(
            N_(
                "You may also play onto a stack whose top card is yours; only the top counts. The"
                " Heir takes 2"
                " while no other Heir is open. Lay it on your Lord."
            ),
            N_("Go to the Heir, Enter; move ^ onto your Lord, Enter."),
            N_("This time onto a stack: lay the Heir on your Lord."),
            keys="arrows Enter",
        ),
        "covered": LessonWords(
            N_("Now the front of the queue. {bot}'s Archer shoots: that was {other}'s Ambush!")
        ),
        "heir": LessonWords(
            N_("No other Heir is open."),
            _REVEAL,
            N_("The Heir takes 2 in every round once it is open: reveal it."),
            keys="r Enter",
        ),
        "chain": LessonWords(N_("{bot} leaves a card for the fourth time. What may that be?")),
        "choice": LessonWords(
            N_(
                "Your Soldier acts in every round, and has two neighbours now. {other}'s Lord earns too much."
            ),
            N_("Go to place 6 with the arrows, then press Enter twice."),
            N_("The Lord earns something in every round: remove that one."),
            keys="arrows Enter",
        ),
        "last-wait": LessonWords(
            N_("The last round. Influence that still lies on cards at its end counts for nobody.")
        ),
        "last": LessonWords(
            N_("Your Archer can shoot the first or the last card, and takes 1."),
            N_("Go to the Archer, then press Enter twice."),
            N_("One card stays in your hand anyway. Play the Archer, at the end."),
            keys="arrows Enter",
        ),
        "lasting": LessonWords(
            N_("{bot} lays a card behind your Archer. The queue is resolved for the last time.")
        ),
        "careful": LessonWords(
            N_(
                "5 influence lie on {bot}'s card at your Soldier's left. Who leaves a card for so long?"
                " An Ambush would. Remove the other neighbour."
            ),
            N_("Go to place 6 with the arrows, then press Enter twice."),
            N_("That looks like an Ambush: it would give its owner 4."),
            keys="arrows Enter",
        ),
        "shoot": LessonWords(
            N_("Your Archer comes before {bot}'s last card."),
            _REVEAL,
            N_("Influence on cards no longer counts: reveal the Archer."),
            keys="r Enter",
        ),
        "target": LessonWords(
            N_("The first card has done its work; the last has not acted yet."),
            N_("Go to place 7 with the arrows, then press Enter twice."),
            N_("The first card has done its work. Shoot the last one, before it acts."),
            keys="arrows Enter",
        ),
        "end": LessonWords(
            N_(
                "You have won! You can play to both ends and onto stacks, reveal or leave, lay bait,"
                " and choose what to remove."
            )
        ),
    }
)
"""The words by code."""

"""The words of a lesson (`engine.lessons`): what is said at each step, and why another move is refused there.

Screens add the keys, plain mode how the move is typed. A board has words for every code of its game's lesson.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.game import Refused
from engine.lessons import LEARNER
from tui.boards.kit.keys import BACK, MOVE
from tui.boards.kit.speech import Speech
from tui.host.port import TableSnapshot
from tui.language.actions import key_name, labels
from tui.language.texts import NO_TEXT, Texts, Translatable

END = "end"
"""The code of what is said after the last step."""
REFUSAL = "lesson-move"
"""The code of the refusal of a move that the rules allow and the lesson does not make."""
BOTS = ("bot", "other", "third")
"""The placeholders for the names of the bots, by seat after the learner's."""


class LessonWords(NamedTuple):
    """What is said at one step. `{bot}`, `{other}` and `{third}` are the names of the bots, by seat."""

    idea: Translatable
    """One idea, in a sentence or two."""
    press: Translatable = NO_TEXT
    """The keys of the learner's move, as a sentence."""
    why: Translatable = NO_TEXT
    """Why another move is refused here, in one row of 78 cells; empty: only that it is not the lesson's."""
    keys: str = ""
    """The keys of the learner's move as actions show them (`r`, `Enter`, `arrows`) or digits, each before
    what it opens a question for: those that a prompt offers lead its keys.
    """


Keys = tuple[tuple[str, str], ...]
"""Keys and what they do, as a prompt has them."""
Lessons = Mapping[str, LessonWords]
"""The words by the codes of a lesson."""


def is_reading(snapshot: TableSnapshot | None) -> bool:
    """Returns whether a lesson goes on once this player has read what it says."""
    return snapshot is not None and snapshot.lesson is not None and snapshot.lesson.is_read


def idea(texts: Texts, words: Lessons, snapshot: TableSnapshot) -> str:
    """Returns what is said now; '' if nothing is."""
    found = words.get(snapshot.lesson.code) if snapshot.lesson else None
    return texts.of(found.idea, **_bots(snapshot)) if found else ""


def with_keys(texts: Texts, words: Lessons, snapshot: TableSnapshot) -> str:
    """Returns what is said now, with the keys of the learner's move."""
    said, lesson = idea(texts, words, snapshot), snapshot.lesson
    if not (said and lesson and lesson.move):
        return said
    return f"{said} {texts.of(words[lesson.code].press)}".rstrip()


def led(texts: Texts, words: Lessons, snapshot: TableSnapshot, keys: Keys) -> tuple[Keys, Keys]:
    """Returns the keys of a prompt that the step asks for, in its order, and all others. A key that opens a
    question is the last of them: what comes behind it is asked for by another prompt. Arrows share the words
    of the key that they are for, and stand alone where that does nothing.
    """
    lesson, first = snapshot.lesson, list[tuple[str, str]]()
    others = [key for key in keys if key[0].strip()]
    found = words.get(lesson.code) if lesson and lesson.move else None
    arrows, moves = labels(texts, (MOVE,))[0], False
    for key in found.keys.split() if found else ():
        name = key_name(texts, key)
        at = next((at for at, (shown, _) in enumerate(others) if _has(texts, shown, name)), None)
        if key == MOVE.shown:
            moves = at is not None or key_name(texts, BACK.shown) not in dict(keys)
            others = [one for one in others if one != arrows]
        elif key.isdecimal() and at is None and first and first[-1][0][0].isdecimal():
            first[-1] = (f"{first[-1][0]} {key}", first[-1][1])
        elif at is not None:
            first.append((f"{arrows[0]}, {name}" if moves else name, others.pop(at)[1]))
            if not key.isdecimal():
                break
    if not first and arrows in keys and moves:  # the key that they are for is not named where they are now
        first.append(arrows)
    return tuple(first), tuple(others)


def _has(texts: Texts, shown: str, key: str) -> bool:
    """Returns whether a key is one of those that stand together on a key line: 3 2 1, 1-6. A digit marks dice
    as the space bar does.
    """
    if not key.isdecimal():
        return shown == key
    least, _, most = shown.partition("-")
    if least.isdecimal() and most.isdecimal():
        return int(least) <= int(key) <= (int(most) or 10)
    return key in shown.split() or shown == key_name(texts, "space")


def with_move(texts: Texts, words: Lessons, snapshot: TableSnapshot, speech: Speech[Any]) -> str:
    """Returns what is said now, with the learner's move as it is typed."""
    said, lesson = idea(texts, words, snapshot), snapshot.lesson
    return f"{said} {typed(texts, snapshot, speech)}".rstrip() if said and lesson else said


def typed(texts: Texts, snapshot: TableSnapshot, speech: Speech[Any]) -> str:
    """Returns how the learner's move is typed; '' if they have none to make."""
    move = snapshot.lesson.move if snapshot.lesson else ""
    return texts._("Type: {move}", move=speech.from_notation(texts, move)) if move else ""


def step_words(texts: Texts, snapshot: TableSnapshot) -> str:
    """Returns which step of the lesson this is; '' if it is no lesson."""
    lesson = snapshot.lesson
    if lesson is None:
        return ""
    if lesson.code == END:
        return texts._("End of the lesson")
    return texts._("Lesson {number}/{steps}", number=lesson.number, steps=lesson.steps)


def why_another(texts: Texts, words: Lessons, refused: Refused) -> str:
    """Returns why a move is not made at this step; '' if nothing special is said."""
    found = words.get(str(refused.params.get("step")))
    return texts.of(found.why) if found and found.why is not NO_TEXT else ""


def _bots(snapshot: TableSnapshot) -> Mapping[str, str]:
    others = (seat.name for seat in snapshot.info.seats[LEARNER:])
    return dict(zip(BOTS, others, strict=False))

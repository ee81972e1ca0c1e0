"""A person who plays court by what the screen says and by nothing else."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import AbstractContextManager

from tests.terminal import PtyTerminal, PtyTerminals

MARK, ROLL = ("mark", "s"), ("r",)
ANSWERS = (
    (re.compile(r"\n Enter do it"), ("Enter",)),
    (re.compile(r"\n space mark(?!.* r roll)"), MARK),
    (re.compile(r"\br roll"), ROLL),
    (re.compile(r"marks those you can take"), ("Enter",)),
    (re.compile(r"\bn (take )?nothing"), ("n",)),
    (re.compile(r"\bf finish"), ("f",)),
)
"""What the prompt says and offers, and the keys that answer it."""
OVER = re.compile(r"wins\.|ha(s|ve) won\.|You (have )?w[io]n\b", re.MULTILINE)


LABEL = re.compile(r" (active|in hand)\b")
"""What stands before the dice that can be moved."""
BELOW = re.compile(r"[ ►▀→*?1-6]*[1-6][ ▀→*?1-6]*")
"""The row of digits below dice with pips."""


class CourtPlayer:
    def __init__(self, name: str, terminal: PtyTerminal) -> None:
        self.name = name
        self.terminal = terminal

    @property
    def over(self) -> bool:
        """The result is on the screen."""
        return bool(OVER.search(self.terminal.text))

    @property
    def asked(self) -> bool:
        """The screen asks for a key of this person."""
        return self._keys() is not None

    @property
    def may_roll(self) -> bool:
        """The screen asks for a roll, which one key makes."""
        return self._keys() == ROLL

    def answer(self, terminals: PtyTerminals) -> None:
        """Presses what the screen asks for, and looks until it has taken effect."""
        before, keys = self._question, self._keys()
        assert keys is not None
        if keys == MARK:
            self._set_aside(terminals)
            return
        self.terminal.press(*keys)
        terminals.rest()
        terminals.check(self._question != before, f"an answer to {keys}")

    def roll_during(self, terminals: PtyTerminals, outage: AbstractContextManager[None], seen: str) -> None:
        """Rolls while the store is away: once saving takes long, the screen says what is `seen` then. The
        dice fall after the store is back, and may show the same faces as before.
        """
        with outage:
            self.terminal.press(*ROLL)
            terminals.until(lambda tables: any(one["saving"] for one in tables.values()), seen, drawn=True)
            terminals.check(seen in self.terminal.text and self.may_roll, f"nothing has fallen yet: {seen}")
        terminals.rest()
        terminals.check(not self.may_roll, "the dice")

    def _set_aside(self, terminals: PtyTerminals) -> None:
        """Marks the most common face and sets it aside. What to do now changes with the mark already: only
        the dice tell that they were set aside, and keys pressed before that would meet another question.
        """
        before = self._dice
        self.terminal.press(most_common(self.terminal.text))
        terminals.see(self.terminal, "▀")
        self.terminal.press("s")
        terminals.rest()
        terminals.check(self._dice != before, "dice set aside")

    @property
    def _question(self) -> tuple[str, ...]:
        """The lines that change whenever a key of the game was taken."""
        return (*self._dice, *self.terminal.text.splitlines()[-2:])

    @property
    def _dice(self) -> tuple[str, ...]:
        """Whose turn it is, and the dice, without the brackets. The header's blanks change with its clock."""
        whose = self.terminal.text.splitlines()[0].split(" turn,")[0].split()
        return *whose, *map("".join, dice_of(self.terminal.text))

    def _keys(self) -> tuple[str, ...] | None:
        offered = "\n".join(self.terminal.text.splitlines()[-2:])
        return next((keys for offer, keys in ANSWERS if offer.search(offered)), None)


def dice_of(text: str) -> tuple[list[str], list[str]]:
    """The faces of the dice that can be moved and of those set aside. Their digits are on the dice, or below
    them where they have pips; those set aside are at the right, or further down.
    """
    rows = text.splitlines()
    at = next((y for y, row in enumerate(rows) if re.match(LABEL, row)), None)
    if at is None:
        return [], []
    label, below = rows[at], next(filter(BELOW.fullmatch, rows[at + 1 : at + 4]), "")
    digits = label if re.search(r"[1-6]", label) else below
    border = label.find("aside")
    border = len(digits) if border < 0 else border
    further = next((row for row in rows[at + 1 : at + 3] if row.startswith(" aside")), "")
    faces = re.compile(r"[1-6]").findall
    return faces(digits[:border]), faces(digits[border:]) + faces(further)


def most_common(text: str) -> str:
    """The face of an active die that is most often on the table, the higher of two."""
    active, aside = dice_of(text)
    seen = Counter(active + aside)
    return max(active, key=lambda face: (seen[face], face))


def play_on(terminals: PtyTerminals, people: list[CourtPlayer], moves: int) -> int:
    """Has these people answer up to `moves` times; how often they did before the game was over."""
    for done in range(moves):
        terminals.rest()
        terminals.check(any(person.asked or person.over for person in people), "somebody's turn")
        person = next((person for person in people if person.asked), None)
        if person is None:
            return done
        person.answer(terminals)
    return moves

"""What a player would answer if others do this or that (`engine.plans`): said, told, and kept.

if cara passes then pass else ask then if anna rolls then roll
pass until cara plays
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine import codec
from engine.game import Refused
from engine.plans import ASK, Branch, Condition, Link, Plan, Until
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.speech import advised, notation
from tui.host.port import TableSnapshot
from tui.host.refusals import refused
from tui.language.spelling import is_word, shown
from tui.language.texts import NC_, Texts, Translatable, texts_in
from tui.presenters import conditions
from tui.presenters.reader import Page, Reader

KEYWORDS: Mapping[str, Translatable] = MappingProxyType(
    {
        "if": NC_("plan", "if"),
        "then": NC_("plan", "then"),
        "else": NC_("plan", "else"),
        "until": NC_("plan", "until"),
    }
)
CONDITIONAL = ("if", "until")
"""What a condition stands behind; it may begin like a keyword, as a name does, and have "until" in it."""
UNCONDITIONAL = ("", "then")
"""What no condition, and no end, stands behind."""
AUTO_PASS = NC_("typed command", "standing|autopass")
ENDS: Mapping[str, Translatable] = MappingProxyType(
    {
        "turn": NC_("plan", "my turn|turn"),
        "phase": NC_("plan", "the end of the phase|phase"),
        "round": NC_("plan", "the end of the round|round"),
        "game": NC_("plan", "the end of the game|game"),
    }
)
"""Until when something is answered in any case."""
ASKING, EVERY = NC_("plan", "ask"), NC_("plan", "always")
DASHES = "--"
OFF = "off"
"""Withdraws what is planned."""
MOST_EXAMPLES = 3
MOST_READ, MOST_OF_MOVE = 600, 30
"""Words of a plan, and of one of its moves."""


def is_plan(texts: Texts, words: str) -> bool:
    """Returns whether words in the place of a move are a plan: one has dashes, or is "until"."""
    found = ((word, _keyword(texts, word)) for word in words.split(None, MOST_READ)[:MOST_READ])
    return any(keyword == "until" or (keyword and word.startswith(DASHES)) for word, keyword in found)


# Reading


Known = Mapping[str, Sequence[conditions.Foreseen]]
"""What may happen, in the player's language and in English."""


class _Reader:
    """Reads a plan, part by part: each begins with a keyword, the first one without."""

    def __init__(self, texts: Texts, snapshot: TableSnapshot, known: Known) -> None:
        self._texts, self._snapshot = texts, snapshot
        self._known = known
        self._chain: list[Link] = []
        self._until: Until | None = None
        self._when: Condition | None = None
        """The condition whose move comes next."""
        self._is_open = False
        """Whether the last link goes on."""

    def read(self, parts: Sequence[tuple[str, str]]) -> Plan:
        """Returns the plan. Raises Refused: "condition-unclear", and what the moves are refused with."""
        for keyword, said in parts:
            match keyword:
                case "if" if not said:
                    raise self.unclear(shown(self._texts.of(KEYWORDS[keyword])))
                case "if":
                    self._if(said)
                case "until":
                    self._until_then(said)
                case "else":
                    self._else(said)
                case _ if self._when:
                    self._branch(self._when, said)
                case _:
                    self._is_open = False
                    if said:
                        self._link(replace(self._last(), otherwise=self._move(said)))
        if self._when:
            self._move("")
        return Plan(tuple(self._chain), self._until)

    def _condition(self, said: str) -> Condition | None:
        """Returns the condition that words mean in the player's language, or in English."""
        both = self._known.values()
        return next((when for known in both if (when := conditions.meaning(said, known))), None)

    def _examples(self) -> Sequence[str]:
        """Returns what others may do, in sentences."""
        return conditions.kinds_of(self._known[self._texts.language], self._snapshot.seat)

    def _last(self) -> Link:
        """Returns the link that goes on, or a new one."""
        return self._chain.pop() if self._is_open else Link()

    def _link(self, link: Link) -> None:
        self._chain.append(link)
        self._is_open = True

    def _if(self, said: str) -> None:
        if when := self._condition(said):
            self._when = when
            return
        words = [word for word in said.split() if conditions.plainly(word)]
        most = max(map(conditions.most_words, self._known.values()))
        for at in range(min(len(words) - 1, most), conditions.FEWEST_WORDS - 1, -1):
            if when := self._condition(" ".join(words[:at])):
                try:
                    self._branch(when, " ".join(words[at:]))
                except Refused as why:
                    if why.code == "answered-twice" or self._before_move(words[at:]) is None:
                        raise
                    break
                return
        raise self.unclear(" ".join(self._before_move(words) or words))

    def _before_move(self, words: Sequence[str]) -> Sequence[str] | None:
        """Returns what stands before the move that words end with; None: they end with none."""
        for at in range(max(1, len(words) - MOST_OF_MOVE), len(words)):
            try:
                self._meant(" ".join(words[at:]))
            except Refused:
                continue
            return words[:at]
        return None

    def _branch(self, when: Condition, said: str) -> None:
        self._when = None
        last = self._last()
        if any(branch.when.events == when.events for branch in last.branches):
            raise refused("answered-twice", words=when.words)
        self._link(replace(last, branches=(*last.branches, Branch(when, self._move(said)))))

    def _else(self, said: str) -> None:
        last, word = self._last(), shown(self._texts.of(KEYWORDS["else"]))
        if not last.branches:
            first, then = (shown(self._texts.of(KEYWORDS[name])) for name in ("if", "then"))
            known = self._examples()
            forms = [f"{first} {conditions.example(known)} {then} … {word} …"] if known else []
            raise self.unclear(f"{word} {said}".strip(), *forms)
        if last.otherwise:
            raise refused("answered-twice", words=word)
        self._link(replace(last, otherwise=self._move(said)))

    def _until_then(self, said: str) -> None:
        """Takes the move before it out of the chain."""
        move = self._last().otherwise
        self._is_open = False
        words = [word for word in said.split() if not is_word(self._texts, EVERY, word.removeprefix(DASHES))]
        is_every, what = len(words) < len(said.split()), " ".join(words)
        end = _end_called(self._texts, what)
        when = None if end else self._condition(what)
        if not (end or when):
            raise self.unclear(what or shown(self._texts.of(KEYWORDS["until"])), *_ends(self._texts))
        self._until = Until(move or self._move(""), when, end or "round", is_every)

    def _move(self, said: str) -> str:
        """Returns a move in notation. Raises Refused, with what could be meant, if it cannot be read."""
        try:
            return self._meant(said)
        except Refused as why:
            speech = BOARDS[self._snapshot.info.game].speech
            raise advised(speech, self._texts, self._snapshot.view, why) from None

    def _meant(self, said: str) -> str:
        """Returns the same. Raises Refused."""
        texts, info = self._texts, self._snapshot.info
        if is_word(texts, ASKING, said):
            return ASK
        game = PLAYABLE[info.game]
        typed = notation(BOARDS[info.game].speech, texts, self._snapshot, said)
        meant = game.notate(game.parse(typed, self._snapshot.view))
        # what is told apart only later, as the end of a queue that is still empty, is as it was typed
        return typed if len(typed.split()) == len(meant.split()) else meant

    def unclear(self, said: str, *known: str) -> Refused:
        """Returns the refusal of what means nothing, with what would mean something."""
        found = known or tuple(self._examples()[:MOST_EXAMPLES])
        return refused("condition-unclear", words=said[:60], known=found)


async def read(texts: Texts, snapshot: TableSnapshot, words: str) -> Plan:
    """Returns the plan that words mean; others have their turn meanwhile. Raises Refused, also of what is far
    too long.
    """
    is_long = len(words.split(None, MOST_READ)) > MOST_READ
    parts = () if is_long else tuple(_parts(texts, words))
    known = dict[str, Sequence[conditions.Foreseen]]()
    if is_long or any(keyword not in UNCONDITIONAL for keyword, _ in parts):
        for one in dict.fromkeys((texts, texts_in())):
            known[one.language] = await conditions.foreseen_in_slices(one, snapshot)
    reader = _Reader(texts, snapshot, known)
    if is_long:
        raise reader.unclear(words)
    return reader.read(parts)


def _parts(texts: Texts, words: str) -> Iterator[tuple[str, str]]:
    keyword, said = "", list[str]()
    for word in words.translate(conditions.QUOTES).split():
        found = _keyword(texts, word)
        in_condition = keyword in CONDITIONAL and (found == "until" or not said)
        if found and not in_condition:
            yield keyword, " ".join(said)
            keyword, said = found, []
        else:
            said.append(word)
    yield keyword, " ".join(said)


def _keyword(texts: Texts, word: str) -> str:
    typed = word.removeprefix(DASHES)
    return next((name for name, one in KEYWORDS.items() if is_word(texts, one, typed)), "")


def _ends(texts: Texts) -> Sequence[str]:
    return [shown(texts.of(one)) for one in ENDS.values()]


def _end_called(texts: Texts, words: str) -> Any:
    return next((name for name, one in ENDS.items() if is_word(texts, one, words)), "")


# Telling


def lines(texts: Texts, snapshot: TableSnapshot) -> Sequence[str]:
    """Returns what is planned, or that nothing is."""
    return list(told(texts, snapshot, snapshot.plan)) or [texts._("Nothing is planned.")]


def told(texts: Texts, snapshot: TableSnapshot, plan: Plan | None) -> Iterator[str]:
    """Yields what is planned, in sentences."""
    for number, link in enumerate(plan.chain if plan else ()):
        for branch in link.branches:
            what = _condition_words(branch.when)
            yield texts._("If {what}: {move}.", what=what, move=_said_move(texts, snapshot, branch.move))
        move = _said_move(texts, snapshot, link.otherwise)
        if link.branches:
            yield texts._("Otherwise: {move}.", move=move)
        elif snapshot.ask and not number:
            yield texts._("In a moment: {move}.", move=move)
        else:
            yield texts._("To the next question: {move}.", move=move)
    if plan and (until := plan.until):
        move = _said_move(texts, snapshot, until.move)
        end = shown(texts.of(ENDS[until.end]))
        if until.when:
            end = texts.pgettext("until it is told", "{what}", what=_condition_words(until.when))
        if until.every:
            yield texts._("At every question, until {end}: {move}.", end=end, move=move)
        else:
            yield texts._("At chances to react, until {end}: {move}.", end=end, move=move)


def page(
    reader: Reader, plan: Plan | None, snapshot: TableSnapshot, found: Sequence[str] | None
) -> str | Page:
    """Returns what a seat answers from now on, and how plans are said about what was `found` that others may
    do. None: the player knows that, and has changed theirs.
    """
    texts, told = reader.texts, lines(reader.texts, replace(snapshot, plan=plan))
    if found is None:
        return ("\n" if reader.in_terminal else " ").join(told)
    helped = help_rows(texts, snapshot, found, reader.command("plan", table=snapshot.info.name))
    return Page(texts._("If they ... then ..."), [*(("", line) for line in told), *helped], between="  ")


def help_rows(
    texts: Texts, snapshot: TableSnapshot, found: Sequence[str], command: str
) -> Iterator[tuple[str, str]]:
    """Yields how plans are said behind a command, and what they can be about."""
    if found:
        yield "", ""
        keys = {name: shown(texts.of(one)) for name, one in KEYWORDS.items()}
        first = conditions.example(found)
        forms = (
            "{plan} {if} {first} {then} ... {else} " + shown(texts.of(ASKING)),
            *(("{plan} ... {until} ...",) if BOARDS[snapshot.info.game].standing_answers else ()),
            "{plan} {off}",
        )
        for form in forms:
            off = shown(texts.pgettext("typed answer", OFF))
            yield "", form.format(plan=command, first=first, off=off, **keys)
        yield "", ""
        yield from (("", one) for one in ends(texts, snapshot))
        yield "", texts._("What they may do:")
        yield from (("", f"  {one}") for one in found)


def ends(texts: Texts, snapshot: TableSnapshot) -> Iterator[str]:
    """Yields until when something can be answered, besides until somebody does something."""
    if BOARDS[snapshot.info.game].standing_answers:
        until, known = shown(texts.of(KEYWORDS["until"])), ", ".join(_ends(texts))
        yield texts._("{until}: {ends}, or what they may do.", until=until, ends=known)


def auto_pass(reader: Reader, snapshot: TableSnapshot, answer: str | None, *, on: bool) -> str | Page:
    """Returns that an answer is given beforehand, or no longer; without one, which can be."""
    texts, words = reader.texts, BOARDS[snapshot.info.game].standing_answers
    if answer is None or words is None:
        typed = reader.command("standing", AUTO_PASS.text, snapshot.info.name)
        spoken = words.typed(texts) if words else {}
        rows = [(f"{typed} {word}", words.sentence(texts, one)) for word, one in spoken.items() if words]
        return Page(texts._("Auto-pass"), rows)
    said = words.sentence(texts, answer)
    if on:
        return texts._("Auto-pass on ({words}).", words=said)
    return texts._("Auto-pass off ({words}).", words=said)


def _said_move(texts: Texts, snapshot: TableSnapshot, move: str) -> str:
    if move == ASK:
        return texts._("you are asked")
    return BOARDS[snapshot.info.game].speech.from_notation(texts, move)


def _condition_words(when: Condition) -> str:
    """Returns a condition as its player said it; a program's by its events."""
    return when.words or " / ".join(codec.encode(one).decode() for one in when.events)

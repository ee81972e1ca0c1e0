"""Why a game of court was won, the moments that decided it, and its trophies, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.game import Moment, Standing, Verdict
from tui.boards.court.words import phrases
from tui.boards.kit.board import Names, TrophyWords, with_you
from tui.language.texts import N_, NC_, Texts
from tui.language.wording import listed

TROPHIES: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "usurper": TrophyWords(NC_("trophy", "Usurper"), N_("crowned in the final round, and won")),
        "unshaken": TrophyWords(NC_("trophy", "Unshaken"), N_("took the King first, and won")),
        "early-king": TrophyWords(NC_("trophy", "Early King"), N_("took the King in round 6 or earlier")),
        "nine-alike": TrophyWords(NC_("trophy", "Nine Alike"), N_("nine equal dice or more as a result")),
        "small-court": TrophyWords(
            NC_("trophy", "Small Court"), N_("won with at most five cards; the King was taken")
        ),
        "early-bishop": TrophyWords(
            NC_("trophy", "Early Bishop"), N_("a card of the fourth row in round 4 or earlier")
        ),
        "rainbow": TrophyWords(NC_("trophy", "Rainbow"), N_("took a card with all six faces")),
        "one-pip-short": TrophyWords(
            NC_("trophy", "One Pip Short"), N_("as many dice as the King, one pip lower")
        ),
        "second-charlatan": TrophyWords(NC_("trophy", "Second Charlatan"), N_("two Charlatans in one game")),
        "two-left-hands": TrophyWords(
            NC_("trophy", "Two Left Hands"), N_("took nothing in two turns of one game")
        ),
    }
)


def verdict(texts: Texts, names: Names, standings: Sequence[Standing], why: Verdict, you: int | None) -> str:
    """Return why the first seat is first, or the first seats are."""
    if you == standings[0].seat or why.seats == (you,) or (why.code == "limit-shared" and you in why.seats):
        return _own_verdict(texts, names, standings, why, you)
    winner, others = names(standings[0].seat), listed(texts, map(with_you(texts, names, you), why.seats))
    first, second = why.amounts
    if why.code in {"held", "held-equal", "took"}:
        got = phrases.group(texts, first, second)
        if why.code == "held":
            return texts._(
                "{name} took the King with {result}, and nobody beat that.", name=winner, result=got
            )
        if why.code == "took":
            return texts._(
                "{name} took the King from {other} with {result}.", name=winner, other=others, result=got
            )
        return texts._(
            "{name} was first to have {result}; {others} had the same later, which is not enough.",
            name=winner, result=got, others=others,
        )  # fmt: skip
    if why.code == "limit-shared":
        return texts._("Round limit reached: {names} have equally many dice and cards.", names=others)
    if why.code == "limit-cards":
        return texts.ngettext(
            "Round limit reached: as many dice as {others}, but {name} has {number} card.",
            "Round limit reached: as many dice as {others}, but {name} has {number} cards.",
            second,
            name=winner,
            others=others,
        )
    return texts.ngettext(
        "Round limit reached: {name} has the most dice, {number}.",
        "Round limit reached: {name} has the most dice, {number}.",
        first,
        name=winner,
    )


def _own_verdict(
    texts: Texts, names: Names, standings: Sequence[Standing], why: Verdict, you: int | None
) -> str:
    """Return it to whoever is first, or is the only one named beside who is."""
    winner, others = standings[0].seat, listed(texts, map(names, (seat for seat in why.seats if seat != you)))
    first, second = why.amounts
    if why.code.startswith("limit"):
        return _own_limit(texts, names, winner, others, why, you)
    got, name = phrases.group(texts, first, second), names(winner)
    match why.code, winner == you:
        case "held", _:
            return texts._("You took the King with {result}, and nobody beat that.", result=got)
        case "took", True:
            return texts._("You took the King from {other} with {result}.", other=others, result=got)
        case "took", False:
            return texts._("{name} took the King from you with {result}.", name=name, result=got)
        case _, True:
            return texts._(
                "You were first to have {result}; {others} had the same later, which is not enough.",
                result=got,
                others=others,
            )
    return texts._(
        "{name} was first to have {result}; you had the same later, which is not enough.",
        name=name,
        result=got,
    )


def _own_limit(texts: Texts, names: Names, winner: int, others: str, why: Verdict, you: int | None) -> str:
    first, second = why.amounts
    if why.code == "limit-shared":
        return texts._("Round limit reached: you and {names} have equally many dice and cards.", names=others)
    if why.code == "limit":
        return texts.ngettext(
            "Round limit reached: you have the most dice, {number}.",
            "Round limit reached: you have the most dice, {number}.",
            first,
        )
    if winner == you:
        return texts.ngettext(
            "Round limit reached: as many dice as {others}, but you have {number} card.",
            "Round limit reached: as many dice as {others}, but you have {number} cards.",
            second,
            others=others,
        )
    return texts.ngettext(
        "Round limit reached: as many dice as you, but {name} has {number} card.",
        "Round limit reached: as many dice as you, but {name} has {number} cards.",
        second,
        name=names(winner),
    )


def triumph(texts: Texts, winner: str, why: Verdict) -> str:
    """Return that the winner holds the King; '' if nobody does."""
    if why.code.startswith("limit"):
        return ""
    return texts._("{name} holds the King.", name=winner) if winner else texts._("You hold the King.")


def points(texts: Texts, score: int) -> str:
    """Return a score in words: the result of the final round or, if it has none, the dice in hand."""
    if score < 10:
        return texts.ngettext("{number} die", "{number} dice", score)
    return phrases.group(texts, *divmod(score, 10))


def moment(texts: Texts, names: Names, one: Moment, you: int | None) -> str:
    """Return a moment in a sentence."""
    if one.seat == you:
        return _own_moment(texts, names, one)
    name = names(one.seat)
    if one.code == "dice":
        return texts.ngettext(
            "{name} is the first with {number} die.",
            "{name} is the first with {number} dice.",
            one.amount,
            name=name,
        )
    got = phrases.group(texts, *divmod(one.amount, 10))
    if one.code == "crowned" and one.other == you:
        return texts._("{name} has {result} and takes the King from you.", name=name, result=got)
    if one.code == "crowned":
        other = names(one.other or 0)
        return texts._(
            "{name} has {result} and takes the King from {other}.", name=name, result=got, other=other
        )
    if one.code == "mark":
        return texts._("{name} takes King and Queen with {result}.", name=name, result=got)
    return texts._("{name} has {result}: not enough for the King.", name=name, result=got)


def _own_moment(texts: Texts, names: Names, one: Moment) -> str:
    if one.code == "dice":
        return texts.ngettext(
            "You are the first with {number} die.", "You are the first with {number} dice.", one.amount
        )
    got = phrases.group(texts, *divmod(one.amount, 10))
    if one.code == "crowned":
        other = names(one.other or 0)
        return texts._("You have {result} and take the King from {other}.", result=got, other=other)
    if one.code == "mark":
        return texts._("You take King and Queen with {result}.", result=got)
    return texts._("You have {result}: not enough for the King.", result=got)

"""Why a game of laurin was won, the moments that decided it, and its trophies, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.game import Moment, Standing, Verdict
from tui.boards.kit.board import Names, TrophyWords, with_you
from tui.boards.laurin.words import names as words
from tui.language.texts import N_, NC_, Texts
from tui.language.wording import listed

TROPHIES: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "all-mine": TrophyWords(
            NC_("trophy", "All Mine"), N_("10 points or more by one King's move, others none")
        ),
        "for-a-penny": TrophyWords(
            NC_("trophy", "For a Penny"), N_("5 points or more by a King's move bought for 1")
        ),
        "grimoire": TrophyWords(NC_("trophy", "Grimoire"), N_("played six magic cards in one game")),
        "no-magic": TrophyWords(NC_("trophy", "No Magic"), N_("won without buying a magic card")),
        "from-last": TrophyWords(NC_("trophy", "From Last"), N_("last before the last round, and won")),
        "by-a-nose": TrophyWords(NC_("trophy", "By a Nose"), N_("won by one point, or by being earlier")),
        "counter-counter": TrophyWords(NC_("trophy", "Counter-Counter"), N_("countered a Counterspell")),
        "dear-nothing": TrophyWords(
            NC_("trophy", "Dear Nothing"), N_("paid 8 or more for a King's move without points")
        ),
        "nobody-home": TrophyWords(
            NC_("trophy", "Nobody Home"), N_("paid 6 or more, and nobody got a point")
        ),
        "chauffeur": TrophyWords(
            NC_("trophy", "Chauffeur"), N_("three King's moves that scored most for others")
        ),
    }
)


def verdict(texts: Texts, names: Names, standings: Sequence[Standing], why: Verdict, you: int | None) -> str:
    """Return why the first seats are first."""
    winner, others = names(standings[0].seat), listed(texts, map(with_you(texts, names, you), why.seats))
    if why.code == "shared":
        return texts._("Round limit reached, and nobody has a point.")
    if you == standings[0].seat or why.seats == (you,):
        return _own_verdict(texts, winner, others, why, is_first=you == standings[0].seat)
    if why.code == "earlier":
        return texts.ngettext(
            "{others} also has {points}, but {name} had them earlier.",
            "{others} also have {points}, but {name} had them earlier.",
            len(why.seats),
            others=others,
            name=winner,
            points=_points(texts, why.amounts[0]),
        )
    first, next_ = why.amounts
    if why.code == "limit":
        return texts._(
            "Round limit reached: {name} leads by {first} to {next}.", name=winner, first=first, next=next_
        )
    return texts._(
        "{name} has the most points: {first} against {next}.", name=winner, first=first, next=next_
    )


def _own_verdict(texts: Texts, winner: str, others: str, why: Verdict, *, is_first: bool) -> str:
    """Return it to whoever is first, or is the only one named beside who is."""
    if why.code == "earlier" and is_first:
        return texts.ngettext(
            "{others} also has {points}, but you had them earlier.",
            "{others} also have {points}, but you had them earlier.",
            len(why.seats),
            others=others,
            points=_points(texts, why.amounts[0]),
        )
    if why.code == "earlier":
        points = _points(texts, why.amounts[0])
        return texts._("You also have {points}, but {name} had them earlier.", points=points, name=winner)
    first, next_ = why.amounts
    if why.code == "limit":
        return texts._("Round limit reached: you lead by {first} to {next}.", first=first, next=next_)
    return texts._("You have the most points: {first} against {next}.", first=first, next=next_)


def triumph(texts: Texts, winner: str, _why: Verdict) -> str:
    """Return that the winner has the garden."""
    return texts._("{name} wins the garden.", name=winner) if winner else texts._("The garden is yours.")


def moment(texts: Texts, names: Names, one: Moment, you: int | None) -> str:
    """Return a moment in a sentence."""
    name, other = names(one.seat), names(one.other or 0)
    if one.code == "countered":
        card = words.object_(texts, words.CARDS.kind(one.what))
        if one.seat == you:
            return texts._("You counter {card} from {other}.", card=card, other=other)
        if one.other == you:
            return texts._("{name} counters {card} from you.", name=name, card=card)
        return texts._("{name} counters {card} from {other}.", name=name, card=card, other=other)
    points = _points(texts, one.amount)
    if one.other == one.seat == you:
        return texts._("You move the King and score {points}.", points=points)
    if one.seat == you:
        return texts._("{other} moves the King, and you score {points}.", other=other, points=points)
    if one.other == you:
        return texts._("You move the King, and {name} scores {points}.", name=name, points=points)
    if one.other == one.seat:
        return texts._("{name} moves the King and scores {points}.", name=name, points=points)
    return texts._(
        "{other} moves the King, and {name} scores {points}.", other=other, name=name, points=points
    )


def _points(texts: Texts, number: int) -> str:
    return texts.ngettext("{number} point", "{number} points", number)

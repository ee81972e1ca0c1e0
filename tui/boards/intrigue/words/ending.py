"""Why a game of intrigue was won, the moments that decided it, and its trophies, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.game import Moment, Standing, Verdict
from tui.boards.intrigue.words import cards, phrases
from tui.boards.intrigue.words.names import CARDS, object_
from tui.boards.kit.board import Names, TrophyWords, with_you
from tui.language.texts import N_, NC_, Texts
from tui.language.wording import listed

TROPHIES: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "landslide": TrophyWords(NC_("trophy", "Landslide"), N_("won by 8 influence or more")),
        "by-the-queue": TrophyWords(NC_("trophy", "By the Queue"), N_("won by more own cards in the queue")),
        "trap": TrophyWords(NC_("trophy", "Trap"), N_("somebody else removed your Ambush")),
        "hoard": TrophyWords(NC_("trophy", "Hoard"), N_("collected 4 or more from one card")),
        "three-heads": TrophyWords(
            NC_("trophy", "Three Heads"), N_("removed three rival cards in one round")
        ),
        "fine-feathers": TrophyWords(
            NC_("trophy", "Fine Feathers"), N_("a Shapeshifter that gained 3 at once")
        ),
        "own-goal": TrophyWords(NC_("trophy", "Own Goal"), N_("removed an own card with influence on it")),
        "three-blanks": TrophyWords(
            NC_("trophy", "Three Blanks"), N_("three own cards did nothing in one game")
        ),
        "robbed-twice": TrophyWords(
            NC_("trophy", "Robbed Twice"), N_("two families stole from you in one round")
        ),
    }
)


def verdict(texts: Texts, names: Names, standings: Sequence[Standing], why: Verdict, you: int | None) -> str:
    """Return why the first seats are first."""
    winner, others = names(standings[0].seat), listed(texts, map(with_you(texts, names, you), why.seats))
    most = cards.influence(texts, why.amounts[0])
    if why.code == "shared" and you in why.seats:
        return texts._(
            "You and {names} each have {influence} and equally many cards in the queue.",
            names=listed(texts, (names(seat) for seat in why.seats if seat != you)),
            influence=most,
        )
    if why.code == "shared":
        return texts._(
            "{names} each have {influence} and equally many cards in the queue.", names=others, influence=most
        )
    if why.code == "queue":
        _, own, next_ = why.amounts
        if why.seats == (you,):
            return texts._(
                "You also had {influence}: cards in the queue decide, {own} against {next}.",
                influence=most,
                own=own,
                next=next_,
            )
        return texts._(
            "{others} also had {influence}: cards in the queue decide, {own} against {next}.",
            others=others, influence=most, own=own, next=next_,
        )  # fmt: skip
    if you == standings[0].seat:
        first, second = why.amounts
        return texts._("You have the most influence: {first} against {next}.", first=first, next=second)
    return texts._(
        "{name} has the most influence: {first} against {next}.",
        name=winner, first=why.amounts[0], next=why.amounts[1],
    )  # fmt: skip


def triumph(texts: Texts, winner: str, _why: Verdict) -> str:
    """Return that the winner's family wears the crown."""
    if winner:
        return texts._("{name}'s family wears the crown.", name=winner)
    return texts._("Your family wears the crown.")


def moment(texts: Texts, names: Names, one: Moment, you: int | None) -> str:
    """Return a moment in a sentence."""
    name, amount = names(one.seat), cards.influence(texts, one.amount)
    kind = CARDS.kind(one.what)
    if one.code == "gained" or one.other is None:
        card = object_(texts, kind)
        if one.seat == you:
            return texts._("You take {influence} for {card}.", influence=amount, card=card)
        return texts._("{name} takes {influence} for {card}.", name=name, influence=amount, card=card)
    if one.code == "ambush":
        return _ambush(texts, names, one, you)
    if one.other == you:
        card = phrases.yours(texts, kind)
    elif one.other == one.seat:
        card = phrases.own(texts, kind)
    else:
        card = phrases.of_somebody(texts, names, one.other, kind)
    if one.seat == you:
        return texts._("You remove {card}: {influence} lost.", card=card, influence=amount)
    return texts._("{name} removes {card}: {influence} lost.", name=name, card=card, influence=amount)


def _ambush(texts: Texts, names: Names, one: Moment, you: int | None) -> str:
    name, other = names(one.seat), names(one.other or 0)
    amount = cards.influence(texts, one.amount)
    if one.seat == you:
        return texts._("{other} removes your Ambush: {influence} for you.", other=other, influence=amount)
    if one.other == you:
        return texts._("You remove an Ambush: {influence} for {name}.", influence=amount, name=name)
    return texts._(
        "{other} removes an Ambush: {influence} for {name}.", other=other, influence=amount, name=name
    )

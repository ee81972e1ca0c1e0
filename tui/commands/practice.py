"""Playing against bots: which game, how many play, how strong the bots are; kept with the account, or typed
(`/practice court 3 strong`), and done.

The bots' own names are kept and may be typed; players read how strong they are. The requests to the host are
left to `tui.presenters.deep_links`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.bot_ratings import MEASURED
from engine.bots import offered_bots
from engine.registry import GAMES
from tui.boards import PLAYABLE
from tui.commands import catalogue
from tui.commands.context import CommandContext, request
from tui.host.port import Account, TableInfo
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts, Translatable
from tui.presenters.deep_links import practice
from tui.presenters.offers import default_choice, offers

SETTING = "practice"
"""Kept with the account: the last choice, as GAME SEATS BOT."""
BEGINNER = NC_("bots", "Beginner")
MEDIUM = NC_("bots", "Medium")
STRONG = NC_("bots", "Strong")
MASTER = NC_("bots", "Master")
ONLY = NC_("bots", "Bot")
"""A game's bots by their strength; of a game that has only one."""
MASTERS = "master"
"""The name of the bot that has proved to be better than those who answer at once (docs/bots.md)."""


class PracticeChoice(NamedTuple):
    """A game against bots."""

    game: str
    seats: int
    bot: str
    """A name of `engine.bots.offered_bots`."""


def strengths(game: str) -> Mapping[str, Translatable]:
    """Returns how strong each bot of a game is, by its name, the strongest last."""
    names = list(offered_bots(GAMES[game]))
    if len(names) == 1:
        return {names[0]: ONLY}
    below = [name for name in names if name != MASTERS]
    words = [BEGINNER, *[MEDIUM] * (len(below) - 2), STRONG][-len(below) :]
    return dict(zip((*below, *names[len(below) :]), (*words, MASTER), strict=False))


def strength_help(texts: Texts, bot: str) -> str:
    """Returns what to expect of a bot, in a sentence or two."""
    if bot == MASTERS:
        return texts._("The best players here. They think before every move.")
    return texts._("How well the bots play. You can change it before each game.")


def strength_word(texts: Texts, game: str, bot: str) -> str:
    """Returns how strong a bot is, in a word; the bot's name if it is not one of the game's."""
    word = strengths(game).get(bot) if game in GAMES else None
    return texts.of(word) if word else bot


def rating_of(game: str, bot: str) -> str:
    """Returns the rating that was measured for a bot, with its uncertainty; '' if none was."""
    measured = MEASURED.get(game, {}).get(bot)
    return f"{measured.points} ± {measured.uncertainty}" if measured else ""


def rated_strength(texts: Texts, game: str, bot: str) -> str:
    """Returns how strong a bot is, for who chooses one: in a word, and its rating if it was measured."""
    word, rating = strength_word(texts, game, bot), rating_of(game, bot)
    return texts._("{strength} ({rating})", strength=word, rating=rating) if rating else word


def strengths_line(texts: Texts, game: str) -> str:
    """Returns how strong each bot of a game is, with ratings, the strongest last; in a line of a terminal."""
    measured, words = MEASURED.get(game, {}), strengths(game)
    return ", ".join(
        f"{texts.of(word)} {measured[bot].points}" if bot in measured else texts.of(word)
        for bot, word in words.items()
    )


def bots_to_add(texts: Texts, info: TableInfo) -> tuple[str, ...]:
    """Returns what is to be known about the bots that a table's owner can add, if any."""
    is_free = info.stage == "open" and any(seat.held_by == "nobody" for seat in info.seats)
    if not (is_free and info.yours) or info.searching or info.game not in PLAYABLE:
        return ()
    if len(strengths(info.game)) == 1:
        return ()
    adds = catalogue.SLASH + catalogue.word(texts, "bot")
    return (
        texts._("{bot} and how strong: {strengths}.", bot=adds, strengths=strengths_line(texts, info.game)),
    )


def games_and_strengths(texts: Texts) -> tuple[str, ...]:
    """Returns what can be typed of a game against bots, each word once."""
    words = (texts.of(word).casefold() for game in PLAYABLE for word in strengths(game).values())
    return (*PLAYABLE, *dict.fromkeys(words))


def bot_of(texts: Texts, game: str, typed: str) -> str | None:
    """Returns the bot that a typed word means: how strong it is, in English or in the player's language, or
    its own name. None: no bot of this game.
    """
    word = typed.casefold()
    for bot, strength in strengths(game).items():
        if word in {bot, strength.text.casefold(), *spellings(texts.of(strength).casefold())}:
            return bot
    return None


def usual(account: Account, game: str = "") -> PracticeChoice:
    """Returns the choice to begin with: the player's last one; at first against beginners. `game`: a game
    that is settled already.
    """
    kept, seats, bot = _kept(account)
    wanted = game or (kept if kept in PLAYABLE else offers()[0].game)
    offer = default_choice(wanted)
    bots = list(offered_bots(GAMES[wanted]))
    fits = wanted == kept and seats.isdecimal() and int(seats) in offer.offer.seats
    return PracticeChoice(wanted, int(seats) if fits else offer.seats, bot if bot in bots else bots[0])


def _kept(account: Account) -> tuple[str, str, str]:
    """Returns the words of the last choice, empty ones if there is none."""
    words = account.settings.get(SETTING, "").split()
    return (words[0], words[1], words[2]) if len(words) == 3 else ("", "", "")


def kept_as(choice: PracticeChoice) -> str:
    """Returns a choice as it is kept with the account."""
    return " ".join((choice.game, str(choice.seats), choice.bot))


def typed_choice(texts: Texts, words: str, account: Account) -> PracticeChoice | str:
    """Returns the choice that typed words make, in any order: a game, a number of seats, how strong the bots
    are. What is not said is as usual. Returns the word that says nothing, if there is one.
    """
    typed = words.casefold().split()
    game = next((word for word in typed if word in PLAYABLE), "")
    choice = usual(account, game)
    for word in typed:
        bot = bot_of(texts, choice.game, word)
        if word.isdecimal():
            choice = choice._replace(seats=int(word))
        elif bot:
            choice = choice._replace(bot=bot)
        elif word != choice.game:
            return word
    return choice


def play_bots(context: CommandContext, words: str) -> None:
    """Opens a table of what was said, as usual for the rest, with bots at all other seats, and starts."""
    texts, port = context.session.texts, context.session.port
    choice = typed_choice(texts, words, port.account())
    if isinstance(choice, str):
        context.notice(texts._("{word} isn't clear here: see /help practice", word=choice))
    else:
        begin(context, choice)


def begin(context: CommandContext, choice: PracticeChoice) -> None:
    """Opens the table, starts, and keeps the choice with the account."""
    port = context.session.port
    request(context, port.set(SETTING, kept_as(choice)))
    request(context, practice(port, *choice), context.session.go_table)

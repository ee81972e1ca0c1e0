"""Games against bots: which game, how many play, which opponent; as kept with the account, or as typed
(`/practice court 3 elm`); games of the ladder, and who is met after them. Pure.

The keys of bots are kept, players read and type the names of opponents.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.bot_ratings import MEASURED
from engine.opponents import NOBODY, seat_name
from engine.registry import GAMES
from tui.boards import PLAYABLE
from tui.host.history import Rung, SoloLadder
from tui.host.port import Account, TableInfo
from tui.language.texts import Texts
from tui.presenters.bot_words import bot_of, opponents
from tui.presenters.offers import default_choice, game_meant, offers, opponent_word
from tui.presenters.people.opponent_words import next_words
from tui.presenters.people.profile_words import named

SETTING = "practice"
"""Kept with the account: the last choice, as GAME SEATS BOT."""
LADDER_SEATS = 3
"""The seats of a ladder game: the player, the opponent, and the one beside it."""


class PracticeChoice(NamedTuple):
    """A game against bots."""

    game: str
    seats: int
    bot: str
    """A key of `engine.game.Game.bots`: that of an opponent."""
    beside: str = ""
    """The key of the one that sits behind the first; '': all are the same."""

    def against(self, bot: str) -> PracticeChoice:
        """Returns the same against an opponent: a game of the ladder, if there are three seats."""
        beside = GAMES[self.game].opponents.beside(bot) if self.seats == LADDER_SEATS else ""
        return self._replace(bot=bot, beside=beside)


def opponents_of(choice: PracticeChoice) -> tuple[str, ...]:
    """Returns the names of the bots of a game, as its seats have them."""
    known, taken = GAMES[choice.game].opponents, list[str]()
    for number in range(choice.seats - 1):
        taken.append(seat_name(known, choice.beside if number and choice.beside else choice.bot, taken))
    return tuple(taken)


def gentlest(game: str) -> str:
    """Returns the key of the weakest opponent of a game."""
    return next(iter(opponents(game)))


def opponent_help(texts: Texts, game: str, bot: str) -> str:
    """Returns what to expect of an opponent, in a sentence or two."""
    names = tuple(opponents(game))
    if len(names) > 1 and bot == names[0]:
        return texts._("The gentlest opponent here. Each name after it is stronger than the one before.")
    if len(names) > 1 and bot == names[-1]:
        return texts._("The strongest opponent here. It thinks before every move.")
    return texts._("Who plays with you. Each name plays equally well at every table.")


def rating_of(game: str, bot: str) -> str:
    """Returns the rating that was measured for a bot; '' if none was. How sure it is says docs/bots.md."""
    measured = MEASURED.get(game, {}).get(bot)
    return str(measured.points) if measured else ""


def rated_opponent(texts: Texts, game: str, bot: str) -> str:
    """Returns an opponent, for who chooses one: its name, and its rating if it was measured."""
    name, rating = opponent_word(game, bot), rating_of(game, bot)
    return texts._("{strength} ({rating})", strength=name, rating=rating) if rating else name


def opponent_words() -> Iterable[str]:
    """Returns the names of bots as they are typed, each once."""
    return dict.fromkeys(name.casefold() for game in PLAYABLE for name in opponents(game).values())


def usual(account: Account, game: str = "") -> PracticeChoice:
    """Returns the choice to begin with: the player's last one; at first against the gentlest. With three
    seats it is a game of the ladder. `game`: a game that is settled already.
    """
    kept, seats, bot = _kept(account)
    wanted = game or (kept if kept in PLAYABLE else offers()[0].game)
    offer = default_choice(wanted)
    known = GAMES[wanted].opponents
    fits = wanted == kept and seats.isdecimal() and int(seats) in offer.offer.seats
    choice = PracticeChoice(wanted, int(seats) if fits else offer.seats, "")
    return choice.against(known.key_of(bot) or gentlest(wanted))


def _kept(account: Account) -> tuple[str, str, str]:
    """Returns the words of the last choice, empty ones if there is none."""
    words = account.settings.get(SETTING, "").split()
    return (words[0], words[1], words[2]) if len(words) == 3 else ("", "", "")


def kept_as(choice: PracticeChoice) -> str:
    return " ".join((choice.game, str(choice.seats), choice.bot))


def typed_choice(texts: Texts, words: str, account: Account) -> PracticeChoice | str:
    """Returns the choice that typed words make, in any order: a game, a number of seats, an
    opponent. What is not said is as usual. Returns the word that says nothing, if there is one.
    """
    typed = words.casefold().split()
    games = {word: game for word in typed if (game := game_meant(texts, word))}
    choice = usual(account, next(iter(games.values()), ""))
    for word in typed:
        bot = bot_of(texts, choice.game, word)
        if word.isdecimal():
            choice = choice._replace(seats=int(word), beside="")
        elif bot:
            choice = choice._replace(bot=bot, beside="")
        elif games.get(word) != choice.game:
            return word
    return choice


def against_rung(rung: Rung, game: str) -> PracticeChoice:
    """Returns the game of the ladder against an opponent."""
    return PracticeChoice(game, LADDER_SEATS, rung.bot, GAMES[game].opponents.beside(rung.bot))


def opponent_at(table: TableInfo) -> str:
    """Returns the key of the opponent that a table's game is against; '': it is no ladder game."""
    bots = [seat.bot for seat in table.seats if seat.held_by == "bot"]
    known = GAMES[table.game].opponents if table.game in GAMES else NOBODY
    if (
        len(table.seats) != LADDER_SEATS
        or len(bots) != LADDER_SEATS - 1
        or bots[0] not in known.bots.values()
    ):
        return ""
    return bots[0] if known.beside(bots[0]) == bots[1] else ""


def following(ladder: SoloLadder, against: str) -> Rung | None:
    """Returns the opponent to be met after the one whose bot's key is `against`, who has been beaten as often
    as it takes; None: that one is still to be beaten, or nobody is left.
    """
    met = next((one for one in ladder.rungs if one.bot == against), None)
    after = ladder.next
    return after if met and after and not met.missing and after.missing else None


def result_words(texts: Texts, ladder: SoloLadder, against: str) -> str:
    """Returns what the ladder says after a game against an opponent."""
    if rung := following(ladder, against):
        met = next(one for one in ladder.rungs if one.bot == against)
        return texts._(
            "{name} is beaten twice: {opponent}, sits down next.", name=met.name, opponent=named(rung)
        )
    return next_words(texts, ladder)

"""A profile in words: rows of a term and what is said of it, for pages, plain mode and single commands."""

from __future__ import annotations

from tui.host.history import BotTally, GameTally, OpponentRecord, PlayerProfile, Rung
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.presenters.offers import title
from tui.presenters.people import dates, history_words, trophy_words
from tui.presenters.reader import Reader

Row = tuple[str, str]


def heading(texts: Texts, profile: PlayerProfile) -> str:
    return texts._("Profile of {name}", name=profile.name)


def about(texts: Texts, profile: PlayerProfile) -> list[str]:
    """Returns since when somebody plays here, and whether they are here and shown to others."""
    found = [texts._("plays here since {date}", date=dates.date(profile.since))]
    found += [texts._("is here now")] if profile.here and not profile.you else []
    found += [texts._("hidden from others")] if profile.hidden else []
    return found


def is_hidden(texts: Texts, profile: PlayerProfile) -> str:
    """Returns the sentence about a profile that others do not see; '': it is shown."""
    only_hidden = profile.hidden and not profile.you
    return texts._("{name} hides their profile.", name=profile.name) if only_hidden else ""


def rows(texts: Texts, profile: PlayerProfile, now: float) -> list[Row]:
    """Returns a profile that is shown: a row for each game and each opponent."""
    found: list[Row] = [(profile.name, ", ".join(about(texts, profile)))]
    found += [(texts._("all games"), tally(texts, profile.total))]
    found += [(title(texts, one.game), tally(texts, one)) for one in profile.games]
    found += [(texts._("trophies"), said)] if (said := trophy_words.in_a_profile(texts, profile)) else []
    found += [(one.name, against(texts, one, now)) for one in profile.opponents]
    found += [(texts._("others"), said)] if (said := more_opponents(texts, profile)) else []
    return found


def more_opponents(texts: Texts, profile: PlayerProfile) -> str:
    """Returns that not all opponents are listed, without a full stop; '': they are."""
    if not profile.more_opponents:
        return ""
    return texts._(
        "the {number} played most; /history against NAME has the others", number=len(profile.opponents)
    )


def lines(texts: Texts, profile: PlayerProfile, now: float) -> list[str]:
    """Returns all of a profile in sentences, its newest games included."""
    if said := is_hidden(texts, profile):
        return [said]
    found = [f"{term}: {said}." for term, said in rows(texts, profile, now)]
    return [*found, *(history_words.line(texts, one, now) for one in profile.recent)]


def tally(texts: Texts, one: GameTally) -> str:
    """Returns what games add up to, in a sentence without its full stop."""
    said = [texts._("rating {rating}", rating=rating_word(one.rating))] if one.rating else []
    if one.played or not one.bots.played:
        said.append(texts.ngettext("{number} match", "{number} matches", one.played))
    if one.played:
        said.append(texts._("{number} won ({percent} %)", number=one.won, percent=percent(one)))
        said += [texts._("{number} shared first", number=one.shared)] if one.shared else []
        said.append(texts._("places {places}", places=places(one)))
    if one.best_streak > 1:
        said.append(streaks(texts, one))
    said += [texts._("{number} without a result", number=one.unfinished)] if one.unfinished else []
    said += [texts._("{number} for practice", number=practice)] if (practice := other_practice(one)) else []
    said += [texts._("against bots: {games}", games=games)] if (games := with_bots(texts, one)) else []
    return ", ".join(said)


def other_practice(one: GameTally) -> int:
    """Returns how many games count for nothing but those against bots."""
    return one.practice - one.bots.played


def with_bots(texts: Texts, one: GameTally) -> str:
    """Returns what games against bots add up to; '': there are none."""
    bots = one.bots
    if not bots.played:
        return ""
    said = history_words.added_up(texts, one.game, bots.played, bots.won, bots.best)
    return f"{said}, {streaks(texts, bots)}" if bots.best_streak > 1 else said


def streaks(texts: Texts, one: GameTally | BotTally) -> str:
    """Returns the games won in a row, now and at best."""
    if one.streak > 1:
        return texts._("{number} won in a row, at best {best}", number=one.streak, best=one.best_streak)
    return texts._("at best {best} won in a row", best=one.best_streak)


def percent(one: GameTally) -> int:
    """Returns how many of a hundred matches were won."""
    return round(100 * one.won / one.played) if one.played else 0


def places(one: GameTally) -> str:
    """Returns how often each place: 1.×5 2.×3."""
    return " ".join(f"{place}.×{number}" for place, number in sorted(one.places.items()))


def against(texts: Texts, one: OpponentRecord, now: float) -> str:
    """Returns the record against an opponent, in a sentence without its full stop."""
    said = [
        texts.ngettext("{number} match", "{number} matches", one.played),
        texts._("{number} better", number=one.better),
        texts._("{number} worse", number=one.worse),
    ]
    said += [texts._("{number} level", number=one.level)] if one.level else []
    return ", ".join([*said, texts._("last {when}", when=dates.ago(texts, now, one.last))])


def named(rung: Rung) -> str:
    """Returns an opponent of the ladder, with its rating if it was measured."""
    return rung.name if rung.rating is None else f"{rung.name}, {rung.rating}"


def page(reader: Reader, found: PlayerProfile | bool) -> str:
    """Returns a profile, or whether one's own is hidden now."""
    if isinstance(found, PlayerProfile):
        return reader.typed("\n".join(lines(reader.texts, found, reader.port.now())))
    if found:
        return reader.texts._("Your profile and your list of games are hidden from others.")
    return reader.texts._("Others can see your profile.")

"""Ratings in a word or two: beside a name, and after a game."""

from __future__ import annotations

from collections.abc import Iterable

from tui.host.ratings import RatingChange, ShownRating
from tui.language.texts import Texts


def rating_word(rating: ShownRating) -> str:
    """Returns a rating in a word; one that is provisional has a question mark."""
    return f"{rating.points}?" if rating.provisional else str(rating.points)


def change_words(texts: Texts, changes: Iterable[RatingChange], seat: int) -> str:
    """Returns a seat's rating after a game, and by how much it has changed; '' if it is not rated."""
    for one in changes:
        if one.seat == seat:
            by = f"{one.after.points - one.before.points:+}"
            return texts._("rating {rating} ({change})", rating=rating_word(one.after), change=by)
    return ""

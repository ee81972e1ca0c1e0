"""The settings that are kept with an account: their names, and values that mean something."""

from __future__ import annotations

from collections.abc import Mapping

BELL, ALARM, LANGUAGE, THEME, HINTS, MODE = "bell", "alarm", "lang", "theme", "hints", "mode"
MOTION, RATINGS, ZONE = "motion", "ratings", "zone"
INVITATIONS, FRIENDS = "invitations", "friends"
"""Whether only friends may invite while one is away."""
DETAIL, PROMPTS = "detail", "prompts"
"""Settings for plain mode."""
BRIEF = "brief"
"""The detail that is kept; all of it is not."""
PLAIN = "plain"
"""The mode that is kept; the screen is not."""
ON, OFF = "on", "off"
TURN = "turn"
"""The bell rings for the player's turn alone."""


def rings_for(settings: Mapping[str, str], what: str) -> bool:
    """Returns whether the bell rings for this: the player's turn, or other news."""
    return settings.get(BELL, ON) in {ON, what} & {ON, TURN}

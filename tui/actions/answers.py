"""What several actions answer programs."""

from __future__ import annotations

from msgspec.structs import asdict

from tui.actions.action import Json
from tui.host.pictures import Account, ReceivedNote


def account_of(account: Account) -> Json:
    """Return the account as its player sees it, without `played`, which is for screens; `provisional`,
    `name_refused`, `drawn`, `login_name` and `moderator` are there only where they say something.
    """
    found = asdict(account)
    del found["played"]
    for name in ("provisional", "name_refused", "drawn", "login_name", "moderator"):
        if not found[name]:
            del found[name]
    return found


def note(received: ReceivedNote) -> Json:
    """Return a message or an invitation that waited for the player."""
    told = {name: value for name, value in asdict(received.news).items() if value}
    return {**told, "sent": received.sent}

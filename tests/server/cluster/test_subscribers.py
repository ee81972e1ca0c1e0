"""Listeners are told one by one, and one that fails harms no other."""

from __future__ import annotations

import gc
import weakref

import pytest

from server.store.journal.subscribers import Subscribers


def test_everybody_is_told_what_is_theirs() -> None:
    """In the order in which they came; one key may listen twice."""
    told: list[tuple[str, str]] = []
    subscribers: Subscribers[str, str] = Subscribers("a test")
    for key in ("ada", "bert", "ada"):
        subscribers.add(key, lambda value, key=key: told.append((key, value)))  # type: ignore[misc]
    subscribers.publish("tea")
    assert told == [("ada", "tea"), ("bert", "tea"), ("ada", "tea")]
    told.clear()
    subscribers.publish_to(lambda key: key == "bert", str.upper)
    assert told == [("bert", "BERT")]
    assert tuple(subscribers) == ("ada", "bert", "ada")


def test_a_failing_listener_harms_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """What it raises is logged, with what it listens to."""
    told: list[int] = []
    subscribers: Subscribers[int, int] = Subscribers("a test")
    subscribers.add(0, lambda value: told.append(value // 0))
    subscribers.add(1, told.append)
    subscribers.publish(1)
    assert told == [1]
    assert "a listener failed" in caplog.messages


def test_who_is_released_hears_nothing() -> None:
    """Not even what is being told now; releasing twice takes nobody else's place."""
    told: list[str] = []
    subscribers: Subscribers[str, str] = Subscribers("a test")
    subscribers.add("ada", lambda _: release())
    release = subscribers.add("bert", told.append)
    subscribers.add("cyril", told.append)
    subscribers.publish("tea")
    release()
    assert told == ["tea"]
    assert tuple(subscribers) == ("ada", "cyril")


def test_a_release_does_not_keep_the_listener() -> None:
    """Who follows again and again may keep old releases."""

    class Listener:
        def hear(self, _: str) -> None: ...

    listener = Listener()
    known = weakref.ref(listener)
    subscribers: Subscribers[None, str] = Subscribers("a test")
    release = subscribers.add(None, listener.hear)
    release()
    del listener
    gc.collect()
    assert known() is None
    release()

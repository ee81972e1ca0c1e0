"""Addresses take turns, and within each those who ask."""

from __future__ import annotations

from server.budget.fair_order import Asker, FairOrder


def waiting(order: FairOrder[str], *wishes: str) -> None:
    """Adds wishes such as "eve@attack 1": who, where, what."""
    for wish in wishes:
        asker = wish.partition(" ")[0]
        order.add(wish, Asker(asker.partition("@")[2], asker))


def begun(order: FairOrder[str]) -> list[str]:
    """What begins, one after the other, each done before the next."""
    found = []
    while (work := order.begin()) is not None:
        order.remove(work)
        found.append(work)
    return found


def test_addresses_take_turns() -> None:
    """However many ask from one of them."""
    order: FairOrder[str] = FairOrder(1)
    waiting(order, *(f"eve{number}@attack a" for number in range(4)), "ada@home a", "bert@work a")
    assert begun(order) == [
        "eve0@attack a", "ada@home a", "bert@work a", "eve1@attack a", "eve2@attack a", "eve3@attack a",
    ]  # fmt: skip


def test_those_of_an_address_take_turns() -> None:
    """Nobody's second wish comes before the first one of somebody else, whenever that comes."""
    order: FairOrder[str] = FairOrder(1)
    waiting(order, "eve@attack a", "eve@attack b", "eve@attack c", "ada@attack a")
    assert order.begin() == "eve@attack a"
    waiting(order, "bert@attack a")
    order.remove("eve@attack a")
    assert begun(order) == ["ada@attack a", "bert@attack a", "eve@attack b", "eve@attack c"]


def test_who_comes_later_has_a_turn_before_the_second_ones() -> None:
    """Also if an address had its turn long ago, but has waited since."""
    order: FairOrder[str] = FairOrder(1)
    waiting(order, "eve@attack a", "eve@attack b", "eve@attack c")
    first = order.begin()
    assert first
    order.remove(first)
    waiting(order, "ada@home a")
    assert begun(order) == ["ada@home a", "eve@attack b", "eve@attack c"]


def test_an_address_has_no_more_at_once_than_it_may() -> None:
    """What is free is for others."""
    order: FairOrder[str] = FairOrder(3, most_of_address=1)
    waiting(order, "eve@attack a", "eve@attack b", "ada@home a")
    assert [order.begin(), order.begin(), order.begin()] == ["eve@attack a", "ada@home a", None]
    assert (len(order), order.under_way) == (1, 2)
    order.remove("eve@attack a")
    assert order.begin() == "eve@attack b"


def test_the_last_of_the_address_with_most_gives_way() -> None:
    """Not to others of its own, nor to those who would have as many afterwards."""
    order: FairOrder[str] = FairOrder(0)
    waiting(order, "eve@attack a", "eve@attack b", "eve@attack c", "ada@home a")
    assert order.last_of_most(Asker("work", "bert")) == "eve@attack c"
    assert order.last_of_most(Asker("home", "ada")) == "eve@attack c"
    assert order.last_of_most(Asker("attack", "other")) is None
    order.remove("eve@attack c")
    assert order.last_of_most(Asker("home", "ada")) is None
    assert order.last_of_most(Asker("work", "bert")) == "eve@attack b"

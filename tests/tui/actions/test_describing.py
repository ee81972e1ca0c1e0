"""A program is told what it may ask for, as it is declared."""

from __future__ import annotations

from msgspec.json import encode

from tests.tui.scripted_port import Hosted
from tui.actions.action import Place
from tui.actions.registry import ACTIONS, REQUESTS, OfRequest
from tui.language.texts import Texts


async def test_every_request_is_told_with_its_fields() -> None:
    """In one schema each, which names no other."""
    place, args = Place(Hosted().port("Ada"), Texts()), OfRequest()
    found = await ACTIONS["describe"].asked(place, args)
    told = ACTIONS["describe"].told(place, args, found)["requests"]
    assert told.keys() == {one.name for one in REQUESTS.values()}
    for name, one in told.items():
        assert tuple(one["fields"]) == REQUESTS[name].args.__struct_fields__
        assert one["needed"] == list(REQUESTS[name].needed)
        assert one["does"]
    assert b"$ref" not in encode(told)

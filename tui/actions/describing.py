"""What a program may ask for, told to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, json

from tui.actions.action import Action, Api, Data, Place, Ssh
from tui.actions.answers import Json
from tui.host.port import Port
from tui.host.refusals import refused

Requests = Mapping[str, Action[Any, Any]]


LONGEST = 64
"""Characters of an unknown name that are told."""


class OfRequest(Struct, frozen=True, kw_only=True):
    """The `requests` by their names, or the one called so: what each `does`, its `fields` as JSON schemas,
    those that are `needed`, a name that it has had (`also`), and its `limit`, if it has one: `what` is
    counted by which `setting` of the host in how many `seconds`, and the `code` of the refusal.
    """

    request: str | None = None


def action(requests: Callable[[], Requests]) -> Action[OfRequest, Requests]:
    async def described(_: Port, args: OfRequest) -> Requests:
        known = requests()
        if args.request is None:
            return known
        if args.request not in known:
            raise refused("do-unknown", do=args.request[:LONGEST], known=tuple(known))
        return {args.request: known[args.request]}

    return Action(
        name="describe",
        args=OfRequest,
        run=described,
        optional=("request",),
        say=lambda place, args, found: Data(json.format(json.encode(_answer(place, args, found))).decode()),
        answer=_answer,
        only_shows=True,
        ssh=Ssh("describe [REQUEST]", "what programs may ask for, as JSON", for_guests=True),
        api=Api(),
    )


def _answer(_place: Place, _args: OfRequest, found: Requests) -> Json:
    return {"requests": {one.name: _of(one) for one in found.values()}}


def _of(one: Action[Any, Any]) -> Json:
    known = json.schema(one.args)["$defs"]
    fields = known[one.args.__name__]
    told = {"does": one.doc, "fields": _whole(fields["properties"], known), "needed": fields["required"]}
    also = {"also": one.api.also} if one.api and one.api.also else {}
    return {**told, **also, **({"limit": one.limit._asdict()} if one.limit else {})}


def _whole(schema: Any, known: Mapping[str, Any]) -> Any:
    """Return a schema with the schemas in it that it names."""
    if isinstance(schema, list):
        return [_whole(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if name := schema.get("$ref"):
        return _whole(known[name.rpartition("/")[2]], known)
    return {key: _whole(value, known) for key, value in schema.items()}

"""A game's options: read from and written as text (records, forms, command lines), and validated.

The types of the game's `Options` alone define which values are possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
import msgspec.inspect

from engine.game import AnyGame, Refused, Setup
from engine.refusals import refused

Asked = Mapping[str, str | int | bool]
"""Options by their names, as people and programs ask for them."""
NOTHING: Asked = MappingProxyType({})


def as_texts(options: Asked) -> Mapping[str, str]:
    return {name: text_of(value) for name, value in options.items()}


def parse_options(game: AnyGame, texts: Mapping[str, str]) -> Any:
    """The game's options from texts by name, with its defaults for those not named.

    Each value has one text, the one that `format_options` writes: `60`, neither `060` nor `60.0`. Raises
    Refused ("option-unknown" with option, options; "option-not-possible" with option, value, accepted).
    """
    fields = {field.name: field for field in msgspec.structs.fields(game.Options)}
    values = {}
    for name, text in texts.items():
        if name not in fields:
            raise refused("option-unknown", option=name, options=tuple(fields))
        try:
            value = msgspec.convert(text, fields[name].type, strict=False)
        except msgspec.ValidationError:
            raise _not_possible(name, text, fields[name].type) from None
        if text_of(value) != text:
            raise _not_possible(name, text, fields[name].type)
        values[name] = value
    return game.Options(**values)


def check_setup(setup: Setup, seats: range) -> None:
    """Validates the number of seats and every option of a setup.

    Raises Refused ("seats-not-possible" with seats, least, most; "option-not-possible" with option,
    value, accepted).
    """
    if setup.seats not in seats:
        raise refused("seats-not-possible", seats=setup.seats, least=seats[0], most=seats[-1])
    for field in msgspec.structs.fields(setup.options):
        value = getattr(setup.options, field.name)
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            raise _not_possible(field.name, value, field.type) from None


def possible(kind: Any) -> Mapping[str, Any]:
    """What an option of a type can be: its `values`, or the `least` and the `most`, with the `step` where
    only multiples are possible; nothing where anything is.
    """
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.IntType(gt=above, ge=least, lt=below, le=most, multiple_of=step):
            return {
                "least": above + 1 if least is None and above is not None else least,
                "most": below - 1 if most is None and below is not None else most,
                **({"step": step} if step else {}),
            }
        case msgspec.inspect.BoolType():
            return {"values": [False, True]}
        case msgspec.inspect.LiteralType(values=values):
            return {"values": list(values)}
    return {}


def accepted(kind: Any) -> str:
    """The same as texts: words one by one, or the least and the greatest number."""
    match possible(kind):
        case {"values": [False, True]}:
            return "true, false"
        case {"values": values}:
            return ", ".join(map(str, values))
        case {"least": least, "most": most}:
            return f"{least}-{most}"
    raise TypeError(f"no option can be {kind}")


def _not_possible(option: str, value: Any, kind: Any) -> Refused:
    return refused("option-not-possible", option=option, value=value, accepted=accepted(kind))


def format_options(options: Any) -> dict[str, str]:
    """The options that differ from their defaults, as text by name; `parse_options` reads them back.

    An option that is added to a game later so changes nothing of what was written before.
    """
    return {name: text_of(value) for name, value in changed_options(options).items()}


def changed_options(options: Any) -> dict[str, str | int]:
    """The values of the options that differ from their defaults."""
    usual = defaults(type(options))
    values: dict[str, str | int] = msgspec.to_builtins(options)
    return {name: value for name, value in values.items() if value != usual[name]}


def _defaults(options: Any) -> Mapping[str, str | int]:
    """The default of each option, for the type of a game's options."""
    return MappingProxyType({field.name: field.default for field in msgspec.structs.fields(options)})


defaults: Callable[[Any], Mapping[str, str | int]] = cache(_defaults)


def text_of(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

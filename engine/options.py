"""A game's options as text, one word per name: for records, forms and command lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.game import AnyGame, Refused


def options_of(game: AnyGame, texts: Mapping[str, str]) -> Any:
    """The game's options from texts, with its defaults where nothing is said.

    Raises Refused ("option-unknown" with option; "option-not-possible" with option, value).
    """
    fields = {field.name: field for field in msgspec.structs.fields(game.Options)}
    values = {}
    for name, text in texts.items():
        if name not in fields:
            raise Refused("option-unknown", {"option": name})
        try:
            values[name] = msgspec.convert(text, fields[name].type, strict=False)
        except msgspec.ValidationError:
            raise Refused("option-not-possible", {"option": name, "value": text}) from None
    return game.Options(**values)


def texts_of(options: Any) -> dict[str, str]:
    """Every option, defaults too, as `options_of` reads them."""
    values = msgspec.to_builtins(options)
    return {name: _text(value) for name, value in values.items()}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

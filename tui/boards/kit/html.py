"""HTML that no text breaks which players typed: every `str` is escaped, and only `Html` passes as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

TOUCHING = re.compile(r"</(a|abbr|b|bdi|code|small|span)>(?=<(a|abbr|b|bdi|code|small|span)[ >])")
"""The end of words before the begin of others."""
VOID = frozenset({"img", "link", "meta"})
"""Elements that have no end."""

Child: TypeAlias = "str | Iterable[Child] | None"


class Html(str):
    """A piece of a page. What is made of it by formatting or adding is text again, and escaped."""

    __slots__ = ()


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Html:
    """Return an element. The name of an attribute has - for _, and none at its end (`class_`); one that is
    False or None is left out.
    """
    inner = joined(*children)
    given = "".join(
        f" {word}" if value is True else f' {word}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
        for word in (key.rstrip("_").replace("_", "-"),)
    )
    start = f"<{name}{given}>"
    return Html(start if name in VOID else f"{start}{inner}</{name}>")


def joined(*children: Child) -> Html:
    """Return pieces one after the other; None is nothing."""
    found = []
    for child in children:
        if isinstance(child, Html):
            found.append(str(child))
        elif isinstance(child, str):
            found.append(escape(child))
        elif child is not None:
            found.append(str(joined(*child)))
    return Html("".join(found))


def element(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Html:
    """Return an element of XML, where each has an end."""
    found = tag(name, *children, **attributes)
    return Html(f"{found}</{name}>") if name in VOID else found


def feed(*children: Child) -> Html:
    """Return a document in the format of news feeds."""
    root = element("feed", *children, xmlns="http://www.w3.org/2005/Atom")
    return Html('<?xml version="1.0" encoding="utf-8"?>' + root)


def document(*children: Child, lang: str) -> Html:
    """Return a whole page, whose words stand apart where no style sheet is read, too."""
    return Html("<!doctype html>" + TOUCHING.sub(r"\g<0> ", tag("html", *children, lang=lang)))

"""`/recovery`, `/recover`, `/keys` and `/export`: lost keys, and what the host knows of a player."""

from __future__ import annotations

from collections.abc import Sequence

from tui.actions.context import CommandContext, request
from tui.commands import catalogue
from tui.host.moderation import AccountKey
from tui.language import moderation_words as words_of
from tui.language.texts import Texts

DROP = "drop"

Page = Sequence[tuple[str, str]]
"""Lines, each of something to copy and what is said of it."""


def recovery(context: CommandContext, _: str) -> None:
    """Shows a new recovery code, this once, after a yes."""
    texts = context.session.texts
    port = context.session.port

    def show(code: str) -> None:
        form = catalogue.SLASH + catalogue.word(texts, "recover")
        page = recovery_page(texts, code, f"{form} {port.account().name} {code}")
        context.show(texts._("Your recovery code"), page)

    question = texts._("Make a recovery code? It replaces the one before.")
    context.ask(question, lambda: request(context, port.new_recovery_code(), show))


def recovery_page(texts: Texts, code: str, command: str) -> Page:
    """Returns a recovery code, and the `command` that uses it."""
    return (
        ("", texts._("Write this down and keep it safe: it is shown this once, and works once.")),
        ("", ""),
        (code, ""),
        ("", ""),
        ("", texts._("When your keys are lost, come with a new key and type:")),
        (command, ""),
    )


def recover(context: CommandContext, words: str) -> None:
    """Adds this session's key to the account of a recovery code."""
    session, texts = context.session, context.session.texts
    name, _, code = words.partition(" ")
    if not code:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["recover"]))
        return

    def done(account: str) -> None:
        session.leave(recovered(texts, account))

    request(context, session.port.recover(name, code), done)


def recovered(texts: Texts, account: str) -> str:
    """Returns that a recovery code was right."""
    return texts._("This key opens {name} now: please reconnect.", name=account)


def keys(context: CommandContext, words: str) -> None:
    """Lists the keys of the account; drops one, after a yes."""
    session, texts = context.session, context.session.texts
    order, _, sign = words.partition(" ")
    if not words:
        request(context, session.port.keys(), lambda found: _show(context, found))
    elif order.casefold() in {DROP, texts.pgettext("typed answer", "drop")} and sign:
        question = texts._("Drop the key {sign}? It opens your account no longer.", sign=sign)
        done = dropped(texts)
        work = session.port.drop_key
        context.ask(question, lambda: request(context, work(sign.strip()), lambda _: context.say(done)))
    else:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["keys"]))


def dropped(texts: Texts) -> str:
    """Returns that a key was taken from the account."""
    return texts._("That key is dropped.")


def key_lines(texts: Texts, found: Sequence[AccountKey]) -> Page:
    """Returns keys by the signs that they are named by, each with the time when it was added."""
    this = texts._("this session's")
    return [
        (key.sign, ", ".join(filter(None, (words_of.when(key.added), this if key.this else ""))))
        for key in found
    ]


def _show(context: CommandContext, found: Sequence[AccountKey]) -> None:
    texts = context.session.texts
    how = texts._("/keys drop and a sign from the left takes a key from your account.")
    context.show(texts._("Your keys"), [*key_lines(texts, found), ("", ""), ("", how)])


def export(context: CommandContext, _: str) -> None:
    """Says how to fetch everything that the host knows of the player."""
    host = context.session.port.ssh_host
    texts = context.session.texts
    if context.session.port.account().guest:
        context.say(texts._("Guests leave nothing behind but their seats and what they say."))
    else:
        context.say(texts._("Everything known of you, as JSON:  ssh {host} export > me.json", host=host))

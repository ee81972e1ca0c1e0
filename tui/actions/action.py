"""An action is declared once: its words, its request of the API and its documents are read from that."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc, signature
from operator import methodcaller
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, asdict

from engine.game import AnyGame, Refused
from engine.registry import GAMES
from tui.actions.answers import Json
from tui.actions.context import CommandContext
from tui.actions.followed_table import newest
from tui.actions.follows import Feeds
from tui.host.pictures import TableSnapshot
from tui.host.port import Port, TableInfo
from tui.host.refusals import Limit, refused
from tui.language.spelling import shown, words_of
from tui.language.texts import N_, NC_, NO_TEXT, Texts, Translatable
from tui.presenters.reader import SLASH, Page, Reader

Args = TypeVar("Args", bound=Struct)
Found = TypeVar("Found")
Kind = Callable[[Texts, str], object]
"""Returns what a word means as the value of a field; None: nothing."""
Lines = Callable[[], Awaitable[str | None]]
"""Returns the next line that a program sends; None: there is none."""
TEXTS = frozenset({"text", "why", "reason", "move"})
"""Fields in which every word means something."""
NAMED = frozenset({"club"})
"""Fields that are typed anywhere with their names, unless they are the first: club=NAME."""


class Nothing(Struct, frozen=True):
    """No fields."""


@dataclass(frozen=True)
class Place(Reader):
    """Where an action is asked for: which `table`, `game`, ended game's `record` and table's `chat` are meant
    where none is named, the `words` behind its own, and what a program `follows`.
    """

    table: TableInfo | None = None
    chat: str | None = None
    game: str = ""
    record: str = ""
    words: str = ""
    games: Mapping[str, AnyGame] = dataclasses.field(default_factory=lambda: GAMES)
    follows: Feeds | None = None

    async def newest(self, table: str) -> TableSnapshot:
        """Return the newest snapshot of a table. Raises Refused."""
        return await (self.follows.newest(table) if self.follows else newest(self.port, table))


class Told(NamedTuple):
    """What a program and a player are told; it `failed` if that says why nothing was done: exit status 1."""

    json: Json
    said: Callable[[], str | Page] = str
    failed: bool = False


class Wrong(Exception):  # noqa: N818  (an answer, not a fault)
    """Words that mean nothing: the sentence that says why, or '' for how the action is written."""


class Slash:
    """An action behind a slash: its arguments in capitals, optional ones in brackets; a sentence of help;
    its `word` in English, or several with | between them, if that is not its name.
    """

    def __init__(self, usage: str, help: str, *, word: str = "", for_moderators: bool = False) -> None:  # noqa: A002
        self.word = word
        self.usage = NC_("usage", usage) if usage else NO_TEXT
        self.help = N_(help) if help else NO_TEXT
        self.for_moderators = for_moderators


class Ssh(NamedTuple):
    """An action as a command in a terminal."""

    help: str = ""
    """A sentence for the help there; '': what is said of it behind a slash."""
    usage: str | None = None
    """What is typed; None: a table and what stands behind the slash, or fields; '': so, in another row."""
    is_present: bool | None = None
    """Whether it shows that the player is here, as a session of their address; None: unless it only shows."""
    options: Sequence[str] = ()
    """Fields that are given anywhere behind their names: --table TABLE; or behind others: at=seq."""
    args: type[Struct] | None = None
    """Its fields, where they are not those of the request."""
    for_banned: bool = False
    for_guests: bool = False
    for_everybody: bool = False
    """Whether it answers those, too, whom the host lets in only with a key."""
    flags: Sequence[str] = ()
    """Fields that are true if they are named behind the other words, also with --; or words with --."""
    reads: str = ""
    """A field that the client's input fills."""
    words: str = ""
    """What it begins with instead of its name (keys drop), or several such with | between, the first told."""
    asks: bool = False
    """Whether it is carried out only with --yes, and without that told what is asked."""
    at_table: bool = False
    """Whether the first word names a table, where the others are read as behind a slash."""
    shows_table: bool = False
    """Whether it answers how its table stands then."""
    tells_course: bool = False
    """Whether it answers what came of it there."""
    begins: bool = False
    """Whether it begins a session at what its words name, instead of an answer."""


class Either(NamedTuple):
    """One of two sentences, by a field of what is asked for or found."""

    field: str
    true: Translatable
    false: Translatable


@dataclass(frozen=True, kw_only=True)
class Action(Generic[Args, Found]):
    """`run` asks the host, or `at` where more is needed than the port, and raises Refused: what it takes are
    the fields of its request, and in order the typed words; `say` words what was found, or is a sentence that
    names fields, parts of what was found, or all of it by the name in `answer` or as `found`; `answer` says
    the same to programs, or is that name. Both have an answer where what is found is `Told`, programs also
    where it is JSON, has parts, or is called as the action. A word without a name is the id of a table: a
    screen goes there, a terminal is told how it stands, a program the fields that name it.
    """

    name: str = ""
    args: type[Args] = Nothing  # type: ignore[assignment]
    """Its fields, where `run`, `at` or `parts` take them as one, or do not say which."""
    optional: Sequence[str] = ()
    """Fields that words behind the others fill, one each; (): those that are words and can be left out."""
    anywhere: Mapping[str, Kind] = dataclasses.field(default_factory=dict)
    """Fields that words fill wherever they stand, in English or the player's language, by what each takes."""
    apart: Sequence[str] = ()
    """Two fields of which only one can be given; where both are, the first is wrong."""
    asks: Callable[..., Any] | None = None
    """A method of the port that asks the host, and whose parameters are the fields, instead of `run`."""
    run: Callable[..., Any] | None = None
    at: Callable[..., Coroutine[Any, Any, Found]] | None = None
    later: Callable[[Place, Args, Callable[[str], object]], Coroutine[Any, Any, Found]] | None = None
    """Asks instead where one waits for the answer, and tells meanwhile how far it is. Programs get news."""
    say: Callable[[Place, Args, Found], str | Page] | Translatable | Either = NO_TEXT
    """NO_TEXT where the table shows what came of it."""
    words: Callable[[Reader, Found], str | Page] | None = None
    """Says it instead, whatever was asked for."""
    none: Translatable = NO_TEXT
    """Says instead that nothing was found; NO_TEXT: what was found is worded even so."""
    parts: Callable[[Place, Args], AsyncGenerator[bytes, None]] | None = None
    """A long answer instead, part by part as fast as whoever asked takes it."""
    answer: Callable[[Place, Args, Found], Json | tuple[Json, ...]] | str = ""
    goes_on: Callable[[Place, Args, Lines], AsyncGenerator[tuple[Json | Refused, bool], None]] | None = None
    """Answers --json instead, and each line that is sent then; beside it whether something waits."""
    ask: Callable[[Place, Args], str] | Translatable = NO_TEXT
    """The question before, with fields and what `may` found. Programs and most terminals are not asked."""
    may: Callable[..., Coroutine[Any, Any, Any]] | None = None
    """The method of the port, with some of the fields, that refuses beforehand what would be refused."""
    read: Callable[[Place, str], Args | Mapping[str, object]] | None = None
    """Reads words that are typed freely, or returns the fields that they fill. Raises Wrong."""
    meant: Callable[[Place, Args], Args] = lambda _, args: args
    """What typed fields mean in the player's language and place. A program's are taken as they are."""
    show: Callable[[CommandContext, Args, Found], object] | None = None
    """How a place shows what was found, if not by a screen for it or as `say` says; False: so after all."""
    on_screen: Callable[[CommandContext, str], object] | None = None
    """What a screen and plain mode do themselves, without the host, unless the place has a way of its own."""
    finds_table: bool = dataclasses.field(default=False, init=False)
    waits: Callable[[Found], bool] = lambda _: False
    """Whether something waits for the player: exit status 10."""
    limit: Limit | None = None
    """How often a player may do it; None: as often as they like."""
    only_shows: bool = False
    """Whether it changes nothing, so that it may be asked for before a new question was seen."""
    looks_around: bool = False
    """Whether what it finds follows from tables that it does not name."""
    shows_alone: bool = False
    """Whether that holds without words behind it."""
    behind: Sequence[Action[Any, Any]] = ()
    """Actions whose words may be typed behind its own."""
    called_behind: Translatable = NO_TEXT
    """What those are called, where the usage does not say it in the player's language."""
    several: Action[Any, Any] | None = None
    """The action that several words behind its own mean."""
    slash: Slash | None = None
    ssh: Ssh | None = None
    tells: Callable[..., Any] | None = None
    """A method of the port whose docstring says of the request what comes before its own."""
    api: str | None = ""
    """What docs/api.md says of its request; '': what carries it out, or its fields, say; None: it is none."""
    also: str = ""
    """A name that it has had as a request, and that is still understood."""

    def __post_init__(self) -> None:
        if does := self.asks or self.run or self.at or self.parts:
            finds_table = get_type_hints(does).get("return") is str and not self.answer
            object.__setattr__(self, "finds_table", finds_table)
            object.__setattr__(self, "args", _taken_by(does) if self.args is Nothing else self.args)
        if not (self.optional or self.read):
            object.__setattr__(self, "optional", _left_out(self.args, self.anywhere))

    def said(self, place: Place, args: Args, found: Found) -> str | Page:
        """Return what was found in words."""
        if isinstance(found, Told):
            return found.said()
        if self.none.text and not found:
            return place.typed(place.texts.of(self.none))
        if self.words:
            return self.words(place, found)
        if callable(self.say):
            return self.say(place, args, found)
        parts: Json = getattr(found, "_asdict", dict)()
        values = {**asdict(args), **parts, "found": found, str(self.answer): found}
        say = self.say
        if isinstance(say, Either):
            say = say.true if values[say.field] else say.false
        return place.typed(place.texts.of(say, **values))

    def told(self, place: Place, args: Args, found: Found) -> Json | tuple[Json, ...]:
        """Return what programs are answered."""
        if isinstance(found, Told):
            return found.json
        if callable(self.answer):
            return self.answer(place, args, found)
        if self.answer:
            return {self.answer: found}
        parts: Json = found if isinstance(found, Mapping) else getattr(found, "_asdict", dict)()
        return parts or ({self.name: found} if isinstance(found, Struct | Sequence) else {})

    async def question(self, place: Place, args: Args) -> str:
        """Return the question before it is carried out. Raises Refused where that would be refused."""
        fields, found = asdict(args), None
        if self.may:
            taken = {name: fields[name] for name in _signature(self.may).parameters if name in fields}
            found = await methodcaller(self.may.__name__, **taken)(place.port)
        if callable(self.ask):
            return self.ask(place, args)
        parts = asdict(found) if isinstance(found, Struct) else {"found": found}
        here = {"table": place.table.name} if place.table else {}
        return place.texts.of(self.ask, **{**fields, **here, **parts})

    @property
    def is_request(self) -> bool:
        """Whether programs may ask for it: what only a place shows, or comes in parts, is no request."""
        return self.api is not None and bool(self.asks or self.run or self.at)

    @property
    def doc(self) -> str:
        """What docs/api.md says that its request does and answers."""
        does = self.asks or self.run or self.at
        says = [one.__doc__ for one in (self.tells, does) if one and one.__doc__] or [self.args.__doc__ or ""]
        said = " ".join(cleandoc(one).partition("\n\n")[0] for one in says)
        told = " ".join(said.split()).removesuffix(".")
        return self.api or told[:1].lower() + told[1:]

    @property
    def called(self) -> Translatable:
        """What it is called behind a slash."""
        return NC_("typed command", (self.slash and self.slash.word) or self.name)

    def usage_line(self, texts: Texts) -> str:
        """Return it with its slash and its arguments."""
        usage = texts.of(self.slash.usage) if self.slash else ""
        return f"{SLASH}{shown(texts.of(self.called))} {usage}".rstrip()

    def form(self, texts: Texts, part: Action[Any, Any] | None = None) -> str:
        """Return how it is written behind a slash, as a sentence, or how a `part` of it is."""
        part = self.told_of(texts, part or self)
        rest = part.terminal_usage(texts).removeprefix(self.name)
        written = self.usage_line(texts) if part is self else f"{SLASH}{shown(texts.of(self.called))}{rest}"
        return texts._("Write it like this: {form}", form=written)

    def told_of(self, texts: Texts, part: Action[Any, Any]) -> Action[Any, Any]:
        """Return what tells how a part of it is written: the part, if it begins with this one's word."""
        return part if part.terminal_usage(texts).startswith(f"{self.name} ") else self

    @property
    def is_present(self) -> bool:
        """Whether who asks for it in a terminal is shown to be here."""
        told = self.ssh.is_present if self.ssh else None
        return not self.only_shows if told is None else told

    @property
    def needed(self) -> Sequence[str]:
        """The fields that cannot be left out, in order."""
        return needed(self.args)

    @property
    def terminal_words(self) -> Sequence[str]:
        """What a command in a terminal begins with; any of them."""
        return ((self.ssh and self.ssh.words) or self.name.replace("_", " ")).split("|")

    async def catch_up(self, port: Port, table: str | None = None) -> None:
        """Have the host hear what other nodes have confirmed of the table, or of all, that this is about."""
        if self.looks_around or "table" in self.args.__struct_fields__:
            await port.catch_up(table or "")

    def contradicts_itself(self, args: Args) -> bool:
        """Return whether it was said with two fields that stand apart."""
        known = fields_of(self.args)
        return bool(self.apart) and all(getattr(args, one) != known[one].default for one in self.apart)

    async def asked(self, place: Place, args: Args) -> Found:
        """Ask the host for it. Raises Refused."""
        if self.contradicts_itself(args):
            raise refused("field-wrong", do=self.name, field=self.apart[0], expected="null")
        does, asked = self.asks or self.at or self.run, place if self.at else place.port
        taken, found = (*_signature(does).parameters,)[1:] if does else (), None
        fields = asdict(args) if taken == self.args.__struct_fields__ else dict.fromkeys(taken, args)
        if does and self.asks:
            given = _signature(does).bind(asked, **fields)
            found = methodcaller(does.__name__, *given.args[1:], **given.kwargs)(asked)
        elif does:
            found = does(asked, **fields)
        return await found if isinstance(found, Coroutine) else found  # type: ignore[return-value]

    def awaited(self, place: Place, args: Args, tell: Callable[[str], object]) -> Coroutine[Any, Any, Found]:
        """Return what asks the host and waits for the whole answer; `tell` is told how far that is."""
        return self.later(place, args, cache(tell)) if self.later else self.asked(place, args)

    def behind_word(self, texts: Texts, words: str) -> tuple[Action[Any, Any], str]:
        """Return the action that the first word behind its own means, and the other words; or itself."""
        first, _, rest = words.partition(" ")
        called = self.called_behind if self.called_behind.text or not self.slash else self.slash.usage
        meant = words_of(texts, called).get(first.casefold()) if self.behind else None
        for action in self.behind:
            if meant in action.name.split("_"):
                return action, rest.strip()
        return (self.several if self.several and rest else self), words

    def terminal_usage(self, texts: Texts) -> str:
        """Return what is typed after `ssh HOST`, in the player's words where it is not declared."""
        ssh = self.ssh or Ssh()
        if ssh.usage:
            return ssh.usage
        fields = [field.upper() for field in (*self.needed, *ssh.flags)]
        if self.slash and self.slash.usage.text:
            is_said = "TABLE" in self.slash.usage.text.split()
            fields = ["TABLE"] * ("TABLE" in fields and not is_said) + [texts.of(self.slash.usage)]
        else:
            fields += [f"[{field.upper()}]" for field in self.optional]
        return " ".join((self.terminal_words[0], *fields))

    @property
    def written(self) -> type[Struct]:
        """Its fields in a terminal."""
        return (self.ssh and self.ssh.args) or self.args


def declared(**actions: Action[Any, Any]) -> tuple[Action[Any, Any], ...]:
    """Return actions that have their names from now on."""
    for name, one in actions.items():
        object.__setattr__(one, "name", name)
    return tuple(actions.values())


_signature = cache(signature)


@dataclass(frozen=True, kw_only=True)
class Shows(Action[Args, Found]):
    """An action that changes nothing."""

    only_shows: bool = True


def _left_out(args: type[Struct], anywhere: Collection[str]) -> Sequence[str]:
    """Return the fields that words behind the others may fill, unless all words there are one text."""
    fields = {} if TEXTS.intersection(needed(args)[-1:]) else fields_of(args)
    named = {*anywhere, *NAMED.intersection([*fields][1:])}
    more = [name for name, field in fields.items() if not field.required and name not in named]
    kinds = {one: (fields[one].type, *get_args(fields[one].type)) for one in more}
    return tuple(one for one in more if any(kind is str or isinstance(kind, str) for kind in kinds[one]))


def _taken_by(does: Callable[..., Any]) -> type[Struct]:
    """Return the parameters of a function behind the first as fields, or the one that has them."""
    kinds, fields = get_type_hints(does, include_extras=True), list[tuple[Any, ...]]()
    for name, one in [*_signature(does).parameters.items()][1:]:
        default = dict(one.default) if isinstance(one.default, Mapping) else one.default
        if isinstance(kinds[name], type) and issubclass(kinds[name], Struct) and default is one.empty:
            return kinds[name]  # type: ignore[no-any-return]
        fields.append((name, kinds[name], *([] if default is one.empty else [default])))
    if not fields:
        return Nothing
    return msgspec.defstruct(does.__name__, fields, frozen=True, kw_only=True)


@cache
def fields_of(args: type[Struct]) -> Mapping[str, FieldInfo]:
    return MappingProxyType({field.name: field for field in msgspec.structs.fields(args)})


@cache
def needed(args: type[Struct]) -> Sequence[str]:
    return tuple(name for name, field in fields_of(args).items() if field.required)

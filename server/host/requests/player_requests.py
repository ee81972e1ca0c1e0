"""What every request of a player begins with: who it is, and which table is meant.

What a player may ask for is in the modules beside this one that end in `_requests`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from msgspec import Struct, field

from engine.game import Refused
from server.analysis.desk import AnalysisDesk
from server.bots.odds import OddsService
from server.budget.share import current_network
from server.courses.casts import Casts
from server.courses.curves import Curves
from server.courses.fair_order import Asker
from server.courses.store import EndedGames
from server.host.account_removal import AccountRemoval
from server.host.bans import Bans
from server.host.cup_desk import CupDesk
from server.host.deal_desk import DealDesk
from server.host.moderation import Moderation
from server.host.requests.request_limits import RequestLimits
from server.host.vacations import Vacations
from server.identity.accounts import Player
from server.identity.codes import normalized
from server.identity.known_players import KnownPlayer
from server.identity.name_registry import NameRegistry
from server.identity.names import clean_text
from server.identity.recovery import Stretch
from server.identity.time_zones import zone_of
from server.lobby.lobby import Lobby
from server.lobby.searches import Searches
from server.log.entries import By
from server.notices.confirmation import NoticeDesk
from server.notices.notes import NoteDesk
from server.settings.conduct import ConductTexts
from server.store.clubs import ClubStore
from server.store.stores import Stores
from server.table.table import Table
from tui.host.ratings import RATINGS, RATINGS_OFF
from tui.host.refusals import refused

ZONE = "zone"
"""The setting with the name of a player's time zone."""


class PortServices(Struct, frozen=True, kw_only=True):
    """What the ports of all sessions share."""

    lobby: Lobby
    stores: Stores
    limits: RequestLimits
    vacations: Vacations
    removal: AccountRemoval
    name_registry: NameRegistry
    odds: OddsService
    notices: NoticeDesk
    searches: Searches
    zone: str
    """The time zone of players who have named none."""
    notes: NoteDesk
    call: Callable[[Table, str], None]
    """Sends a player who is away a notice that others wait for them at a table."""
    stretch: Stretch
    end_sessions: Callable[[str], Awaitable[None]]
    """Ends the sessions of a key on all nodes, by its fingerprint."""
    moderation: Moderation
    bans: Bans
    conduct: ConductTexts
    deals: DealDesk
    cups: CupDesk
    games: EndedGames
    """Ended games that are looked at again."""
    curves: Curves
    casts: Casts
    analyses: AnalysisDesk
    web: str = ""
    """The address of the window on the web."""
    seat_codes: dict[tuple[str, str], str] = field(default_factory=dict)
    """The codes that were shown, by ids of table and player."""
    rematches: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """Held while a table is opened for the players of an ended game, by its id."""


ACCEPTED = "conduct"
"""The setting with the version of the rules that a player has accepted."""


class PlayerRequests:
    """The base of all requests: those of one player, in one session."""

    def __init__(self, services: PortServices, player: Player, by: By = "player", zone: str = "") -> None:
        self._services = services
        self._lobby = services.lobby
        self._player = player
        self._by = by
        self._client_zone = zone

    @property
    def zone(self) -> str:
        """The name of the player's time zone: the one they set, their client's, or the host's."""
        named = (self._member.profile.settings.get(ZONE, ""), self._client_zone)
        return next((zone for zone in named if zone and zone_of(zone)), self._services.zone)

    def now(self) -> float:
        """Return the host's clock, in seconds."""
        return self._lobby.dependencies.clock()

    @property
    def name(self) -> str:
        """The player's name."""
        return self._member.player.name

    @property
    def _id(self) -> str:
        return self._player.id

    @property
    def _asker(self) -> Asker:
        """Who takes turns with others: an address, and a player at it."""
        return Asker(current_network() or self._lobby.presence.address_of(self._id) or self._id, self._id)

    @property
    def _member(self) -> KnownPlayer:
        return self._lobby.members.of(self._player)

    @property
    def _me(self) -> KnownPlayer:
        """Return the player's record. Raises Refused if the account is gone."""
        member = self._member
        member.check()
        return member

    @property
    def _owes_acceptance(self) -> bool:
        """Whether there are rules of conduct that the player has not accepted yet."""
        version = self._services.conduct.version
        return bool(version) and self._member.profile.settings.get(ACCEPTED, "") != version

    def _without_account(self) -> Refused:
        """Return why a guest has no account: "no-account", "account-later"."""
        return refused("account-later" if self._player.account_refused else "no-account")

    def _check_talk(self) -> None:
        """Raise Refused if the player may not talk: "conduct-first", "muted"."""
        if self._owes_acceptance:
            raise refused("conduct-first")
        self._services.moderation.check_talk(self._id, self._lobby.presence.address_of(self._id))

    @property
    def _clubs(self) -> ClubStore:
        return self._services.stores.clubs

    @property
    def _hides_ratings(self) -> bool:
        """Whether this player's screens show no ratings; programs are always told."""
        return self._by == "player" and self._member.profile.settings.get(RATINGS) == RATINGS_OFF

    def _at(self, name: str) -> Table:
        """Return a table by id or name, or a private one by its code, that the player may see. Raises Refused
        ("no-table").
        """
        player = self._me.player.id
        try:
            table = self._lobby.table(name)
        except Refused:
            code = normalized(name)
            coded = [one for one in self._lobby.tables if one.opening.code == code != ""]
            if not coded:
                raise
            table = coded[0]
        if not table.is_known_to(player):
            raise refused("no-table", table=clean_text(name)[:40])
        return table

"""Everything that is stored beside the journal, in one database."""

from __future__ import annotations

from msgspec import Struct

from server.store.accounts import AccountStore
from server.store.analyses import AnalysisStore
from server.store.clubs import ClubStore
from server.store.cups import CupStore
from server.store.deals import DealStore
from server.store.moderation import BanStore, ModerationStore
from server.store.notices import NoticeStore
from server.store.people import PeopleStore
from server.store.sql import Sql
from server.store.trophies import TrophyStore


class Stores(Struct, frozen=True):
    """One of each."""

    accounts: AccountStore
    bans: BanStore
    notices: NoticeStore
    people: PeopleStore
    moderation: ModerationStore
    deals: DealStore
    analyses: AnalysisStore
    cups: CupStore
    trophies: TrophyStore
    clubs: ClubStore


def stores_on(database: Sql) -> Stores:
    return Stores(
        AccountStore(database),
        BanStore(database),
        NoticeStore(database),
        PeopleStore(database),
        ModerationStore(database),
        DealStore(database),
        AnalysisStore(database),
        CupStore(database),
        TrophyStore(database),
        ClubStore(database),
    )

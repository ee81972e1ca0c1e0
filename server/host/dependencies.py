"""The dependencies of a host. Every level below takes this same record, typed as the part it uses:
`server.lobby.dependencies`, `server.table.dependencies`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from time import monotonic

from msgspec import field

from server.analysis.courses.process import CourseProcess, CourseWorker
from server.analysis.processes import AnalysisProcesses
from server.analysis.work import Analysts
from server.bots.workers import Workers
from server.budget.garbage_collection import GarbageCollector
from server.budget.work_queue import WorkQueue
from server.host.moderation import KeptDays
from server.identity.recovery import Stretch, hash_in_thread
from server.lobby.dependencies import LobbyDependencies
from server.notices.delivery import Sender, WorkerSender
from server.settings.address import Address
from server.settings.conduct import ConductTexts
from server.settings.notice_services import NoticeService, NoticeSettings
from server.settings.timeouts import BotTiming


class HostDependencies(LobbyDependencies, frozen=True, kw_only=True):
    """The dependencies of a host, besides those of its lobby and tables. `pause` waits for seconds; `zone` is
    the time zone of players who have named none, `public` the address by which players come (None: the one
    that each client called, where it is known), `message` the message of the day, `login_names` whether new
    players are called by their login names.
    """

    workers: Workers
    pause: Callable[[float], Awaitable[None]]
    bots: BotTiming = BotTiming()
    courses: CourseWorker = field(default_factory=CourseProcess)
    analysts: Analysts = field(default_factory=AnalysisProcesses)
    analysis_workers: int = 1
    """How many games are analysed at once."""
    analysis_nice: int = 10
    kept: KeptDays = KeptDays()
    stretch: Stretch = hash_in_thread
    """The slow hash of recovery codes."""
    conduct: ConductTexts = ConductTexts()
    zone: str = "UTC"
    public: Address | None = None
    message: str = ""
    login_names: bool = False
    notice_services: Mapping[str, NoticeService] = {}
    """What notices are sent through; none: there are no notices."""
    notice_settings: NoticeSettings = NoticeSettings()
    web: str = ""
    """The address of the window on the web, as players write it; empty: they are told none."""
    window_keys: frozenset[str] = frozenset()
    """The fingerprints of keys with which windows come in."""
    host_keys: tuple[str, ...] = ()
    """The public keys of the host, as a line of known_hosts has them."""
    sender: Sender = field(default_factory=WorkerSender)
    work: WorkQueue = field(default_factory=WorkQueue)
    """What clients cause is drawn from it, by address and session."""
    collector: GarbageCollector = field(default_factory=lambda: GarbageCollector(monotonic))

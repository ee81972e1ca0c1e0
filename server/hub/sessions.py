"""A process's side of the sessions, the talk and the audiences of all processes of its machine."""

from __future__ import annotations

from server.hub.link import Link
from server.nodes.audiences import TableAudience, ToldAudiences
from server.nodes.sessions import Came, Left, SharedSession
from server.nodes.subscribers import Subscribers
from server.nodes.talk import Heard, SpokenLine
from tui.host.port import Release


class ProcessSessions:
    """See `server.nodes.sessions.SessionDirectory`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._others: dict[tuple[str, int], SharedSession] = {}
        self._came: Subscribers[None, SharedSession] = Subscribers("sessions that begin")
        self._left: Subscribers[None, tuple[SharedSession, float]] = Subscribers("sessions that end")

    def enter(self, session: SharedSession) -> None:
        """See `SessionDirectory.enter`."""
        self._link.tell("hub", "came", session)

    def leave(self, session: SharedSession, when: float) -> None:
        """See `SessionDirectory.leave`."""
        self._link.tell("hub", "left", session, when)

    def follow(self, came: Came, left: Left) -> Release:
        """See `SessionDirectory.follow`."""
        for session in tuple(self._others.values()):
            came(session)
        releases = self._came.add(None, came), self._left.add(None, lambda gone: left(*gone))

        def release() -> None:
            for one in releases:
                one()

        return release

    def came(self, session: SharedSession) -> None:
        """Tell who follows of a session of another process."""
        self._others[session.node, session.number] = session
        self._came.publish(lambda _: session)

    def left(self, session: SharedSession, when: float) -> None:
        """Tell who follows that a session of another process has ended."""
        if self._others.pop((session.node, session.number), None):
            self._left.publish(lambda _: (session, when))


class ProcessAudiences(ToldAudiences):
    """See `server.nodes.audiences.TableAudiences`."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link

    def tell(self, table: str, here: TableAudience) -> None:
        """See `TableAudiences.tell`."""
        self._link.tell("hub", "audience", table, here)


class ProcessTalk:
    """See `server.nodes.talk.SharedTalk`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._kept: list[SpokenLine] = []
        """What was heard before anybody listened."""
        self._heard: Subscribers[None, SpokenLine] = Subscribers("talk at other processes")

    def say(self, spoken: SpokenLine) -> None:
        """See `SharedTalk.say`."""
        self._link.tell("hub", "say", spoken)

    def follow(self, heard: Heard) -> Release:
        """See `SharedTalk.follow`."""
        kept, self._kept = self._kept, []
        for spoken in kept:
            heard(spoken)
        return self._heard.add(None, heard)

    async def forget(self, who: str) -> None:
        """See `SharedTalk.forget`."""
        self._kept = [spoken for spoken in self._kept if spoken.who != who]
        await self._link.call("hub", "forget", who)

    def heard(self, spoken: SpokenLine) -> None:
        """Tell who listens of a line that was said at another process."""
        if self._heard:
            self._heard.publish(lambda _: spoken)
        else:
            self._kept.append(spoken)

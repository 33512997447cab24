"""News on its way from the runner to its front, in order. A host can send thousands of messages a second that
change only what is shown. A front gets these once a frame, so that it has time for the person."""

from __future__ import annotations

import asyncio
from collections import deque

from atlantis_tui.network.news import News, TurnedAway
from net.session import notices

FRAME = 0.05  # seconds

# These only say that something changed, and the front looks at it itself. One that still waits is enough.
LOOKS = (notices.LobbyChanged, notices.LinksChanged, notices.NotJoined)
PACED = (*LOOKS, notices.Said, notices.LeftOut, notices.Misbehaved, TurnedAway)


class NewsQueue:
    def __init__(self) -> None:
        self._ready: deque[News | Exception | None] = deque()
        self._held: list[News] = []  # until the next frame
        self._frames: dict[type[News], asyncio.TimerHandle] = {}  # until then the front gets no more news of this kind
        self._come = asyncio.Event()

    def __len__(self) -> int:
        return len(self._ready) + len(self._held)

    def put(self, news: News | Exception | None) -> None:
        """Add news. None means that no more will come."""
        if not isinstance(news, PACED):
            self._release()  # keep the order
            self._ready.append(news)
            self._come.set()
        elif isinstance(news, LOOKS) and self._is_waiting(type(news)):
            return
        elif self._held or type(news) in self._frames:
            self._held.append(news)  # keep the order: later news waits too
        else:
            self._ready.append(news)
            self._come.set()
            self._begin_frame(type(news))

    def _is_waiting(self, kind: type[News]) -> bool:
        return any(type(one) is kind for one in (*self._held, *self._ready))

    def _begin_frame(self, kind: type[News]) -> None:
        self._frames[kind] = asyncio.get_running_loop().call_later(FRAME, self._end_frame, kind)

    def _end_frame(self, kind: type[News]) -> None:
        del self._frames[kind]
        if any(type(one) is kind for one in self._held):
            self._release()
            self._begin_frame(kind)

    def _release(self) -> None:
        if self._held:
            self._ready.extend(self._held)
            self._held.clear()
            self._come.set()

    async def get(self) -> News | Exception | None:
        while not self._ready:
            self._come.clear()
            await self._come.wait()
        return self._ready.popleft()

    def close(self) -> None:
        """End the queue: the last item says that no more will come."""
        for frame in self._frames.values():
            frame.cancel()
        self._frames.clear()
        self.put(None)

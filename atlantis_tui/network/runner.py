"""One session on real sockets. We carry out what the session wants, in order, and pass what it tells on to a front.

    runner = SessionRunner(identity, name, door="code")
    runner.listen()                          # everybody listens, because anybody may have to become host
    runner.sit(lambda me, now: Session.host(me, now, ...))
    async for news in runner.news(): ...     # notices of the session, and those of network/news.py
    runner.wish(lambda session: session.choose(move))
    await runner.close()

A front, of lines or a screen, needs no more than this. Nothing here blocks: messages are handled as they come, wishes
when they are made, and all of it in one thread.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from atlantis_tui import __version__
from atlantis_tui.network.addresses import AddressBook, is_ours, tellable
from atlantis_tui.network.advert import advert_of, table_info
from atlantis_tui.network.company_file import CompanyKeeper
from atlantis_tui.network.files import Address, NetworkGameFiles
from atlantis_tui.network.news import CodeChanged, DiscoveryTrouble, HostFound, HostLost, News, TableEnded, TurnedAway
from atlantis_tui.network.news_queue import NewsQueue
from atlantis_tui.network.routes import JoinTarget, Routes
from core.frames import LogError
from net import versions
from net.adverts import Advert, Listing
from net.certificate import make_certificate
from net.codes import TOKEN, new_code
from net.discovery import Discovery
from net.handshake import Admitted, Door
from net.identity import Identity
from net.link import LIMITS, Link
from net.links import Links
from net.messages import Hello, Message, TableInfo
from net.pake import Gatekeeper
from net.refusal import Refusal
from net.session import notices
from net.session.actions import Action, Close, Dial, Send
from net.session.session import Me, Session
from net.session.signed_game import SignedGame

__all__ = [
    "FIRST_TRIES",
    "PATIENT",
    "JoinTarget",
    "SessionRunner",
    "Wish",
    "is_passing",
    "now_ms",
    "our_hello",
    "prepared",
]

TICK_SECONDS = 0.25
SLEPT_MS = 5000  # if more time passes between two ticks, this machine or this program was asleep
MOVED_MS = 2000  # when somebody comes from another address, a link at least this old is dead
REACH_MS = 8000  # for one address; a machine may be busy
PATIENT = LIMITS._replace(look_ms=REACH_MS, connect_ms=REACH_MS)
FIRST_TRIES = 6  # for errors that may pass in a moment
MOST_LET_IN = 64  # how many who were here and have no seat we remember
PASSING = ("door_late", "lost", "try_later", "silent")  # after these errors we try again before we bother anybody

Wish = Callable[[Session], list[Action]]

_ONE_AT_A_TIME = threading.Lock()


class _Dialled(NamedTuple):
    """A link that we asked for and that is not open yet."""

    seat: int | None
    key: bytes
    addresses: tuple[Address, ...]


class SessionRunner:
    session: Session

    def __init__(
        self,
        identity: Identity,
        name: str,
        *,
        target: JoinTarget | None = None,
        door: str = "code",
        code: str | None = None,
        discovers: bool = True,
        calls: bool = False,
    ) -> None:
        """`calls`: announce the table even while somebody else is host of its game, so that the others find us."""
        self.identity = identity
        self.name = name
        self.kept = NetworkGameFiles()
        self.door_kind = door  # while we are host; otherwise the door is closed
        self._calls = calls
        self.token = os.urandom(TOKEN)
        self._id = os.urandom(4)  # of the table before it has a game; everybody on the network may know it
        self.address: str | None = None  # the address where we listen; None for all of ours
        self.port = 0
        self._target = target
        self._news = NewsQueue()
        self._actions: deque[Action] = deque()
        self._at_work = False
        self._wires: dict[int, Link] = {}  # open links, by number
        self._since: dict[int, int] = {}  # by number of the link: when it was opened
        self._dials: dict[int, _Dialled] = {}  # by number of the link
        self._places = AddressBook(self.kept)
        self._ways = Routes(target, self._places, self._listings)
        self._let_in: dict[bytes, None] = {}  # keys; whoever came last stands at the end
        self._inside = False  # whether we were at the table at least once
        self._by_key = True  # whether the host knows our key, as far as we know
        self._only_by_key = False  # the code by which we first came has been refused since
        self._lost = False
        self._tries = 0
        self._game: SignedGame | None = None  # whose log we have to close
        self._ticking: asyncio.Task[None] | None = None
        self._over = False
        self._ended = False  # whether we have said that nothing more will come
        our_hello(bytes(16))  # takes a moment unless we are `prepared`; now, so that nobody waits for it later
        certificate = make_certificate()
        self._wanted_code = False  # the person wants another code; otherwise somebody guessed too often
        self._guess_told = False  # whether we told, since the last new code, that somebody tries wrong codes
        self._crowd_told = False  # whether we told that more come with codes than there is room for
        self._gatekeeper = Gatekeeper(_codes(code), self._code_changed)
        self.links = Links(
            self,
            identity,
            name,
            our_hello,
            door=Door(
                identity,
                certificate.fingerprint,
                our_hello,
                self._table_info,
                self._gatekeeper,
                knows=self._knows,
                admit=self._admit,
                belongs=self._belongs,
                has_role=self._has_role,
                tokens={self.token},
            ),
            certificate=certificate,
            limits=PATIENT,
            heartbeat=False,  # the session takes care of that
            clock=now_ms,
        )
        self.discovery = Discovery(self._discovered) if discovers else None
        self._trouble: str | None = None
        self._keeper = CompanyKeeper(self.kept)

    @property
    def code(self) -> str | None:
        return self._gatekeeper.code if self.door_kind == "code" else None

    @property
    def host_address(self) -> Address | None:
        """Where the host is, as far as others could come there too; None if it called us, or is gone."""
        link = self._wires.get(self._host_link() or -1)
        return (link.address, link.port) if link is not None and link.dialled else None

    @property
    def discovers(self) -> bool:
        return self.discovery is not None

    # What a front does -----------------------------------------------------------------------------------------------

    def listen(self, address: str | None = None, port: int = 0) -> int:
        """Open our door. Raises Refusal cannot_listen."""
        self.address, self.port = address, self.links.listen(address, port)
        return self.port

    def sit(self, make: Callable[[Me, int], Session]) -> None:
        """Begin the session. From now on time passes for it."""
        me = Me(self.identity, self.name, self.kept, os.urandom, self.port)
        self.session = make(me, now_ms())
        self._look_at_game()
        self._ticking = asyncio.create_task(self._tick())
        if self._target is not None and self.session.game is not None:
            self._dial(Dial(None, None))  # whoever is host by now is there

    def new_code(self) -> None:
        """Make another code at once. Nobody comes in with the old one any more."""
        self._wanted_code = True
        try:
            self._gatekeeper.renew()
        finally:
            self._wanted_code = False

    def kick(self, key: bytes) -> None:
        """Send somebody away. They may come back with another key, and know the code and the ticket, so we renew
        both. Those who were here before and are gone come in like strangers, too."""
        self.wish(lambda session: session.kick(key))
        if not self.session.hosting:
            return
        here = {peer.key for peer in self.session.peers.values() if peer.role is not None}
        self.session.company.forget_absent(here)
        watchers = self.session.meeting.watchers
        for known in (self._let_in, watchers):
            for one in [one for one in known if one not in here]:
                del known[one]
        self.token = os.urandom(TOKEN)
        assert self.links.door is not None
        self.links.door.tokens = {self.token}
        self.new_code()

    def _code_changed(self, code: str) -> None:
        self._guess_told = self._crowd_told = False
        if self.door_kind == "code":
            self.tell(CodeChanged(code, guessed=not self._wanted_code))

    def set_door(self, kind: str) -> None:
        """Whether newcomers need the code ("code"), or nothing ("open")."""
        self.door_kind = kind
        self._announce()

    def wish(self, wish: Wish) -> None:
        """Carry out what the person, or a bot, wants of the session. Raises GameError or Refusal if it cannot be."""
        try:
            self._do(wish(self.session))
        except (LogError, OSError):
            self.session.stop("storage")
            self._do(self.session.tick(now_ms()))

    async def news(self) -> AsyncIterator[News]:
        """All news for the front. An error in the program comes out here, wherever it happened."""
        while (one := await self._news.get()) is not None:
            if isinstance(one, Exception):
                raise one
            yield one

    def failed(self, error: Exception) -> None:
        self._news.put(error)

    async def close(self) -> None:
        """Say good-bye to everybody and release everything. Nothing has to be saved, because everything is."""
        self._over = True
        if self._ticking is not None:
            self._ticking.cancel()
            with suppress(asyncio.CancelledError):
                await self._ticking
            self.links.stop_listening()  # first, so that nobody who looks for us again is let in while we go
            self._do(self.session.leave())
            self._keeper.forget()
        if self.discovery is not None:
            await self.discovery.close()
        await self.links.close("left")
        if self._game is not None:
            _close_log(self._game)
        self._news.close()

    def has_told_all(self) -> bool:
        """Whether everybody who is here has our last entry. Then a host can leave."""
        game = self.session.game
        if game is None or not self.session.hosting:
            return True
        told = self.session.desync.acknowledged_by
        return all(told.get(peer.seat or 0, 0) >= game.last for peer in self.session.players())

    async def tell_all(self, seconds: float) -> None:
        """Waits until everybody has our last entry, but no longer than this."""
        until = now_ms() + int(1000 * seconds)
        while not self.has_told_all() and now_ms() < until:
            await asyncio.sleep(0.02)

    # Carrying out ----------------------------------------------------------------------------------------------------

    def _do(self, actions: Sequence[Action]) -> None:
        """Carry out these actions. Actions that are wanted meanwhile follow after them."""
        self._actions.extend(actions)
        if self._at_work:
            return
        self._at_work = True
        try:
            while self._actions:
                self._carry_out(self._actions.popleft())
        finally:
            self._at_work = False
        if self._lost and (self.session.hosting or self._host_link() is not None):
            self._lost = False
            self.tell(HostFound())
        if self.session.hosting and self.session.table_code != self.code:
            self._do(self.session.tell_code(self.code))
        self.links.name = self.session.name  # which may be changed in the lobby
        self._look_at_game()
        self._announce()

    def _host_link(self) -> int | None:
        host = self.session.host_peer() or self.session.watching.source()
        return None if host is None else host.link

    def _host_key(self) -> bytes | None:
        """The key of the host that we follow."""
        game = self.session.game
        return self.session.host_key if game is None else game.roster.keys[game.chain.host]

    def _carry_out(self, action: Action) -> None:
        if isinstance(action, Send):
            if action.link in self._wires:
                self._wires[action.link].send(action.message)
        elif isinstance(action, Close):
            if action.link in self._wires:
                link = self._wires.pop(action.link)
                link.close(action.reason)
                if link.who is not None and link.who.key == self._host_key():
                    if action.reason == "silent":
                        self._host_gone(link, Refusal("silent"))
                    elif action.reason == "misbehaved" and not self.session.hosting:
                        self._host_gone(link, Refusal("closed", why=action.reason))
        elif isinstance(action, Dial):
            self._dial(action)
        else:
            self._noticed(action.notice)

    def _noticed(self, notice: notices.Notice) -> None:
        self.tell(notice)
        if isinstance(notice, notices.NotJoined):
            waits = notice.reason == "misbehaved" and self.session.game is not None  # we are let in again later
            if notice.reason != "not_host" and not waits and not self._looks_for_company():
                self._end(Refusal("refused", why=notice.reason))
        elif isinstance(notice, notices.HostChanged):
            host = self.session.host_peer()
            if host is not None and host.link in self._wires:
                self._wires[host.link].expect_host()
            if self.session.hosting and self.door_kind == "code":
                self.tell(CodeChanged(self._gatekeeper.code, guessed=False))
        elif isinstance(notice, notices.Joined):
            self._inside = True
        elif isinstance(notice, notices.LobbyChanged | notices.LinksChanged):
            self._keeper.keep(self.session, self.port)
            self._note_who_is_there()
        elif isinstance(notice, notices.Begun) and self.session.hosting:
            self._do(self.session.tick(now_ms()))  # so that all know where the others are, in case we vanish at once

    def _looks_for_company(self) -> bool:
        """Whether we dial everybody of our company, who may be at other tables: then no single answer is the end."""
        return self.session.hosting or self.session.company.host_is_lost

    def tell(self, news: News) -> None:
        if not self._over:
            self._news.put(news)

    def _end(self, why: Refusal) -> None:
        """Report the end, but only once: a host can refuse us as often as it likes."""
        if not self._ended:
            self._ended = True
            self.tell(TableEnded(why))

    # Time ------------------------------------------------------------------------------------------------------------

    async def _tick(self) -> None:
        last = now_ms()
        while True:
            now = now_ms()
            moved = self._let_go_of_dead_links()
            awake = now - last >= SLEPT_MS and (self._inside or self.session.hosting)
            if (moved or awake) and self.discovery is not None:
                self.discovery.refresh()  # it may be another network by now
            last = now
            try:
                self._do(self.session.tick(now))
            except Exception as error:
                self.failed(error)
                return
            await asyncio.sleep(TICK_SECONDS)

    def _let_go_of_dead_links(self) -> bool:
        """Close links from an address that is no longer ours: no answer can reach us there, and nobody says so."""
        dead = [link for link in self._wires.values() if not is_ours(link.own_address)]
        for link in dead:
            link.abort()
        return bool(dead)

    # Links -----------------------------------------------------------------------------------------------------------

    def opened(self, link: Link, who: Admitted) -> None:
        self._surely(lambda: self._opened(link, who))

    def received(self, link: Link, message: Message) -> None:
        if link.number in self._wires:
            self._surely(lambda: self._do(self.session.feed(link.number, message, now_ms())))

    def paced(self, link: Link, slow: bool) -> None:
        pass  # the session knows

    def closed(self, link: Link, why: Refusal) -> None:
        self._surely(lambda: self._closed(link, why))

    def _surely(self, doing: Callable[[], None]) -> None:
        """Report an error. Otherwise the event loop would only close the link and go on."""
        try:
            doing()
        except Exception as error:
            self.failed(error)

    def _opened(self, link: Link, who: Admitted) -> None:
        dialled = self._dials.pop(link.number, None)
        if who.key == self.identity.key:  # ourselves in another window
            link.close("yourself")
            self._end(Refusal("yourself"))
            return
        self._let_go_of_former_links(link, who.key)
        self._wires[link.number] = link
        self._note_left(who.key, False)
        self._since[link.number] = now_ms()
        self._tries = 0
        if dialled is not None:
            self._by_key = True
            self._places.reached(who.key, (link.address, link.port))
        else:
            self._let_in.pop(who.key, None)
            self._let_in[who.key] = None
            if len(self._let_in) > MOST_LET_IN:
                del self._let_in[next(iter(self._let_in))]
        address = tellable(link.address)
        self._do(self.session.opened(link.number, who.key, who.name, inbound=not link.dialled, address=address))

    def _let_go_of_former_links(self, link: Link, key: bytes) -> None:
        """Close the older links of somebody who comes from another address. They are dead, and otherwise we would
        notice that much later. Two links opened at the same time are different: both sides have dialled, and the
        session knows which to keep."""
        for other in list(self._wires.values()):
            same = other.who is not None and other.who.key == key and tellable(other.address) != tellable(link.address)
            if same and now_ms() - self._since[other.number] >= MOVED_MS:
                del self._wires[other.number]
                self._do(self.session.closed(other.number))
                other.abort()

    def _closed(self, link: Link, why: Refusal) -> None:
        dialled = self._dials.pop(link.number, None)
        if dialled is not None:
            self._not_reached(dialled.seat, why)
            return
        self._since.pop(link.number, None)
        if self._wires.pop(link.number, None) is None:
            return  # we closed it
        goodbye = str(why.params.get("why", "")) if why.reason == "bye" else ""
        if link.who is not None and goodbye == "left":
            self._note_left(link.who.key, True)
        from_host = self._host_link() == link.number
        self._do(self.session.closed(link.number, goodbye=goodbye))
        if from_host and not self.session.hosting:
            self._host_gone(link, why)

    def turned_away(self, address: str, why: Refusal) -> None:
        """Report this once for each code, because somebody who keeps guessing would fill the screen."""
        if self.session.hosting and why.reason == "wrong_code" and not self._guess_told:
            self._guess_told = True
            self.tell(TurnedAway(tellable(address), why))
        elif self.session.hosting and self._gatekeeper.is_crowded and not self._crowd_told:
            self._crowd_told = True
            self.tell(TurnedAway("", Refusal("try_later", ms=0)))

    def _host_gone(self, link: Link, why: Refusal) -> None:
        said = why.params.get("why") if why.reason == "bye" else None
        another = any(one.who is not None and link.who is not None and one.who.key == link.who.key
                      for one in self._wires.values())  # fmt: skip
        if another:
            return
        if said in ("kicked", "replaced", "moved", "closed"):
            self._end(Refusal("refused", why=str(said)))
        elif not self._lost:
            self._lost = True
            self.tell(HostLost(why))
            self._look_round()

    def _not_reached(self, seat: int | None, why: Refusal) -> None:
        if why.reason == "unknown_key" and self._by_key and not self._only_by_key and seat is None and self._inside:
            self._by_key = False  # perhaps a new host program; the way we first came may still work
        elif self._inside and not self._by_key and seat is None and _is_about_the_code(why):
            # The host has another code now, or says that it has none. Trying ours again and again would look like
            # guessing, and coming without it would mean trusting whoever answers.
            if not self.session.company.host_is_lost:
                self._end(why)
                return
            self._by_key = self._only_by_key = True  # somebody of the company may open the table anew
            self.tell(HostLost(why))
        elif not self._inside and not self.session.hosting and self.session.game is None:
            self._tries += 1
            if not is_passing(why) or self._tries >= FIRST_TRIES:
                self._end(why)
        if self._inside:
            self._look_round()
        self._do(self.session.undialed(seat))

    def _look_round(self) -> None:
        """Look for whoever is gone, because they may have moved. Not while we leave: nobody would end the search."""
        if self.discovery is not None and not self._over:
            self.discovery.browse()

    def _dial(self, action: Dial) -> None:
        key = action.key or b""
        if self._over or self._is_coming(key):
            return
        visit, addresses = self._ways.to(self.session, action, by_key=self._inside and self._by_key)
        if not addresses:
            self._do(self.session.undialed(action.seat))
            return
        link = self.links.dial(addresses, visit)
        self._dials[link.number] = _Dialled(action.seat, key, tuple(addresses))

    def _is_coming(self, key: bytes) -> bool:
        """Whether we are already on our way: of two links to one host, each side might close a different one."""
        asked = {one.key for one in self._dials.values()}
        inside = {link.who.key for link in self._wires.values() if link.who is not None}
        unanswered = any(peer.role is None and not peer.inbound for peer in self.session.peers.values())
        # Where the lost host was, perhaps nobody answers for many seconds: others are tried meanwhile.
        another = key not in (b"", self._host_key()) and self.session.company.host_is_lost
        return key in asked or (b"" in asked and not another) or key in inside or unanswered

    # The door --------------------------------------------------------------------------------------------------------

    def _knows(self, key: bytes) -> bool:
        session = self.session
        known = key in self._let_in or key in session.meeting.watchers or key in session.company.expected
        return known or self._belongs(key)

    def _belongs(self, key: bytes) -> bool:
        """Whether this is somebody with a seat, for whom there is always room."""
        game, lobby = self.session.game, self.session.lobby
        if game is not None:
            return key in game.roster.keys.values()
        return lobby is not None and lobby.seat_of(key) is not None

    def _has_role(self, number: int) -> bool:
        peer = self.session.peers.get(number)
        return peer is not None and peer.role is not None

    def _admit(self, key: bytes, name: str, way: str) -> str:
        if key == self.identity.key:
            raise Refusal("yourself")
        return name

    def _table_info(self) -> TableInfo:
        """What strangers are told."""
        return table_info(self.session, self.door_kind if self.session.hosting else "closed")

    # Being found -----------------------------------------------------------------------------------------------------

    def _announce(self) -> None:
        if self.discovery is None or self._over or not hasattr(self, "session"):
            return
        advert = None
        game = self.session.game
        calls = self._calls and game is not None and not game.ended  # later the host's table alone is to be found
        if (self.session.hosting or calls) and self.port:
            advert = advert_of(self._table_info(), self.port, self._id, self.identity)
        if advert != self._advert:
            self._advert = advert
            self.discovery.announce(advert)

    _advert: Advert | None = None

    def _listings(self) -> Sequence[Listing]:
        return () if self.discovery is None else self.discovery.listings

    def _discovered(self) -> None:
        assert self.discovery is not None
        if self.discovery.trouble != self._trouble:
            self._trouble = self.discovery.trouble
            self.tell(DiscoveryTrouble(self._trouble))
        if self._lost and not self._over and self.session.stopped is None:
            self._surely(self._look_for_host)

    def _look_for_host(self) -> None:
        """The network announces tables. If ours is among them, go there at once instead of waiting for the next try."""
        game, key = self.session.game, self._host_key()
        seat = None if game is None else game.chain.host
        if self.session.company.host_is_lost:
            for member in self.session.company.members():
                if self._ways.listed(self.session, member.key):
                    self._dial(Dial(member.seat, member.key))  # it may have opened our table anew
        found = {address for listing in self._ways.listed(self.session, key) for address in listing.addresses}
        if not found:
            return
        for link in self.links.all:  # links on the way to where the host was
            dialled = self._dials.get(link.number)
            if dialled is not None and dialled.key in (key, b"") and not found.intersection(dialled.addresses):
                del self._dials[link.number]
                link.close("moved")
        self._dial(Dial(seat, None if seat is None else key))

    # The game's files ------------------------------------------------------------------------------------------------

    def _note_left(self, key: bytes, left: bool) -> None:
        """Store beside a running game who has left it for now. Whoever is left alone may then continue alone."""
        game = self.session.game
        if game is not None and not game.ended and key in game.roster.keys.values():
            self.kept.keep_left(game.chain.gid, key, left)

    def _note_who_is_there(self) -> None:
        """The same of those to whom only the host has a link."""
        keys = {} if self.session.game is None else self.session.game.roster.keys
        for one in self.session.people():
            if one.seat in keys and one.seat != self.session.seat and (one.left or one.link in ("here", "slow")):
                self._note_left(keys[one.seat], one.left)

    def _look_at_game(self) -> None:
        """When a game begins, load its addresses; when it is left, close its log."""
        game = self.session.game
        if game is not self._game:
            if self._game is not None:
                _close_log(self._game)
            self._game = game
            if game is not None:
                self._places.begin(game.chain.gid)
        if game is not None:
            self._places.hear(game.roster.keys, self.session.meeting.addresses)


def is_passing(why: Refusal) -> bool:
    """Whether the same thing may succeed in a moment. A crowded door, for instance, hangs up at once."""
    return why.reason in PASSING or why.params.get("cause") == "hung_up"


def _is_about_the_code(why: Refusal) -> bool:
    return why.reason == "wrong_code" or (why.reason == "other_door" and why.params["door"] == "open")


def now_ms() -> int:
    """Milliseconds of a clock that also runs while this machine sleeps, if there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)) // 1_000_000


def our_hello(nonce: bytes) -> Hello:
    return versions.hello(f"atlantis-{__version__}"[:32], nonce)


async def prepared() -> None:
    """Wait until our HELLO is ready. The first time this plays games, which takes a second. A thread does it,
    because the event loop may have a screen to paint."""
    await asyncio.to_thread(_say_hello)


def _say_hello() -> None:
    with _ONE_AT_A_TIME:
        our_hello(bytes(16))


def _codes(first: str | None) -> Callable[[int], str]:
    from secrets import randbelow

    wanted = [first] if first is not None else []
    return lambda digits: wanted.pop() if wanted else new_code(randbelow, digits)


def _close_log(game: SignedGame) -> None:
    close = getattr(game.log, "close", None)
    if close is not None:
        close()

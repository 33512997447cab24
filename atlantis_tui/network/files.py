"""The files of a network game: its log, named by the game's id and stored among all other games, and files beside it.

Such a log holds the shares of all players, so whoever reads the file can work out the hands. Like every log it has mode
0600, and plain `atlantis resume` does not open it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from atlantis_tui.network.talk import ENDING
from atlantis_tui.saved import paths
from atlantis_tui.saved.asked_game import file_of
from atlantis_tui.saved.game_files import is_played_together
from atlantis_tui.saved.whole_file import UNREADABLE
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.errors import sentence
from atlantis_tui.text.translation import _
from core import disk
from core.dealers import game_id
from core.frames import LogError
from core.log import FileLog
from net.addresses import is_of_a_machine
from net.messages import MAX_SEATS, MAX_WATCHING
from net.names import clean_name
from net.session.store import Files

Address = tuple[str, int]

LONGEST = 4096  # characters that we read of a file of addresses


class TableMemory(NamedTuple):
    """What whoever opens the table of a game again has to know of it, beside the game."""

    name: str = ""
    watchers: tuple[bytes, ...] = ()  # keys


class NetworkGameFiles(Files):
    def __init__(self) -> None:
        super().__init__(paths.games_dir())

    def path(self, gid: bytes) -> str:
        return os.path.join(self.folder, paths.network_game(gid))

    def beside(self, gid: bytes) -> list[str]:
        return [*super().beside(gid), self._addresses(gid), self._left(gid), self._table(gid), self.path(gid) + ENDING]

    def addresses(self, gid: bytes) -> dict[bytes, Address]:
        """Where the players were the last time, by key. It is only a help: what cannot be read is left out."""
        found: dict[bytes, Address] = {}
        with suppress(*UNREADABLE):
            with open(self._addresses(gid), encoding="utf-8") as file:
                rows = json.loads(file.read(LONGEST))
            for key, (host, port) in list(rows.items())[:MAX_SEATS]:
                # Older versions stored whatever a host had said, even names.
                if isinstance(host, str) and is_of_a_machine(host) and isinstance(port, int) and 0 < port < 65536:
                    found[bytes.fromhex(key)] = (host, port)
        return found

    def keep_addresses(self, gid: bytes, addresses: Mapping[bytes, Address]) -> None:
        # If it fails, the addresses have to be typed again.
        self._keep(self._addresses(gid), {key.hex(): list(place) for key, place in addresses.items()})

    def left(self, gid: bytes) -> frozenset[bytes]:
        """The keys of those who said that they leave and have not come back. What cannot be read is left out."""
        try:
            with open(self._left(gid), encoding="utf-8") as file:
                return frozenset(bytes.fromhex(key) for key in json.load(file))
        except UNREADABLE:
            return frozenset()

    def keep_left(self, gid: bytes, key: bytes, left: bool) -> None:
        """Somebody has said good-bye, or is back."""
        before = self.left(gid)
        now = before | {key} if left else before - {key}
        if now != before:
            self._keep(self._left(gid), sorted(one.hex() for one in now))

    def table(self, gid: bytes) -> TableMemory:
        """What the table was called at which this game was played, and who watched. What cannot be read is left out."""
        with suppress(*UNREADABLE):
            with open(self._table(gid), encoding="utf-8") as file:
                kept = json.loads(file.read(LONGEST))
            watchers = tuple(bytes.fromhex(key) for key in kept["watchers"][:MAX_WATCHING])
            return TableMemory(clean_name(str(kept["name"])), watchers)
        return TableMemory()

    def keep_table(self, gid: bytes, memory: TableMemory) -> None:
        if memory != self.table(gid):
            watchers = [key.hex() for key in memory.watchers]
            self._keep(self._table(gid), {"name": memory.name, "watchers": watchers})

    def _keep(self, path: str, content: object) -> None:
        with suppress(OSError):
            disk.make_directories(self.folder)
            with open(os.open(f"{path}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump(content, file)
            os.replace(f"{path}.new", path)

    def _addresses(self, gid: bytes) -> str:
        return f"{self.path(gid)}.places"

    def _left(self, gid: bytes) -> str:
        return f"{self.path(gid)}.left"

    def _table(self, gid: bytes) -> str:
        return f"{self.path(gid)}.table"


def put_aside(path: str) -> str:
    """Move a damaged file out of the way, without replacing earlier ones; returns its new path."""
    number = 1
    while True:
        aside = f"{path}.damaged{f'-{number}' if number > 1 else ''}"
        try:
            os.link(path, aside)  # unlike a rename, a link never replaces anything
        except FileExistsError:
            number += 1
            continue
        except OSError:  # the file system has no links
            if os.path.lexists(aside):
                number += 1
                continue
            os.rename(path, aside)
            return aside
        os.unlink(path)
        return aside


def why_only_a_copy(path: str, gid: bytes) -> str:
    """Why a game is not gone on with from this file; nothing if it is the one in which it is kept."""
    kept = NetworkGameFiles().path(gid)
    if os.path.realpath(kept) == os.path.realpath(path):
        return ""
    return _("{path} is a copy: only the game in {kept} can be gone on with.").format(path=path, kept=kept)


def open_game(given: str) -> FileLog:
    """The log of a network game that is not over. Raises CommandError if it is anything else."""
    path = file_of(given)
    try:
        log = FileLog.open(path)
    except LogError as error:
        raise CommandError(sentence(error)) from None
    try:
        if not is_played_together(log.records[0].body):
            raise CommandError(
                _("{path} was not played together: go on with it with atlantis resume.").format(path=path)
            )
        if why := why_only_a_copy(path, game_id(log.records[0])):
            raise CommandError(why)
        if log.records[-1].kind == "end":
            raise CommandError(_("{path} is over: begin a new game with atlantis host.").format(path=path))
    except BaseException:
        log.close()
        raise
    return log

"""What the commands that play together share: who we are, what may be typed, and which game is meant."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from atlantis_tui import launch, paths, tables
from atlantis_tui.commands import Wrong
from atlantis_tui.lan.kept import Kept
from atlantis_tui.tables import is_played_together
from atlantis_tui.wording import choice, lan, quoted
from atlantis_tui.wording.errors import sentence
from atlantis_tui.words import _
from core.bots import LEVELS, levels, split_name
from core.dealers import game_id
from core.frames import LogError
from core.game import BadOption, Game
from core.log import FileLog
from net.codes import read_code
from net.identity import Identity, load_identity
from net.names import clean_name
from net.refusal import Refusal


def identity() -> Identity:
    return load_identity(paths.identity_file(), os.urandom)


def level(given: str | None) -> str | None:
    """The level of "bot:LEVEL" or LEVEL; Wrong if there is none."""
    if given is None:
        return None
    name = given.strip().lower().removeprefix("bot:")
    try:
        if split_name(name)[0] not in LEVELS:
            raise BadOption("no_such_bot", bot=given, bots=list(LEVELS))
    except BadOption as bad:
        raise Wrong(sentence(bad)) from None
    return name


def check_level(plays: str | None, game: Game) -> None:
    if plays is not None and split_name(plays)[0] not in levels(game):
        raise Wrong(sentence(BadOption("no_such_bot", bot=plays, bots=levels(game))))


def on_screen(flags: Mapping[str, Sequence[str]], plays: str | None = None) -> bool:
    """Who sits in front: a person with a screen; or else a bot, or a person with lines of text."""
    return plays is None and launch.has_screen(flags)


def code(given: str | None) -> str | None:
    try:
        return None if given is None else read_code(given)
    except Refusal as refusal:
        raise Wrong(lan.refusal(refusal)) from None


def player_name(given: str | None, plays: str | None = None) -> str:
    """What we are called: as given, as in the settings, or as the system has it."""
    from getpass import getuser

    from atlantis_tui.settings import load

    if given is not None:
        return _name(given)
    found = clean_name(load()[0].name)
    if not found:
        try:
            found = clean_name(getuser())
        except (KeyError, OSError, ImportError):
            found = ""
    return found or _("Player")


def table_name(given: str | None) -> str:
    return tables.new_seed() if given is None else _name(given)


def _name(given: str) -> str:
    name = clean_name(given)
    if not name or ":" in name:
        raise Wrong(_('"{name}" is not a name: write letters, digits, spaces or signs.').format(name=quoted(given)))
    return name


def open_game(given: str) -> FileLog:
    """The log of a game played together that is not over; Wrong where it is no such thing."""
    path = tables.located(given)
    try:
        log = FileLog.open(path)
    except LogError as error:
        raise Wrong(sentence(error)) from None
    try:
        if not is_played_together(log.records[0].body):
            raise Wrong(_("{path} was not played together: go on with it with atlantis resume.").format(path=path))
        kept = Kept().path(game_id(log.records[0]))
        if os.path.realpath(kept) != os.path.realpath(path):
            raise Wrong(
                _("{path} is a copy: only the game in {kept} can be gone on with.").format(path=path, kept=kept)
            )
        if log.records[-1].kind == "end":
            raise Wrong(_("{path} is over: begin a new game with atlantis host.").format(path=path))
    except BaseException:
        log.close()
        raise
    return log


def words_for(names: Sequence[str]) -> str:
    return choice([quoted(name) for name in names])

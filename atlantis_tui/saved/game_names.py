"""What a network game is called: "Atlantis with Bea and Carl, Tue 21:40".

Its file keeps the name that the id of the game gives it (paths.network_game): players who come back, the promises that
they have signed and older versions of the program find it by that, without reading any file. So nobody should have to
read or type the name of the file. Screens show the game's name, and commands print and take the same as one word:
Atlantis-with-Bea-and-Carl-2026-11-17-2140.
"""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.saved import paths, seats
from atlantis_tui.text.sentences import listing, quoted, title, typed_path
from atlantis_tui.text.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

_OWN_FILE = re.compile(rf"lan-[0-9a-f]{{32}}(-\d+)?{re.escape(paths.GAME)}")
GIVEN_BY_US = re.compile(r"([a-z]+-\d{4}-\d\d-\d\d-\d{6}.*|lan-[0-9a-f]{32}(-\d+)?)")  # and by nobody who plays
_DAY = re.compile(r"(.+)-(\d{4}-\d\d-\d\d-\d{4})")
_CLOCK = re.compile(r"(\d{4}-\d\d-\d\d-\d\d)-(\d\d)$")
_BLANK = "_"  # stands for a blank in the name of a file, so that nobody has to quote it
LATER = 12 * 3600  # seconds: a word stands for its game though that was gone on with for so long since


class NetworkGameName(NamedTuple):
    company: str  # "Atlantis with Bea and Carl"
    when: float  # when the game was last changed

    @property
    def word(self) -> str:
        """The name as one word, which no shell has to quote. It always begins and ends alike, so shells complete it."""
        return f"{_one_word(self.company)}-{time.strftime('%Y-%m-%d-%H%M', time.localtime(self.when))}"

    def told(self, now: float) -> str:
        return _("{company}, {when}").format(company=self.company, when=_moment(self.when, now))


def of_header(path: str, when: float, about: Any, own: int | None) -> NetworkGameName | None:
    """The name of the network game in a file, from its header; `own` is our seat. None for other games, and for a file
    that somebody has given a name of its own."""
    from atlantis_tui.saved.game_files import is_played_together

    if not _OWN_FILE.fullmatch(os.path.basename(path)) or not is_played_together(about):
        return None
    game, who = about.get("game"), about.get("seats")
    if not isinstance(game, str) or not isinstance(who, list) or not all(isinstance(seat, str) for seat in who):
        return None
    return NetworkGameName(_company(title(quoted(game)), who, own), when)


def of_file(path: str) -> NetworkGameName | None:
    """The same, by a look into the file."""
    from atlantis_tui.saved.perspective import seat_of
    from core.log import LogError, peek

    if not _OWN_FILE.fullmatch(os.path.basename(path)):
        return None
    try:
        about, when = peek(path).header.body, os.stat(path).st_mtime
        return of_header(path, when, about, seat_of(about))
    except (LogError, OSError, KeyError, TypeError, AttributeError):  # whatever is in the file, it is only a name
        return None


def film_word(path: str) -> str:
    """What a film of the game in a file is called, as one word: as people would call the game, or as the file if
    somebody has named that."""
    from atlantis_tui.saved.perspective import seat_of
    from core.log import LogError, peek

    stem = os.path.basename(path).removesuffix(paths.GAME)
    if not GIVEN_BY_US.fullmatch(stem):
        return stem
    try:
        about, when = peek(path).header.body, os.stat(path).st_mtime
        return NetworkGameName(_company(title(quoted(about["game"])), about["seats"], seat_of(about)), when).word
    except (LogError, OSError, KeyError, TypeError, AttributeError):
        return stem


def called(path: str) -> str:
    """What a person calls the game in a file."""
    name = of_file(path)
    stem = os.path.basename(path).removesuffix(paths.GAME)
    return name.told(time.time()) if name is not None else given_name(stem) or stem


def given_name(stem: str) -> str:
    """The name that somebody gave a game, from the name of its file without the ending; "" if nobody has."""
    return "" if GIVEN_BY_US.fullmatch(stem) else stem.replace(_BLANK, " ")


def stem_for(name: str) -> str:
    """What the file of a game with this name is called, without the ending."""
    return name.replace(" ", _BLANK)


def typed(path: str) -> str:
    """The game in a file, as one types it behind a command: its name if that leads there, or else its file."""
    name = of_file(path)
    found = find(name.word) if name is not None else None
    if name is None or found is None or os.path.realpath(found) != os.path.realpath(path):
        return typed_path(path)
    return name.word


def find(given: str) -> str | None:
    """The file of the network game with this name, as shown on screens or as a word: the newest one, if several are
    called alike. It also finds a game that was continued since it had this name, and a name without its time."""
    wanted = _one_word(given).casefold()
    day = _DAY.fullmatch(wanted)
    company, then = (day[1], _seconds(day[2])) if day is not None else (wanted, None)
    later: str | None = None
    for path, name in _kept():
        ours = _one_word(name.company).casefold()
        if wanted in (name.word.casefold(), ours, _one_word(name.told(time.time())).casefold()):
            return path
        if then is not None and ours == company and then < name.when <= then + LATER:
            later = path  # the earliest of them, as the newest come first
    return later


def _kept() -> Iterator[tuple[str, NetworkGameName]]:
    from atlantis_tui.saved.game_files import newest_first

    try:
        files = newest_first()
    except OSError:
        return
    for _changed, path in files:
        name = of_file(path)
        if name is not None:
            yield path, name


def _company(game: str, who: list[str], own: int | None) -> str:
    names = seats.names(who)
    people = [seat for seat, spec in enumerate(who) if seats.is_person(spec)]
    bots = len(who) - len(people)
    others = [quoted(names[seat]) for seat in people if seat != own]
    if bots:
        others.append(ngettext("a bot", "{n} bots", bots).format(n=bots))
    words = _("{game} of {players}") if own is None else _("{game} with {players}")
    return words.format(game=game, players=listing(others))


def _one_word(text: str) -> str:
    """Letters and digits, with a dash wherever anything else stands."""
    word = "-".join("".join(sign if sign.isalnum() else " " for sign in text).split())
    return _CLOCK.sub(r"\1\2", word)


def _seconds(day: str) -> float | None:
    try:
        return time.mktime(time.strptime(day, "%Y-%m-%d-%H%M"))
    except (ValueError, OverflowError):
        return None


def _moment(when: float, now: float) -> str:
    """Day and time, as short as they can be: "21:40", "Tue 21:40", "17 Nov 21:40", "2025-11-17 21:40"."""
    then, today = time.localtime(when), time.localtime(now)
    clock = f"{then.tm_hour:02}:{then.tm_min:02}"
    if then[:3] == today[:3]:
        return clock
    if now - 6 * 86_400 < when < now:
        return f"{_weekdays()[then.tm_wday]} {clock}"
    if then.tm_year == today.tm_year:
        from atlantis_tui.saved.waiting_text import moment

        return f"{moment(when, now)} {clock}"
    return f"{then.tm_year}-{then.tm_mon:02}-{then.tm_mday:02} {clock}"


def _weekdays() -> tuple[str, ...]:
    return _("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun")

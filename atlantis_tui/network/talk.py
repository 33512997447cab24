"""What is said at a table, and the last of it in a file beside the game.

Nobody tells anybody what was said before they came. So whoever comes back to a game, after a crash or the next day,
reads here what this program had heard. Only lines of people are kept, and only of who plays: a game that is watched has
no file.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from atlantis_tui.saved.whole_file import UNREADABLE, write_whole
from atlantis_tui.text.translation import _
from net.names import clean_chat, clean_name

ENDING = ".talk"  # behind the name of the game's file
MOST = 50  # lines
LONGEST = 131_072  # characters that we read


class ChatLine(NamedTuple):
    """Something that somebody said, or a report about somebody (`told`)."""

    when: float
    seat: int | None
    name: str
    text: str
    told: bool = False
    watching: bool = False  # the speaker has no seat, whatever the name
    passing: bool = False  # reports what others did a moment ago

    @property
    def speaker(self) -> str:
        """The speaker's name, marked if it is not a player's."""
        return self.marked(self.name)

    def marked(self, name: str) -> str:
        """The name, shortened or not, with the same mark."""
        return _("{name} (watching)").format(name=name) if self.watching else name


def keep_talk(path: str, talk: Sequence[ChatLine]) -> None:
    """Keep the last lines that somebody said. If it fails, they are gone with this program."""
    rows = [[int(line.when), line.seat, line.name, line.text, line.watching] for line in talk if not line.told]
    with suppress(OSError):
        write_whole(path + ENDING, json.dumps(rows[-MOST:], ensure_ascii=False), sync=False)


def kept_talk(path: str, seats: Collection[int]) -> list[ChatLine]:
    """The lines that were kept with this game, which has these `seats`. What cannot be read is left out."""
    found: list[ChatLine] = []
    with suppress(*UNREADABLE):
        with open(path + ENDING, encoding="utf-8") as file:
            rows = json.loads(file.read(LONGEST))
        for when, seat, name, text, watching in rows[-MOST:]:
            said = clean_chat(str(text))
            if said and type(when) is int and 0 <= when < 2**40:
                who = seat if type(seat) is int and seat in seats else None
                found.append(ChatLine(when, who, clean_name(str(name)) or "?", said, watching=watching is True))
    return found

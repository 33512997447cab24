"""All signs of a game with their names: those of its board, those of its replay, and those that all tables share."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games import face
from atlantis_tui.table.widgets.link_mark import link_sign
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.rich_line import Piece

Legend = tuple[str, Sequence[tuple[Sequence[Piece], str]]]  # a heading, and signs with what they are


def legends(game: str, look: Look, ground: str) -> list[Legend]:
    """Groups of signs as they are painted in this look."""
    board, replay = face("legend", game), face("replay", game)
    found: list[Legend] = list(board.legend(look, ground)) if board is not None else []
    if replay is not None:
        plain = look.palette.style(look.palette.text, ground)
        marks = [([(sign, plain)], words) for sign, words in replay.signs(look.glyphs)]
        found.append((_("On the timeline of a replay"), marks))
    return [*found, _of_links(look, ground)]


def _of_links(look: Look, ground: str) -> Legend:
    palette = look.palette

    def sign(link: str, colour: str) -> list[Piece]:
        ink = "plain" if palette.flat else readable(palette, colour, ground)
        return [(link_sign([link], 0, look.glyphs), palette.style(ink, ground, True))]

    return (
        _("Beside a name, when you play with others"),
        [
            (sign("slow", palette.key), _("the line is slow")),
            (sign("away", palette.bad), _("away, or the line is broken")),
            (sign("bot", palette.key), _("a bot plays in that seat for now")),
        ],
    )

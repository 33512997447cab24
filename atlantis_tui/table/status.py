"""Badge, prompt and footer of any table while the viewer has no move to make.

That is while the viewer looks at the past or at hints, while a bot's turn is told, and while somebody else thinks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.text.translation import _
from atlantis_tui.ui.named_keys import Quote
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen

Line = tuple[str, str]  # a line of the prompt: a lead, which says what is going on, and a text
Key = tuple[str, str, str]  # a key as shown, what it does, its action


def badge(screen: TableScreen, preview: bool, wide_from: int = 80) -> str:
    """The badge of the header; `wide_from`: the width from which on there is room for all of it."""
    wide = screen.size.width >= wide_from
    if said := screen.mode.badge():
        return said
    if screen.past.at is not None:
        return _("THE PAST - Enter returns") if wide else _("THE PAST")
    if screen.hinting.offered:
        return _("HINTS - with the chance to win") if wide else _("HINTS")
    if preview:
        return preview_badge(wide)
    return ""


def preview_badge(wide: bool) -> str:
    """The badge while a plan is shown; `wide`: there is room for all of it."""
    return _("PREVIEW - nothing is done yet") if wide else _("PREVIEW")


def lines(screen: TableScreen) -> list[Line] | None:
    """The prompt, or None if it is about a move of the viewer's."""
    if screen.past.at is not None:
        entry = screen.past.entry
        rows = wrap(entry.text if entry else "", screen.size.width - 4, 2)
        heading = [(_("The past."), _("So it stood after this:"))] if len(rows) == 1 else []  # the badge says so too
        return [
            *heading,
            *(("", Quote(row)) for row in rows),
            ("", _("Up and Down look further, Enter returns to the present.")),
        ]
    said = screen.mode.lines()
    if said is not None:
        return said
    if screen.table.over:
        return [(_("The game is over."), "")]
    if not screen.mine:
        prompt = screen.table.state.prompt
        return [(screen.names[prompt.seat] if prompt else "", _("is thinking …"))]
    if screen.hinting.offered:
        return list(screen.hinting.lines())
    return None


def keys(screen: TableScreen) -> tuple[Key, ...] | None:
    """The footer, or None if it is about a move of the viewer's."""
    if screen.typed.field is not None:
        return ("Enter", _("show it"), "do"), ("Esc", _("close"), "back")
    if screen.past.at is not None:
        return (
            ("Enter", _("the present"), "do"),
            ("Up", _("earlier"), "look(-1)"),
            ("Down", _("later"), "look(1)"),
            ("Y", _("close"), "history"),
        )
    said = screen.mode.keys()
    if said is not None:
        return said
    if screen.hinting.found:
        first = screen.hinting.offered
        numbers = " ".join(str(number + 1) for number in range(len(screen.hinting.found)))
        return (
            ("Enter", _("show the first") if first else _("do it"), "do"),
            (numbers, _("show it") if first else _("show another"), "look(1)"),
            ("I", _("close"), "hint"),
            ("U", _("undo"), "take_back"),
        )
    if screen.hinting.thinking:
        enter: tuple[Key, ...] = (("Enter", _("do it"), "do"),) if screen.hints.planned else ()
        return (*enter, ("Esc", _("forget the hints"), "back"))
    return None

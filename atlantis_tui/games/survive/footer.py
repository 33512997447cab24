"""The keys that the footer of the table of Survive! names at each moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.survive.choices import MOVING
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.table import status
from atlantis_tui.table.footer import table_keys
from atlantis_tui.table.status import Key
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable


def keys(table: SurviveTable, sight: SurviveView) -> tuple[Key, ...]:
    if table.rest.active and not sight.past:
        return (("R", _("stop"), "rest"),)
    said = status.keys(table)
    if said is not None:
        return said
    plan, state, own = table.plan, sight.state, table_keys(table.mode)
    step = state.step
    arrows = "↑↓←→" if table.look.glyphs.upper else _("arrows")
    hexes: Key = (arrows, _("hex"), "walk(1, 0)")
    small: tuple[Key, ...] = (("H", _("players"), "panel"),) if table.board.small else ()
    if table.board.facts.is_cut:
        small = (("H", _("all of the hex"), "panel"),)
    rest: tuple[Key, ...] = (*small, own.undo, own.log, own.typed, own.leave)
    if own.talk:
        rest = (*small, own.undo, own.log, *own.talk, own.leave, own.typed, *own.invite)
    if step == "defend":
        able = plan.view.defences()
        first: tuple[Key, ...] = (("D", _("defend"), "defend"),) if able else ()
        return (
            *first,
            ("N", _("let it happen"), "nothing"),
            (arrows, _("look at hexes"), "walk(1, 0)"),
            *small,
            own.log,
            own.leave,
        )
    if plan.ending:
        return (own.do, own.back)
    none: tuple[Key, ...] = ()
    if ("end",) in plan.legal():
        words = {"tile": _("no tile"), "move": _("no more moves"), "die": _("not at all")}
        none = (("N", words.get(step, _("no further")), "nothing"),)
    if step in MOVING:
        if plan.way() is not None:
            other: tuple[Key, ...] = ()
            if plan.piece is not None and len(plan.pieces_at(plan.piece.at)) > 1:
                other = (("E", _("other piece"), "explorer"),)
            return (
                own.do,
                (arrows, _("other target"), "walk(1, 0)"),
                ("Tab", _("next"), "next(1)"),
                own.back,
                *other,
                *none,
                own.typed,
            )
        choose: Key = own.propose if plan.piece is not None else ("Enter", _("choose"), "do")
        return (hexes, ("Tab", _("next"), "next(1)"), choose, *none, own.hint, *rest)
    if step in ("place", "launch", "sink"):
        words = {"place": _("place"), "launch": _("place"), "sink": _("sink it")}
        does: Key = ("Enter", words[step] if plan.target is not None else _("choose"), "do")
        treasure: tuple[Key, ...] = (("1-6", _("treasure"), "treasure"),) if step == "place" else ()
        return (
            does,
            hexes,
            *treasure,
            ("Tab", _("next") if step == "place" else _("next tile"), "next(1)"),
            ("A", _("suggest"), "suggest"),
            *((("R", _("the rest"), "rest"),) if step != "sink" else ()),
            own.hint,
            *rest,
        )
    if step == "tile":
        play: tuple[Key, ...] = (
            (("Enter", _("play it"), "do"),) if plan.tile is not None else (own.propose, ("1-9", _("tile"), "next(1)"))
        )
        return (*play, *none, ("Tab", _("next tile"), "next(1)"), hexes, own.hint, *rest)
    return (own.do, ("Tab", _("another"), "next(1)"), *rest)

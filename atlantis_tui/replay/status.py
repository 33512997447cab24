"""The words around the board of a replay: the header, the first line of the timeline, and the footer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.replay.export import choices
from atlantis_tui.replay.timeline import TimelinePart, TimelineText, chance_text
from atlantis_tui.saved.branch_lock import shut_in_short
from atlantis_tui.saved.perspective import OPEN
from atlantis_tui.table.status import Key
from atlantis_tui.text.review import ending
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.fit_text import fullest_cut

if TYPE_CHECKING:
    from atlantis_tui.replay.screen import ReplayScreen

LONGEST = 14  # cells of a name


def header(screen: ReplayScreen) -> None:
    table, top = screen.table, screen.header
    top.name_text = _("FORGED REPLAY") if screen.forged else _("REPLAY")
    seat = screen.own
    if table.over:
        outcome = table.state.outcome
        best = outcome.winners[0] if outcome is not None and outcome.winners else 0
        shown = best if seat is None else seat
        name = screen.names[shown]
        you = shown == seat and (not screen.filmed or name == _("You"))
        facts = ending(table, shown, name, you, screen.look.glyphs.minus)
    else:
        facts = _("{game}, not over").format(game=title(table.game.name))
    top.right = ""
    step = table.steps[screen.at]
    last = table.steps[-1].turn
    words = _("THE PAST  the deal") if screen.at == 0 else _("THE PAST  turn {turn} of {last}")
    top.badge = words.format(turn=step.turn, last=last)
    room = screen.size.width - len(top.badge) - len(top.name_text) - 8
    dated = f"{facts}, {screen.when}" if screen.when else facts
    wordings = (dated, facts, title(table.game.name))
    top.facts = fullest_cut(wordings, max(0, room), screen.look.glyphs.dots)


def said(screen: ReplayScreen) -> tuple[TimelineText, str]:
    """The first line of the timeline, and the note that replaces the chances where there are none."""
    from atlantis_tui.replay.screen import SPEEDS

    if screen.next_steps.asks:
        kinds = (TimelinePart(words, f"export_as('{key}')") for key, words in choices())
        return TimelineText((TimelinePart(_("*Export:*")), *kinds)), ""
    glyphs = screen.look.glyphs
    parts = [TimelinePart(_eyes(screen), "eyes")]
    if not screen.filmed:
        speed = f"{SPEEDS[screen.speed]:g}{glyphs.times}"
        parts = [
            TimelinePart(_("*playing*") if screen.playing_on else _("*stopped*"), "play"),
            *parts,
            TimelinePart(_("by ~turn~") if screen.by == "turn" else _("by ~event~"), "mode"),
            TimelinePart(_("*↑↓* speed ~{speed}~").replace("{speed}", speed), "next_speed"),
        ]
    chance = screen.timeline.chance(screen.at)
    right = ""
    if chance is not None and screen.judged is not None:
        name = cut(screen.names[screen.judged], LONGEST, glyphs.dots)
        words = _("your chances ~{chance}~") if screen.judged == screen.own else _("chances of {name} ~{chance}~")
        right = words.replace("{name}", _safe(name)).replace("{chance}", chance_text(chance))
    note = _("No estimates yet: V looks the game over.") if screen.table.over and not screen.filmed else ""
    if screen.table.shut:
        note = _("Damaged or forged: atlantis log verify tells more.") if screen.forged else shut_in_short(screen.table)
    return TimelineText(tuple(parts), right), note


def _eyes(screen: ReplayScreen) -> str:
    eyes, glyphs = screen.table.eyes, screen.look.glyphs
    if eyes == OPEN:
        seat = screen.shown_seat
        if seat is None:
            return _("~all open~")
        name = _("you") if seat == screen.own else _safe(cut(screen.names[seat], LONGEST, glyphs.dots))
        return _("~all open~, hand of ~{sign} {name}~").replace("{sign}", glyphs.figures[seat]).replace("{name}", name)
    if eyes is None:
        return _("eyes of ~anybody~")
    if eyes == screen.own:
        return _("eyes of ~{sign} you~").replace("{sign}", glyphs.figures[eyes])
    name = cut(screen.names[eyes], LONGEST, glyphs.dots)
    return _("eyes of ~{sign} {name}~").replace("{sign}", glyphs.figures[eyes]).replace("{name}", _safe(name))


def _safe(name: str) -> str:
    """Make a name safe in a sentence with marks: replace what would count as one."""
    return "".join("'" if sign in "*~{}" else sign for sign in name)


def footer(screen: ReplayScreen) -> tuple[Key, ...]:
    if screen.field is not None:
        return ("Enter", _("go there"), "take_turn"), ("Esc", _("stay here"), "back")
    if screen.next_steps.asks:
        return ()
    wide, finished = screen.size.width >= 80, screen.table.over and not screen.table.shut
    mode: Key = ("M", _("by event") if screen.by == "turn" else _("by turn"), "mode")
    result: Key = ("W", _("result"), "result")
    ended = screen.table.over and screen.at == len(screen.table.steps) - 1
    eyes: Key = ("O", _("eyes"), "eyes")
    keys: list[Key] = [
        ("Space", _("stop") if screen.playing_on else _("play"), "play"),
        ("←→", _("step"), "step(1)"),
        ("G", _("go to"), "go_to"),
        *([result] if ended else [mode] if wide else []),
        *([eyes] if wide else []),
        *([("E", _("export"), "export")] if screen.file else []),
        ("Bksp", _("back"), "back"),
        ("?", _("help"), "app.help"),
        *([] if wide else [eyes]),  # the first line of the timeline names them too
        *([mode] if ended or not wide else []),
        ("↑↓", _("speed"), "next_speed"),
        *([result] if screen.table.over and not ended else []),
        *([("V", _("review"), "review"), ("S", _("same deal"), "same")] if finished else []),
        *([("H", _("hand"), "hand")] if screen.size.width < 108 else []),
        ("Y", _("history"), "history"),
    ]
    return tuple(keys)

"""The terminal: what it says about itself, and the look that we chose for it, with the reason."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping

from atlantis_tui.doctor import Fact
from atlantis_tui.saved.settings import Settings
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import PALETTES
from atlantis_tui.ui.terminal import depth, detect, is_utf8

SAID = ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR")
LONGEST = 60  # characters that we show of a variable
NEED = (60, 20)  # as in ui/too_small.py; a test compares the two


def facts(environ: Mapping[str, str], isatty: bool, size: tuple[int, int] | None, settings: Settings) -> Iterator[Fact]:
    for name in SAID:
        if environ.get(name) or name == "TERM":
            yield Fact("terminal", name, _clean(environ.get(name, "")))
    yield _screen(environ, isatty)
    yield _size(size)
    # Without TERM a terminal has no look, so show the look it would have with one.
    look = detect({**environ, "TERM": environ.get("TERM") or "xterm"}, True, settings.wishes)
    yield from _colours(environ, isatty, settings, look)
    yield _signs(environ, settings, look)
    mouse = look is not None and look.hover
    yield Fact("terminal", "mouse", _("clicks, and what is under it is shown") if mouse else _("clicks only"))
    yield from _between(environ)
    yield from _locale(environ)


def _screen(environ: Mapping[str, str], isatty: bool) -> Fact:
    if not isatty:
        return Fact("terminal", "screen", _("no: input or output is not a terminal, so games are lines of text"))
    if environ.get("TERM", "") in ("", "dumb", "unknown"):
        advice = _("Set TERM to what your terminal is, such as: export TERM=xterm-256color")
        return Fact("terminal", "screen", _("no: TERM names no terminal, so games are lines of text"), advice)
    return Fact("terminal", "screen", _("yes"))


def _size(size: tuple[int, int] | None) -> Fact:
    if size is None:
        return Fact("terminal", "size", _("not known"))
    shown = f"{size[0]}x{size[1]}"
    if size[0] < NEED[0] or size[1] < NEED[1]:
        return Fact(
            "terminal",
            "size",
            shown,
            _("Make the window larger or its font smaller: {width}x{height} cells are needed, 80x24 are good.").format(
                width=NEED[0], height=NEED[1]
            ),
        )
    return Fact("terminal", "size", shown)


def _colours(environ: Mapping[str, str], isatty: bool, settings: Settings, look: Look | None) -> Iterator[Fact]:
    found = depth(environ)
    term = environ.get("TERM", "")
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        why = _("COLORTERM says so")
    elif found == "16":
        why = _("TERM promises no more")
    else:
        why = _("TERM says so")
    advice = ""
    if found == "256" and not environ.get("COLORTERM") and (environ.get("SSH_CONNECTION") or environ.get("TMUX")):
        why = _("TERM says so; SSH and tmux often drop COLORTERM")
    if isatty and found == "16" and term not in ("linux", "xterm-16color") and not environ.get("NO_COLOR"):
        advice = _("If your terminal shows more colours, say so: export TERM=xterm-256color COLORTERM=truecolor")
    yield Fact("terminal", "colours", f"{found} ({why})", advice)
    theme = look.palette.name if look is not None else "mono"
    if settings.theme in PALETTES:
        why = _("the settings say so")
    elif environ.get("NO_COLOR"):
        why = _("NO_COLOR is set")
    else:
        why = _("the best for these colours")
    wanted = settings.theme is not None and not PALETTES[settings.theme].ansi and not PALETTES[settings.theme].flat
    advice = ""
    if wanted and found in ("16", "mono"):
        advice = _("That theme needs more colours than there seem to be: choose ansi16 or mono in the settings.")
    yield Fact("terminal", "theme", f"{theme} ({why})", advice)


def _signs(environ: Mapping[str, str], settings: Settings, look: Look | None) -> Fact:
    name = look.glyphs.name if look is not None else "ascii"
    advice = ""
    if settings.glyphs in SETS:
        why = _("the settings say so")
        if settings.glyphs != "ascii" and not is_utf8(environ):
            advice = _("Those signs need a UTF-8 locale: choose ASCII in the settings, or export LANG=C.UTF-8")
    elif not is_utf8(environ):
        why = _("the locale is not UTF-8")
    elif name == "console":
        why = _("the Linux console has few signs")
    else:
        why = _("the locale is UTF-8")
    return Fact("terminal", "signs", f"{name} ({why})", advice)


def _between(environ: Mapping[str, str]) -> Iterator[Fact]:
    """What stands between the program and the window. The name of the remote machine is nobody's business."""
    far = bool(environ.get("SSH_CONNECTION"))
    yield Fact("terminal", "ssh", _("yes: bot moves are there at once, hover is off") if far else _("no"))
    name = (
        "tmux" if environ.get("TMUX") else "screen" if environ.get("STY") else "zellij" if "ZELLIJ" in environ else ""
    )
    term = environ.get("TERM", "")
    advice = ""
    if name == "tmux" and term == "screen":
        advice = _("For more colours write into ~/.tmux.conf: set -g default-terminal tmux-256color")
    elif name == "screen" and term == "screen":
        advice = _("For more colours write into ~/.screenrc: term screen-256color")
    yield Fact("terminal", "multiplexer", name or _("none"), advice)


def _locale(environ: Mapping[str, str]) -> Iterator[Fact]:
    said = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    value = f"{said}={_clean(environ[said])}" if said else _("nothing is set")
    advice = "" if is_utf8(environ) else _("Names and signs may be lost: export LANG=C.UTF-8")
    yield Fact("terminal", "locale", value, advice)
    encoding = _encoding()
    advice = "" if encoding.replace("-", "") == "utf8" else _("Python writes no UTF-8 here: export PYTHONUTF8=1")
    yield Fact("terminal", "encoding", encoding or _("not known"), advice)


def _encoding() -> str:
    return (getattr(sys.stdout, "encoding", None) or "").lower()


def window_size() -> tuple[int, int] | None:
    """The size of the window in cells, or None without a window."""
    for stream in (sys.__stdout__, sys.__stdin__, sys.__stderr__):
        try:
            if stream is not None and stream.isatty():
                size = os.get_terminal_size(stream.fileno())
                return size.columns, size.lines
        except (OSError, ValueError):
            continue
    return None


def _clean(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)[:LONGEST]

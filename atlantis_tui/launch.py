"""From the command line to a screen: whether there can be one, its flags, and opening it.

The top of this file imports next to nothing, because plain mode passes through here too.
"""

from __future__ import annotations

import os
import sys

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from atlantis_tui.app import First
    from atlantis_tui.review.screen import ReviewScreen
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.terminal import Wishes
    from core.table import Table

VALUED = ("--theme", "--glyphs")
BARE = ("--no-mouse", "--motion", "--no-motion", "--plain")
NO_DISCOVERY = "--no-discovery"  # a flag of the menu and of commands for network games
NO_SCREEN = ("", "dumb", "unknown")  # values of TERM


def has_screen(flags: Mapping[str, Sequence[str]]) -> bool:
    """Whether to open a screen: not with --plain, and not if nobody could see it or answer."""
    if "--plain" in flags or os.environ.get("TERM", "") in NO_SCREEN:
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def flags_before_command(argv: Sequence[str]) -> list[str]:
    """The flags for a screen with which a command line begins. If there is nothing else, it asks for the menu."""
    at = 0
    while at < len(argv):
        name, equals, _value = argv[at].partition("=")
        if name in VALUED:
            at += 1 if equals else 2
        elif name in (*BARE, NO_DISCOVERY):
            at += 1
        else:
            break
    return list(argv[:at])


def open_menu(flags: Mapping[str, Sequence[str]]) -> int:
    return _run(flags, None)


def open_table(flags: Mapping[str, Sequence[str]], sit_down: Callable[[], tuple[Table, str]]) -> int:
    """Show a table. `sit_down` opens it, and returns a notice too. It is called only after all flags were checked."""
    return _run(flags, sit_down)


def open_review(flags: Mapping[str, Sequence[str]], review: Callable[[], ReviewScreen]) -> int:
    """Show a review over the menu. `review` makes the screen; it is called when Textual may be loaded."""
    return _run(flags, None, review)


def open_first(flags: Mapping[str, Sequence[str]], first: First) -> int:
    """Show the menu, and at once what `first` opens over it."""
    return _run(flags, None, first=first)


def film_look(flags: Mapping[str, Sequence[str]]) -> Look:
    """The look of a film, which no terminal influences: only the flags count."""
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.glyphs import SETS
    from atlantis_tui.ui.palettes import PALETTES

    wishes = _wishes(flags)
    return Look(PALETTES[wishes.theme or "dark"], SETS[wishes.glyphs or "unicode"], motion=False, hover=False)


def flag_help() -> list[str]:
    return [
        _("--theme: dark, light, contrast, colour-blind, ansi16 or mono. Usual: what the terminal can show"),
        _("--glyphs: unicode, console or ascii. --no-mouse: leave the mouse to the terminal."),
        _("--motion, --no-motion: bot moves are told one by one, or are there at once."),
    ]


def _run(
    flags: Mapping[str, Sequence[str]],
    sit_down: Callable[[], tuple[Table, str]] | None,
    review: Callable[[], ReviewScreen] | None = None,
    first: First | None = None,
) -> int:
    import gc

    # it would cost a tenth of the start for nothing, since all that is loaded stays; the app enables it later
    gc.disable()
    from atlantis_tui.saved.settings import load
    from atlantis_tui.ui.terminal import depth, detect

    wishes = _wishes(flags)
    settings, notice = load()
    look = detect(os.environ, True, wishes.over(settings.wishes))
    assert look is not None
    # Textual knows fewer terminals than we do. It reads this variable when it is loaded, so set it before.
    known = {"truecolor": "truecolor", "256": "256", "16": "standard"}.get(depth(os.environ))
    if known is not None:
        os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", known)
    table = None
    if sit_down is not None:
        from atlantis_tui.saved.game_files import CannotOpenGame
        from atlantis_tui.text.command_error import CommandError

        try:
            table, said = sit_down()
        except CannotOpenGame as error:
            raise CommandError(str(error)) from None
        notice = said or notice
    from atlantis_tui.app import run_app

    return run_app(
        look,
        table,
        review=review,
        first=first,
        settings=settings,
        mouse=wishes.mouse is not False,
        notice=notice,
        discovers=NO_DISCOVERY not in flags,
    )


def _wishes(flags: Mapping[str, Sequence[str]]) -> Wishes:
    from atlantis_tui.commands.flags import once
    from atlantis_tui.text.command_error import CommandError
    from atlantis_tui.text.sentences import choice, quoted
    from atlantis_tui.ui.glyphs import SETS
    from atlantis_tui.ui.palettes import PALETTES, THEMES
    from atlantis_tui.ui.terminal import Wishes

    given = {name: list(values) for name, values in flags.items()}
    theme, glyphs = once(given, "--theme"), once(given, "--glyphs")
    if theme is not None and theme not in PALETTES:
        raise CommandError(
            _('There is no theme "{theme}": choose {themes}.').format(theme=quoted(theme), themes=choice(THEMES))
        )
    if glyphs is not None and glyphs not in SETS:
        raise CommandError(
            _('There are no signs "{glyphs}": choose {sets}.').format(glyphs=quoted(glyphs), sets=choice(tuple(SETS)))
        )
    if "--motion" in flags and "--no-motion" in flags:
        raise CommandError(_("--motion and --no-motion cannot both be: give one of them."))
    return Wishes(
        theme=theme,
        glyphs=glyphs,
        motion=True if "--motion" in flags else False if "--no-motion" in flags else None,
        mouse=False if "--no-mouse" in flags else None,
    )

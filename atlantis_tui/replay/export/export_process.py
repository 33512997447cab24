"""Make a film in a process of its own, so that the screen stays alive meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.replay.export import ENDINGS, LARGEST, free_name, stem_of
from atlantis_tui.saved.perspective import OPEN, Eyes
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from atlantis_tui.ui import Look

USUAL = "usual"


class ExportAnswer(NamedTuple):
    text: str
    good: bool


async def export_apart(
    path: str, kind: str, eyes: Eyes | str, by: str, size: tuple[int, int], look: Look
) -> ExportAnswer:
    """Make a film, and say where it is or why there is none. USUAL stands for the usual eyes of the game."""
    try:
        here = os.getcwd()
    except OSError as error:  # that folder is gone
        return _failed(error)
    out = free_name(os.path.join(here, stem_of(path)), ENDINGS[kind])
    width, height = map(min, size, LARGEST)
    command = [sys.executable, "-P", "-m", "atlantis_tui", "replay", path, "--export", kind, "--out", out, "--by", by]
    command += ["--size", f"{width}x{height}", "--theme", look.palette.name, "--glyphs", look.glyphs.name]
    if eyes == OPEN:
        command += ["--open"]
    elif eyes is None:
        command += ["--public"]
    elif isinstance(eyes, int):
        command += ["--seat", str(eyes + 1)]
    try:
        child = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return _failed(error)
    try:
        _nothing, said = await child.communicate()
    except asyncio.CancelledError:
        if child.returncode is None:
            child.send_signal(signal.SIGINT)  # it takes away what it has begun
            await child.wait()
        raise
    if child.returncode == 0 or os.path.lexists(out):  # of a damaged game there is what can be believed
        return ExportAnswer(_("Written to {out}").format(out=out), True)
    told = said.decode("utf-8", "replace").strip().splitlines()
    return ExportAnswer(told[-1].removeprefix("atlantis: ") if told else _("The film could not be made."), False)


def _failed(error: OSError) -> ExportAnswer:
    return ExportAnswer(_("The film could not be made: {reason}.").format(reason=error.strerror), False)

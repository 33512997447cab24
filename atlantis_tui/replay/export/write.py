"""Write films to files. Files are overwritten only on request, and no file is left half written."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING

from atlantis_tui.replay.export import ENDINGS, free_name, stem_of
from atlantis_tui.replay.export.cast import Cast
from atlantis_tui.replay.export.film import Frame, Size
from atlantis_tui.replay.export.svg import Picture
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    Take = Callable[[Frame, int], None]

PART = ".part"  # what is not whole yet


class CannotWrite(Exception):
    """One sentence that says why a film cannot be written."""


def usual_place(kind: str, path: str) -> str:
    """The usual place of a film: standard output for text, otherwise this folder, with the name of the game."""
    return "-" if kind == "text" else stem_of(path) + ENDINGS[kind]


def check(kind: str, out: str, force: bool) -> None:
    """Raise CannotWrite early, before any frame is painted."""
    if out == "-":
        if kind == "svg":
            raise CannotWrite(_("Pictures need a folder: name one with --out."))
        return
    if not os.path.lexists(out):
        parent = os.path.dirname(os.path.abspath(out))
        if not os.path.isdir(parent):
            raise CannotWrite(_("There is no folder {folder}: make it first.").format(folder=parent))
    elif os.path.isdir(out) != (kind == "svg"):
        words = _("{out} is no folder: name another one.") if kind == "svg" else _("{out} is a folder: name a file.")
        raise CannotWrite(words.format(out=out))
    elif kind != "svg" and not os.path.isfile(out):  # a device, which must not be replaced by a file
        raise CannotWrite(_("{out} is no ordinary file: name another one.").format(out=out))
    elif not force and (kind != "svg" or os.listdir(out)):
        raise CannotWrite(
            _("{out} is there already: name another with --out, or replace it with --force.").format(out=out)
        )


@contextmanager
def writer(kind: str, out: str, size: Size, title: str, pause: float) -> Iterator[Take]:
    """A function that takes the frames. The file or folder appears when all frames are written."""
    try:
        if kind == "svg":
            with _folder(out) as folder:
                yield _pictures(folder, size)
        else:
            with _file(out) as file:
                if kind == "text":
                    yield _text(file)
                else:
                    yield from _cast(file, Cast(size, title, pause))
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise CannotWrite(_("{out} cannot be written: {reason}.").format(out=out, reason=error.strerror)) from error


def _text(file: IO[str]) -> Take:
    def take(frame: Frame, count: int) -> None:
        words = _("Frame {number} of {count}, turn {turn}") if frame.step else _("Frame {number} of {count}, the deal")
        words = _("Frame {number} of {count}, the result") if frame.result else words
        told = words.format(number=frame.number, count=count, turn=frame.turn)
        file.write(f"--- {told}\n{frame.text}\n")

    return take


def _pictures(folder: str, size: Size) -> Take:
    def take(frame: Frame, count: int) -> None:
        digits = max(4, len(str(count)))
        path = os.path.join(folder, f"{frame.number:0{digits}}.svg")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(Picture(size).draw(frame.strips))

    return take


def _cast(file: IO[str], cast: Cast) -> Iterator[Take]:
    file.write(f"{cast.header()}\n")

    def take(frame: Frame, count: int) -> None:
        for line in cast.frame(frame):
            file.write(f"{line}\n")

    yield take
    file.write(f"{cast.end()}\n")


@contextmanager
def _file(out: str) -> Iterator[IO[str]]:
    if out == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    part = free_name(out, PART)
    try:
        with open(part, "x", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(part, out)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


@contextmanager
def _folder(out: str) -> Iterator[str]:
    part = free_name(out.rstrip("/"), PART)
    os.mkdir(part)
    try:
        yield part
        os.makedirs(out, exist_ok=True)
        for old in os.listdir(out):  # a longer film may have been there
            stem, _dot, ending = old.partition(".")
            if stem.isdecimal() and ending == "svg":
                os.unlink(os.path.join(out, old))
        for new in os.listdir(part):
            os.replace(os.path.join(part, new), os.path.join(out, new))
    finally:
        shutil.rmtree(part, ignore_errors=True)

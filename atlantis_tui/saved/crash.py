"""The report about a screen that failed. It has enough to find the fault, and nothing that players hide."""

from __future__ import annotations

import os
import platform
import shlex
import time
from traceback import TracebackException

from atlantis_tui import __version__
from atlantis_tui.saved import paths
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from atlantis_tui.ui import Look

# Messages of these errors name types, attributes and list indexes. Messages of other errors may name hidden cards.
HARMLESS = (AttributeError, ImportError, IndexError, NameError, RecursionError, TypeError)


def tell(error: BaseException, game: str, look: Look | None = None) -> str:
    """Write a report and return the sentence to print: what happened, and where the game and the report are."""
    report = store_report(report_text(error, look))
    # A network game continues when its host opens the table again.
    how = "host --resume" if os.path.basename(game).startswith("lan-") else "resume"
    told = {"game": game, "quoted": shlex.quote(game), "report": report, "error": type(error).__name__, "how": how}
    if game and report:
        sentence = _(
            "An error in the program closed the screen; the game is safe in {game} (atlantis {how} {quoted} goes on "
            "with it), and {report} tells what happened."
        )
    elif game:
        sentence = _(
            "An error in the program closed the screen ({error}); the game is safe in {game} (atlantis {how} {quoted} "
            "goes on with it)."
        )
    elif report:
        sentence = _("An error in the program closed the screen; {report} tells what happened.")
    else:
        sentence = _("An error in the program closed the screen ({error}).")
    return f"atlantis: {sentence.format(**told)}"


def report_text(error: BaseException, look: Look | None = None) -> str:
    lines = [f"atlantis {__version__}", f"Python {platform.python_version()}, {platform.system()}", _textual()]
    if look is not None:
        lines.append(f"theme {look.palette.name}, signs {look.glyphs.name}")
    lines += [f"{name}={os.environ[name]}" for name in ("TERM", "COLORTERM", "LANG", "LC_ALL") if name in os.environ]
    return "\n".join([*lines, "", *_trace(error, set())])


def _trace(error: BaseException, seen: set[int]) -> list[str]:
    """Files, lines and functions of an error and of its causes; never the values of variables."""
    seen.add(id(error))
    lines: list[str] = []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        lines += [*_trace(before, seen), "", "and then:", ""]
    stack = TracebackException.from_exception(error, capture_locals=False).stack
    lines += [f"{frame.filename}:{frame.lineno} in {frame.name}\n    {frame.line or ''}" for frame in stack]
    message = str(error) if isinstance(error, HARMLESS) else "(what it says is left out: it could name hidden cards)"
    return [*lines, f"{type(error).__module__}.{type(error).__qualname__}: {message}"]


def _textual() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"textual {version('textual')}"
    except PackageNotFoundError:
        return "textual ?"


def stopped(error: str, report: str) -> str:
    """Stores a report and returns the sentence to print where there is no screen; `error` is the name of its type."""
    if path := store_report(report):
        return _("An error in the program stopped it; {report} tells what happened.").format(report=path)
    return _("An error in the program stopped it ({error}).").format(error=error)


def store_report(text: str) -> str:
    """Write the report; returns its path, or "" if the disk did not allow it."""
    folder = paths.reports_dir()
    first = os.path.join(folder, time.strftime("%Y-%m-%d-%H%M%S"))
    number = 1
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        while True:
            path = f"{first}{f'-{number}' if number > 1 else ''}.txt"
            try:
                fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                number += 1
                continue
            with os.fdopen(fd, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text + "\n")
            return path
    except OSError:
        return ""

"""Small files that are replaced as a whole: whoever reads finds the former content or the new one, never a part."""

from __future__ import annotations

import os
from contextlib import suppress

# What may be raised where such a file is read that somebody else has written to, or that was cut off.
UNREADABLE = (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError)


def write_whole(path: str, text: str, *, sync: bool) -> None:
    """Replaces the file, and makes its folder if there is none; only we may read it. Raises OSError.

    `sync`: wait until it is on the disk. Without it, a machine that stops may lose the new content.
    """
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    new = f"{path}.{os.getpid()}.new"
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            file.write(text)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise

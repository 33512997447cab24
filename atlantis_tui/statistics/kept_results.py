"""Results that took long to work out, kept in a file of JSON under a version.

They can all be worked out again: a file that is damaged, of another version, or cannot be written is no loss.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from atlantis_tui.saved.whole_file import UNREADABLE, write_whole


class KeptResults:
    def __init__(self, path: str, name: str, version: object, largest: int) -> None:
        """`name` is what the results are called in the file; `largest` is how many bytes are read at most."""
        self._path, self._name, self._version, self._largest = path, name, version, largest

    def read(self) -> dict[str, Any]:
        try:
            with open(self._path, "rb") as file:
                content = json.loads(file.read(self._largest))
            found = content[self._name] if content["version"] == self._version else {}
            return found if isinstance(found, dict) else {}
        except UNREADABLE:
            return {}

    def write(self, results: Mapping[str, Any]) -> None:
        text = json.dumps({"version": self._version, self._name: dict(results)})
        with suppress(OSError):
            write_whole(self._path, text, sync=False)

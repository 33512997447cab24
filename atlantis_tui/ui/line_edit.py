"""One line of text that a person edits in place. It knows nothing of screens: keys go in, text comes out."""

from __future__ import annotations


class LineEdit:
    def __init__(self, name: object, text: str, most: int) -> None:
        self.name = name  # tells the screen what is being edited
        self.text = text
        self.most = most  # how many characters fit
        self.cursor = len(text)

    @property
    def full(self) -> bool:
        """Whether nothing more fits, so that a person who types on should be told."""
        return len(self.text) >= self.most

    def insert(self, text: str) -> None:
        room = self.most - len(self.text)
        new = "".join(sign for sign in " ".join(text.split("\n")) if sign.isprintable())[: max(0, room)]
        self.text = self.text[: self.cursor] + new + self.text[self.cursor :]
        self.cursor += len(new)

    def key(self, key: str, character: str | None) -> str:
        """Handle a key. Returns "keep" or "drop" when the key ends the editing, and "" when the editing goes on.

        Backspace never ends it: whoever holds the key to clear the line would next leave the screen under it."""
        at = self.cursor
        if key in ("enter", "tab", "shift+tab", "up", "down"):
            return "keep"
        if key == "escape":
            return "drop"
        if key in ("backspace", "ctrl+h"):
            if at:
                self.text, self.cursor = self.text[: at - 1] + self.text[at:], at - 1
        elif key == "delete":
            self.text = self.text[:at] + self.text[at + 1 :]
        elif key == "left":
            self.cursor = max(0, at - 1)
        elif key == "right":
            self.cursor = min(len(self.text), at + 1)
        elif key == "home":
            self.cursor = 0
        elif key == "end":
            self.cursor = len(self.text)
        elif key == "ctrl+u":
            self.text, self.cursor = self.text[at:], 0
        elif character is not None and character.isprintable():
            self.insert(character)
        return ""

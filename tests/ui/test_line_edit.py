"""A line of text that is edited in place: what each key does to the text and the cursor."""

import pytest

from atlantis_tui.ui.line_edit import LineEdit


def edited(*keys: str, text: str = "reef", most: int = 8) -> tuple[str, int]:
    line = LineEdit("name", text, most)
    for key in keys:
        assert line.key(key, key if len(key) == 1 else None) == ""
    return line.text, line.cursor


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        (("s",), ("reefs", 5)),
        (("left", "left", "o"), ("reoef", 3)),
        (("left", "backspace"), ("ref", 2)),
        (("left", "ctrl+h"), ("ref", 2)),
        (("left", "delete"), ("ree", 3)),
        (("delete",), ("reef", 4)),
        (("home", "backspace"), ("reef", 0)),
        (("home", "left", "x"), ("xreef", 1)),
        (("right", "right", "x", "left"), ("reefx", 4)),
        (("home", "end", "s"), ("reefs", 5)),
        (("left", "ctrl+u"), ("f", 0)),
        (("f5", "ctrl+x"), ("reef", 4)),
    ],
)  # fmt: skip
def test_every_key_does_what_it_does_in_any_line(keys, found):
    assert edited(*keys) == found


@pytest.mark.parametrize("key", ["enter", "tab", "shift+tab", "up", "down"])
def test_these_keys_keep_the_text(key):
    assert LineEdit("name", "reef", 8).key(key, None) == "keep"


def test_esc_drops_it_and_backspace_never_ends_the_editing():
    assert LineEdit("name", "reef", 8).key("escape", None) == "drop"
    assert edited("backspace", "backspace", text="") == ("", 0)


def test_no_more_is_taken_than_there_is_room_for_and_only_what_can_be_seen():
    line = LineEdit("name", "reef", 8)
    line.cursor = 2
    line.insert("a\nb\x1bcd")
    assert (line.text, line.cursor) == ("rea bcef", 6)
    line.insert("x")
    assert (line.text, line.cursor) == ("rea bcef", 6)

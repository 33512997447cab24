"""English when there is nothing better; the player's language when there is."""

import struct

import pytest

from atlantis_tui.text import translation


def catalogue(plural_forms, texts):
    """A gettext catalogue (.mo) of `texts`."""
    head = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {plural_forms}\n"
    entries = sorted((("", head), *texts.items()))
    offset = 28 + 16 * len(entries)
    index, data = [b"", b""], b""
    for column in (0, 1):
        for entry in entries:
            text = entry[column].encode()
            index[column] += struct.pack("<II", len(text), offset + len(data))
            data += text + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0) + b"".join(index) + data


@pytest.fixture(autouse=True)
def german_and_serbian(monkeypatch, tmp_path):
    texts = {"card": "Karte", "one card\0{n} cards": "eine Karte\0{n} Karten", "colour\4light": "hell"}
    for name, found in (("de", texts), ("sr", {"card": "карта"}), ("sr@latin", {"card": "karta"})):
        folder = tmp_path / name / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "atlantis.mo").write_bytes(catalogue("nplurals=2; plural=(n != 1);", found))
    monkeypatch.setattr(translation, "LOCALE", str(tmp_path))
    monkeypatch.setattr(translation, "_catalogue", None)


def test_english_needs_no_catalogue():
    translation.speak(["en_GB.UTF-8"])
    assert translation._("card") == "card"
    assert [translation.ngettext("one card", "{n} cards", n) for n in (0, 1, 2)] == [
        "{n} cards",
        "one card",
        "{n} cards",
    ]
    assert translation.pgettext("colour", "light") == "light"


def test_a_catalogue_translates_all_three_forms():
    translation.speak(["de_AT.UTF-8"])
    assert translation._("card") == "Karte"
    assert [translation.ngettext("one card", "{n} cards", n) for n in (1, 2)] == ["eine Karte", "{n} Karten"]
    assert translation.pgettext("colour", "light") == "hell"
    assert translation._("a text nobody has translated yet") == "a text nobody has translated yet"


@pytest.mark.parametrize(
    ("languages", "card"),
    [
        (["fr", "de"], "Karte"),
        (["en", "de"], "card"),
        (["fr"], "card"),
        ([], "card"),
        (["sr_RS.UTF-8@latin"], "karta"),
        (["sr_RS"], "карта"),
        (["../de"], "card"),
    ],
)
def test_the_first_language_we_have_is_spoken(languages, card):
    translation.speak(languages)
    assert translation._("card") == card


@pytest.mark.parametrize(
    ("environ", "languages"),
    [
        ({}, []),
        ({"LANG": "de_DE.UTF-8"}, ["de_DE.UTF-8"]),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, ["fr_FR"]),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, []),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "sr:de"}, ["sr", "de"]),
        ({"LANG": "C", "LANGUAGE": "sr:de"}, []),
    ],
)
def test_the_environment_names_the_languages(environ, languages):
    assert translation.languages_of(environ) == languages

"""PROTOCOL.md tells what the code does: every message and field, every limit, label, verdict and kind of record."""

import importlib
import re
from pathlib import Path
from types import SimpleNamespace

from core.dealers import BESIDE, OPENING
from core.fields import FieldType
from net import chain, handshake, link, replies
from net.messages import KINDS, PROTOCOL
from net.session import limits

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "net" / "PROTOCOL.md").read_text("utf-8")


def table(first: str) -> list[list[str]]:
    """The rows of the table whose first heading this is."""
    lines = TEXT.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def test_the_number_of_the_protocol_is_told():
    assert re.findall(r"what is written here is number\s+(\d+)", TEXT) == [str(PROTOCOL)]


def test_every_message_and_field_is_told():
    told: dict[str, tuple[str, str, dict[str, str]]] = {}
    name = ""
    for kind, sender, phase, field, holds in table("message"):
        if kind:
            name = kind
            told[name] = (sender, phase, {})
        if field:
            told[name][2][field] = holds
    known = {
        kind.name: (kind.sender, kind.phase, {field: str(shape) for field, shape in kind.fields.items()})
        for kind in KINDS.values()
    }
    assert told == known
    assert list(told) == list(known)


def test_every_message_is_explained():
    explained = TEXT[TEXT.index("What they are for:") : TEXT.index("## 4. The door")]
    assert [name for name in KINDS if f"`{name}`" not in explained] == []


def limits_told() -> dict[str, str]:
    rows = re.findall(r"^\| `([a-z]+\.[\w.]+)` \| ([^|]+) \|", TEXT, re.MULTILINE)
    assert len(dict(rows)) == len(rows)
    return dict(rows)


def value(name: str) -> object:
    """Of a module of net, or of something in one."""
    parts = name.split(".")
    module = "session.limits" if parts[0] == "session" else parts[0]
    found = importlib.import_module(f"net.{module}")
    for part in parts[module.count(".") + 1 :]:
        found = getattr(found, part)
    return found


def test_every_limit_is_told():
    told = limits_told()
    assert {name: str(value(name)) for name in told} == told
    for module in ("wire", "messages", "names"):
        found = vars(importlib.import_module(f"net.{module}"))
        own = {f"{module}.{name}" for name in found if name.startswith("MAX_")}
        defined = {name for name in own if re.search(rf"^{name.partition('.')[2]} = ", source(module), re.MULTILINE)}
        assert defined <= told.keys()


def test_every_limit_of_links_and_sessions_is_told():
    told = limits_told().keys()
    assert {f"link.LIMITS.{name}" for name in link.LIMITS._fields} <= told
    ours = {name for name in vars(limits) if name.isupper()}
    assert {f"session.limits.{name}" for name in ours} <= told


def test_every_refusal_that_is_sent_is_told():
    """Those of the session, and those of the door that a guest believes."""
    start = TEXT.index("Reasons of `REFUSED`")
    told = set(re.findall(r"`([a-z_]+)`", TEXT[start : TEXT.index("## 4. The door")]))
    sent = set(handshake._TELLABLE)
    for path in (ROOT / "net" / "session").glob("*.py"):
        sent |= set(re.findall(r"refuse\(peer, \"[A-Z]+\", \"(\w+)\"", path.read_text("utf-8")))
    assert sent <= told


def test_every_goodbye_is_told():
    start = TEXT.index("- `BYE`")
    told = set(re.findall(r"`([a-z_]+)`", TEXT[start : TEXT.index("- `PING`")]))
    said = set()
    for path in (ROOT / "net" / "session").glob("*.py"):
        said |= set(re.findall(r"drop\(\w+, \"(\w+)\"\)", path.read_text("utf-8")))
    assert said
    assert said <= told


def source(module: str) -> str:
    return (ROOT / "net" / f"{module}.py").read_text("utf-8")


def test_every_label_is_told():
    used = set()
    for path in [*(ROOT / "net").rglob("*.py"), ROOT / "core" / "dealers.py"]:
        used |= set(re.findall(r"(ATL1-[a-z]+)\\0", path.read_text("utf-8")))
    assert used == {label for label, _ in table("label")}


def test_every_verdict_is_told():
    assert [what for what, *_ in table("verdict")] == list(chain.VERDICTS)


def test_every_kind_of_record_is_told():
    told = {kind: seat for kind, seat, *_ in table("kind")}
    assert {kind for kind, seat in told.items() if seat == "yes"} == chain.SEATED
    assert {kind for kind, seat in told.items() if seat == "nil"} == chain.SEATLESS | {"game"}
    assert {*OPENING, *BESIDE} <= set(told)


def test_what_is_withheld_from_spectators_is_told():
    start = TEXT.index("**Spectators** get every entry")
    told = TEXT[start : TEXT.index("in its place `WITHHELD`")]
    assert tuple(re.findall(r"`(\w+)`", told)) == chain._WITHHELD


def test_the_cover_is_told_as_it_is_made():
    start = TEXT.index("**The cover.**")
    told = " ".join(TEXT[start : TEXT.index("**Verdicts.**")].split())
    said = re.search(r"`(low \+ \(.+?\) mod size)`", told)
    assert said is not None
    size, low, number = 70, 3, 41
    pad = SimpleNamespace(below=lambda size: 55)
    shown = eval(said[1].replace("mod", "%"), {"low": low, "number": number, "size": size, "pad": pad})
    assert shown == FieldType(low, low + size - 1).shift(number, pad.below)
    assert '"cover"' in told


def test_every_question_is_told():
    asked = {kind: payload for kind, _, _, payload, _ in table("question")}
    assert list(asked) == [*replies.SHARES, *replies.VOTES]
    assert all(("32 bytes" in payload) == (kind in replies.SHARES) for kind, payload in asked.items())


def test_every_chapter_is_where_the_list_says():
    listed = re.findall(r"^\d+\. \[(.+)\]\(#(\d+)-(.+)\)$", TEXT, re.MULTILINE)
    chapters = re.findall(r"^## (\d+)\. (.+)$", TEXT, re.MULTILINE)
    assert [(number, name) for name, number, _ in listed] == chapters
    assert all(anchor == name.lower().replace(" ", "-") for name, _, anchor in listed)

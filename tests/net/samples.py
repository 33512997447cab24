"""One message of each kind, made of fixed values, and their golden bytes.

python -m tests.net.samples --write        after a change of the protocol that is meant
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeVar, cast

from net import messages as m

M = TypeVar("M", bound=m.Message)

GOLDEN = Path(__file__).parent / "golden.json"


def b(length: int, start: int = 0) -> bytes:
    return bytes((start + at) % 256 for at in range(length))


SAMPLES: dict[str, m.Message] = {
    "HELLO": m.Hello((1, 1), "atlantis/1.0", ("chat",), {"atlantis": (1, b(16))}, b(16, 3)),
    "TABLE?": m.AskTable(),
    "TABLE": m.TableInfo("Kelp", "atlantis", 4, 2, 1, "lobby", "code", None, "Mira"),
    "PAKE1": m.Pake1(b(33)),
    "PAKE2": m.Pake2(b(33, 1)),
    "CONFIRM": m.Confirm(b(32)),
    "KNOCK": m.Knock("ticket", (b(32),)),
    "HOST": m.HostIdentity(b(32), b(64)),
    "AUTH": m.Auth(b(32), "Anna", b(64), b(10)),
    "WELCOME": m.Welcome(1, "Anna 2"),
    "REFUSED": m.Refused("JOIN", "seat_taken", {"seat": 2, "name": "Boris"}),
    "BYE": m.Bye("left"),
    "PING": m.Ping(7),
    "PONG": m.Pong(7),
    "JOIN": m.Join("player", 1, b(16), 0, 12, b(32), 40_000),
    "JOINED": m.Joined("player", 1, b(16), 0, 14, b(32)),
    "LOBBY": m.Lobby(
        3,
        "Kelp",
        "atlantis",
        {"paid_cards": "removed", "bought_cards_can_pay": True},
        0,
        (
            ("person", "Anna", None, b(32), True, "here"),
            ("bot", "Triton", "normal", None, True, "none"),
            ("open", "", None, None, False, "none"),
        ),
        ("Zoé",),
        "lobby",
    ),
    "PEERS": m.Peers(((0, "here", "192.0.2.7", 40_000), (1, "slow", "fe80::1%eth0", 40_001)), (b"k" * 32,)),
    "CODE": m.Code("482913"),
    "NAME": m.Name("Beatrix"),
    "READY": m.Ready(3, True, b(16)),
    "REMATCH": m.Rematch(b(16), True),
    "ROSTER": m.Roster(b(200)),
    "SIGN": m.Sign(b(16), b(64)),
    "FAILED": m.FailedStart(b(16), "missing_reply", 1),
    "ENTRY": m.EntryMessage(b(100), b(64)),
    "WITHHELD": m.Withheld(0, b(100), b(32), b(32, 1)),
    "SYNC": m.Sync(b(16), 5),
    "DIGEST": m.Digest(1, 0, 5, b(32), b(16), b(64)),
    "ASK": m.AskMessage("term", 0, 5, b(32), {"term": 1, "host": 1, "away": [0]}),
    "REPLY": m.ReplyMessage(5, b(32), 1, "commit", b(32, 9), b(64)),
    "DONE": m.Done(b(32), "refused", 2),
    "ANSWERED": m.Answered(b(32), 5, "back", 1, 1, 3, (0, 2), (2,)),
    "CHAT": m.Chat(1, "Boris", "Mind the gap: it is 5 wide now…"),
    "DESYNC": m.Desync(1, 0, 5, b(16), None, b(32), b(64)),
    "EVIDENCE": m.Evidence("first", b(100), b(64)),
}


def sent(message: M) -> M:
    """The message as it comes out at the other end."""
    found: Any = m.read(m.write(message))
    return cast(M, found)


def golden() -> dict[str, str]:
    found: dict[str, str] = json.loads(GOLDEN.read_text("utf-8"))
    return found


def packed() -> dict[str, str]:
    from tests.net.lan import Lan

    lan = Lan()
    first, second = lan.chain.entries(0)[0], lan.signed().chain.entries(1)[0]
    entries = {
        "entry 0": first.raw,
        "sig 0": first.sig,
        "head 0": first.head,
        "entry 1": second.raw,
        "sig 1": second.sig,
        "head 1": second.head,
        "gid": lan.roster.gid,
    }
    return {kind: m.write(one).hex() for kind, one in SAMPLES.items()} | {k: v.hex() for k, v in entries.items()}


if __name__ == "__main__" and "--write" in sys.argv:
    GOLDEN.write_text(json.dumps(packed(), indent=1) + "\n", "utf-8")

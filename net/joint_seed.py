"""The joint seed, which nobody chooses: each person commits to a secret share by its hash, then all show their shares.

Everybody sees who shows another share than it committed to. Whoever shows no share stops the deal, and everybody sees
that too. When a game is read again, core works out the seed from the same two records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.dealers import SHARE, commitment, joint_seed
from net.identity import Identity
from net.refusal import Refusal
from net.replies import Ask, Reply, sign_reply

__all__ = ["SHARE", "check_shares", "new_share", "promise", "seed_of", "show"]


def new_share(random: Callable[[int], bytes]) -> bytes:
    """A fresh share. Store it before you send the commitment: a forgotten share cannot be shown."""
    return random(SHARE)


def promise(identity: Identity, ask: Ask, seat: int, share: bytes) -> Reply:
    """The reply to "commit": the hash of our share."""
    return sign_reply(identity, ask, seat, commitment(ask.gid, seat, share))


def show(identity: Identity, ask: Ask, seat: int, share: bytes) -> Reply:
    """The reply to "seed": the share itself."""
    return sign_reply(identity, ask, seat, share)


def check_shares(gid: bytes, promised: Mapping[int, bytes], shown: Mapping[int, bytes]) -> None:
    """Refusal broken_promise, with the seat to blame: that seat has signed both its commitment and its share."""
    for seat, share in sorted(shown.items()):
        if promised.get(seat) != commitment(gid, seat, share):
            raise Refusal("broken_promise", blamed=seat, seat=seat)


def seed_of(gid: bytes, shown: Mapping[int, bytes]) -> str:
    return joint_seed(gid, [share for _, share in sorted(shown.items())])

"""Why something is refused: one exception with a reason id, its parameters, and the seat to blame if there is one.

REASONS lists every id that `net` and its users raise, with the names of its parameters. Screens make sentences of them.
"""

from __future__ import annotations

from typing import Any

REASONS: dict[str, tuple[str, ...]] = {
    # The wire: whoever sends this does not speak the protocol. We close the link without an answer.
    "frame_length": ("length", "limit"),
    "not_canonical": ("what",),
    "too_many_values": ("limit",),
    "too_deep": ("limit",),
    "unknown_message": ("kind",),
    "bad_field": ("kind", "field"),
    "unexpected_message": ("kind",),
    "bad_entry": ("what",),
    # The door.
    "no_common_protocol": ("ours", "theirs", "older"),
    "unknown_game": ("game", "older"),
    "other_rules": ("game", "ours", "theirs", "older"),
    "other_behaviour": ("game",),
    "wrong_code": (),
    "wrong_certificate": (),
    "wrong_identity": (),
    "wrong_ticket": (),
    "weak_key": (),
    "unknown_key": (),  # no key of this table, or not of this host
    "yourself": (),  # host and guest have one key
    "other_door": ("door",),  # open, code or closed: the guest tried another way
    "code_changed": (),  # the code changed while the guest was proving it
    "try_later": ("ms",),
    "door_late": (),  # the handshake took too long
    "refused": ("why",),  # by the other side, for a reason we do not know
    # Links.
    "unreachable": ("cause",),  # unknown_host, no_answer, nobody_there, hung_up, no_network or failed
    "cannot_listen": ("cause",),  # in_use, not_allowed, no_address or failed
    "not_a_table": (),  # the program there does not speak our protocol
    "lost": (),
    "silent": (),
    "flood": (),
    "behind": (),  # the other side takes too long to read what we send
    "bye": ("why",),  # the other side closed the link and said why
    "closed": ("why",),  # we closed the link
    # What people type and keep.
    "bad_code": (),
    "bad_ticket": ("what",),
    "identity_unreadable": ("path", "what"),
    "identity_not_private": ("path", "mode"),
    "identity_file": ("path", "cause"),
    # The opening of a game.
    "bad_roster": ("what",),
    "not_agreed": ("seat",),
    "bad_log": ("n", "verdict"),
    "promises_damaged": ("path",),
    "over_budget": (),  # too many hints and take-backs of one seat in one turn
    # Answers that a host collected.
    "missing_reply": ("seat",),
    "unwanted_reply": ("seat",),
    "other_request": ("seat",),
    "bad_reply": ("seat",),
    "forged_reply": ("seat",),
    "broken_promise": ("seat",),
    "not_enough_votes": ("have", "need"),
}


class Refusal(Exception):
    """Something is refused: by us, or by the other side as REFUSED tells it."""

    def __init__(self, reason: str, *, blamed: int | None = None, **params: Any) -> None:
        super().__init__(reason, blamed, params)
        self.reason = reason
        self.blamed = blamed  # the seat that provably did wrong
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.reason, self.blamed, self.params)


class ProtocolError(Refusal):
    """Bytes that no honest program sends."""


def _again(cls: type[Refusal], reason: str, blamed: int | None, params: dict[str, Any]) -> Refusal:
    return cls(reason, blamed=blamed, **params)

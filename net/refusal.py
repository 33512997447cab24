"""Why something is refused: one exception with a reason id, its parameters, and the seat to blame where there is one.

Sentences are made of it elsewhere. REASONS is every id there is and the names of its parameters.
"""

from __future__ import annotations

from typing import Any

REASONS: dict[str, tuple[str, ...]] = {
    # The wire: whoever sends this does not speak the protocol. The link is closed without an answer.
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
    "unknown_key": (),  # not of this game
    "other_door": ("door",),  # open, code or closed: not the way that was tried
    "code_changed": (),  # while it was being tried
    "try_later": ("ms",),
    "door_late": (),  # shaking hands took too long
    "refused": ("why",),  # by the other side, for a reason we do not know
    # Links.
    "unreachable": ("cause",),  # unknown_host, no_answer, nobody_there, hung_up, no_network or failed
    "cannot_listen": ("cause",),  # in_use, not_allowed, no_address or failed
    "not_a_table": (),  # whoever is there speaks something else
    "lost": (),
    "silent": (),
    "flood": (),
    "behind": (),  # takes too long to read what we send
    "bye": ("why",),  # the other side closed, and said why
    "closed": ("why",),  # we did
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
    "over_budget": (),  # too many hints and take-backs in one turn
    # Answers that were collected.
    "missing_reply": ("seat",),
    "unwanted_reply": ("seat",),
    "other_request": ("seat",),
    "bad_reply": ("seat",),
    "forged_reply": ("seat",),
    "broken_promise": ("seat",),
    "not_enough_votes": ("have", "need"),
}


class Refusal(Exception):
    def __init__(self, reason: str, *, blamed: int | None = None, **params: Any) -> None:
        super().__init__(reason, blamed, params)
        self.reason = reason
        self.blamed = blamed  # the seat that must have done wrong, as anybody can check
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.reason, self.blamed, self.params)


class ProtocolError(Refusal):
    """Bytes that no honest program sends."""


def _again(cls: type[Refusal], reason: str, blamed: int | None, params: dict[str, Any]) -> Refusal:
    return cls(reason, blamed=blamed, **params)

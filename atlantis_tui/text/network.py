"""Playing over the network, in sentences: why something is refused, who misbehaved, and what to do next.

What others do at the table is put into sentences by `network/notices_text.py`.

Every id of `net` has a sentence here, in the dictionary of its kind. A test looks for ids that have none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from atlantis_tui.text.sentences import listing, printable, quoted, title
from atlantis_tui.text.translation import _, ngettext
from net.names import clean_name
from net.refusal import Refusal
from net.session.notices import StartFailed

Params = Mapping[str, Any]


def refusal(error: Refusal, names: Sequence[str] = ()) -> str:
    """Why the network refuses something, in one sentence. `names` are the names of the seats, if there are any."""
    return REASONS[error.reason]({**error.params, "names": names})


def name_of(names: Sequence[str], seat: Any) -> str:
    if isinstance(seat, int) and 0 <= seat < len(names) and names[seat]:
        return names[seat]
    return _("somebody") if not isinstance(seat, int) else _("Player {n}").format(n=seat + 1)


def _garbled(p: Params) -> str:
    return _("Whoever is there does not speak the language of this program: check the address.")


def _older(p: Params, words: str) -> str:
    who = _("this program") if p["older"] == "us" else _("the other program")
    return words.format(game=title(quoted(str(p.get("game", "")))), who=who)


def _unreachable(p: Params) -> str:
    return UNREACHABLE[p["cause"]]()


def _door(p: Params) -> str:
    if p["door"] == "code":
        return _("This table asks for its code: give it with --code.")
    if p["door"] == "open":
        return _(
            "The table there says that it needs no code, so somebody else may answer in its place: ask the host, "
            "and come without the code only if that is right."
        )
    return _("This table lets nobody in just now: ask for its host's address.")


def _later(p: Params) -> str:
    seconds = max(1, -(-p["ms"] // 1000))
    return ngettext(
        "That is too early: try again in {n} second.", "That is too early: try again in {n} seconds.", seconds
    ).format(n=seconds)


def _seat(words: str) -> Callable[[Params], str]:
    return lambda p: words.format(name=name_of(p.get("names", ()), p.get("seat")))


def _identity(p: Params) -> str:
    from atlantis_tui.text.errors import LOG

    cause = LOG.get(p["cause"])
    path = printable(str(p["path"]))
    return cause({"path": path, "strerror": ""}) if cause else _("{path} cannot be used.").format(path=path)


UNREACHABLE: dict[str, Callable[[], str]] = {
    "unknown_host": lambda: _("There is no machine of that name: check the address."),
    "no_answer": lambda: _("Nobody answers at that address: check it, and whether a firewall is in between."),
    "nobody_there": lambda: _(
        "There is no table at that address: check the port, and whether the host is still there."
    ),
    "hung_up": lambda: _("The other side hung up: try again."),
    "no_network": lambda: _("There is no way to that address from here: check the network."),
    "failed": lambda: _("That address cannot be reached: check it, and the network."),
}

LISTENING: dict[str, Callable[[], str]] = {
    "in_use": lambda: _("That port is taken by another program: choose another with --port, or none."),
    "not_allowed": lambda: _("That port may not be used here: choose one above 1023 with --port, or none."),
    "no_address": lambda: _("That is no address of this machine: choose another with --address, or none."),
    "failed": lambda: _("No door can be opened for others here: check the network."),
}

# Why the other side ends the link or does not let us in, by the word that it sends.
WHY: dict[str, Callable[[], str]] = {
    "yourself": lambda: _(
        "You are at this table already: to play as somebody else, set ATLANTIS_HOME to a new folder."
    ),
    "full": lambda: _("All seats of this table are taken: watch it with atlantis watch."),
    "playing": lambda: _("The game at this table has begun without you: watch it with atlantis watch."),
    "kicked": lambda: _("The host does not want you at this table."),
    "not_host": lambda: _("Whoever is there is not the host of a table: ask for the host's address."),
    "closed": lambda: _("The host has closed the table."),
    "left": lambda: _("The other side has left."),
    "replaced": lambda: _("You have come to this table from another window, so this one is done."),
    "moved": lambda: _("You have come to this table from another window, so this one is done."),
    "misbehaved": lambda: _(
        "The other side did not accept what this program sent, and does not let it in for a while: try again later."
    ),
    "flood": lambda: _("The other side was sent more than it takes."),
    "silent": lambda: _("The other side had not heard from us for too long."),
    "behind": lambda: _("The other side sends faster than this program reads."),
    "gone": lambda: _("Another game is played there by now."),
    "bye": lambda: _("The other side has left."),
    "tidy": lambda: _("The other side needs this link no more."),
    "lost": lambda: _("The link broke."),
    "foreign_game": lambda: _("Another game is played there."),
    "stale_term": lambda: _("Another host was agreed on meanwhile."),
}


def _why(p: Params) -> str:
    known = WHY.get(p["why"])
    return known() if known else _('The other side refuses: "{why}".').format(why=quoted(str(p["why"])))


REASONS: dict[str, Callable[[Params], str]] = {
    "frame_length": _garbled,
    "not_canonical": _garbled,
    "too_many_values": _garbled,
    "too_deep": _garbled,
    "unknown_message": _garbled,
    "bad_field": _garbled,
    "unexpected_message": lambda p: _("That cannot be done now."),
    "bad_entry": _garbled,
    "no_common_protocol": lambda p: _older(p, _("The two programs are too different: update {who}.")),
    "unknown_game": lambda p: _older(p, _("One of the two programs does not have {game}: update {who}.")),
    "other_rules": lambda p: _older(p, _("The two programs play {game} by different rules: update {who}.")),
    "other_behaviour": lambda p: _("The two programs play {game} differently: use the same version on both.").format(
        game=title(quoted(str(p["game"])))
    ),
    "wrong_code": lambda p: _("That is not the code of this table: ask the host for it."),
    "wrong_certificate": lambda p: _("Somebody sits between you and the table, so the link was closed: do not go on."),
    "wrong_identity": lambda p: _("Somebody else is at that address now: ask the host for a new ticket."),
    "wrong_ticket": lambda p: _("That ticket is not good any more: ask the host for a new one."),
    "weak_key": lambda p: _("The other side has a key that anybody could use, so it is refused."),
    "unknown_key": lambda p: _("That table does not know you: join it with its code or a ticket."),
    "yourself": lambda p: WHY["yourself"](),
    "other_door": _door,
    "code_changed": lambda p: _("The code of the table has just changed: ask the host for the new one."),
    "try_later": _later,
    "door_late": lambda p: _("The other side took too long to answer: try again."),
    "refused": _why,
    "unreachable": _unreachable,
    "cannot_listen": lambda p: LISTENING[p["cause"]](),
    "not_a_table": lambda p: _("What is at that address is no table: check the address."),
    "lost": lambda p: _("The link broke."),
    "silent": lambda p: _("Nothing was heard for too long."),
    "flood": lambda p: _("The other side sends more than it may."),
    "behind": lambda p: _("The other side does not read what it is sent."),
    "bye": _why,
    "closed": lambda p: _("The link was closed."),
    "bad_code": lambda p: _("A code has six digits, such as 123 456; where somebody guessed, eight or ten."),
    "bad_ticket": lambda p: BAD_TICKET[p["what"]](),
    "identity_unreadable": lambda p: _(
        "{path} should hold your identity and does not: put it right, or move it away to get a new one."
    ).format(path=printable(str(p["path"]))),
    "identity_not_private": lambda p: _("Others can read {path}, which is your identity: make it yours alone.").format(
        path=printable(str(p["path"]))
    ),
    "identity_file": _identity,
    "bad_roster": lambda p: _("The host began another game than was agreed on, so it was refused."),
    "not_agreed": _seat(_("{name} is not ready yet.")),
    "bad_log": lambda p: _("Record {n} of that game is not signed as it should be, so it cannot be played on.").format(
        n=p["n"]
    ),
    "promises_damaged": lambda p: _(
        "{path} is damaged, and without it this program might sign twice, so your seat cannot go on "
        "(the game itself is whole): let the others vote for a bot."
    ).format(path=printable(str(p["path"]))),
    "over_budget": lambda p: _(
        "You have asked for hints and taken back as often as one may in one turn: make your move."
    ),
    "missing_reply": _seat(_("{name} has not answered.")),
    "unwanted_reply": _seat(_("That is not needed: {name} is here.")),
    "other_request": _seat(_("{name} answered something that was not asked.")),
    "bad_reply": _seat(_("{name} gave an answer that is none.")),
    "forged_reply": _seat(_("An answer of {name} was forged.")),
    "broken_promise": _seat(_("{name} changed a secret that was promised.")),
    "not_enough_votes": lambda p: _("There are only {have} of the {need} votes that are needed.").format(
        have=p["have"], need=p["need"]
    ),
}

BAD_TICKET: dict[str, Callable[[], str]] = {
    "scheme": lambda: _("That is no ticket: tickets begin with atl://."),
    "secret": lambda: _("That ticket is not whole: copy it to its end."),
    "host": lambda: _("That is no address: write HOST:PORT, such as 192.168.1.5:4711."),
    "port": lambda: _("The port is missing or wrong: write HOST:PORT, such as 192.168.1.5:4711."),
}

# What somebody sent that an honest program never sends.
VERDICTS: dict[str, Callable[[], str]] = {
    "taken": lambda: _("nothing wrong"),
    "duplicate": lambda: _("the same thing twice"),
    "gap": lambda: _("an entry with others missing before it"),
    "foreign_game": lambda: _("an entry of another game"),
    "bad_signature": lambda: _("an entry nobody here has signed"),
    "wrong_signer": lambda: _("an entry signed by somebody who may not"),
    "bad_prev": lambda: _("an entry that follows another one"),
    "bad_digest": lambda: _("an entry made in another position"),
    "fork": lambda: _("two entries for one place"),
    "bad_past": lambda: _("an entry made in another position"),
    "lost_race": lambda: _("an entry that came too late"),
    "stale_term": lambda: _("an order of a former host"),
    "later_term": lambda: _("an order of an unknown host"),
    "rewind": lambda: _("an entry that takes others back"),
    "unknown_kind": lambda: _("an entry of a newer program"),
    "wrong_kind": lambda: _("an entry in a place where it cannot be"),
    "bad_body": lambda: _("an entry about something that was not agreed on"),
    "after_end": lambda: _("an entry after the end of the game"),
    "full": lambda: _("more entries than a game can have"),
    "bad_move": lambda: _("a move that the rules forbid"),
    "bad_deal": lambda: _("another deal than was agreed on"),
    "unexpected_message": lambda: _("something that did not belong there"),
    "flood": lambda: _("more than it may send"),
    "split": lambda: _("another log than it told others"),
    "not_away": lambda: _("a bot for somebody who is here"),
    "over_budget": lambda: _("more hints and take-backs than a turn has"),
    "other_position": lambda: _("a position that the game does not lead to"),
    "no_vote": lambda: _("word of another host, but no vote"),
    "false_evidence": lambda: _("a proof that proves nothing"),
}

START_FAILED: dict[str, Callable[[Params], str]] = {
    "left": _seat(_("{name} left while the game began: it begins again when all are ready.")),
    "abandoned": lambda p: _("The start was called off: say ready again."),
    "not_agreed": _seat(_("The game could not begin because {name} did not agree: say ready again.")),
    "share_lost": _seat(_("The game could not begin because {name} came back without its secret: say ready again.")),
    "missing_reply": _seat(_("The game could not begin because {name} did not answer: say ready again.")),
    "broken_promise": _seat(_("The game could not begin because {name} changed a promised secret.")),
}


def start_failed(news: StartFailed, names: Sequence[str]) -> str:
    """Why a start failed, who ended it, and how often that person has done so."""
    who = news.blamed if news.blamed is not None else news.said
    if who is not None and news.name:
        names = [*names[:who], clean_name(news.name), *names[who + 1 :]]
    told = START_FAILED[news.reason]({"names": names, "seat": who})
    if news.said is not None:
        told = _("The host says: {sentence}").format(sentence=told)
    if news.times:
        told += " " + ngettext(
            "{name} ended it when the secrets were out already: once this evening.",
            "{name} ended it when the secrets were out already: {n} times this evening.",
            news.times,
        ).format(name=name_of(names, who), n=news.times)
    return told


def ended_starts(times: int) -> str:
    """Stands beside a name: how many starts this person ended at a time when they could know the deal."""
    return ngettext("ended {n} start", "ended {n} starts", times).format(n=times)


def _desync(p: Params) -> str:
    if p.get("seat") is None:
        return _("The game leads to another position than this program had, so it stops here.")
    return _("The program of {name} comes to another position than yours, so the game stops here.").format(
        name=name_of(p["names"], p["seat"])
    )


STOPPED: dict[str, Callable[[Params], str]] = {
    "desync": _desync,
    "fork": _seat(_("{name} has signed two different moves for one place, so the game stops here.")),
    "split": _seat(_("{name}, who is the host, shows another log than before, so the game stops here.")),
    "promises": lambda p: _(
        "The file of what you have signed in this game is damaged, so it stops here: let the others vote for a bot."
    ),
    "storage": lambda p: _("The game cannot be written to the disk any more, so it stops here: make room."),
    "gone": lambda p: _("Another game is played at that table by now, so this one stops here."),
    "full": lambda p: _("The log is as long as a game may get, so it stops here."),
}


def _disagrees(p: Params) -> str:
    if p.get("seat") is None:
        return _("The host says that this cannot be asked now: try again.")
    if p["seat"] == p.get("reader"):
        return _("You do not agree.")
    return _("{name} does not agree.").format(name=name_of(p["names"], p["seat"]))


def _agree(p: Params) -> str:
    about = p.get("about")
    if about is None:
        return _("All agree.")
    if p.get("kind") == "proxy":
        return _("All agree that a bot plays for {name}.").format(name=name_of(p["names"], about))
    if about == p.get("reader"):
        return _("All agree that you may take that back.")
    return _("All agree that {name} may take that back.").format(name=name_of(p["names"], about))


AGREED: dict[str, Callable[[Params], str]] = {
    "agreed": _agree,
    "refused": _disagrees,
    "stale": lambda p: _("The game went on before all had answered, so nothing comes of it."),
    "withdrawn": lambda p: _("The question was withdrawn."),
    "late": _seat(_("{name} did not answer in time.")),
}

WAITING: dict[str, Callable[[Params], str]] = {
    "move": _seat(_("Waiting for {name} to move")),
    "vote": _seat(_("Waiting for the answer of {name}")),
    "sign": _seat(_("Waiting for {name} to agree to the game")),
    "commit": _seat(_("Waiting for {name} and the deal")),
    "seed": _seat(_("Waiting for {name} and the deal")),
    "host": _seat(_("Looking for {name}, who is the host")),
}

TROUBLES: dict[str, Callable[[], str]] = {
    "no_interface": lambda: _("There is no network here, so nobody can find the table by itself."),
    "no_device": lambda: _("The network has vanished, so tables are not found by themselves just now."),
    "no_multicast": lambda: _(
        "This network does not let tables be found by themselves: use the address or the ticket."
    ),
    "not_allowed": lambda: _("Tables may not be looked for here: use the address or the ticket."),
    "failed": lambda: _("Tables cannot be found by themselves here: use the address or the ticket."),
}


def misbehaved(verdict: str, names: Sequence[str], seat: int | None, blamed: int | None) -> str:
    what = VERDICTS[verdict]() if verdict in VERDICTS else _("something that is no message")
    name = name_of(names, seat)
    if verdict == "fork":
        return _("{name} has signed two different entries for one place; everybody gets both as a proof.").format(
            name=name_of(names, seat if blamed is None else blamed)
        )
    if blamed is not None and blamed != seat:
        return _("{name} passed on {what}, which {other} must have made; the link was closed.").format(
            name=name, what=what, other=name_of(names, blamed)
        )
    return _("{name} sent {what}; the link was closed.").format(name=name, what=what)


def listening(port: int) -> str:
    """Tells a guest that others can reach this program too, why, and how to prevent it."""
    return _(
        "Your program listens too, at port {port}: if the host is lost, the others find you there. "
        "To keep that to this machine, join with --address 127.0.0.1."
    ).format(port=port)


def can_come_back(name: str) -> str:
    """Tells the host of an open table that somebody whom the host sent away can come back."""
    return _(
        "The table is open, so {name} can come back under another name: type code, and who comes needs the code."
    ).format(name=name)


def waiting(why: str, names: Sequence[str], seat: int, milliseconds: int) -> str:
    """Whom we are waiting for, and for how long."""
    minutes = milliseconds // 60_000
    who = WAITING[why]({"names": names, "seat": seat})
    if not minutes:
        return _("{who}.").format(who=who)
    return ngettext("{who}, for {n} minute.", "{who}, for {n} minutes.", minutes).format(who=who, n=minutes)


def waiting_for_absent(name: str, left: bool, milliseconds: int) -> str:
    """All wait for somebody who is away: so it takes long."""
    minutes = milliseconds // 60_000
    if not minutes:
        words = _("Waiting for {name}, who left the table.") if left else _("Waiting for {name}, who lost the link.")
        return words.format(name=name)
    if left:
        words = ngettext(
            "Waiting for {name}, who left the table {n} minute ago.",
            "Waiting for {name}, who left the table {n} minutes ago.",
            minutes,
        )
    else:
        words = ngettext(
            "Waiting for {name}, who lost the link {n} minute ago.",
            "Waiting for {name}, who lost the link {n} minutes ago.",
            minutes,
        )
    return words.format(name=name, n=minutes)


def left_out(lines: int) -> str:
    """How many lines of chat a screen left out."""
    return ngettext(
        "{n} line was left out: the host sent more than all here can say. M in the lobby mutes, Q leaves.",
        "{n} lines were left out: the host sent more than all here can say. M in the lobby mutes, Q leaves.",
        lines,
    ).format(n=lines)


def crowded() -> str:
    """Tells the host that too many people try codes at the door."""
    return _("Very many try to come in with a code: send the ticket to whoever cannot get in, which does not wait.")


def left_out_plain(lines: int) -> str:
    """How many lines of chat plain mode left out."""
    return ngettext(
        "{n} line was left out, as more came than can be read: type mute NAME, or quit.",
        "{n} lines were left out, as more came than can be read: type mute NAME, or quit.",
        lines,
    ).format(n=lines)


def lobby(
    seats: Sequence[tuple[Any, ...]],
    names: Sequence[str],
    you: int | None,
    watching: Sequence[str],
    times: Callable[[bytes | None], int] = lambda key: 0,
) -> str:
    """Who is at the table before the game, in one line. `seats` are the rows of LOBBY, `names` are the names of the
    seats, and `times` counts the starts that a person has ended."""
    told: list[str] = []
    for seat, (who, _name, level, key, ready, _link) in enumerate(seats):
        if who == "open":
            told.append(_("an open seat"))
        elif who == "bot":
            told.append(_("{name} ({bot})").format(name=names[seat], bot=f"bot:{level}"))
        else:
            name = _("you") if seat == you else names[seat]
            marks = [_("ready") if ready else _("not ready")]
            marks += [ended_starts(times(key))] if times(key) else []
            told.append(_("{name} ({marks})").format(name=name, marks=", ".join(marks)))
    line = _("At the table: {who}.").format(who=listing(told))
    if watching:
        line += " " + _("Watching: {who}.").format(who=listing(list(watching)))
    return line

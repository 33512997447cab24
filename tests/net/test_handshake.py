"""At the door: who may come in, by which way, and what everybody else is told."""

import contextlib
import dataclasses

import pytest

from net import messages
from net.handshake import (
    LOOK,
    LOOKERS,
    LOOKS,
    LOOKS_A_SECOND,
    LOOKS_AT_ONCE,
    LOOKS_OF_ALL,
    LOOKS_OF_ALL_AT_ONCE,
    refused,
    to_open_table,
    with_code,
    with_key,
    with_ticket,
)
from net.messages import AskTable, Auth, Bye, Confirm, HostIdentity, Knock, Pake1, Pake2, Ping, Refused, Welcome
from net.pake import FAILURES_A_CODE
from net.refusal import ProtocolError, Refusal
from tests.net.doors import ADDRESS, ANNA, HOST, at, door, guest, hello, identity, table, talk

TOKEN = b"t" * 10


def knows(key):
    return key == ANNA.key


def fails(host, joining, reason, by, now=0, change=lambda message: message, **params):
    """That it ends with this reason, and which side finds it."""
    with pytest.raises(Refusal) as caught:
        talk(host, joining, now, change)
    assert (caught.value.reason, caught.value.params) == (reason, params)
    sides = [entry.frame.f_locals.get("self") for entry in caught.traceback]
    assert ("host" if host in sides else "guest") == by
    assert host.done is None
    assert joining.done is None


def keeper():
    """Somebody who listens, and what he heard."""
    kept = []

    def keep(message):
        kept.append(message)
        return message

    return keep, kept


# Four ways in.


@pytest.mark.parametrize(
    ("visit", "way", "set_up"),
    [
        (with_code("111111"), "code", {}),
        (with_key(HOST.fingerprint), "code", {"knows": knows}),
        (with_ticket(HOST.fingerprint, TOKEN), "code", {"tokens": {b"x" * 10, TOKEN}}),
        (to_open_table(), "open", {}),
        (to_open_table(HOST.fingerprint), "open", {}),
        (with_key(HOST.fingerprint), "closed", {"knows": knows}),
    ],
    ids=["code", "key", "ticket", "open", "open, host known", "key at a closed door"],
)
def test_a_guest_comes_in(visit, way, set_up):
    host, joining = at(door(way, **set_up)), guest(visit)
    said = talk(host, joining)
    assert said[:2] == ["Hello", "Hello"]
    assert said[-2:] == ["Auth", "Welcome"]
    assert host.done == (ANNA.key, "Anna", 1, {"chat"}, visit.way)
    assert joining.done == (HOST.key, "Anna", 1, {"chat"}, visit.way)


def test_the_order_of_words_with_a_code():
    said = talk(at(door()), guest(with_code("111111")))
    assert said == ["Hello", "Hello", "Pake1", "Pake2", "Confirm", "Confirm", "HostIdentity", "Auth", "Welcome"]


def test_all_words_fit_a_frame_of_the_door():
    def measured(message):
        assert len(messages.write(message)) <= 4096
        assert messages.read(messages.write(message), inside=False) == message
        return message

    talk(at(door()), guest(with_code("111111")), change=measured)


def test_a_look_needs_no_code_and_leads_nowhere():
    host, looking = at(door()), guest(LOOK)
    assert talk(host, looking) == ["Hello", "Hello", "AskTable", "TableInfo"]
    assert looking.table == table()
    assert looking.done is host.done is None


def test_the_host_gives_the_name():
    host = at(door("open", admit=lambda key, name, way: f"{name} 2"))
    joining = guest(to_open_table(), name="An\x1b[31mna\u202e\n")
    talk(host, joining)
    assert host.done.name == joining.done.name == "An[31mna 2"


def test_a_name_with_escape_codes_is_not_even_read():
    with pytest.raises(ProtocolError) as caught:
        messages.write(Auth(ANNA.key, "An\x1bna", b"s" * 64, None))
    assert caught.value.params == {"kind": "AUTH", "field": "name"}


def test_the_host_may_still_refuse():
    def admit(key, name, way):
        raise Refusal("try_later", ms=5)

    fails(at(door("open", admit=admit)), guest(to_open_table()), "try_later", "host", ms=5)


# Versions.


def test_no_common_protocol_names_both_versions():
    host = at(door())
    newer = guest(with_code("111111"), hello=lambda nonce: hello(nonce, (2, 4)))
    fails(host, newer, "no_common_protocol", "guest", ours=[2, 4], theirs=[1, 1], older="them")
    (answer, told) = at(door()).feed(hello(b"n" * 16, (2, 4)), 0)
    assert answer.proto == (1, 1)
    assert told == Refused("HELLO", "no_common_protocol", {"ours": [1, 1], "theirs": [2, 4], "older": "us"})
    messages.write(told)


def test_nothing_goes_on_after_that():
    host = at(door())
    host.feed(hello(b"n" * 16, (2, 4)), 0)
    with pytest.raises(ProtocolError):
        host.feed(Knock("open", ()), 0)


def test_the_highest_common_protocol_is_spoken():
    host = at(door("open", hello=lambda nonce: hello(nonce, (1, 3))))
    joining = guest(to_open_table(), hello=lambda nonce: hello(nonce, (2, 9)))
    talk(host, joining)
    assert host.done.proto == joining.done.proto == 3


def test_a_host_that_speaks_another_protocol_than_agreed_is_left():
    def change(message):
        return dataclasses.replace(message, proto=2) if isinstance(message, Welcome) else message

    joining = guest(to_open_table())
    with pytest.raises(ProtocolError):
        talk(at(door("open")), joining, change=change)
    assert joining.done is None


@pytest.mark.parametrize(
    ("games", "reason", "params"),
    [
        ({}, "unknown_game", {"game": "atlantis", "older": "us"}),
        ({"atlantis": (2, b"g" * 16)}, "other_rules", {"game": "atlantis", "ours": 2, "theirs": 3, "older": "us"}),
        ({"atlantis": (4, b"g" * 16)}, "other_rules", {"game": "atlantis", "ours": 4, "theirs": 3, "older": "them"}),
        ({"atlantis": (3, b"h" * 16)}, "other_behaviour", {"game": "atlantis"}),
    ],
    ids=["without the game", "older rules", "newer rules", "same rules, other behaviour"],
)
def test_another_build_is_told_from_its_own_side(games, reason, params):
    host, joining = at(door()), guest(with_code("111111"), hello=lambda nonce: hello(nonce, games=games))
    with pytest.raises(Refusal) as caught:
        talk(host, joining)
    with pytest.raises(Refusal) as told:
        joining.feed(refused(caught.value, Pake1(b"p" * 33)), 0)
    assert (told.value.reason, told.value.params) == (reason, params)
    looking = guest(LOOK, hello=lambda nonce: hello(nonce, games=games))
    talk(at(door()), looking)
    assert looking.table is not None  # it still may look


# Codes.


def test_a_wrong_code_six_times():
    notices: list[str] = []
    house = door()
    house.gatekeeper._told = notices.append
    now = 0
    for _ in range(FAILURES_A_CODE[0]):
        assert notices == []
        fails(at(house), guest(with_code("999999")), "wrong_code", "host", now)
        now += 10_000
    assert notices == ["111112"]
    fails(at(house), guest(with_code("111111")), "wrong_code", "host", now)  # right once, not any more
    joining = guest(with_code("111112"))
    talk(at(house), joining, now + 10_000)
    assert joining.done


def test_after_a_wrong_code_the_address_waits():
    house = door()
    fails(at(house), guest(with_code("999999")), "wrong_code", "host", 0)
    fails(at(house), guest(with_code("111111")), "try_later", "host", 999, ms=1)
    talk(at(house, "192.0.2.8"), guest(with_code("111111")), 999)
    talk(at(house), guest(with_code("111111")), 1000)


def test_a_code_that_was_begun_and_dropped_makes_the_address_wait():
    house = door()
    host, joining = at(house), guest(with_code("111111"))
    host.feed(joining.start()[0], 0)
    assert isinstance(host.feed(Pake1(b"A" + _point(joining)), 0)[0], Pake2)
    host.ended(0)
    host.ended(0)
    fails(at(house), guest(with_code("111111")), "try_later", "host", 999, ms=1)
    assert house.gatekeeper.code == "111111"


def _point(joining):
    return joining.feed(hello(b"h" * 16), 0)[0].msg[1:]


def test_a_code_that_changed_while_it_was_tried_does_not_count():
    house = door()

    def change(message):
        if isinstance(message, Confirm):
            house.gatekeeper.renew()
        return message

    fails(at(house), guest(with_code("111111")), "code_changed", "host", change=change)


def test_what_is_no_point_of_the_curve_is_not_answered():
    host = at(door())
    host.feed(hello(b"n" * 16), 0)
    with pytest.raises(ProtocolError) as caught:
        host.feed(Pake1(b"A" + b"\xff" * 32), 0)
    assert refused(caught.value) is None


@pytest.mark.parametrize(
    ("way", "visit"),
    [
        ("open", with_code("111111")),
        ("closed", with_code("111111")),
        ("code", to_open_table()),
        ("closed", to_open_table()),
    ],
    ids=["code at an open door", "code at a closed door", "no code where one is asked", "nothing at a closed door"],
)
def test_another_door(way, visit):
    fails(at(door(way)), guest(visit), "other_door", "host", door=way)


# Somebody in the middle has another certificate.


def test_the_code_does_not_fit_another_certificate():
    fails(at(door()), guest(with_code("111111"), seen=b"m" * 32), "wrong_code", "host")


@pytest.mark.parametrize("visit", [with_key(HOST.fingerprint), with_ticket(HOST.fingerprint, TOKEN), to_open_table()])
def test_the_host_does_not_sign_another_certificate(visit):
    """Not even where whoever is in the middle knocks in the guest's place."""

    def change(message):
        return Knock("open", ()) if isinstance(message, Knock) else message

    house = door("open", knows=knows, tokens={TOKEN})
    fails(at(house), guest(visit, seen=b"m" * 32), "wrong_certificate", "guest", change=change)


@pytest.mark.parametrize(
    ("visit", "reason"),
    [(with_key(HOST.fingerprint), "unknown_key"), (with_ticket(HOST.fingerprint, TOKEN), "wrong_ticket")],
)
def test_a_knock_does_not_fit_another_certificate(visit, reason):
    fails(at(door(knows=knows, tokens={TOKEN})), guest(visit, seen=b"m" * 32), reason, "host")


def test_another_host_than_the_one_that_is_known_gets_no_token():
    """It says who it is although the guest has not asked for it."""
    middle = door("open", identity=identity(9), tokens={TOKEN}, knows=knows)
    keep, seen = keeper()

    def rude(message):
        return dataclasses.replace(keep(message), way="open") if isinstance(message, Knock) else keep(message)

    for visit in (with_ticket(HOST.fingerprint, TOKEN), with_key(HOST.fingerprint), to_open_table(HOST.fingerprint)):
        fails(at(middle), guest(visit), "wrong_identity", "guest", change=rude)
    assert not any(isinstance(message, Auth) for message in seen)


# Who the host is.


@pytest.mark.parametrize(
    ("visit", "reason"),
    [
        (with_key(identity(9).fingerprint), "unknown_key"),
        (with_key(), "unknown_key"),
        (with_ticket(identity(9).fingerprint, TOKEN), "wrong_ticket"),
    ],
    ids=["key of another host", "key of any host", "ticket of another host"],
)
def test_the_host_does_not_tell_strangers_who_it_is(visit, reason):
    keep, heard = keeper()
    fails(at(door("open", knows=knows, tokens={TOKEN})), guest(visit), reason, "host", change=keep)
    assert not any(HOST.key in messages.write(message) for message in heard)
    assert not any(HOST.fingerprint in messages.write(message) for message in heard)


def test_a_look_does_not_tell_who_the_host_is():
    keep, heard = keeper()
    talk(at(door()), guest(LOOK), change=keep)
    assert not any(HOST.key[:8] in messages.write(message) for message in heard)


def test_who_comes_back_may_meet_any_of_several_hosts():
    fingerprints = [identity(number).fingerprint for number in range(3, 10)]
    joining = guest(with_key(*fingerprints, HOST.fingerprint))
    talk(at(door(knows=knows)), joining)
    assert joining.done.key == HOST.key


def test_a_proof_that_was_overheard_is_good_for_no_other_link():
    """Neither the certificate nor the nonce of one evening fit another."""
    keep, heard = keeper()
    talk(at(door(knows=knows)), guest(with_key(HOST.fingerprint)), change=keep)
    (knock,) = [message for message in heard if isinstance(message, Knock)]
    for other in (door(knows=knows, certificate=b"m" * 32), door(knows=knows, hello=lambda _: hello(b"o" * 16))):
        host = at(other)
        host.feed(hello(b"n" * 16), 0)
        with pytest.raises(Refusal, match="unknown_key"):
            host.feed(knock, 0)


def test_a_guest_that_saw_another_certificate_is_not_believed():
    """The middle takes the guest in with its own certificate and passes AUTH on."""
    host, joining = at(door("open")), guest(to_open_table(), seen=b"m" * 32)

    def change(message):
        if isinstance(message, HostIdentity):
            return HostIdentity(identity(9).key, identity(9).prove_host(b"m" * 32, joining._ours.nonce))
        return message

    fails(host, joining, "wrong_certificate", "host", change=change)


def test_a_signature_of_another_evening_is_worth_nothing():
    """Nonces: what was signed for one link does not open the next."""
    keep, kept = keeper()
    talk(at(door("open")), guest(to_open_table()), change=keep)
    (auth,) = [message for message in kept if isinstance(message, Auth)]
    host = at(door("open", hello=lambda nonce: hello(b"another nonce!!!")))
    host.feed(hello(b"n" * 16), 0)
    host.feed(Knock("open", ()), 0)
    with pytest.raises(Refusal, match="wrong_certificate"):
        host.feed(auth, 0)
    (shown,) = [message for message in kept if isinstance(message, HostIdentity)]
    joining = guest(to_open_table(), hello=lambda nonce: hello(b"another nonce!!!"))
    joining.feed(hello(b"h" * 16), 0)
    with pytest.raises(Refusal, match="wrong_certificate"):
        joining.feed(shown, 0)


def test_a_host_that_lets_us_pass_without_knowing_the_code_is_left():
    host, joining = at(door()), guest(with_code("111111"))
    answers = host.feed(joining.feed(host.feed(joining.start()[0], 0)[0], 0)[0], 0)
    mac = joining.feed(answers[0], 0)[0]
    assert isinstance(host.feed(mac, 0)[0], Confirm)
    with pytest.raises(Refusal, match="wrong_certificate"):
        joining.feed(Confirm(b"m" * 32), 0)


# Keys and tickets.


def test_a_key_that_is_not_of_this_game():
    fails(at(door(knows=lambda key: False)), guest(with_key(HOST.fingerprint)), "unknown_key", "host")


@pytest.mark.parametrize("tokens", [set(), {b"u" * 10}], ids=["none is good", "another is good"])
def test_a_ticket_that_is_no_good(tokens):
    fails(at(door(tokens=tokens)), guest(with_ticket(HOST.fingerprint, TOKEN)), "wrong_ticket", "host")


def test_a_ticket_without_a_token():
    def change(message):
        return dataclasses.replace(message, token=None) if isinstance(message, Auth) else message

    visit = with_ticket(HOST.fingerprint, TOKEN)
    fails(at(door(tokens={TOKEN})), guest(visit), "wrong_ticket", "host", change=change)


def test_somebody_elses_key_needs_somebody_elses_signature():
    def change(message):
        return dataclasses.replace(message, key=identity(7).key) if isinstance(message, Auth) else message

    house = door(knows=lambda key: key == identity(7).key)
    fails(at(house), guest(with_key(HOST.fingerprint)), "wrong_certificate", "host", change=change)


def test_a_key_of_which_anybody_can_sign():
    def change(message):
        return dataclasses.replace(message, key=b"\1" + b"\0" * 31) if isinstance(message, Auth) else message

    fails(at(door("open")), guest(to_open_table()), "weak_key", "host", change=change)


# Looking, again and again.


def test_three_looks_on_one_link():
    host = at(door())
    host.feed(hello(b"n" * 16), 0)
    for _ in range(LOOKS):
        assert host.feed(AskTable(), 0) == [table()]
    with pytest.raises(ProtocolError):
        host.feed(AskTable(), 0)


def looks_at(house):
    def look(now, address=ADDRESS):
        host = at(house, address)
        host.feed(hello(b"n" * 16), now)
        return host.feed(AskTable(), now)

    return look


def test_so_many_looks_a_second_in_all():
    look = looks_at(door())
    for number in range(LOOKS_OF_ALL_AT_ONCE):
        look(0, f"10.0.{number // LOOKS_AT_ONCE}.1")
    pause = 1000 // LOOKS_OF_ALL
    with pytest.raises(Refusal) as caught:
        look(pause - 1, "10.0.99.1")
    assert (caught.value.reason, caught.value.params) == ("try_later", {"ms": 1})
    look(pause, "10.0.99.1")


def test_nobody_looks_so_often_that_others_cannot():
    house = door()
    look = looks_at(house)
    for second in range(60):
        for _ in range(LOOKS_OF_ALL):
            with contextlib.suppress(Refusal):
                look(1000 * second)
    assert look(60_000, "192.0.2.99") == [table()]
    for number in range(2 * LOOKERS):
        with contextlib.suppress(Refusal):
            look(60_000, f"10.1.{number >> 8}.{number & 255}")
    assert len(house._looks_from) == LOOKERS


def test_so_many_looks_a_second_from_one_address():
    look = looks_at(door())

    for _ in range(LOOKS_AT_ONCE):
        look(0)
    pause = 1000 // LOOKS_A_SECOND
    with pytest.raises(Refusal) as caught:
        look(pause - 1)
    assert (caught.value.reason, caught.value.params) == ("try_later", {"ms": 1})
    look(pause)


# Words out of place.


@pytest.mark.parametrize(
    "word",
    [AskTable(), Pake1(b"A" * 33), Knock("open", ()), Confirm(b"m" * 32), Auth(ANNA.key, "", b"s" * 64, None), Ping(1)],
    ids=lambda word: type(word).__name__,
)
def test_nothing_comes_before_hello(word):
    with pytest.raises(ProtocolError):
        at(door("open")).feed(word, 0)


@pytest.mark.parametrize(
    "word",
    [hello(b"n" * 16), Confirm(b"m" * 32), Auth(ANNA.key, "", b"s" * 64, None)],
    ids=["a second hello", "a proof without a code", "a name without a way"],
)
def test_nothing_is_skipped(word):
    host = at(door("open"))
    host.feed(hello(b"n" * 16), 0)
    with pytest.raises(ProtocolError):
        host.feed(word, 0)


def test_nothing_comes_after_the_end():
    host = at(door("open"))
    talk(host, guest(to_open_table()))
    with pytest.raises(ProtocolError):
        host.feed(Knock("open", ()), 0)


@pytest.mark.parametrize("word", [Pake2(b"B" * 33), HostIdentity(HOST.key, b"s" * 64), Welcome(1, "x"), table()])
def test_a_guest_waits_for_hello(word):
    with pytest.raises(ProtocolError):
        guest(with_code("111111")).feed(word, 0)


def test_who_leaves_is_not_answered():
    for side in (at(door()), guest(LOOK)):
        with pytest.raises(Refusal) as caught:
            side.feed(Bye("leaving"), 0)
        assert (caught.value.reason, caught.value.params) == ("bye", {"why": "leaving"})
        assert refused(caught.value, Bye("leaving")) is None


# What a host says about its refusal is not taken at its word.


@pytest.mark.parametrize(
    ("told", "reason", "params"),
    [
        (Refused("AUTH", "wrong_ticket", {}), "wrong_ticket", {}),
        (Refused("AUTH", "yourself", {}), "yourself", {}),
        (Refused("PAKE1", "try_later", {"ms": 700}), "try_later", {"ms": 700}),
        (Refused("PAKE1", "try_later", {"ms": "soon"}), "refused", {"why": "try_later"}),
        (Refused("PAKE1", "try_later", {}), "refused", {"why": "try_later"}),
        (Refused("PAKE1", "made_up", {"x": 1}), "refused", {"why": "made_up"}),
        (Refused("PAKE1", "identity_file", {"path": "/", "cause": "x"}), "refused", {"why": "identity_file"}),
        (Refused("PAKE1", "other_rules", {"game": "atlantis"}), "refused", {"why": "other_rules"}),
        (Refused("PAKE1", "unknown_game", {"game": 7}), "unknown_game", {"game": "7", "older": "us"}),
    ],
)
def test_what_a_guest_makes_of_a_refusal(told, reason, params):
    joining = guest(with_code("111111"))
    joining.feed(hello(b"h" * 16), 0)
    with pytest.raises(Refusal) as caught:
        joining.feed(told, 0)
    assert (caught.value.reason, caught.value.params) == (reason, params)


def test_every_refusal_of_the_door_can_be_sent():
    for error in (Refusal("wrong_code"), Refusal("try_later", ms=3), Refusal("other_door", door="open")):
        answer = refused(error, Knock("open", ()))
        assert answer is not None
        assert messages.read(messages.write(answer)) == answer
        assert answer.of == "KNOCK"

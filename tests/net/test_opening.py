"""The header that everybody signs, and whether two programs can play together at all."""

import dataclasses

import pytest

from core import games
from core.frames import HEADER, NO_PREV, Record, pack_record
from core.game import Option
from net import opening
from net.messages import MAX_RAW, Hello, write
from net.opening import Bot, Person, agree, check_signed, propose, read_roster, sign_roster, signed_body
from net.refusal import Refusal
from net.session.lobby import Lobby
from net.versions import check_game, common_protocol, golden, golden_of, hello, our_games
from tests.net.lan import GAME, identity, roster


def changed(part: str | None = None, **values: object) -> bytes:
    """A header with something else in it, or (`net`) in its part of the net."""
    body = dict(roster().record.body)
    if part is None:
        body.update(values)
    else:
        body[part] = {**body[part], **values}
    return pack_record(Record(0, NO_PREV, b"", None, HEADER, body, None, None))


def refused(raw: bytes) -> tuple[str, object]:
    with pytest.raises(Refusal) as caught:
        read_roster(raw)
    return caught.value.reason, caught.value.params.get("what")


# --- The header


def test_a_roster_comes_back():
    one = roster(people=2, bots=2, paid_cards="discard")
    again = read_roster(one.raw)
    assert again == one
    assert again.people == (0, 1)
    assert again.seats[2:] == (Bot("random"), Bot("random"))
    assert again.options == GAME.settle({"paid_cards": "discard"})
    assert again.record.body["seats"] == ["person:Anna", "person:Boris", "bot:random", "bot:random"]
    assert again.record.body["dealer"] == {"kind": "joint"}


def test_the_largest_roster_fits_its_message():
    assert len(roster(people=4).raw) < opening.MAX_ROSTER < MAX_RAW


def test_every_nonce_and_every_rule_changes_the_id_of_the_game():
    ids = [roster(nonce=n).gid for n in range(5)] + [roster(paid_cards="discard").gid, roster(host=1).gid]
    assert len(set(ids)) == len(ids)
    assert all(len(gid) == 16 for gid in ids)


def test_the_id_does_not_depend_on_who_signed():
    one = roster()
    assert opening.roster_of(one.record._replace(sig=b"s" * 64)).gid == one.gid


def people(number: int) -> list[bytes | None]:
    return [identity(seat).key for seat in range(number)]


BAD = {
    "too large": (b"x" * (opening.MAX_ROSTER + 1), "size"),
    "no record": (b"\xc0", "record"),
    "another record": (pack_record(Record(1, NO_PREV, b"", None, "deal", None, None, None)), "record"),
    "too many values": (changed(seats=[["x"]] * 1500), "record"),
    "a further field": (changed(colour=1), "fields"),
    "a further field of the net": (changed("net", colour=1), "fields"),
    "another dealer": (changed(dealer={"kind": "seed", "seed": "mine"}), "dealer"),
    "a dealer with more": (changed(dealer={"kind": "joint", "seed": "mine"}), "dealer"),
    "a later format": (changed(format=2), "format"),
    "a true format": (changed(format=True), "format"),
    "a newer net": (changed("net", v=3), "version"),
    "a true net": (changed("net", v=True), "version"),
    "seats that are no list": (changed(seats="x"), "seats"),
    "more seats than keys": (changed("net", keys=people(2)), "seats"),
    "keys that are no list": (changed("net", keys=None), "seats"),
    "more seats than nonces": (changed("net", nonces=[b"n" * 16] * 2), "seats"),
    "a seat of no kind": (changed(seats=["person:A", "you:B", "person:C"]), "seats"),
    "a seat that is a number": (changed(seats=["person:A", 7, "person:C"]), "seats"),
    "nobody's name": (changed(seats=["person:A", "person:", "person:C"]), "seats"),
    "a name with an escape": (changed(seats=["person:A", "person:\x1b[2J", "person:C"]), "seats"),
    "a long name": (changed(seats=["person:A", "person:" + "b" * 25, "person:C"]), "seats"),
    "a bot with a key": (changed(seats=["person:A", "bot:random", "person:C"]), "seats"),
    "a person without a key": (changed("net", keys=[*people(2), None]), "keys"),
    "a short nonce": (changed("net", nonces=[b"n" * 16, b"n" * 15, b"n" * 16]), "keys"),
    "a key twice": (changed("net", keys=[*people(2), identity(0).key]), "keys"),
    "a name twice": (changed(seats=["person:A", "person:a", "person:C"]), "names"),
    "a name in letters that look the same": (changed(seats=["person:Anna", "person:\u0410nna", "person:C"]), "names"),
    "a name with a mark": (changed(seats=["person:Anna", "person:A-nn\u00e1", "person:C"]), "names"),
    "a host that is no seat": (changed("net", host=3), "host"),
    "a host of no kind": (changed("net", host=None), "host"),
    "a game that is a number": (changed(game=7), "game"),
    "an option of no kind": (changed(options={"wind": True}), "options"),
    "options left out": (changed(options={}), "options"),
    "an option as text": (changed(options={**roster().options, "bought_cards_can_pay": "true"}), "options"),
}


@pytest.mark.parametrize(("raw", "what"), BAD.values(), ids=BAD)
def test_a_header_nobody_should_sign_is_refused(raw, what):
    assert refused(raw) == ("bad_roster", what)


def test_a_game_of_version_1_keeps_its_names():
    body = dict(roster().record.body)
    body["seats"], body["net"] = ["person:Anna", "person:\u0410nna", "person:C"], {**body["net"], "v": 1}
    assert [one[0] for one in read_roster(packed(body)).seats] == ["Anna", "\u0410nna", "C"]
    body["seats"] = ["person:Anna", "person:ANNA", "person:C"]
    assert refused(packed(body)) == ("bad_roster", "names")


def test_a_bot_cannot_be_host_and_too_many_seats_are_too_many():
    bots = changed("net", host=1, keys=[identity(0).key, None, identity(2).key], nonces=[b"n" * 16, None, b"n" * 16])
    body = dict(read_raw(bots))
    body["seats"] = ["person:A", "bot:random", "person:C"]
    assert refused(packed(body)) == ("bad_roster", "host")
    body = dict(roster().record.body)
    body["seats"] = ["person:A"] * 9
    assert refused(packed(body)) == ("bad_roster", "seats")
    assert refused(changed(seats=["person:A"], net=one_seat())) == ("bad_roster", "options")


def one_seat() -> dict[str, object]:
    net = roster().record.body["net"]
    return {**net, "keys": net["keys"][:1], "nonces": net["nonces"][:1]}


def read_raw(raw: bytes) -> dict[str, object]:
    from core.frames import unpack_record

    body: dict[str, object] = unpack_record(raw).body
    return body


def packed(body: dict[str, object]) -> bytes:
    return pack_record(Record(0, NO_PREV, b"", None, HEADER, body, None, None))


def test_a_key_of_which_anybody_can_sign_takes_no_seat():
    assert refused(changed("net", keys=[*people(2), bytes(32)]))[0] == "weak_key"


def test_other_versions_are_told_apart():
    assert refused(changed(game="chess"))[0] == "unknown_game"
    with pytest.raises(Refusal) as caught:
        read_roster(changed(rules_version=99))
    assert caught.value.params == {"game": "atlantis", "ours": GAME.rules_version, "theirs": 99, "older": "us"}
    with pytest.raises(Refusal) as caught:
        read_roster(changed(rules_version=0))
    assert caught.value.params["older"] == "them"
    assert refused(changed("net", golden=bytes(16)))[0] == "other_behaviour"


# --- Agreeing


ANNA = Person("Anna", identity(0).key, bytes([0, 0] * 8))


def test_a_person_signs_only_the_table_it_was_ready_for():
    one = roster()
    agree(one, 0, ANNA, "atlantis", {}, 0)
    for seat, me, game, options, host, what in (
        (1, ANNA, "atlantis", {}, 0, "me"),
        (7, ANNA, "atlantis", {}, 0, "me"),
        (0, ANNA._replace(nonce=b"x" * 16), "atlantis", {}, 0, "me"),
        (0, ANNA._replace(key=identity(7).key), "atlantis", {}, 0, "me"),
        (0, ANNA._replace(name="Annabel"), "atlantis", {}, 0, "me"),
        (0, ANNA, "atlantis", {"paid_cards": "discard"}, 0, "rules"),
        (0, ANNA, "atlantis", {}, 1, "host"),
    ):
        with pytest.raises(Refusal) as caught:
            agree(one, seat, me, game, options, host)
        assert caught.value.params == {"what": what}


def test_all_persons_sign_in_order_and_bots_do_not():
    one = roster(people=2, bots=1)
    sigs = {seat: sign_roster(identity(seat), one) for seat in (1, 0)}
    body = signed_body(one, sigs)
    assert body == [[0, sigs[0]], [1, sigs[1]]]
    check_signed(one, body)


def test_without_everybody_nothing_begins():
    one = roster()
    sigs = {seat: sign_roster(identity(seat), one) for seat in (0, 2)}
    with pytest.raises(Refusal) as caught:
        signed_body(one, sigs)
    assert (caught.value.reason, caught.value.params) == ("not_agreed", {"seat": 1})
    with pytest.raises(Refusal, match="not_agreed"):
        signed_body(one, {**sigs, 1: sign_roster(identity(2), one)})
    with pytest.raises(Refusal, match="not_agreed"):
        signed_body(one, {**sigs, 1: sign_roster(identity(1), roster(nonce=1))})
    with pytest.raises(Refusal, match="not_agreed"):
        opening.check_signature(one, 3, b"s" * 64)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda body: None,
        lambda body: body[:2],
        lambda body: [body[1], body[0], body[2]],
        lambda body: [*body, body[0]],
        lambda body: [[False, body[0][1]], *body[1:]],
        lambda body: [[*body[0], 1], *body[1:]],
        lambda body: [[0, body[1][1]], *body[1:]],
        lambda body: [[0, None], *body[1:]],
        lambda body: [[0, body[0][1] + b"x"], *body[1:]],
    ],
)
def test_who_puts_less_than_all_signatures_into_the_log_is_the_host(spoil):
    one = roster(host=1)
    body = signed_body(one, {seat: sign_roster(identity(seat), one) for seat in range(3)})
    with pytest.raises(Refusal) as caught:
        check_signed(one, spoil(body))
    assert caught.value.blamed == 1


def test_nobody_proposes_what_nobody_would_sign():
    with pytest.raises(Refusal, match="bad_roster"):
        propose(GAME, [ANNA, ANNA._replace(name="B")], {}, 0)
    with pytest.raises(Refusal, match="bad_roster"):
        propose(GAME, [ANNA, Bot("random")], {}, 1)


# --- Versions


def test_our_own_hello_fits_before_authentication():
    one = hello("atlantis/1.0", b"n" * 16)
    assert len(write(one)) <= 4096
    assert one.games == our_games()
    assert set(one.games) == set(games.names())


def test_golden_follows_from_behaviour_and_is_the_same_each_time():
    assert golden("atlantis") == golden_of(GAME)
    assert len(golden("atlantis")) == 16
    # A change here is a change of how Atlantis is played: then its rules_version must change too.
    assert golden("atlantis").hex() == GOLDEN


GOLDEN = "f3888842fe207b073940385dcd922a82"


def test_another_behaviour_is_another_golden():
    turned = GAME._replace(options=tuple(Option(one.name, one.values[::-1]) for one in GAME.options))
    assert golden_of(turned) != golden_of(GAME)
    assert golden_of(GAME._replace(seat_counts=(2, 3))) != golden_of(GAME)


def said(least: int, most: int) -> Hello:
    return Hello((least, most), "a", (), {}, b"n" * 16)


@pytest.mark.parametrize(("ours", "theirs", "found"), [((1, 3), (2, 5), 3), ((1, 1), (1, 1), 1), ((2, 9), (1, 2), 2)])
def test_the_highest_protocol_of_both_is_spoken(ours, theirs, found):
    assert common_protocol(said(*ours), said(*theirs)) == found
    assert common_protocol(said(*theirs), said(*ours)) == found


def test_without_a_common_protocol_it_is_said_who_is_older():
    for ours, theirs, older in (((1, 1), (2, 3), "us"), ((2, 3), (1, 1), "them")):
        with pytest.raises(Refusal) as caught:
            common_protocol(said(*ours), said(*theirs))
        assert caught.value.params == {"ours": list(ours), "theirs": list(theirs), "older": older}


def test_a_game_must_behave_alike_on_both_sides():
    ours = {"atlantis": (2, b"g" * 16), "mine": (1, b"m" * 16)}
    assert check_game("atlantis", ours, dict(ours)) == ours["atlantis"]
    for name, theirs, reason, params in (
        ("mine", {}, "unknown_game", {"game": "mine", "older": "them"}),
        ("yours", {"yours": (1, b"")}, "unknown_game", {"game": "yours", "older": "us"}),
        ("atlantis", {"atlantis": (3, b"g" * 16)}, "other_rules", {"ours": 2, "theirs": 3, "older": "us"}),
        ("atlantis", {"atlantis": (1, b"g" * 16)}, "other_rules", {"ours": 2, "theirs": 1, "older": "them"}),
        ("atlantis", {"atlantis": (2, b"h" * 16)}, "other_behaviour", {"game": "atlantis"}),
    ):
        with pytest.raises(Refusal) as caught:
            check_game(name, ours, theirs)
        assert caught.value.reason == reason
        assert params.items() <= caught.value.params.items()


def test_a_hello_is_a_message_like_any_other():
    assert dataclasses.is_dataclass(Hello)


def test_people_of_a_game_of_version_1_who_look_alike_are_told_apart_in_the_next():
    body = dict(roster().record.body)
    body["seats"], body["net"] = ["person:Anna", "person:\u0410nna", "person:C"], {**body["net"], "v": 1}
    lobby = Lobby.of("Reef", read_roster(packed(body)), shift=1)
    assert lobby.names() == ["\u0410nna 2", "C", "Anna"]
    for place in lobby.places:
        place.nonce = b"n" * 16
    assert propose(GAME, lobby.seats(), {}, 0).people == (0, 1, 2)

"""Join codes and tickets, as people type them."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.codes import Ticket, address_text, code_text, new_code, read_address, read_code, read_ticket
from net.refusal import Refusal

QUIET = settings(deadline=None, derandomize=True, database=None, max_examples=200)


@pytest.mark.parametrize("typed", ["042917", "042 917", " 042-917 ", "04 29 17", "0-4-2-9-1-7", "042–917", "042.917\n"])
def test_a_code_may_be_grouped_in_any_way(typed):
    assert read_code(typed) == "042917"


@pytest.mark.parametrize(
    "typed", ["", "04291", "0429170", "04291a", "٠٤٢٩١٧", "０４２９１７", "+42917", "0x2917", "04²917"]
)
def test_anything_else_is_no_code(typed):
    with pytest.raises(Refusal) as refused:
        read_code(typed)
    assert (refused.value.reason, refused.value.params) == ("bad_code", {})


def test_a_new_code_is_even_and_keeps_its_zeros():
    assert new_code(lambda below: 42) == "000042"
    assert new_code(lambda below: below - 1_000_000) == "000000"
    assert new_code(lambda below: below - 1) == "999999"
    assert code_text("042917") == "042 917"
    assert read_code(code_text("042917")) == "042917"


FINGERPRINT, TOKEN = bytes(range(16)), bytes(range(200, 210))
SECRET = "AAAQEAYEAUDAOCAJBIFQYDIOB7EMTSWLZTG45T6Q2E"


def test_a_ticket_is_one_line():
    ticket = Ticket("192.0.2.7", 7777, FINGERPRINT, TOKEN)
    assert str(ticket) == f"atl://192.0.2.7:7777#{SECRET}"
    assert read_ticket(str(ticket)) == ticket


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        (f"atl://table.local:1#{SECRET}", "table.local", 1),
        (f"ATL://Table:65535#{SECRET.lower()}", "Table", 65535),
        (f"  atl://[2001:db8::1]:7777#{SECRET}======\n", "2001:db8::1", 7777),
        (f"atl://[fe80::1%eth0]:7777#{SECRET}", "fe80::1%eth0", 7777),
        (f"atl://localhost:2222#{SECRET[:20]}\n  {SECRET[20:]}", "localhost", 2222),
    ],
)
def test_tickets_as_they_get_copied(typed, host, port):
    ticket = read_ticket(typed)
    assert ticket == Ticket(host, port, FINGERPRINT, TOKEN)
    assert read_ticket(str(ticket)) == ticket


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("", "scheme"),
        (f"http://a:1#{SECRET}", "scheme"),
        (f"a:1#{SECRET}", "scheme"),
        ("atl://a:1#" + SECRET + "A" * 600, "scheme"),
        ("atl://a:1", "secret"),
        ("atl://a:1#", "secret"),
        (f"atl://a:1#{SECRET[:-1]}", "secret"),
        (f"atl://a:1#{SECRET}A", "secret"),
        (f"atl://a:1#{SECRET[:-1]}F", "secret"),  # bits that stand for nothing
        (f"atl://a:1#{SECRET[:-1]}1", "secret"),
        (f"atl://a:1#{SECRET[:-1]}é", "secret"),
        (f"atl://a#{SECRET}", "port"),
        (f"atl://a:#{SECRET}", "port"),
        (f"atl://a:0#{SECRET}", "port"),
        (f"atl://a:65536#{SECRET}", "port"),
        (f"atl://a:1e3#{SECRET}", "port"),
        (f"atl://a:-1#{SECRET}", "port"),
        (f"atl://a:٧#{SECRET}", "port"),
        (f"atl://[::1]#{SECRET}", "port"),
        (f"atl://::1#{SECRET}", "port"),
        (f"atl://:1#{SECRET}", "host"),
        (f"atl://a/b:1#{SECRET}", "host"),
        (f"atl://user@a:1#{SECRET}", "host"),
        (f"atl://-a:1#{SECRET}", "host"),
        (f"atl://a..b:1#{SECRET}", "host"),
        (f"atl://[::1:1#{SECRET}", "host"),
        (f"atl://[::g]:1#{SECRET}", "host"),
        (f"atl://[::1]7:1#{SECRET}", "host"),
        (f"atl://[fe80::1%]:1#{SECRET}", "host"),
        (f"atl://a:b:c#{SECRET}", "host"),
        (f"atl://{'a' * 254}:1#{SECRET}", "host"),
        (f"atl://\x1b[2J:1#{SECRET}", "host"),
    ],
)
def test_what_is_no_ticket_says_what_is_wrong(typed, what):
    with pytest.raises(Refusal) as refused:
        read_ticket(typed)
    assert (refused.value.reason, refused.value.params) == ("bad_ticket", {"what": what})


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("10.0.0.1", ("10.0.0.1", None)),
        ("10.0.0.1:80", ("10.0.0.1", 80)),
        ("a.b.", ("a.b.", None)),
        ("::1", ("::1", None)),
        ("[::1]", ("::1", None)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_addresses_with_and_without_a_port(typed, found):
    assert read_address(typed) == found


def test_an_address_is_written_as_it_is_read():
    assert address_text("::1", 80) == "[::1]:80"
    assert address_text("a", 80) == "a:80"


@QUIET
@given(st.binary(min_size=16, max_size=16), st.binary(min_size=10, max_size=10), st.integers(1, 65535))
def test_every_ticket_comes_back(fingerprint, token, port):
    for host in ("a-b.example", "192.0.2.1", "2001:db8::7"):
        ticket = Ticket(host, port, fingerprint, token)
        assert read_ticket(str(ticket)) == ticket


@QUIET
@given(st.text(max_size=60))
def test_any_line_is_a_ticket_or_refused(text):
    for typed in (text, f"atl://{text}#{SECRET}", f"atl://a:1#{text}"):
        with suppress(Refusal):
            assert read_ticket(str(read_ticket(typed))) == read_ticket(typed)

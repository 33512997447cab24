"""A certificate of the host's own, for one run: TLS 1.3, our protocol, known by its hash."""

import hashlib
import os
import ssl
import sys
import tempfile

import pytest

from net.certificate import ALPN, fingerprint_seen, joining_context, make_certificate


def shake_hands(host, guest):
    """TLS between two contexts without a network; the guest's and the host's end."""
    to_host, to_guest = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        guest.wrap_bio(to_guest, to_host, server_side=False, server_hostname="nobody-looks-at-this"),
        host.wrap_bio(to_host, to_guest, server_side=True),
    ]
    waiting = list(ends)
    for _ in range(10):
        for end in tuple(waiting):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            waiting.remove(end)
        if not waiting:
            return ends
    raise AssertionError("no end of shaking hands")


@pytest.fixture(scope="module")
def certificate():
    return make_certificate()


def test_the_guest_sees_the_fingerprint_the_host_has(certificate):
    guest, _ = shake_hands(certificate.context, joining_context())
    assert guest.version() == "TLSv1.3"
    assert guest.selected_alpn_protocol() == ALPN
    assert fingerprint_seen(guest) == certificate.fingerprint
    assert hashlib.sha256(guest.getpeercert(binary_form=True)).digest() == certificate.fingerprint


def test_every_start_has_a_certificate_of_its_own(certificate):
    assert make_certificate().fingerprint != certificate.fingerprint


def test_there_is_nothing_to_resume_with(certificate):
    guest, _ = shake_hands(certificate.context, joining_context())
    assert certificate.context.num_tickets == 0
    assert not guest.session_reused


def test_older_tls_is_refused(certificate):
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname = False
    old.verify_mode = ssl.CERT_NONE
    old.set_alpn_protocols([ALPN])
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError):
        shake_hands(certificate.context, old)


@pytest.mark.parametrize("spoken", [[], ["h2"]], ids=["silent about it", "another one"])
def test_a_host_of_another_protocol_has_no_fingerprint(spoken):
    other = make_certificate().context
    if spoken:
        other.set_alpn_protocols(spoken)
    else:
        other = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        other.num_tickets = 0
        load_into(other)
    guest, _ = shake_hands(other, joining_context())
    assert fingerprint_seen(guest) is None
    assert fingerprint_seen(None) is None


def load_into(context):
    from net.certificate import _load, _self_signed

    _load(context, _self_signed()[0])


@pytest.mark.parametrize("memory", [True, False], ids=["files in memory", "no files in memory"])
def test_no_key_stays_on_the_disk(memory, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    modes = []
    load = ssl.SSLContext.load_cert_chain

    def watched(context, path):
        modes.append(os.stat(path).st_mode & 0o777)
        return load(context, path)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", watched)
    if not memory:
        monkeypatch.setattr(sys, "platform", "darwin")
    certificate = make_certificate()
    guest, _ = shake_hands(certificate.context, joining_context())
    assert fingerprint_seen(guest) == certificate.fingerprint
    assert list(tmp_path.iterdir()) == []
    assert memory or modes == [0o600]

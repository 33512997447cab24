"""The key of a person: made once, kept private, and worth nothing to anybody else."""

import errno
import os
import pickle

import pytest

from net import identity as module
from net.identity import (
    ENTRY,
    HOST,
    JOIN,
    REPLY,
    Identity,
    check_guest,
    check_host,
    check_key,
    fingerprint,
    load_identity,
    verify,
)
from net.refusal import ProtocolError, Refusal

ANNA, BORIS = Identity(bytes(32)), Identity(b"\1" * 32)
CERTIFICATE, NONCE = b"c" * 32, b"n" * 16


def fixed(length):
    return bytes(range(length))


def refused(path, **params):
    with pytest.raises(Refusal) as caught:
        load_identity(path, fixed)
    assert caught.value.params == {"path": str(path), **params}
    return caught.value.reason


def test_a_key_is_made_once_and_found_again(tmp_path):
    path = tmp_path / "deep" / "identity"
    first = load_identity(path, fixed)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    again = load_identity(path, lambda length: pytest.fail("a second key"))
    assert first.key == again.key == Identity(fixed(32)).key
    assert [one.name for one in path.parent.iterdir()] == ["identity"]


def test_the_file_says_what_it_is(tmp_path):
    load_identity(tmp_path / "identity", fixed)
    assert (tmp_path / "identity").read_text() == f"atlantis identity 1\n{fixed(32).hex()}\n"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"atlantis identity 1\n",
        b"atlantis identity 2\n" + b"00" * 32 + b"\n",
        b"atlantis identity 1\n" + b"00" * 31 + b"\n",
        b"atlantis identity 1\n" + b"00" * 33 + b"\n",
        b"atlantis identity 1\n" + b"00" * 32,
        b"atlantis identity 1\n" + b"0G" * 32 + b"\n",
        b"\xff" * 80,
        b"x" * 100_000,
    ],
)
def test_a_file_that_is_no_key_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "identity"
    path.write_bytes(content)
    path.chmod(0o600)
    assert refused(path, what="content") == "identity_unreadable"
    assert path.read_bytes() == content


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o666])
def test_a_key_that_others_may_touch_is_refused(tmp_path, mode):
    path = tmp_path / "identity"
    load_identity(path, fixed)
    path.chmod(mode)
    assert refused(path, mode=mode) == "identity_not_private"


def test_a_key_of_somebody_else_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "identity"
    load_identity(path, fixed)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert refused(path, mode=0o600) == "identity_not_private"


def test_a_folder_or_a_pipe_is_no_key(tmp_path):
    assert refused(tmp_path, what="not_a_file") == "identity_unreadable"
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert refused(tmp_path / "pipe", what="not_a_file") == "identity_unreadable"


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "identity", cause="not_directory") == "identity_file"


def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(fd, data):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("core.disk.write", full)
    assert refused(tmp_path / "identity", cause="no_space") == "identity_file"
    assert list(tmp_path.iterdir()) == []


def test_a_file_system_without_links_will_do(tmp_path, monkeypatch):
    def no_link(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", no_link)
    first = load_identity(tmp_path / "identity", fixed)
    assert load_identity(tmp_path / "identity", os.urandom).key == first.key
    assert [one.name for one in tmp_path.iterdir()] == ["identity"]


def test_what_a_killed_program_left_is_no_obstacle(tmp_path):
    (tmp_path / f"identity.{os.getpid()}.new").write_text("half")
    load_identity(tmp_path / "identity", fixed)
    assert [one.name for one in tmp_path.iterdir()] == ["identity"]


def test_if_another_program_is_faster_its_key_is_taken(tmp_path, monkeypatch):
    path, link = tmp_path / "identity", os.link

    def late(source, target):
        monkeypatch.setattr(os, "link", link)
        load_identity(str(path) + ".other", lambda length: b"\7" * length)
        link(str(path) + ".other", path)
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    assert load_identity(path, fixed).key == Identity(b"\7" * 32).key


def test_a_secret_is_not_shown():
    assert "00000000" not in repr(ANNA)
    assert not hasattr(ANNA, "__dict__")
    with pytest.raises(TypeError):
        pickle.dumps(ANNA)


# --- Signatures


def test_a_signature_is_for_one_key_one_label_and_one_text():
    sig = ANNA.sign(ENTRY, b"text")
    assert verify(ANNA.key, ENTRY, b"text", sig)
    assert not verify(BORIS.key, ENTRY, b"text", sig)
    assert not verify(ANNA.key, REPLY, b"text", sig)
    assert not verify(ANNA.key, ENTRY, b"test", sig)
    for at in range(64):
        assert not verify(ANNA.key, ENTRY, b"text", sig[:at] + bytes([sig[at] ^ 1]) + sig[at + 1 :])


def test_bytes_that_are_no_key_or_no_signature_verify_nothing():
    for key in (b"", b"x" * 31, b"\xff" * 32, ANNA.key + b"x"):
        assert not verify(key, ENTRY, b"text", ANNA.sign(ENTRY, b"text"))
    for sig in (b"", b"x" * 63, b"x" * 65):
        assert not verify(ANNA.key, ENTRY, b"text", sig)


def test_a_signature_has_no_second_form():
    """Adding the order of the group to the second half must not give another signature of the same text."""
    order = 2**252 + 27742317777372353535851937790883648493
    sig = ANNA.sign(ENTRY, b"text")
    other = (int.from_bytes(sig[32:], "little") + order).to_bytes(32, "little")
    assert not verify(ANNA.key, ENTRY, b"text", sig[:32] + other)


def test_labels_end_and_none_begins_another():
    labels = [value for name, value in vars(module).items() if name.isupper() and isinstance(value, bytes)]
    assert len(labels) == len(set(labels)) == 7
    assert all(label.startswith(b"ATL1-") and label.endswith(b"\0") and label.count(b"\0") == 1 for label in labels)


def test_a_fingerprint_follows_from_the_key():
    assert ANNA.fingerprint == fingerprint(ANNA.key)
    assert len(ANNA.fingerprint) == 16
    assert ANNA.fingerprint != BORIS.fingerprint


# --- Keys of which anybody can sign


P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    both = D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + both, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - both, -1, P) % P,
    )


def points(y):
    """The points with this y: none, one or two."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * pow(2, (P - 1) // 4, P) % P
    return {(root, y), (-root % P, y)} if root * root % P == square else set()


def test_the_weak_keys_are_just_the_points_of_small_order():
    listed = {point for y in module._WEAK for point in points(int.from_bytes(y, "little"))}
    for point in listed:
        eight = point
        for _ in range(3):
            eight = add(eight, eight)
        assert eight == (0, 1)
    assert len(listed) == 8  # and a curve of this cofactor has no more


def test_weak_keys_are_refused_in_every_spelling():
    bad = [*module._WEAK, *(y[:-1] + bytes([y[-1] | 0x80]) for y in module._WEAK)]
    bad += [(P + n).to_bytes(32, "little") for n in range(19)] + [b"", b"x" * 31, b"x" * 33]
    for key in bad:
        with pytest.raises(Refusal, match="weak_key"):
            check_key(key)
    for one in (ANNA, BORIS):
        check_key(one.key)


# --- At the door


def test_the_host_proves_itself_for_this_certificate_and_this_guest():
    sig = ANNA.prove_host(CERTIFICATE, NONCE)
    check_host(ANNA.key, CERTIFICATE, NONCE, sig)
    check_host(ANNA.key, CERTIFICATE, NONCE, sig, ANNA.fingerprint)
    assert verify(ANNA.key, HOST, CERTIFICATE + NONCE, sig)
    for key, certificate, nonce in (
        (BORIS.key, CERTIFICATE, NONCE),
        (ANNA.key, b"d" * 32, NONCE),
        (ANNA.key, CERTIFICATE, b"m" * 16),
    ):
        with pytest.raises(Refusal, match="wrong_certificate"):
            check_host(key, certificate, nonce, sig)
    with pytest.raises(Refusal, match="wrong_identity"):
        check_host(ANNA.key, CERTIFICATE, NONCE, sig, BORIS.fingerprint)


def test_the_guest_proves_itself_for_the_certificate_it_sees_and_this_exchange():
    sig = BORIS.prove_guest(CERTIFICATE, NONCE, b"pake")
    check_guest(BORIS.key, CERTIFICATE, NONCE, sig, b"pake")
    assert verify(BORIS.key, JOIN, CERTIFICATE + NONCE + b"pake", sig)
    for certificate, nonce, pake in (
        (b"d" * 32, NONCE, b"pake"),
        (CERTIFICATE, b"m" * 16, b"pake"),
        (CERTIFICATE, NONCE, b""),
    ):
        with pytest.raises(Refusal, match="wrong_certificate"):
            check_guest(BORIS.key, certificate, nonce, sig, pake)


def test_a_proof_of_one_side_is_none_of_the_other():
    with pytest.raises(Refusal, match="wrong_certificate"):
        check_guest(ANNA.key, CERTIFICATE, NONCE, ANNA.prove_host(CERTIFICATE, NONCE))


@pytest.mark.parametrize(("certificate", "nonce"), [(b"c" * 31, NONCE), (CERTIFICATE, b"n" * 17)])
def test_what_is_signed_has_fixed_lengths(certificate, nonce):
    with pytest.raises(ValueError, match="bytes and not"):
        ANNA.prove_host(certificate, nonce)


def test_a_refusal_survives_pickling():
    for error in (Refusal("not_agreed", blamed=2, seat=1), ProtocolError("bad_entry", what="sig")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (again.reason, again.blamed, again.params) == (error.reason, error.blamed, error.params)

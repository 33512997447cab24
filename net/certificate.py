"""The TLS certificate of a table. The program makes a new one for each table it sits at, and peers know it by its
hash alone.

Python can neither ask a stranger for a self-signed certificate nor use channel binding with TLS 1.3. So only the host
has a certificate, and both sides tie every proof of identity to its hash: `fingerprint` at the host, `fingerprint_seen`
at the guest. Somebody in the middle has another certificate with another hash, and a proof made for one hash does not
fit the other.
"""

from __future__ import annotations

import hashlib
import os
import ssl
import sys
import tempfile
from typing import NamedTuple

ALPN = "atl/1"


class Certificate(NamedTuple):
    """The host's side of TLS at one table. The `Links` of the program own it."""

    context: ssl.SSLContext
    fingerprint: bytes


def make_certificate() -> Certificate:
    """A fresh key and a certificate signed with it. They are never kept: they live as long as the context."""
    pem, der = _self_signed()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    _harden(context)
    context.num_tickets = 0  # no TLS tickets: peers come back by their identity key
    _load(context, pem)
    return Certificate(context, hashlib.sha256(der).digest())


def joining_context() -> ssl.SSLContext:
    """The guest's side. It takes any certificate, because the handshake checks `fingerprint_seen` and no name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    _harden(context)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint_seen(tls: ssl.SSLObject | None) -> bytes | None:
    """The hash of the other side's certificate, or None if the other side does not speak our protocol."""
    if tls is None or tls.selected_alpn_protocol() != ALPN:
        return None
    der = tls.getpeercert(binary_form=True)
    return hashlib.sha256(der).digest() if der else None


def _harden(context: ssl.SSLContext) -> None:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])


def _self_signed() -> tuple[bytes, bytes]:
    """Key and certificate in PEM form, and the certificate alone in DER form."""
    # Imported here and not at the top: these imports are slow, and most runs of the program host no table.
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    nobody = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "table")])
    # Nobody checks the dates: the clocks of laptops are often wrong, and the key dies with the process.
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(nobody)
        .issuer_name(nobody)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=2))
        .not_valid_after(now + timedelta(days=365))
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)
    return pem, certificate.public_bytes(serialization.Encoding.DER)


def _load(context: ssl.SSLContext, pem: bytes) -> None:
    """Loads the key into the context. Python reads a key only from a file, so on Linux this uses a file in memory, and
    the key never touches a disk. Elsewhere it uses a temporary file."""
    if sys.platform == "linux":
        memory = os.memfd_create("table", os.MFD_CLOEXEC)
        try:
            os.write(memory, pem)
            context.load_cert_chain(f"/proc/self/fd/{memory}")
            return
        except OSError:
            pass  # no /proc here: use a temporary file
        finally:
            os.close(memory)
    handle, path = tempfile.mkstemp()  # mkstemp makes it with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        os.unlink(path)

"""An aiohttp application as a server of this process, on loopback; what every double that speaks HTTP is served by."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

LEFT_WITHIN_S = 0.1
"""For handlers that are still at work in the end: a double that hangs on purpose hangs for good."""


@asynccontextmanager
async def http_server(application: web.Application, *, port: int = 0, encryption: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """Serve on this port, or a free one, until the block ends; the address. A handler whose client has gone is cancelled."""
    runner = web.AppRunner(application, access_log=None, handler_cancellation=True, shutdown_timeout=LEFT_WITHIN_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port, ssl_context=encryption).start()
        host, taken = runner.addresses[0][:2]
        yield f"{'https' if encryption else 'http'}://{host}:{taken}"
    finally:
        await runner.cleanup()


def certified(path: Path, name: x509.GeneralName) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A new certificate for this name, left at `path` with its key: for the server, and for whoever trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, str(name.value))])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([name]), critical=False)
        .sign(key, hashes.SHA256())
    )
    shown = certificate.public_bytes(Encoding.PEM)
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + shown)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=shown.decode())

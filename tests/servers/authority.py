"""A certificate authority of a test: made when it is needed, trusted by nobody else, gone with the test."""

import ipaddress
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HERE = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """Vouches for servers; `folder` has what OpenSSL reads from files."""

    folder: Path
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def made(cls, folder: Path, *, name: str = "Test authority") -> "Authority":
        folder.mkdir()
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = _signed(_named(name, key).add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True), name, key)
        _file(folder).write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        return cls(folder=folder, key=key, certificate=certificate)

    @property
    def file(self) -> Path:
        """Its certificate, for `SSL_CERT_FILE`."""
        return _file(self.folder)

    @property
    def trusting(self) -> ssl.SSLContext:
        """How a client connects that trusts this authority alone."""
        return ssl.create_default_context(cafile=str(self.file))

    def server(self, host: str = HERE, *, expired: bool = False) -> ssl.SSLContext:
        """How a server of that name or address answers."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.IPAddress(ipaddress.ip_address(host)) if host[0].isdigit() else x509.DNSName(host)
        about = _named(host, key, ends=timedelta(days=-1 if expired else 1)).add_extension(
            x509.SubjectAlternativeName([name]), critical=False
        )
        certificate = _signed(about, self.certificate.subject.rfc4514_string().removeprefix("CN="), self.key)
        both = self.folder / f"{host}-{expired}.pem"
        private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        both.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(both)
        return context


def _file(folder: Path) -> Path:
    return folder / "authority.pem"


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _named(name: str, key: ec.EllipticCurvePrivateKey, *, ends: timedelta = timedelta(days=1)) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    about = x509.CertificateBuilder().subject_name(_name(name)).public_key(key.public_key()).serial_number(x509.random_serial_number())
    return about.not_valid_before(now - timedelta(days=2)).not_valid_after(now + ends)


def _signed(about: x509.CertificateBuilder, issuer: str, key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    return about.issuer_name(_name(issuer)).sign(key, hashes.SHA256())

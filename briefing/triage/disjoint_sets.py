"""Sets that grow together: disjoint sets over positions (union-find with path halving)."""


class Unions:
    """Positions 0 to `size` - 1, each alone at first; joining two joins their sets. Nearly constant time per call."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def join(self, one: int, other: int) -> None:
        """Make the sets of both one set; its name is its smallest position."""
        one, other = self.find(one), self.find(other)
        if one != other:
            self._parent[max(one, other)] = min(one, other)

    def find(self, position: int) -> int:
        """The smallest position of the set."""
        parent = self._parent
        while parent[position] != position:
            parent[position] = position = parent[parent[position]]
        return position

"""Makes a history one that a provider takes, whatever it has been through: turns that were interrupted, processes that died.

The functions are pure, and know no provider's form of a message: `Shape` tells what of it matters. What stays, stays as it was and in its
order.
"""

from collections.abc import Callable, Iterable, Sequence

from providers.models.typed.history import Item, Shape


def pair_tool_calls(items: Iterable[Item], shape: Callable[[Item], Shape]) -> list[Item]:
    """Without every message whose calls are not all answered behind it, and without every result that answers none of the others."""
    items = list(items)
    shapes = [shape(item) for item in items]
    while dropped := _unpaired(shapes):
        items = [item for index, item in enumerate(items) if index not in dropped]
        shapes = [each for index, each in enumerate(shapes) if index not in dropped]
    return items


def without_system(items: Iterable[Item], shape: Callable[[Item], Shape]) -> list[Item]:
    """Whoever sends the history puts the one system message first."""
    return [item for item in items if not shape(item).is_system]


def repaired(items: Iterable[Item], shape: Callable[[Item], Shape]) -> list[Item]:
    """What may be sent behind the one system message."""
    return pair_tool_calls(without_system(items, shape), shape)


def _unpaired(shapes: Sequence[Shape]) -> set[int]:
    """Calls and results that nothing answers or asks for. A call takes the first result of its id behind it, and each result one call."""
    waiting: dict[str, int] = {}
    unanswered: dict[int, int] = {}
    unpaired: set[int] = set()
    for index, each in enumerate(shapes):
        if each.calls:
            unanswered[index] = len(each.calls)
            for call_id in each.calls:
                if call_id is None or waiting.setdefault(call_id, index) != index:
                    unpaired.add(index)
        if each.answers is not None:
            if (caller := waiting.pop(each.answers, None)) is None:
                unpaired.add(index)
            else:
                unanswered[caller] -= 1
    return unpaired | {index for index, left in unanswered.items() if left}

"""Google's partial responses: the `fields` parameter, by its documentation "Performance tips".

a,b        both        a/b    only b inside a        a(b,c)    both inside a        *    everything there
"""

import re

from pydantic import JsonValue

Mask = dict[str, "Mask"]
_TOKEN = re.compile(r"[A-Za-z0-9_*]+|[,/()]")


class FieldsError(ValueError):
    """The mask is not one."""


def masked(value: JsonValue, fields: str) -> JsonValue:
    """The parts of an answer that `fields` asks for. Raises `FieldsError`."""
    tokens = _TOKEN.findall(fields)
    if "".join(tokens) != fields:
        raise FieldsError(fields)
    mask, rest = _selection(tokens)
    if rest:
        raise FieldsError(fields)
    return _apply(value, mask)


def _selection(tokens: list[str]) -> tuple[Mask, list[str]]:
    mask: Mask = {}
    while True:
        if not tokens or tokens[0] in ",/()":
            raise FieldsError("a name is missing")
        name, tokens = tokens[0], tokens[1:]
        inner: Mask = {}
        if tokens[:1] == ["/"]:
            inner, tokens = _path(tokens[1:])
        elif tokens[:1] == ["("]:
            inner, tokens = _selection(tokens[1:])
            if tokens[:1] != [")"]:
                raise FieldsError("a bracket is missing")
            tokens = tokens[1:]
        mask.setdefault(name, {}).update(inner)
        if tokens[:1] != [","]:
            return mask, tokens
        tokens = tokens[1:]


def _path(tokens: list[str]) -> tuple[Mask, list[str]]:
    """What follows a slash: one name, with its own slash or brackets."""
    end, depth = 0, 0
    while end < len(tokens) and (depth or tokens[end] not in ",)"):
        depth += (tokens[end] == "(") - (tokens[end] == ")")
        end += 1
    mask, rest = _selection(tokens[:end])
    if rest:
        raise FieldsError("a path is broken")
    return mask, tokens[end:]


def _apply(value: JsonValue, mask: Mask) -> JsonValue:
    if not mask:
        return value
    if isinstance(value, list):
        return [_apply(each, mask) for each in value]
    if isinstance(value, dict):
        chosen = {name: mask.get(name, mask.get("*")) for name in value}
        return {name: _apply(value[name], inner) for name, inner in chosen.items() if inner is not None}
    return value

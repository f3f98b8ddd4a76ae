"""Whose screen and whose mail it is. It reaches every tool from here, and no model names it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    user_id: str
    organisation_id: str | None = None

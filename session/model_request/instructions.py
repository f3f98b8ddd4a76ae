"""The instructions: the one system message that stands first in each request, and never changes."""

from prompts import render


def instructions() -> str:
    return render("briefing")

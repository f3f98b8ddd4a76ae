"""What it costs to hold the reading of a mail within bounds: ordinary mail, read with them and without."""

from collections.abc import Callable, Sequence
from functools import partial

from benchmarks.arms import compare
from benchmarks.record import Figure, Measured
from providers.mime.body import MailBody, read_body, read_without_bounds
from tests.briefing.envelopes import NOW
from tests.providers.hostile import HTML
from tests.providers.sample_copies import sample_mails

ROUNDS = 15
NEWSLETTER = (
    HTML + b"<table><tr><td><p>These are the words of a newsletter, and <a href=https://example.org>they</a> go on.</p></table>\n" * 600
)


def main() -> Measured:
    mails = [*sample_mails(NOW), NEWSLETTER]
    arms = {"without bounds": partial(_read, read_without_bounds, mails), "within bounds": partial(_read, read_body, mails)}
    report = compare(arms, ROUNDS)
    print(f"{len(mails)} mails", *report.lines(), sep="\n")
    mark = Figure(
        what="an ordinary mail, read within bounds, to without",
        measured=report["within bounds"].median_ratio,
        at_most=1.05,
        same_again=report.same_again.median_ratio,
    )
    return Measured(figures=[mark], numbers={"read": report.as_json()})


def _read(read: Callable[[bytes], MailBody], mails: Sequence[bytes]) -> None:
    for raw in mails:
        read(raw)

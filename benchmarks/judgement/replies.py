"""The sender's own words of answers, as each mail program writes them in each of its languages: exact, or not.

`mails/programs.toml` holds what stands between an answer and the mail that it answers. Cells of program and language go to the two
parts in turn, with three answers each; an answer is exact if nothing of it is missing and nothing else is there, blank lines aside.
"""

import tomllib
from collections.abc import Iterator
from html import escape
from textwrap import fill

from benchmarks.judgement.labelled import MAILS, Part, share
from benchmarks.record import Figure, Measured
from providers.mime.body import read_body

_WRAPPED_AT = 72


def main() -> Measured:
    figures: list[Figure] = []
    numbers: dict[str, object] = {}
    for part in Part:
        results = {name: outcome(raw, own) for name, raw, own in replies(part)}
        wrong = {name: got for name, (exact, got) in results.items() if not exact}
        plain = [name for name in results if not name.startswith("html")]
        rich = [name for name in results if name.startswith("html")]
        empty = sum(not got.strip() for _, got in results.values())
        numbers[part] = sorted(wrong)
        figures += [
            Figure(
                what=f"{part}: answers in plain text not exact (text compared), share of {len(plain)}",
                measured=1 - share(results[name][0] for name in plain),
                at_most=0.16,
            ),
            Figure(
                what=f"{part}: answers in HTML not exact (text compared), share of {len(rich)}",
                measured=1 - share(results[name][0] for name in rich),
                at_most=0.08,
            ),
            Figure(what=f"{part}: answers of which nothing is left", measured=empty, at_most=0),
        ]
        if part is Part.TUNE:
            print(*(f"{name}: {got!r}" for name, got in wrong.items()), sep="\n")
    return Measured(figures=figures, numbers=numbers)


def outcome(raw: str, own: str) -> tuple[bool, str]:
    got = read_body(raw.encode("utf-8")).text
    return _words(got) == _words(own), got


def replies(part: Part) -> Iterator[tuple[str, str, str]]:
    """Name, raw mail and own words of each answer."""
    table = tomllib.loads((MAILS / "programs.toml").read_text(encoding="utf-8"))
    own, quoted = table.pop("own"), table.pop("quoted")
    cells = [(name, program, language) for name, program in table.items() for language in own if language in program]
    for place, (name, program, language) in enumerate(cells):
        if (place % 2 == 0) is (part is Part.TUNE):
            for number, words in enumerate(own[language]):
                raw = _mail(program, program[language], words, quoted[language], program.get("device", {}).get(language, ""))
                yield f"{'html' if program['layout'] == 'html' else 'plain'} {name} {language} {number}", raw, words


def _mail(program: dict[str, str], attribution: str, own: str, quoted: str, device: str) -> str:
    kind = "html" if program["layout"] == "html" else "plain"
    head = f"From: a@berg.example\nSubject: Re: Maps\nContent-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    if kind == "html":
        element = program["element"].format(attribution=attribution, quoted=_lined(quoted))
        return f"{head}<html><body><div>{_lined(own)}</div><br>{element}</body></html>"
    if program.get("wraps"):
        attribution = fill(attribution, _WRAPPED_AT, break_long_words=False, break_on_hyphens=False)
    above = f"{own}\n\n{device}\n\n" if device else f"{own}\n\n"
    match program["layout"]:
        case "quoted" if program.get("inside"):
            return head + above + _marked(f"{attribution}\n\n{quoted}", "> ")
        case "quoted":
            return f"{head}{above}{attribution}\n{_marked(quoted, '> ')}"
        case "bare":
            return f"{head}{above}{attribution}\n\n{quoted}\n"
        case prefix:
            return f"{head}{attribution}\n\n{_marked(quoted, f'{prefix}> ')}\n{own}\n"


def _marked(text: str, mark: str) -> str:
    return "".join(f"{mark}{line}\n" for line in text.split("\n"))


def _lined(text: str) -> str:
    return "<br>".join(escape(line) for line in text.split("\n"))


def _words(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]

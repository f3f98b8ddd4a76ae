"""The first telling of labelled mails: how many facts it holds, and how many mails are told badly.

The rubric, written before anything was heard: *well* is a telling that holds every labelled fact and nothing of what may not be heard;
*acceptable* one that names the sender, holds at least two thirds of the facts and nothing of what may not be heard; the rest is told badly.
A fact is held if one of its wordings stands in the telling, upper and lower case alike.
"""

from collections import Counter

from benchmarks.judgement.labelled import MAILS, NOW, Labelled, Part, Read, labelled, read, signals
from benchmarks.record import Figure, Measured
from briefing.speech.checking.given_summary import BY_RULE, GivenSummary, HeldSummary, held
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences.about_mails import present_mail
from briefing.triage.scoring import score

ENOUGH = 2 / 3


PERFECT = MAILS / "perfect.txt"
"""Of the part to test on, what a model would give that makes no mistake: name, line, by when, amount, place, choices."""


def main() -> Measured:
    """Both parts; of the part to tune on, every telling that is not good is printed."""
    figures: list[Figure] = []
    numbers: dict[str, object] = {}
    for part in Part:
        mails = read(labelled(part))
        told = {mail.label.name: first_telling(mail) for mail in mails}
        grades = {mail.label.name: grade(mail.label, told[mail.label.name]) for mail in mails}
        held = [holds(told[mail.label.name], wordings) for mail in mails for wordings in mail.label.facts]
        count = Counter(grades.values())
        numbers[part] = dict(count)
        figures += [
            Figure(what=f"{part}: facts missing in the first telling (wordings looked for in it), share of {len(held)}",
                   measured=1 - sum(held) / len(held), at_most=0.05),
            Figure(what=f"{part}: told badly (rubric), of {len(mails)}", measured=count["badly"], at_most=len(mails) * 18 / 120),
            Figure(what=f"{part}: told well (rubric), of {len(mails)}", measured=count["well"]),
        ]  # fmt: skip
        if part is Part.TUNE:
            _tell([mail for mail in mails if grades[mail.label.name] != "well"], told, grades)
    figures += _with_perfect_fields()
    return Measured(figures=figures, numbers=numbers)


def perfect() -> dict[str, GivenSummary]:
    """By the name of the mail."""
    found: dict[str, GivenSummary] = {}
    for row in PERFECT.read_text(encoding="utf-8").splitlines():
        name, line, by_when, amount, place, choices = (part.strip() for part in (row + " | " * 4).split(" | ")[:6])
        listed = tuple(each.strip() for each in choices.split("/") if each.strip())
        found[name] = GivenSummary(line=line, by_when=by_when, amount=amount, place=place, choices=listed)
    return found


def _with_perfect_fields() -> list[Figure]:
    """What is lost of what a perfect model gives: facts that its fields hold, and the telling does not."""
    fields, mails = perfect(), read(labelled(Part.TEST))
    refused, given, lost, grades = 0, 0, 0, Counter[str]()
    for mail in mails:
        if mail.label.name not in fields:
            grades[grade(mail.label, first_telling(mail))] += 1
            continue
        summary = fields[mail.label.name]
        found = held(summary, mail.envelope, mail.text, now=NOW)
        told = first_telling(mail, found)
        refused += not found.words
        whole = f"{spoken_name(mail.envelope.sender)} {summary.line} {summary.by_when} {summary.amount} {' '.join(summary.choices)}"
        wanted = [wordings for wordings in mail.label.facts if holds(whole, wordings)]
        missing = [wordings[0] for wordings in wanted if not holds(told, wordings)]
        given, lost = given + len(wanted), lost + len(missing)
        grades[grade(mail.label, told)] += 1
        if missing or not found.words:
            print(f"{'lost' if missing else 'by rule':<10} {mail.label.name}: {told}", f"           misses {missing}", sep="\n")
    return [
        Figure(what=f"perfect fields: facts lost in wording and checks, share of {given}", measured=lost / given, at_most=0.01),
        Figure(what=f"perfect fields: told badly (rubric), of {len(mails)}", measured=grades["badly"], at_most=len(mails) * 6 / 120),
        Figure(what=f"perfect fields: told well (rubric), of {len(mails)}", measured=grades["well"]),
        Figure(what=f"perfect fields: lines that were refused, of {len(fields)}", measured=refused),
    ]


def first_telling(mail: Read, held: HeldSummary = BY_RULE) -> str:
    return present_mail(score([mail.envelope], signals())[0].ref(), mail.envelope, mail.text, now=NOW, held=held)


def grade(label: Labelled, telling: str) -> str:
    said = telling.lower()
    held = [holds(said, wordings) for wordings in label.facts]
    if any(words in said for words in label.never) or not held[0] or sum(held) < ENOUGH * len(held):
        return "badly"
    return "well" if all(held) else "acceptable"


def holds(telling: str, wordings: tuple[str, ...]) -> bool:
    return any(wording in telling.lower() for wording in wordings)


def _tell(mails: list[Read], told: dict[str, str], grades: dict[str, str]) -> None:
    for mail in mails:
        name, said = mail.label.name, told[mail.label.name]
        missing = [wordings[0] for wordings in mail.label.facts if not holds(said, wordings)]
        heard = [words for words in mail.label.never if words in said.lower()]
        print(f"{grades[name]:<10} {name}: {said}", f"           misses {missing}, must not say {heard}", sep="\n")

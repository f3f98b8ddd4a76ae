"""The briefing mail as plain text: one line for each thing, so that no line of it begins with what a stranger wrote."""

from collections.abc import Iterator

from correspondence.briefing_mail.letter_parts import LetterParts, Row, Section


def text_body(letter: LetterParts) -> str:
    parts = [letter.greeting, *letter.introduction]
    sections = ["\n".join(_section(section)) for section in letter.sections]
    return "\n\n".join([*parts, *sections, f"--\n{letter.why}"]) + "\n"


def _section(section: Section) -> Iterator[str]:
    yield section.title.upper()
    for row in section.rows:
        yield from _row(row)


def _row(row: Row) -> Iterator[str]:
    named = ": ".join(filter(None, (row.head, row.title)))
    if named:
        yield f"{row.number}. {named}" if row.number else f"- {named}"
    for line in row.lines:
        yield f"   {line}" if named else f"- {line}"
    if row.when:
        yield f"   When: {row.when}"
    if row.small:
        yield f"   ({row.small})"

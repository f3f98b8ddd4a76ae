"""Lines that a mail program broke only for the eye: format=flowed, as RFC 3676 has it."""

from email.message import Message

_SIGNATURE_LINE = "-- "


def reflowed(text: str, part: Message) -> str:
    """Undo format=flowed (RFC 3676): a line that ends in a space goes on in the next one of the same depth of quotation.

    With DelSp that space is no part of the text. A space that was put before a line to protect it is taken off; the line of a signature
    neither flows nor is flowed into.
    """
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    without_space = str(part.get_param("delsp", "")).lower() == "yes"
    whole: list[tuple[int, list[str], bool]] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        words = line.lstrip(">")
        depth = len(line) - len(words)
        words = words.removeprefix(" ")
        flows = words.endswith(" ") and words != _SIGNATURE_LINE
        words = words[:-1] if flows and without_space else words
        if whole and whole[-1][2] and whole[-1][0] == depth and words != _SIGNATURE_LINE:
            whole[-1][1].append(words)
            whole[-1] = (depth, whole[-1][1], flows)
        else:
            whole.append((depth, [words], flows))
    return "\n".join(f"{'>' * depth}{' ' if depth else ''}{''.join(words)}" for depth, words, _ in whole)

import type { Said } from "./shown_talk";
import { plainLines, plainText } from "../board/plain_text";

const LONGEST_LINE = 20_000;

const READ_OUT: Readonly<Partial<Record<Said["by"], string>>> = {
  mail_read: "Aloud read a mail out; its words are not kept here.",
  draft_read: "Aloud read your draft out; its words are not kept here.",
};

/** One line of a conversation; `aloud` is who speaks with the user. */
export function SaidLine({ line, aloud = "Aloud" }: { line: Said; aloud?: string }) {
  const read = READ_OUT[line.by];
  if (read !== undefined) return <li className="hint">{read}</li>;
  return (
    <li data-by={line.by}>
      <span className="talk-by">{line.by === "you" ? "You" : <bdi>{aloud}</bdi>}</span>
      <bdi>
        {plainLines(line.heard, LONGEST_LINE)}
        {line.unheard.trim() !== "" && <Unheard words={line.unheard} />}
      </bdi>
    </li>
  );
}

function Unheard({ words }: { words: string }) {
  return <span className="unheard"> {plainText(words, LONGEST_LINE)} (not heard)</span>;
}

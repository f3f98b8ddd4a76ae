import { Check } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import type { TopicOnBoard, TopicState } from "./message";
import { plainText } from "./plain_text";

const LABEL = 90;

/** The topics around the current one, which is kept in view. */
/** Goes to a topic; none where there is no agent to ask. */
export type GoTo = ((topic: number, label: string) => void) | undefined;

interface Props {
  topics: readonly TopicOnBoard[];
  total: number;
  go: GoTo;
}

export const Topics = memo(function Topics({ topics, total, go }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const current = topics.find((topic) => topic.state === "current")?.number;
  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector<HTMLElement>("[aria-current]");
    // Not `scrollIntoView`, which would move the whole page as well.
    if (box && row) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 3;
  }, [current]);
  const hidden = total - topics.length;
  return (
    <section className="list topics" aria-labelledby="topics-title">
      <h2 id="topics-title">
        Topics <span className="count">{total}</span>
      </h2>
      <ol role="list" ref={list} aria-labelledby="topics-title">
        {topics.map((topic) => (
          <Row key={topic.number} {...topic} go={go} />
        ))}
      </ol>
      {hidden > 0 && <p className="empty">and {hidden} more</p>}
    </section>
  );
});

/** Of values: see the rows of the mail lists. */
const Row = memo(function Row({ number, label, mails, done, state, go }: TopicOnBoard & { go: GoTo }) {
  return (
    <li aria-current={state === "current" ? "step" : undefined}>
      <button
        type="button"
        className="topic"
        data-state={state}
        aria-disabled={go === undefined}
        onClick={() => {
          go?.(number, label);
        }}
      >
        <span className="topic-number">{state === "past" ? <Check size={15} aria-label="Done:" /> : number}</span>
        <bdi className="topic-label">{plainText(label, LABEL) || "(no subject)"}</bdi>
        <span className="topic-mails">{mailsOf(state, mails, done)}</span>
      </button>
    </li>
  );
});

function mailsOf(state: TopicState, mails: number, done: number): string {
  if (state === "current" && mails > 1) return `${done} of ${mails}`;
  return mails === 1 ? "1 mail" : `${mails} mails`;
}

import { Check } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import type { TopicOnBoard } from "./message";
import { plainText } from "./plain_text";

const LABEL = 90;

/** The topics around the current one, which is kept in view. */
export const Topics = memo(function Topics({ topics, total }: { topics: readonly TopicOnBoard[]; total: number }) {
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
      <ol role="list" ref={list} tabIndex={0} aria-labelledby="topics-title">
        {topics.map((topic) => (
          <li key={topic.number} className="topic" data-state={topic.state} aria-current={topic.state === "current" ? "step" : undefined}>
            <span className="topic-number">{topic.state === "past" ? <Check size={15} aria-label="Done:" /> : topic.number}</span>
            <bdi className="topic-label">{plainText(topic.label, LABEL) || "(no subject)"}</bdi>
            <span className="topic-mails">{mailsOf(topic)}</span>
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className="empty">and {hidden} more</p>}
    </section>
  );
});

function mailsOf(topic: TopicOnBoard): string {
  if (topic.state === "current" && topic.mails > 1) return `${topic.done} of ${topic.mails}`;
  return topic.mails === 1 ? "1 mail" : `${topic.mails} mails`;
}

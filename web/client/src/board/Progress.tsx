import type { Board } from "./message";
import { plainText } from "./plain_text";

/** How far the briefing is, in words and as a bar. */
export function Progress({ board }: { board: Board }) {
  const { counts } = board;
  const settled = counts.total - counts.remaining;
  const topic = board.topics.find((each) => each.state === "current");
  return (
    <div className="progress">
      <p className="progress-topic">
        {topic ? `Topic ${topic.number} of ${board.topics_total}` : board.phase === "loading" ? "Reading your inbox" : "Briefing"}
      </p>
      {topic && <bdi className="progress-label">{plainText(topic.label, 90)}</bdi>}
      <p className="progress-count">
        {settled} of {counts.total} {counts.total === 1 ? "mail" : "mails"}
        {board.phase === "loading" ? ", more loading" : " done"}
      </p>
      <progress className="progress-bar" max={Math.max(1, counts.total)} value={settled} aria-label="Mails settled" />
    </div>
  );
}

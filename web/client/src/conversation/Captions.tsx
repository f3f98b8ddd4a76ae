import { memo, type RefObject, useCallback, useEffect, useRef } from "react";
import { plainText } from "../board/plain_text";
import type { Line } from "../call/captions";

const LONGEST = 4_000;
const NEAR_THE_END_PX = 24;

/**
 * What both sides said. A live region: but a line is kept from screen readers until it is whole, because otherwise each new word of it
 * would be announced.
 */
export const Captions = memo(function Captions({ lines, announce }: { lines: readonly Line[]; announce: boolean }) {
  const [log, scrolled] = useFollowing(lines);
  return (
    <div
      className="captions"
      role="log"
      aria-label="Captions"
      aria-live={announce ? "polite" : "off"}
      tabIndex={0}
      ref={log}
      onScroll={scrolled}
    >
      {lines.length === 0 && <p className="empty">What is said will be written here.</p>}
      {lines.map((line) => (
        <Said key={line.id} line={line} />
      ))}
    </div>
  );
});

const Said = memo(function Said({ line }: { line: Line }) {
  return (
    <p className="line" data-speaker={line.speaker} data-final={line.final} aria-hidden={!line.final}>
      <span className="speaker">{line.speaker === "you" ? "You" : "Aloud"}</span>
      <span className="words" dir="auto">
        {plainText(line.text, LONGEST)}
      </span>
    </p>
  );
});

/** Keeps the newest line in view, unless somebody has scrolled up to read. */
function useFollowing(lines: readonly Line[]): [RefObject<HTMLDivElement | null>, () => void] {
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const follow = useCallback(() => {
    if (log.current && follows.current) log.current.scrollTop = log.current.scrollHeight;
  }, []);
  useEffect(follow, [follow, lines]);
  useEffect(() => {
    if (log.current === null || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(follow);
    observer.observe(log.current);
    return () => {
      observer.disconnect();
    };
  }, [follow]);
  const scrolled = () => {
    const box = log.current;
    if (box) follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_THE_END_PX;
  };
  return [log, scrolled];
}

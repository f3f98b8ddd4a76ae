/**
 * What was said and typed, as lines. The agent's words come piece by piece as they are spoken; the caller's come as guesses that replace one
 * another. Both carry the id of their segment, by which a later report replaces an earlier one.
 */

export interface Line {
  id: string;
  speaker: "you" | "aloud";
  text: string;
  /** False while words are still coming. */
  final: boolean;
}

export const KEPT_LINES = 120;

export function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  const at = lines.findLastIndex((known) => known.id === line.id);
  if (line.text.trim() === "") {
    // Nothing was said after all: a guess that was taken back.
    return line.final && at >= 0 ? lines.toSpliced(at, 1) : lines;
  }
  if (at >= 0) return lines.with(at, line);
  const kept = isBegunAnew(lines.at(-1), line) ? lines.slice(0, -1) : lines;
  return [...kept, line].slice(-KEPT_LINES);
}

/** A sentence that stopped after a word or two and comes again as another segment: LiveKit does that when a voice's track is just coming. */
function isBegunAnew(last: Line | undefined, line: Line): boolean {
  if (last?.speaker !== "aloud" || line.speaker !== "aloud" || /[.?!…”]\s*$/u.test(last.text)) return false;
  return last.text.startsWith(line.text) || line.text.startsWith(last.text);
}

/** What was said before this page came, in front of what it has heard itself. */
export function withEarlier(lines: readonly Line[], earlier: readonly Line[]): readonly Line[] {
  return [...earlier, ...lines].slice(-KEPT_LINES);
}

/** Whoever was cut off is done: an agent that died, or a line that broke, finishes no sentence. */
export function allFinal(lines: readonly Line[]): readonly Line[] {
  return lines.every((line) => line.final) ? lines : lines.map((line) => (line.final ? line : { ...line, final: true }));
}

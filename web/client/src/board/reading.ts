/** What the agent sends about the briefing, read once, at the edge: a message that is not a board never reaches the screen. */

import { type Board, BOARD_VERSION, type Caption } from "./message";

/** `outdated`: the agent speaks a newer version than this page, which a reload cures. `unreadable`: not a board at all. */
export type Reading = { kind: "board"; board: Board } | { kind: "outdated" } | { kind: "unreadable" };

const LISTS = ["topics", "next", "done", "arrivals"] as const;

export function readBoard(text: string): Reading {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: "unreadable" };
  }
  if (typeof message !== "object" || message === null) return { kind: "unreadable" };
  const fields = message as Record<string, unknown>;
  if (typeof fields.version !== "number") return { kind: "unreadable" };
  if (fields.version !== BOARD_VERSION) return { kind: "outdated" };
  const whole =
    typeof fields.number === "number" &&
    typeof fields.counts === "object" &&
    fields.counts !== null &&
    LISTS.every((name) => Array.isArray(fields[name]));
  return whole ? { kind: "board", board: message as Board } : { kind: "unreadable" };
}

/** What was said before, as far as it can be read; nothing is made of what is no such answer. */
export function readSaidBefore(text: string): Caption[] {
  const message = JSON.parse(text) as { lines?: unknown } | null;
  return Array.isArray(message?.lines) ? message.lines.filter(isCaption).map(({ speaker, text }) => ({ speaker, text })) : [];
}

/** The version that the draft has now. Throws where the answer is no such thing. */
export function readEdited(text: string): number {
  const { version } = JSON.parse(text) as { version?: unknown };
  if (typeof version !== "number") throw new TypeError("not an answer to an edit");
  return version;
}

function isCaption(line: unknown): line is Caption {
  const { speaker, text } = (line ?? {}) as Record<string, unknown>;
  return (speaker === "you" || speaker === "aloud") && typeof text === "string";
}

/** The buttons of the board: their words, their keys, in the order in which they stand. Keys are shown on the buttons. */

import type { Board, Button } from "./message";

export interface Command {
  button: Button;
  label: string;
  key: string;
  /** Something must be open, or the briefing under way, for this to mean anything. */
  needs: "mail" | "agenda" | "nothing";
}

/** Groups, each a row of its own where space is short. */
export const COMMANDS: readonly (readonly Command[])[] = [
  [
    { button: "back", label: "Back", key: "B", needs: "nothing" },
    { button: "next", label: "Next", key: "N", needs: "agenda" },
  ],
  [
    { button: "archive", label: "Archive", key: "A", needs: "mail" },
    { button: "flag", label: "Flag", key: "F", needs: "mail" },
    { button: "mark_read", label: "Mark as read", key: "M", needs: "mail" },
  ],
  [
    { button: "repeat", label: "Repeat", key: "R", needs: "nothing" },
    { button: "read", label: "Read in full", key: "O", needs: "mail" },
    { button: "stop", label: "Stop talking", key: "S", needs: "nothing" },
    { button: "undo", label: "Undo", key: "U", needs: "nothing" },
  ],
  [
    { button: "skip", label: "Skip", key: "K", needs: "agenda" },
    { button: "skip_topic", label: "Skip topic", key: "T", needs: "agenda" },
  ],
];

/** What is wanted less often, behind one button. */
export const MORE: readonly Command[] = [
  { button: "reply", label: "Reply", key: "E", needs: "mail" },
  { button: "delete", label: "Delete", key: "D", needs: "mail" },
  { button: "snooze_to_evening", label: "Snooze until this evening", key: "", needs: "mail" },
  { button: "snooze_to_tomorrow", label: "Snooze until tomorrow", key: "", needs: "mail" },
  { button: "snooze_to_next_week", label: "Snooze until next week", key: "", needs: "mail" },
];

/** What has to be said to its end: it is begun in the text box. */
export const BEGUN: readonly { label: string; words: string }[] = [
  { label: "Snooze until…", words: "snooze it until " },
  { label: "Label…", words: "label it " },
  { label: "Move…", words: "move it to " },
];

/** Always under the thumb where the page is held in a hand. */
export const UNDER_THE_THUMB: readonly Button[] = ["next", "archive", "undo"];

export const ANSWERS: readonly Command[] = [
  { button: "yes", label: "Yes", key: "Y", needs: "nothing" },
  { button: "no", label: "No", key: "X", needs: "nothing" },
];

/** Puts the keyboard into the text box. */
export const TYPE_KEY = "/";

export function isPossible(command: Command, board: Board | null): boolean {
  if (board === null) return command.needs !== "mail";
  if (command.needs === "mail") return board.current !== null;
  if (command.needs === "agenda") return board.phase !== "done";
  return true;
}

/** Which button a key press means, if any. Never while somebody types, and never with a modifier: those belong to the browser. */
export function commandOf(event: KeyboardEvent, commands: readonly Command[]): Command | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (isTyping(event.target)) return undefined;
  return commands.find((command) => command.key === event.key.toUpperCase());
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [contenteditable=true]") !== null;
}

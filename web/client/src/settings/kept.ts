import { useCallback, useRef, useState } from "react";
import { type Preferences, type Server, ServerError, type ShownMailWishes } from "../api";

const NOT_DONE = "That did not work. Please try again.";

export interface Kept<T> {
  /** As it will be once every change is answered; null until it is known. */
  now: T | null;
  /** What became of the last changes, or why nothing can be shown. */
  said: string;
  /** Reads it anew, behind the changes that are on their way. */
  look: () => void;
  /** Sends a change of what is kept by then, and resolves to whether it was done; `ahead` is how it is shown until the answer comes. */
  change: (send: (kept: T) => Promise<T>, words: string, ahead?: (shown: T) => T) => Promise<boolean>;
}

/**
 * What the server keeps of the user. It lives above the menu that shows it, so that a menu which is closed and opened again meets what was
 * changed there. Each change is sent after the one before it, so that of two quick ones neither undoes the other.
 */
function useKept<T>(read: () => Promise<T>, untold: string): Kept<T> {
  const [now, setNow] = useState<T | null>(null);
  const [said, setSaid] = useState("");
  const line = useRef<{ last: Promise<void>; waiting: number; kept: T | null; trouble: string }>({
    last: Promise.resolve(),
    waiting: 0,
    kept: null,
    trouble: "",
  });
  const look = useCallback(() => {
    const queue = line.current;
    const readAnew = async () => {
      try {
        queue.kept = await read();
        if (queue.waiting === 0) setNow(queue.kept);
      } catch {
        queue.kept = null; // a change of what was read before would undo what was changed elsewhere since
        setNow(null);
        setSaid(untold);
      }
    };
    // What has failed while nobody looked is still to be told.
    setSaid((words) => (words === queue.trouble ? words : ""));
    queue.last = queue.last.then(readAnew);
  }, [read, untold]);
  const change: Kept<T>["change"] = (send, words, ahead) => {
    const queue = line.current;
    const sendNow = async () => {
      let trouble = "";
      try {
        if (queue.kept === null) trouble = NOT_DONE;
        else queue.kept = await send(queue.kept);
      } catch (error) {
        trouble = error instanceof ServerError ? error.sentence : NOT_DONE;
      }
      if (trouble !== "") queue.trouble = trouble;
      queue.waiting -= 1;
      if (queue.waiting === 0) {
        setNow(queue.kept);
        setSaid(queue.trouble === "" ? words : queue.trouble);
      }
      return trouble === "";
    };
    if (queue.waiting === 0) queue.trouble = "";
    queue.waiting += 1;
    setSaid("");
    if (ahead) setNow((shown) => shown && ahead(shown));
    const done = queue.last.then(sendNow);
    queue.last = done.then(() => undefined);
    return done;
  };
  return { now, said, look, change };
}

export function useMailWishes(server: Server): Kept<ShownMailWishes> {
  return useKept(
    useCallback(() => server.mailWishes(), [server]),
    "The briefing by mail cannot be shown just now.",
  );
}

export function useWhatMatters(server: Server): Kept<Preferences> {
  return useKept(
    useCallback(() => server.preferences(), [server]),
    "Who matters to you cannot be shown just now.",
  );
}

import { useRef, useState } from "react";

const NOT_REACHED = "That did not reach Aloud. Please try again.";

/** What was sent resolves to "", or to the sentence that says why it was not done. */
export type Wish<T> = (wanted: T) => Promise<string>;

/** Sends, and keeps in words what was refused, until something is sent anew. Resolves to whether it was done. */
export function useAttempt(): { refused: string; attempt: (sent: Promise<string>) => Promise<boolean> } {
  const [refused, setRefused] = useState("");
  const underWay = useRef(0);
  const attempt = async (sent: Promise<string>) => {
    if (underWay.current === 0) setRefused("");
    underWay.current += 1;
    const said = await sent.catch(() => NOT_REACHED);
    underWay.current -= 1;
    if (said !== "") setRefused(said);
    return said === "";
  };
  return { refused, attempt };
}

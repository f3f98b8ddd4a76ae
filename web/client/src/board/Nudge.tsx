import { useRef, useState } from "react";
import { useLeavesFocusInTheCall } from "./focus";
import { plainText } from "./plain_text";

interface Props {
  /** What is offered. It was worded from a mail, so it is plain text. */
  offers: string;
  ready: boolean;
  shortcuts: boolean;
  /** Resolves to "" or to why it was not done. */
  take: () => Promise<string>;
}

const LONGEST = 160;

/** One offer about the mail on the shared screen, with one button; who does not want it does nothing. */
export function Nudge({ offers, ready, shortcuts, take }: Props) {
  const [refusal, setRefusal] = useState("");
  const card = useRef<HTMLElement>(null);
  useLeavesFocusInTheCall(card);
  return (
    <section className="card nudge" aria-label="Aloud offers" ref={card}>
      <p role="status">{plainText(offers, LONGEST)}</p>
      <button
        type="button"
        className="main-button"
        aria-disabled={!ready}
        aria-keyshortcuts={shortcuts ? "Y" : undefined}
        onClick={() => {
          if (ready) void take().then(setRefusal);
        }}
      >
        Yes, please
      </button>
      {refusal !== "" && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
    </section>
  );
}

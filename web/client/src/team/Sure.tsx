import { useState } from "react";

interface Props {
  /** What the button says. */
  act: string;
  /** What it is called where that is not enough. */
  label?: string;
  question: string;
  yes: string;
  go: () => Promise<unknown>;
}

/** A button that asks once before it does something that cannot be undone. */
export function Sure({ act, label, question, yes, go }: Props) {
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <button type="button" className="text-button" aria-label={label} onClick={() => setAsked(true)}>
        {act}
      </button>
    );
  return (
    <div className="talk-acts" role="group" aria-label={question}>
      <span>{question}</span>
      {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the question takes the place of the button that was pressed */}
      <button type="button" className="text-button" autoFocus onClick={() => setAsked(false)}>
        No
      </button>
      <button
        type="button"
        className="text-button"
        onClick={() => {
          setAsked(false);
          void go();
        }}
      >
        {yes}
      </button>
    </div>
  );
}

import { type SyntheticEvent, useId, useState } from "react";

const LONGEST = 4000;

interface Props {
  busy: boolean;
  /** Nothing was said yet, so one may ask what there is. */
  fresh: boolean;
  type: (line: string) => void;
  label?: string;
  placeholder?: string;
}

/** A line to Aloud without a call; while it answers, "Stop" ends its words. */
export function TypingBox({ busy, fresh, type, label = "Type to Aloud, without a call", placeholder = "Type what you would say" }: Props) {
  const [text, setText] = useState("");
  const id = useId();
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    type(text.trim());
    setText("");
  };
  return (
    <form className="typing-box" onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <div className="typing-row">
        <input
          id={id}
          value={text}
          maxLength={LONGEST}
          autoComplete="off"
          enterKeyHint="send"
          placeholder={placeholder}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="plain-button" aria-disabled={text.trim() === ""}>
          Send
        </button>
      </div>
      {busy ? (
        <button type="button" className="text-button" onClick={() => type("stop")}>
          Stop
        </button>
      ) : (
        fresh && (
          <button type="button" className="text-button" onClick={() => type("")}>
            Tell me what there is
          </button>
        )
      )}
    </form>
  );
}

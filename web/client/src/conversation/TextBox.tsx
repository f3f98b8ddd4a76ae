import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { isTyping, TYPE_KEY } from "../board/shortcuts";

interface Props {
  ready: boolean;
  /** Single keys press buttons while the box has not the keyboard. */
  shortcuts: boolean;
  /** Take the keyboard at once: typing is how this person talks. */
  first: boolean;
  /** Words that a button has begun; `times` rises with each. */
  begun?: { words: string; times: number };
  say: (line: string) => Promise<void>;
}

const LONGEST = 500;

/** Does everything that speaking does. */
export function TextBox({ ready, shortcuts, first, begun, say }: Props) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (first) box.current?.focus({ preventScroll: true });
  }, [first]);
  const [taken, setTaken] = useState(0);
  if (begun !== undefined && begun.times !== taken) {
    setTaken(begun.times);
    setText(begun.words);
  }
  useEffect(() => {
    if (taken > 0) box.current?.focus();
  }, [taken]);
  useTypeKey(box, shortcuts);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const line = text.trim();
    if (line === "" || !ready) return;
    setText("");
    setTrouble("");
    say(line).catch(() => {
      setTrouble("That line was not sent. Please try again.");
      setText((now) => now || line);
    });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") box.current?.blur();
  };
  return (
    <form className="text-box" onSubmit={send}>
      <label className="visually-hidden" htmlFor={id}>
        Type to Aloud
      </label>
      <div className="text-row">
        <input
          id={id}
          ref={box}
          type="text"
          value={text}
          maxLength={LONGEST}
          autoComplete="off"
          enterKeyHint="send"
          placeholder="Type what you would say"
          aria-describedby={`${id}-hint`}
          aria-keyshortcuts={shortcuts ? TYPE_KEY : undefined}
          onChange={(event) => {
            setText(event.target.value);
          }}
          onKeyDown={leave}
        />
        <button type="submit" className="send" aria-label="Send" aria-disabled={!ready || text.trim() === ""}>
          <SendHorizontal aria-hidden size={18} />
        </button>
      </div>
      <p className="hint" id={`${id}-hint`} role={trouble ? "alert" : undefined}>
        {trouble || <Hint keys={shortcuts} />}
      </p>
    </form>
  );
}

function Hint({ keys }: { keys: boolean }) {
  return (
    <>
      {keys && (
        <span className="by-key">
          <kbd>{TYPE_KEY}</kbd> to type, <kbd>Esc</kbd> to go back to the keys on the buttons
        </span>
      )}
      <span className={keys ? "by-touch" : undefined}>“next”, “archive it”, “what did I skip?”</span>
    </>
  );
}

function useTypeKey(box: React.RefObject<HTMLInputElement | null>, on: boolean) {
  useEffect(() => {
    if (!on) return;
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key !== TYPE_KEY || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener("keydown", pressed);
    return () => {
      window.removeEventListener("keydown", pressed);
    };
  }, [box, on]);
}

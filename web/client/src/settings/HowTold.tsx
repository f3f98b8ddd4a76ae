import { useId, useState } from "react";
import type { Press } from "../board/DraftPane";
import type { Length, LikesOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";
import { Toggle } from "./Toggle";

const LENGTHS: readonly (readonly [Length, string])[] = [
  ["headlines", "Headlines"],
  ["shorter", "Shorter"],
  ["usual", "Usual"],
];
const ALL = "all my mail again";
/** What says it in words, and how it is shown. */
const MAILS: readonly (readonly [string, string])[] = [
  [ALL, "All mail"],
  ["only what is important", "Only what is important"],
  ["only mails from people", "Only mails from people"],
];
const LONGEST_NAME = 60;
const PRODS: readonly (readonly [number, string])[] = [
  [0, "Say nothing"],
  [1, "Ask once"],
  [2, "Ask twice"],
];

const AFTER_S = [5, 15, 30, 60, 120];

interface Props {
  now: LikesOnBoard;
  wish: (wanted: VoiceWish) => Promise<string>;
  press: Press;
}

/** How the user is told: how much of which mails, with a question after each or without, and what is said into a silence. */
export function HowTold({ now, wish, press }: Props) {
  const id = useId();
  const [trouble, setTrouble] = useState("");
  const attempt = (done: Promise<string>) => {
    setTrouble("");
    done.then(setTrouble, () => {
      setTrouble("That did not reach Aloud. Please try again.");
    });
  };
  const choose = (wanted: VoiceWish) => {
    attempt(wish(wanted));
  };
  const only = now.only === "" ? ALL : now.only;
  return (
    <>
      <h2 className="menu-title">How you are told</h2>
      <div className="choice">
        <label htmlFor={`${id}-length`}>
          How much of a mail
          <span className="hint">or say “just headlines”, “shorter”</span>
        </label>
        <select
          id={`${id}-length`}
          value={now.length}
          onChange={(event) => {
            choose({ length: LENGTHS.find(([length]) => length === event.target.value)?.[0] ?? "usual" });
          }}
        >
          {LENGTHS.map(([length, name]) => (
            <option key={length} value={length}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="choice">
        <label htmlFor={`${id}-mails`}>
          Which mails
          <span className="hint">in this call; or say “only the important ones”</span>
        </label>
        <select
          id={`${id}-mails`}
          value={only}
          onChange={(event) => {
            attempt(press("mails", { row: event.target.value }));
          }}
        >
          {MAILS.map(([words, name]) => (
            <option key={words} value={words}>
              {name}
            </option>
          ))}
          {MAILS.every(([words]) => words !== only) && <option value={only}>{capital(plainText(only, LONGEST_NAME))}</option>}
        </select>
      </div>
      <div className="choice">
        <label htmlFor={`${id}-flows`}>
          Go on without asking
          <span className="hint">or say “stop asking every time”, “ask me”</span>
        </label>
        <Toggle id={`${id}-flows`} on={now.flows} change={(flows) => choose({ flows })} />
      </div>
      <div className="choice">
        <label htmlFor={`${id}-prods`}>
          When I am silent
          <span className="hint">or say “don’t prod me”</span>
        </label>
        <select
          id={`${id}-prods`}
          value={now.prods}
          onChange={(event) => {
            choose({ prods: Number(event.target.value) });
          }}
        >
          {PRODS.map(([prods, name]) => (
            <option key={prods} value={prods}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {now.prods > 0 && (
        <div className="choice">
          <label htmlFor={`${id}-after`}>
            After
            <span className="hint">or say “prod me after 30 seconds”</span>
          </label>
          <select
            id={`${id}-after`}
            value={now.prod_after_s}
            onChange={(event) => {
              choose({ prod_after_s: Number(event.target.value) });
            }}
          >
            {[...new Set([...AFTER_S, now.prod_after_s])]
              .sort((one, other) => one - other)
              .map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds} seconds
                </option>
              ))}
          </select>
        </div>
      )}
      <p className="hint" role="status">
        {trouble}
      </p>
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

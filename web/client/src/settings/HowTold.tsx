import { useId, useState } from "react";
import type { Length, LikesOnBoard, VoiceWish } from "../board/message";
import { Toggle } from "./Toggle";

const LENGTHS: readonly (readonly [Length, string])[] = [
  ["headlines", "Headlines"],
  ["shorter", "Shorter"],
  ["usual", "Usual"],
];
const PRODS: readonly (readonly [number, string])[] = [
  [0, "Say nothing"],
  [1, "Ask once"],
  [2, "Ask twice"],
];

/** How the user is told: how much of a mail, with a question after each or without, and what is said into a silence. */
export function HowTold({ now, wish }: { now: LikesOnBoard; wish: (wanted: VoiceWish) => Promise<string> }) {
  const id = useId();
  const [trouble, setTrouble] = useState("");
  const choose = (wanted: VoiceWish) => {
    setTrouble("");
    wish(wanted).then(setTrouble, () => {
      setTrouble("That did not reach Aloud. Please try again.");
    });
  };
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
      <p className="hint" role="status">
        {trouble}
      </p>
    </>
  );
}

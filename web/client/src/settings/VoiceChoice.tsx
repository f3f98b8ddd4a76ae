import { useId, useState } from "react";
import type { VoiceOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";

const SPEEDS: readonly (readonly [number, string])[] = [
  [0.7, "Much slower"],
  [0.85, "Slower"],
  [1, "Normal"],
  [1.2, "Faster"],
  [1.45, "Much faster"],
];
const LONGEST_NAME = 60;

/** Which voice speaks and how fast: heard at once, and kept for the next calls. */
export function VoiceChoice({ now, sound }: { now: VoiceOnBoard; sound: (wish: VoiceWish) => Promise<string> }) {
  const id = useId();
  const [trouble, setTrouble] = useState("");
  const wish = (wanted: VoiceWish) => {
    setTrouble("");
    sound(wanted).then(setTrouble, () => {
      setTrouble("That did not reach Aloud. Please try again.");
    });
  };
  return (
    <>
      <h2 className="menu-title">Aloud’s voice</h2>
      {now.voices.length > 1 && (
        <div className="choice">
          <label htmlFor={`${id}-voice`}>Voice</label>
          <select
            id={`${id}-voice`}
            value={now.voice}
            onChange={(event) => {
              wish({ voice: event.target.value });
            }}
          >
            {now.voices.map((name) => (
              <option key={name} value={name}>
                {plainText(name, LONGEST_NAME)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="choice">
        <label htmlFor={`${id}-speed`}>
          Speed
          <span className="hint">or say “slower”, “faster”, “normal speed”</span>
        </label>
        <select
          id={`${id}-speed`}
          value={nearest(now.speed)}
          onChange={(event) => {
            wish({ speed: Number(event.target.value) });
          }}
        >
          {SPEEDS.map(([speed, name]) => (
            <option key={speed} value={speed}>
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

/** What was said in words may lie between two of them. */
function nearest(speed: number): number {
  return SPEEDS.map(([each]) => each).reduce((best, each) => (Math.abs(each - speed) < Math.abs(best - speed) ? each : best));
}

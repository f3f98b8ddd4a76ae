import type { VoiceOnBoard, VoiceWish } from "../board/message";
import { plainText } from "../board/plain_text";
import { useAttempt, type Wish } from "./attempt";
import { OneOf } from "./OneOf";

const SPEEDS: readonly (readonly [number, string])[] = [
  [0.7, "Much slower"],
  [0.85, "Slower"],
  [1, "Normal"],
  [1.2, "Faster"],
  [1.45, "Much faster"],
];
const LONGEST_NAME = 60;

/** Which voice speaks and how fast: heard at once, and kept for the next calls. */
export function VoiceChoice({ now, sound }: { now: VoiceOnBoard; sound: Wish<VoiceWish> }) {
  const { refused, attempt } = useAttempt();
  const choose = (wanted: VoiceWish) => void attempt(sound(wanted));
  return (
    <>
      <h2 className="menu-title">Aloud’s voice</h2>
      {now.voices.length > 1 && (
        <OneOf
          label="Voice"
          value={now.voice}
          options={now.voices.map((name) => [name, plainText(name, LONGEST_NAME)])}
          choose={(voice) => choose({ voice })}
        />
      )}
      <OneOf
        label="Speed"
        hint="or say “slower”, “faster”, “normal speed”"
        value={nearest(now.speed)}
        options={SPEEDS}
        choose={(speed) => choose({ speed })}
      />
      <p className="hint" role="status">
        {refused}
      </p>
    </>
  );
}

/** What was said in words may lie between two of them. */
function nearest(speed: number): number {
  return SPEEDS.map(([each]) => each).reduce((best, each) => (Math.abs(each - speed) < Math.abs(best - speed) ? each : best));
}

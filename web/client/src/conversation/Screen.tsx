import { Eye, EyeOff, MonitorUp, MonitorX } from "lucide-react";
import { useState } from "react";
import type { Board, Button, Sharing } from "../board/message";
import type { SharedScreen } from "../call/state";

interface Props {
  /** Whether the agent looks; null where it cannot, and then there is nothing here. */
  looks: Board["screen"];
  shares: SharedScreen;
  ready: boolean;
  share: (on: boolean) => void;
  /** Resolves to "" or to why it was not done. */
  press: (button: Button) => Promise<string>;
}

const WHAT_IT_DOES =
  "When the picture has changed, Aloud has a model look at it once, may offer one thing about a mail on it that waits for you, and keeps no picture; it does nothing by itself.";

/** The sign beside what is shared: true for the moment in which the agent has not begun to look, too. */
const SIGNS: Record<Sharing, string> = {
  looking: "Aloud is looking at your screen.",
  paused: "Aloud is not looking at your screen.",
  nothing: "Aloud is about to look at your screen.",
};

/** Sharing a screen, and the sign that it is looked at. No button is `disabled`: that would take the keyboard's focus away with it. */
export function Screen({ looks, shares, ready, share, press }: Props) {
  const [refusal, setRefusal] = useState("");
  if (looks === null || !canShare()) return null;
  const on = shares === "on";
  const mayShare = shares !== "asking" && (on || ready);
  return (
    <section className="screen" aria-label="Shared screen" data-looking={on && looks === "looking"}>
      <p role="status" className="looking">
        {on && (looks === "looking" ? <Eye aria-hidden size={17} /> : <EyeOff aria-hidden size={17} />)}
        {on && SIGNS[looks]}
        {shares === "refused" && "No screen was shared."}
        {on && refusal !== "" && ` ${refusal}`}
      </p>
      <div className="screen-buttons">
        {on && (
          <button
            type="button"
            className="button"
            aria-disabled={!ready}
            onClick={() => {
              if (ready) void press(looks === "paused" ? "look_again" : "stop_looking").then(setRefusal);
            }}
          >
            {looks === "paused" ? "Look again" : "Pause looking"}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-describedby={on ? undefined : "what-sharing-does"}
          aria-disabled={!mayShare}
          onClick={() => {
            if (mayShare) share(!on);
          }}
        >
          {on ? <MonitorX aria-hidden size={17} /> : <MonitorUp aria-hidden size={17} />}
          {on ? "Stop sharing" : "Share screen"}
        </button>
      </div>
      {!on && (
        <p id="what-sharing-does" className="what-it-does">
          {WHAT_IT_DOES}
        </p>
      )}
    </section>
  );
}

/** Telephones' browsers cannot. */
function canShare(): boolean {
  const media = navigator.mediaDevices as Partial<MediaDevices> | undefined;
  return typeof media?.getDisplayMedia === "function";
}

import { Mic, MicOff } from "lucide-react";
import type { ReactNode } from "react";
import type { CallState } from "../call/state";

interface Props {
  state: CallState;
  /** The agent can hear: there is something to turn on. */
  hears: boolean;
  /** Its button stands under the thumb instead. */
  atHand: boolean;
  visualiser: ReactNode;
  microphone: (on: boolean) => void;
}

/** Who speaks, and what the agent is doing. */
export function Voice({ state, hears, atHand, visualiser, microphone }: Props) {
  return (
    <div className="voice" data-phase={state.phase}>
      <div className="bars" aria-hidden>
        {visualiser}
      </div>
      <p className="doing">
        <span className="visually-hidden">Aloud: </span>
        {doing(state, hears)}
      </p>
      {hears && !atHand && <MicrophoneButton label="Microphone" hearing={state.microphone === "on"} microphone={microphone} />}
    </div>
  );
}

interface ButtonProps {
  label: string;
  hearing: boolean;
  microphone: (on: boolean) => void;
}

export function MicrophoneButton({ label, hearing, microphone }: ButtonProps) {
  return (
    <button
      type="button"
      className="button microphone"
      aria-pressed={hearing}
      data-on={hearing}
      onClick={() => {
        microphone(!hearing);
      }}
    >
      {hearing ? <Mic aria-hidden size={17} /> : <MicOff aria-hidden size={17} />}
      {label}
    </button>
  );
}

export function doing(state: CallState, hears: boolean): string {
  switch (state.phase) {
    case "idle":
    case "joining":
      return "Connecting";
    case "waiting":
      return "Calling your agent";
    case "unanswered":
      return "Still calling";
    case "silent":
      return "Not answering";
    case "weak":
    case "lost":
      return "Reconnecting";
    case "offline":
      return "Offline";
    case "live":
      return inTheCall(state, hears);
    default:
      return "Not in a call";
  }
}

function inTheCall(state: CallState, hears: boolean): string {
  if (state.agent === "speaking") return "Speaking";
  if (state.youSpeak) return "You are speaking";
  if (state.agent === "thinking") return "Thinking";
  if (state.agent === "connecting" || state.agent === "initializing") return "Getting ready";
  return hears && state.microphone === "on" ? "Listening" : "Waiting for you";
}

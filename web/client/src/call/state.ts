/** All that the call's screen shows, and how each piece of news changes it. Pure: the screen is a function of this, and so are its tests. */

import type { Board } from "../board/message";
import { readBoard } from "../board/reading";
import { allFinal, type Line, withEarlier, withLine } from "./captions";
import { advance, type Happening, inCall, type Phase } from "./phases";

export type AgentState = "connecting" | "initializing" | "listening" | "thinking" | "speaking" | "idle";

/** `off`: not asked for. The last three say why there is none. */
export type Microphone = "off" | "asking" | "on" | "muted" | "denied" | "missing" | "busy";

/** `refused`: none was picked. */
export type SharedScreen = "off" | "asking" | "on" | "refused";

export interface CallState {
  phase: Phase;
  agent: AgentState;
  microphone: Microphone;
  /** What this page shares; whether it is looked at, the board tells. */
  screen: SharedScreen;
  /** The caller is speaking now. */
  youSpeak: boolean;
  lines: readonly Line[];
  board: Board | null;
  /** Who sent the board; another agent counts from one again. */
  boardFrom: string;
  outdated: boolean;
  /** The browser wants a click before it plays sound. */
  soundBlocked: boolean;
  /** Why the call could not begin, in the server's words. */
  refusal: string;
}

export type News =
  | { kind: "happened"; what: Happening }
  | { kind: "refused"; why: string }
  | { kind: "agent"; state: AgentState }
  | { kind: "microphone"; is: Microphone }
  | { kind: "screen"; is: SharedScreen }
  | { kind: "you_speak"; now: boolean }
  | { kind: "line"; line: Line }
  | { kind: "earlier"; lines: readonly Line[] }
  | { kind: "board"; from: string; text: string }
  | { kind: "sound"; blocked: boolean };

export const BEFORE_THE_CALL: CallState = {
  phase: "idle",
  agent: "connecting",
  microphone: "off",
  screen: "off",
  youSpeak: false,
  lines: [],
  board: null,
  boardFrom: "",
  outdated: false,
  soundBlocked: false,
  refusal: "",
};

export function told(state: CallState, news: News): CallState {
  switch (news.kind) {
    case "happened":
      return happened(state, news.what);
    case "refused":
      return { ...state, phase: advance(state.phase, "refused"), refusal: news.why };
    case "agent":
      return state.agent === news.state ? state : { ...state, agent: news.state };
    case "microphone":
      return { ...state, microphone: news.is };
    case "screen":
      return { ...state, screen: news.is };
    case "you_speak":
      return state.youSpeak === news.now ? state : { ...state, youSpeak: news.now };
    case "line":
      return { ...state, lines: withLine(state.lines, news.line) };
    case "earlier":
      return inCall(state.phase) ? { ...state, lines: withEarlier(state.lines, news.lines) } : state;
    case "board":
      return withBoard(state, news.from, news.text);
    case "sound":
      return { ...state, soundBlocked: news.blocked };
  }
}

function happened(state: CallState, what: Happening): CallState {
  const phase = advance(state.phase, what);
  if (phase === state.phase) return state;
  // Who is signed out sees no mail, not even what was on the screen.
  if (phase === "joining" || phase === "signed_out") return { ...BEFORE_THE_CALL, phase };
  return phase === "live" ? { ...state, phase } : { ...state, phase, lines: allFinal(state.lines) };
}

function withBoard(state: CallState, from: string, text: string): CallState {
  const reading = readBoard(text);
  if (reading.kind === "unreadable") return state;
  if (reading.kind === "outdated") return { ...state, outdated: true };
  const stale = from === state.boardFrom && state.board !== null && reading.board.number <= state.board.number;
  return stale ? state : { ...state, board: reading.board, boardFrom: from };
}

/**
 * What is wrong, and what to do about it, in words. At most one notice about each of these stands at a time: the call, the microphone, sound,
 * speech and the page; when nothing is wrong there is none.
 */

import type { CallState, Microphone } from "./state";
import type { Phase } from "./phases";

/** What a notice's button does. */
export type Remedy = "call" | "hang_up" | "microphone" | "sound" | "reload" | "sign_in";

export interface Notice {
  about: "call" | "microphone" | "sound" | "page" | "voice";
  /** Urgent ones interrupt a screen reader; the others wait for it. */
  urgent: boolean;
  title: string;
  text: string;
  remedy: { does: Remedy; label: string } | null;
}

type Words = Omit<Notice, "about">;

const AGAIN = { does: "call", label: "Try again" } as const;

const OF_THE_CALL: Readonly<Record<Phase, Words | null>> = {
  idle: null,
  joining: null,
  waiting: null,
  live: null,
  ended: null,
  unanswered: {
    urgent: true,
    title: "No agent is free yet",
    text: "Nobody has answered this call so far. Another agent is being asked for; the call begins by itself as soon as one is there.",
    remedy: { does: "hang_up", label: "End the call" },
  },
  silent: {
    urgent: true,
    title: "Aloud has stopped answering",
    text: "The agent has not been heard for some seconds. Another one is being asked to take over, and goes on at the same mail.",
    remedy: null,
  },
  weak: {
    urgent: false,
    title: "The line is unsteady",
    text: "Reconnecting. Your place in the briefing is kept.",
    remedy: null,
  },
  lost: {
    urgent: true,
    title: "The line broke off",
    text: "This page is joining the call again by itself. Your place in the briefing is kept.",
    remedy: { does: "hang_up", label: "End the call" },
  },
  offline: {
    urgent: true,
    title: "This device is offline",
    text: "There is no network. The call goes on by itself, at the same mail, when it is back.",
    remedy: { does: "hang_up", label: "End the call" },
  },
  taken_over: {
    urgent: true,
    title: "The call goes on somewhere else",
    text: "It was taken up in a newer tab or on another device, at the same mail. This page has left it.",
    remedy: { does: "call", label: "Continue here instead" },
  },
  signed_out: {
    urgent: true,
    title: "You are signed out",
    text: "Your mail is shown to nobody until you have signed in again.",
    remedy: { does: "sign_in", label: "Sign in" },
  },
  failed: { urgent: true, title: "The call could not begin", text: "", remedy: AGAIN },
};

const OF_THE_MICROPHONE: Readonly<Record<Microphone, Words | null>> = {
  off: null,
  asking: {
    urgent: false,
    title: "May Aloud hear you?",
    text: "The browser is asking for your microphone. You can type meanwhile.",
    remedy: null,
  },
  on: null,
  muted: null,
  denied: {
    urgent: false,
    title: "The microphone is not allowed",
    text: "Allow it for this page in the browser's address bar, then turn it on again. Typing does everything that speaking does.",
    remedy: { does: "microphone", label: "Turn on the microphone" },
  },
  missing: {
    urgent: false,
    title: "No microphone was found",
    text: "Connect one and turn it on again. Typing does everything that speaking does.",
    remedy: { does: "microphone", label: "Look again" },
  },
  busy: {
    urgent: false,
    title: "The microphone cannot be used",
    text: "Another program may be holding it. Typing does everything that speaking does.",
    remedy: { does: "microphone", label: "Try again" },
  },
};

const SOUND: Words = {
  urgent: false,
  title: "Sound is held back",
  text: "The browser waits for a click before it plays Aloud's voice. The captions go on without it.",
  remedy: { does: "sound", label: "Play sound" },
};

const OUTDATED: Words = {
  urgent: false,
  title: "This page is older than the agent",
  text: "The board cannot be shown until the page is loaded anew. The call itself is not affected.",
  remedy: { does: "reload", label: "Reload" },
};

const SLOW: Words = {
  urgent: false,
  title: "This machine is slow at speech",
  text: "Spoken answers come late here. Type, and you are answered at once.",
  remedy: null,
};

/** Nothing is wrong: it has come to its end. */
export const OVER: Notice = {
  about: "call",
  urgent: false,
  title: "The call is over",
  text: "What was heard and dealt with is remembered. The next call goes on from here.",
  remedy: { does: "call", label: "Call again" },
};

export function noticesOf(state: CallState): Notice[] {
  const call = OF_THE_CALL[state.phase];
  const notices: Notice[] = call ? [{ about: "call", ...call, text: call.text || state.refusal }] : [];
  // While the line itself is in doubt, a missing microphone is the smaller worry.
  if (state.phase !== "live" && state.phase !== "waiting") return notices;
  const microphone = OF_THE_MICROPHONE[state.microphone];
  if (microphone) notices.push({ about: "microphone", ...microphone });
  if (state.soundBlocked) notices.push({ about: "sound", ...SOUND });
  if (state.board?.slow) notices.push({ about: "voice", ...SLOW });
  if (state.outdated) notices.push({ about: "page", ...OUTDATED });
  return notices;
}

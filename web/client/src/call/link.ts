/** The line to the room, as the call needs it. `livekit_link.ts` is the real one; the tests have one without a network. */

import type { Ticket } from "../api";
import type { DraftEdit, Press, VoiceWish } from "../board/message";
import type { News } from "./state";

/** The microphone could not be had. */
export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";

  constructor(readonly why: "denied" | "missing" | "busy") {
    super(why);
  }
}

/** No screen was shared: the user picked none, or the browser does not let them. */
export class ScreenError extends Error {
  override readonly name = "ScreenError";
}

/** The agent did not do it; the message is a sentence for the user. */
export class NotDoneError extends Error {
  override readonly name = "NotDoneError";
}

/** How it is to be heard: with echo and noise taken out, and by which device, "" being the browser's own choice. */
export interface Capture {
  cleaned: boolean;
  device: string;
}

export interface Link {
  /** Enter the room, or reject. News begins to come before this resolves. */
  join(ticket: Ticket): Promise<void>;
  /** Leave; no news comes after this. */
  leave(): Promise<void>;
  /** Send a typed line to the agent. */
  say(line: string): Promise<void>;
  /** Press a button of the agent's; rejects with `NotDoneError`. */
  press(press: Press): Promise<void>;
  /** Hand over what was typed in a draft; resolves to its version now, or rejects with `NotDoneError`. */
  edit(edit: DraftEdit): Promise<number>;
  /** Ask the agent to sound like this; rejects with `NotDoneError`. */
  sound(wish: VoiceWish): Promise<void>;
  /** Ask the agent for the whole board; false if there is nobody to ask. */
  askForBoard(): Promise<boolean>;
  /** Ask the agent for what was said before this page joined; false if there is nobody to ask. */
  askForCaptions(): Promise<boolean>;
  /** Turn the microphone on or off; rejects with `MicrophoneError`. */
  microphone(on: boolean, capture: Capture): Promise<void>;
  /** Share a screen that the user picks, or stop; rejects with `ScreenError`. */
  share(on: boolean): Promise<void>;
  /** Play what the browser has held back; to be called from a click. */
  allowSound(): Promise<void>;
}

export type Told = (news: News) => void;

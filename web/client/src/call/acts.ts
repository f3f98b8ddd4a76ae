import type { Press } from "../board/DraftPane";
import type { DraftEdit, VoiceWish } from "../board/message";

/** What a user can do in a call. Functions of their own, so that each can be handed on by itself. */
export interface Acts {
  readonly start: () => Promise<void>;
  readonly hangUp: () => Promise<void>;
  readonly say: (line: string) => Promise<void>;
  /** Resolves to "" when it was done, or to the sentence that says why not. */
  readonly press: Press;
  /** Resolves to the version that the draft has now, or to the sentence that says why the edit was not taken. */
  readonly edit: (edit: DraftEdit) => Promise<number | string>;
  /** Resolves to "" when Aloud sounds like that, or to the sentence that says why not. */
  readonly sound: (wish: VoiceWish) => Promise<string>;
  /** Shares a screen that the user picks, or stops. */
  readonly share: (on: boolean) => Promise<void>;
  readonly microphone: (on: boolean) => Promise<void>;
  readonly allowSound: () => Promise<void>;
}

import type { Button } from "../board/message";

/** What a user can do in a call. Functions of their own, so that each can be handed on by itself. */
export interface Acts {
  readonly start: () => Promise<void>;
  readonly hangUp: () => Promise<void>;
  readonly say: (line: string) => Promise<void>;
  /** Resolves to "" when it was done, or to the sentence that says why not. */
  readonly press: (command: Button) => Promise<string>;
  readonly microphone: (on: boolean) => Promise<void>;
  readonly allowSound: () => Promise<void>;
}

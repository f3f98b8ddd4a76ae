/** Saves what is typed in one draft by itself: one field after the other, each with the version that it was made of. */

import type { Clock } from "../call/clock";
import {
  begun,
  came,
  changeOf,
  type Editing,
  type Field,
  FIELDS,
  isUnsaved,
  keptMine,
  nextToSave,
  notSaved,
  saved,
  saves,
  tookTheirs,
  typed,
} from "./draft_words";
import type { DraftOnBoard, DraftEdit } from "./message";

/** Resolves to the version that the draft has now, or to the sentence that says why the edit was not taken. */
export type Edit = (edit: DraftEdit) => Promise<number | string>;

/** So long nothing is typed before it is saved. */
export const PAUSE_MS = 400;

export class DraftEditor {
  private state: Editing;
  private readonly watchers = new Set<() => void>();
  private ready = true;
  private seen: DraftOnBoard;
  private stopWaiting: () => void = () => undefined;
  /** Saves wait for one another. */
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly draft: DraftOnBoard,
    private readonly edit: Edit,
    private readonly clock: Clock,
  ) {
    this.state = begun(draft);
    this.seen = draft;
  }

  readonly current = (): Editing => this.state;

  /** The newest version of which words stand in the pane, be it beside the user's own. */
  readonly shownVersion = (): number => this.state.newer?.version ?? this.state.version;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  type(field: Field, words: string): void {
    this.is(typed(this.state, field, words));
    // What is typed while it is asked about makes the question void before it can be answered.
    if (this.seen.asked) void this.save();
    else this.saveSoon();
  }

  /** The draft as it is on the board now, and whether the agent can be reached. */
  come(draft: DraftOnBoard, ready: boolean): void {
    if (ready === this.ready && draft.version === this.seen.version && draft.asked === this.seen.asked) return;
    this.ready = ready;
    this.seen = draft;
    this.is(came(this.state, draft));
    // Who is being asked has finished typing: their last words make the question void now rather than later.
    if (draft.asked) void this.save();
    else this.saveSoon();
  }

  /** The draft is not shown any more: what was typed last is not lost. */
  close(): void {
    void this.save();
  }

  /**
   * Save what has been typed now, and what was refused before again; whether the agent has all of it then.
   * It is told if `read`, the text whose end the user has seen, is the text of the draft: it need not read it to them.
   */
  async flush(read: string): Promise<boolean> {
    this.is({ ...this.state, refused: {} });
    await this.save();
    const saved = this.state.newer === null && FIELDS.every((field) => !isUnsaved(this.state, field));
    if (saved && read === this.state.words.text)
      await this.edit({ draft_id: this.draft.draft_id, version: this.state.version, read: true });
    return saved;
  }

  /** Save what has been typed now. */
  readonly save = (): Promise<void> => {
    return this.saveAll(false);
  };

  readonly keepMine = (): void => {
    this.is(keptMine(this.state));
    void this.save();
  };

  readonly takeTheirs = (): void => {
    this.is(tookTheirs(this.state));
    void this.save();
  };

  private saveSoon(): void {
    this.stopWaiting();
    this.stopWaiting = this.clock.after(PAUSE_MS, () => void this.saveAll(true));
  }

  private saveAll(patient: boolean): Promise<void> {
    this.stopWaiting();
    this.saving = this.saving.then(() => this.oneByOne(patient));
    return this.saving;
  }

  private async oneByOne(patient: boolean): Promise<void> {
    for (;;) {
      const field = this.ready ? nextToSave(this.state, patient) : undefined;
      if (field === undefined) return;
      this.is(saves(this.state, field));
      const change = changeOf(field, this.state.words[field]);
      const answer = await this.edit({ draft_id: this.draft.draft_id, version: this.state.version, ...change });
      this.is(typeof answer === "number" ? saved(this.state, answer) : notSaved(this.state, answer));
    }
  }

  private is(state: Editing): void {
    if (state === this.state) return;
    this.state = state;
    for (const watcher of this.watchers) watcher();
  }
}

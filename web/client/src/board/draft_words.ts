/**
 * A draft while somebody types in it: what the agent has, what stands in the fields, and what became of both meanwhile. Pure.
 *
 * Neither side ever writes over words of the other: each save names the version that it was made of, and a newer version of the agent's
 * replaces what is shown only where the user has typed nothing. Where both have changed the same field, both are kept until the user chooses.
 */

import type { DraftOnBoard, DraftEdit } from "./message";

export const FIELDS = ["to", "cc", "subject", "text"] as const;
export type Field = (typeof FIELDS)[number];
export type Words = Readonly<Record<Field, string>>;

export interface Editing {
  /** The version that `known` is what the agent has of. */
  readonly version: number;
  readonly known: Words;
  /** What stands in the fields. */
  readonly words: Words;
  /** A newer version, which waits for a save to come back or for the user to choose. */
  readonly newer: DraftOnBoard | null;
  readonly saving: { readonly field: Field; readonly words: string } | null;
  /** Why what stands in a field was not taken. */
  readonly refused: Readonly<Partial<Record<Field, string>>>;
  /** The version of which it was last asked whether it may leave; null once that was answered. */
  readonly askedOf: number | null;
}

export function begun(draft: DraftOnBoard): Editing {
  const words = wordsOf(draft);
  return {
    version: draft.version,
    known: words,
    words,
    newer: null,
    saving: null,
    refused: {},
    askedOf: draft.asked ? draft.version : null,
  };
}

export function typed(now: Editing, field: Field, words: string): Editing {
  return reconciled({ ...now, words: { ...now.words, [field]: words }, refused: without(now.refused, field) });
}

/** A draft as it is on the board. */
export function came(now: Editing, draft: DraftOnBoard): Editing {
  if (draft.version < now.version || (now.newer !== null && draft.version <= now.newer.version)) return now;
  const asked = { ...now, askedOf: askedOf(now, draft) };
  if (draft.version > now.version) return reconciled({ ...asked, newer: draft });
  // What was saved may stand there a little differently, an address above all.
  return now.saving === null ? { ...asked, known: wordsOf(draft), words: merged(now, wordsOf(draft)) } : asked;
}

export function saves(now: Editing, field: Field): Editing {
  return { ...now, saving: { field, words: now.words[field] } };
}

export function saved(now: Editing, version: number): Editing {
  if (now.saving === null) return now;
  const { field, words } = now.saving;
  const after = { ...now, version, known: { ...now.known, [field]: words }, saving: null, newer: null };
  return now.newer === null ? after : came(after, now.newer);
}

export function notSaved(now: Editing, why: string): Editing {
  if (now.saving === null) return now;
  const { field, words } = now.saving;
  // With a newer version at hand, that is why; and words that were typed since were not refused.
  const stands = now.newer === null && now.words[field] === words;
  return reconciled({ ...now, saving: null, refused: stands ? { ...now.refused, [field]: why } : now.refused });
}

/** The user's words stay where both have written. */
export function keptMine(now: Editing): Editing {
  return now.newer === null ? now : withNewer(now, now.newer, merged(now, wordsOf(now.newer)));
}

/** The agent's words stay where both have written. */
export function tookTheirs(now: Editing): Editing {
  if (now.newer === null) return now;
  const theirs = wordsOf(now.newer);
  const chosen = Object.fromEntries(conflicts(now).map((field) => [field, theirs[field]]));
  return withNewer(now, now.newer, { ...merged(now, theirs), ...chosen });
}

/** The fields that both have changed since they last agreed. */
export function conflicts(now: Editing): Field[] {
  if (now.newer === null) return [];
  const theirs = wordsOf(now.newer);
  return FIELDS.filter(
    (field) => isUnsaved(now, field) && !same(field, theirs[field], now.known[field]) && !same(field, theirs[field], now.words[field]),
  );
}

export function isUnsaved(now: Editing, field: Field): boolean {
  return !same(field, now.words[field], now.known[field]);
}

/** What can be saved next. With `patient`, an address that is still being typed is left alone. */
export function nextToSave(now: Editing, patient: boolean): Field | undefined {
  if (now.saving !== null || now.newer !== null) return undefined;
  return FIELDS.find(
    (field) => isUnsaved(now, field) && now.refused[field] === undefined && !(patient && isUnfinished(field, now.words[field])),
  );
}

export function changeOf(field: Field, words: string): Pick<DraftEdit, Field> {
  return { [field]: field === "to" || field === "cc" ? addresses(words) : words };
}

export function wordsOf(draft: DraftOnBoard): Words {
  return { to: draft.to.join(", "), cc: draft.cc.join(", "), subject: draft.subject, text: draft.text };
}

function reconciled(now: Editing): Editing {
  if (now.newer === null || now.saving !== null || conflicts(now).length > 0) return now;
  return withNewer(now, now.newer, merged(now, wordsOf(now.newer)));
}

function withNewer(now: Editing, newer: DraftOnBoard, words: Words): Editing {
  return { ...now, version: newer.version, known: wordsOf(newer), words, newer: null, refused: {} };
}

/** Theirs where the user has typed nothing. */
function merged(now: Editing, theirs: Words): Words {
  const one = (field: Field) => (isUnsaved(now, field) || same(field, now.words[field], theirs[field]) ? now.words[field] : theirs[field]);
  return { to: one("to"), cc: one("cc"), subject: one("subject"), text: one("text") };
}

function askedOf(now: Editing, draft: DraftOnBoard): number | null {
  if (draft.asked) return draft.version;
  return now.askedOf !== null && draft.version > now.askedOf ? now.askedOf : null;
}

function addresses(words: string): string[] {
  return words
    .split(/[,;\n]/u)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function same(field: Field, one: string, other: string): boolean {
  if (field === "subject" || field === "text") return one === other;
  return addresses(one).join().toLowerCase() === addresses(other).join().toLowerCase();
}

function isUnfinished(field: Field, words: string): boolean {
  return (field === "to" || field === "cc") && !addresses(words).every((each) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(each));
}

function without(refused: Editing["refused"], field: Field): Editing["refused"] {
  return Object.fromEntries(Object.entries(refused).filter(([name]) => name !== field));
}

import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { wallClock } from "../call/clock";
import { DraftEditor, type Edit } from "./draft_editor";
import { conflicts, type Editing, type Field, FIELDS, isUnsaved, wordsOf } from "./draft_words";
import type { Button, DraftOnBoard } from "./message";

const NAMES: Readonly<Record<Field, string>> = { to: "To", cc: "Cc", subject: "Subject", text: "Text" };
const LONGEST: Readonly<Record<Field, number>> = { to: 4_000, cc: 4_000, subject: 2_000, text: 20_000 };
const ROWS = 6;
/** So many pixels before its end a text has been scrolled through. */
const NEARLY_PX = 8;

const TOO_LONG = "This draft is too long to be changed here; say or type what is to be different.";
const ASKED = "Aloud asks whether exactly this is sent; what you change here, it asks about again.";
const TRIAL = "In this trial nothing leaves: what you agree to goes among your sent mails, and to nobody.";
const VOID = "The draft was changed after that question, so a yes does not send it; press Send to be asked again.";
const BOTH_CHANGED = "Aloud has changed this draft while you were typing: keep your words, or take Aloud’s.";
const CHOOSE_FIRST = "It was not sent: first choose whose words stay.";
const NOT_SAVED = "It was not sent: something in it could not be saved.";

interface Props {
  draft: DraftOnBoard;
  /** The agent can be reached. */
  ready: boolean;
  edit: Edit;
  press: PressPane;
}

/** What a button is about: the draft of its pane, in the version that stands there. */
export interface PaneShows {
  draft_id: string;
  version: number;
}

/** What the row of a list is about: the mail in it, or the topic, by its number and name there. */
export type RowShows = { row: string } | { topic: number; label: string };

export type PressPane = (button: Button, shows?: PaneShows) => Promise<string>;

export type Press = (button: Button, shows?: PaneShows | RowShows) => Promise<string>;

/** One draft, to be read and changed before anything leaves. What stands here is saved by itself, and is what is asked about and sent. */
export function DraftPane({ draft, ready, edit, press }: Props) {
  const [editor] = useState(() => new DraftEditor(draft, edit, wallClock));
  const now = useSyncExternalStore(editor.subscribe, editor.current);
  const [note, setNote] = useState("");
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const read = useRef("");
  const readSoFar = () => {
    if (isAtItsEnd(text.current)) read.current = now.words.text;
  };
  useEffect(() => {
    editor.come(draft, ready);
  }, [editor, draft, ready]);
  useEffect(() => () => editor.close(), [editor]);
  const both = conflicts(now);
  const shows = (): PaneShows => ({ draft_id: draft.draft_id, version: editor.shownVersion() });
  const discard = async () => {
    setNote("");
    await editor.save();
    setNote(await press("cancel", shows()));
  };
  const send = async () => {
    setNote("");
    readSoFar();
    if (await editor.flush(read.current)) setNote(await press("send", shows()));
    else setNote(conflicts(editor.current()).length > 0 ? CHOOSE_FIRST : NOT_SAVED);
  };
  return (
    <section className="card draft" aria-labelledby={`${id}-title`} data-asked={draft.asked}>
      <h2 id={`${id}-title`}>Draft</h2>
      {FIELDS.map((field) => (
        <div className="draft-field" key={field}>
          <FieldBox id={`${id}-${field}`} field={field} now={now} locked={!draft.whole} editor={editor} text={text} scrolled={readSoFar} />
          {both.includes(field) && now.newer !== null && <Theirs field={field} words={wordsOf(now.newer)[field]} />}
        </div>
      ))}
      <p className="draft-alert" role="alert">
        {both.length > 0 && BOTH_CHANGED}
      </p>
      {both.length > 0 && (
        <div className="draft-foot">
          <button type="button" className="button" onClick={editor.keepMine}>
            Keep mine
          </button>
          <button type="button" className="button" onClick={editor.takeTheirs}>
            Take Aloud’s
          </button>
        </div>
      )}
      <div className="draft-foot">
        <Act label="Send" main on={ready && !draft.asked} act={() => void send()} />
        <Act label="Discard" on={ready} act={() => void discard()} />
        <span className="draft-saved">{FIELDS.some((field) => isUnsaved(now, field)) ? "Not saved yet" : "Saved"}</span>
      </div>
      <p className="draft-note" role="status">
        {note || standing(draft, now)}
      </p>
    </section>
  );
}

/** What there is to know of a draft of which nothing went wrong. */
function standing(draft: DraftOnBoard, now: Editing): string {
  const trial = draft.dry_run ? TRIAL : "";
  if (draft.asked) return `${trial} ${ASKED}`.trim();
  if (!draft.whole) return TOO_LONG;
  return now.askedOf === null ? trial : VOID;
}

interface FieldProps {
  id: string;
  field: Field;
  now: Editing;
  locked: boolean;
  editor: DraftEditor;
  text: RefObject<HTMLTextAreaElement | null>;
  scrolled: () => void;
}

function isAtItsEnd(text: HTMLTextAreaElement | null): boolean {
  return text !== null && text.scrollTop + text.clientHeight >= text.scrollHeight - NEARLY_PX;
}

function FieldBox({ id, field, now, locked, editor, text, scrolled }: FieldProps) {
  const refused = now.refused[field];
  const props = {
    id,
    value: now.words[field],
    maxLength: LONGEST[field],
    readOnly: locked,
    autoComplete: "off",
    "aria-invalid": refused !== undefined,
    "aria-describedby": `${id}-refused`,
    onChange: (event: { target: { value: string } }) => editor.type(field, event.target.value),
    onBlur: () => void editor.save(),
  };
  return (
    <>
      <label htmlFor={id}>{NAMES[field]}</label>
      {field === "text" ? (
        <textarea rows={ROWS} dir="auto" ref={text} onScroll={scrolled} {...props} />
      ) : (
        <input type="text" {...(field === "subject" ? { dir: "auto" } : { inputMode: "email", spellCheck: false })} {...props} />
      )}
      <p className="draft-refused" id={`${id}-refused`} role="alert">
        {refused}
      </p>
    </>
  );
}

/** The agent's words, beside the user's own. */
function Theirs({ field, words }: { field: Field; words: string }) {
  return (
    <div className="theirs" role="group" aria-label={`${NAMES[field]}, as Aloud has it`}>
      <p>As Aloud has it</p>
      <p className="words" dir="auto">
        {words || "(empty)"}
      </p>
    </div>
  );
}

interface ActProps {
  label: string;
  main?: boolean;
  on: boolean;
  act: () => void;
}

/** Not `disabled`: who has just pressed it keeps the keyboard there. */
function Act({ label, main = false, on, act }: ActProps) {
  return (
    <button
      type="button"
      className={main ? "main-button" : "button"}
      aria-disabled={!on}
      onClick={() => {
        if (on) act();
      }}
    >
      {label}
    </button>
  );
}

import { type SyntheticEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { type Server, ServerError } from "../api";
import type { PaneShows } from "../board/DraftPane";
import { Drafts } from "../board/Drafts";
import type { Button, DraftEdit, ShownDrafts } from "../board/message";
import { plainText } from "../board/plain_text";
import { SaidLine } from "./SaidLine";
import type { Conversation, Said } from "./shown_talk";
import { TypingBox } from "./TypingBox";
import { useTyping } from "./typing";

const UNNAMED = "New conversation";
const NOT_KEPT = "This is not kept: the conversation was forgotten.";

const NOTHING: ShownDrafts = { drafts: [], held: null };

/** What the buttons of a draft say without a call. "Cancel" would only leave a draft that was held back. */
const LINES: Readonly<Partial<Record<Button, string>>> = { send: "send it", cancel: "throw the draft away", stop: "stop" };

interface Props {
  server: Server;
  /** Null is a new one, which begins with what is typed. */
  conversation: Conversation | null;
  close: () => void;
  /** Goes on with it in a call. */
  call: (id: string) => void;
  /** Aloud hears in a call. */
  hears: boolean;
}

/** What was said in one conversation, by voice and typed, the draft that waits in it, and a line to go on with. */
export function OpenConversation({ server, conversation, close, call, hears }: Props) {
  const [named, setNamed] = useState({ id: conversation?.id ?? null, title: conversation?.title ?? UNNAMED });
  const { lines, drafts, trouble, attempt } = useSaid(server, conversation?.id ?? null);
  const typing = useTyping(server, conversation?.id ?? null);
  const id = typing.conversationId;
  const moved = typing.moved?.conversation.id === id ? typing.moved : null;
  const title = named.id === id ? named.title : (moved?.conversation.title ?? UNNAMED);
  const before = moved?.lines ?? (id === conversation?.id ? lines : null);
  const shown = typing.shown ?? moved?.shown ?? (id === conversation?.id ? drafts : NOTHING);
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useId();
  useEffect(() => heading.current?.focus(), []);
  const edit = async (typed: DraftEdit) => {
    if (id === null) return NOT_KEPT;
    try {
      const edited = await server.edit(id, typed);
      typing.show(edited.shown);
      return edited.version;
    } catch (error) {
      return sentenceOf(error);
    }
  };
  const press = async (button: Button, shows?: PaneShows) => {
    typing.type(LINES[button] ?? button, shows);
    return Promise.resolve("");
  };
  const rename = (name: string) =>
    attempt(async () => {
      if (id !== null) setNamed({ id, title: (await server.rename(id, name)).title });
    });
  const forget = () =>
    attempt(async () => {
      if (id !== null) await server.forget(id);
      close();
    });
  return (
    <section className="talks" aria-labelledby={label}>
      <button type="button" className="text-button" onClick={close}>
        Back to all conversations
      </button>
      <h2 id={label} ref={heading} tabIndex={-1}>
        <bdi>{plainText(title, 80)}</bdi>
      </h2>
      {id !== null && (
        <>
          <Acts title={title} rename={rename} forget={forget} />
          <button type="button" className="plain-button talk-new" onClick={() => call(id)}>
            {hears ? "Continue by voice" : "Continue in a call"}
          </button>
        </>
      )}
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      <ol className="talk-lines" role="list">
        {before?.map((line, place) => (
          <SaidLine key={place} line={line} />
        ))}
      </ol>
      {before?.length === 0 && typing.lines.length === 0 && <p className="empty">Nothing of it can be shown.</p>}
      <div role="log" aria-label="What is said now" aria-busy={typing.busy}>
        <ol className="talk-lines" role="list">
          {typing.lines.map((line, place) => (
            <SaidLine key={place} line={line} />
          ))}
        </ol>
      </div>
      <p className="talks-said" role="status">
        {typing.note}
      </p>
      <Drafts drafts={shown.drafts} held={shown.held} now={new Date()} ready edit={edit} press={press} />
      <TypingBox busy={typing.busy} fresh={typing.lines.length === 0 && typing.moved === null} type={typing.type} />
      <p className="hint">A call goes on where you stop typing, and typing where a call stopped.</p>
    </section>
  );
}

interface ActsProps {
  title: string;
  rename: (name: string) => void;
  forget: () => void;
}

function Acts({ title, rename, forget }: ActsProps) {
  const [asks, setAsks] = useState<"nothing" | "name" | "forget">("nothing");
  const [name, setName] = useState(title);
  const id = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    setAsks("nothing");
    rename(name.trim());
  };
  if (asks === "name")
    return (
      <form className="talk-acts" onSubmit={submit}>
        <label htmlFor={id}>Name</label>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for this field */}
        <input id={id} value={name} maxLength={80} autoFocus onChange={(event) => setName(event.target.value)} />
        <button type="submit" className="text-button">
          Save
        </button>
        <button type="button" className="text-button" onClick={() => setAsks("nothing")}>
          Cancel
        </button>
      </form>
    );
  if (asks === "forget")
    return (
      <div className="talk-acts" role="group" aria-label="Forget it?">
        <span>Forget it? What was said is deleted; your mail stays as it is.</span>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the question takes the place of the button that was pressed */}
        <button type="button" className="text-button" autoFocus onClick={() => setAsks("nothing")}>
          No
        </button>
        <button type="button" className="text-button" onClick={forget}>
          Yes, forget it
        </button>
      </div>
    );
  return (
    <div className="talk-acts">
      <button
        type="button"
        className="text-button"
        onClick={() => {
          setName(title);
          setAsks("name");
        }}
      >
        Rename
      </button>
      <button type="button" className="text-button" onClick={() => setAsks("forget")}>
        Forget
      </button>
    </div>
  );
}

function useSaid(server: Server, id: string | null) {
  const [lines, setLines] = useState<readonly Said[] | null>(null);
  const [drafts, setDrafts] = useState(NOTHING);
  const [trouble, setTrouble] = useState("");
  const attempt = useCallback((act: () => Promise<void>) => {
    setTrouble("");
    act().catch((error: unknown) => setTrouble(sentenceOf(error)));
  }, []);
  useEffect(() => {
    if (id === null) return;
    server.said(id).then(
      (shown) => {
        setLines(shown.lines);
        setDrafts(shown.shown);
      },
      (error: unknown) => setTrouble(sentenceOf(error)),
    );
  }, [server, id]);
  return { lines, drafts, trouble, attempt };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ServerError) return error.sentence;
  throw error;
}

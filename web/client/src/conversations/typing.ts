import { useCallback, useEffect, useRef, useState } from "react";
import { type Server, ServerError, type TypedLine } from "../api";
import type { PaneShows } from "../board/DraftPane";
import type { ShownDrafts } from "../board/message";
import type { TalkEvent } from "./event_stream";
import type { Said, ShownTalk } from "./shown_talk";

const WHY_OVER: Readonly<Record<string, string>> = {
  elsewhere: "It goes on in a call, or on another page. Type to go on here.",
  quiet: "It has been quiet for a while. Type to go on.",
};

/** Among so many lines of the user's at the end of a conversation is one that was just stored. */
const NEWEST = 4;

export interface Typing {
  /** What was said since the page opened the conversation. */
  lines: readonly Said[];
  busy: boolean;
  /** Why nothing more comes, or what went wrong; empty if nothing. */
  note: string;
  /** The conversation that it has become; null while it is a new one, also behind one that was forgotten. */
  conversationId: string | null;
  /** The conversation that a line went to from another one, with all that was said in it; `lines` begin behind that. */
  moved: ShownTalk | null;
  /** What is written and about to leave; null where nothing was typed or edited yet. */
  shown: ShownDrafts | null;
  show: (shown: ShownDrafts) => void;
  /** With what a draft's pane shows, a button in it stands for the line. */
  type: (line: string, pressed?: PaneShows) => void;
}

/** Typing in a conversation, without a call; null is a new one. */
export function useTyping(server: Server, opened: string | null): Typing {
  const [lines, setLines] = useState<readonly TypedSaid[]>([]);
  const [busy, setBusy] = useState(0);
  const [note, setNote] = useState("");
  const [conversationId, setConversationId] = useState(opened);
  const [moved, setMoved] = useState<ShownTalk | null>(null);
  const [shown, setShown] = useState<ShownDrafts | null>(null);
  const at = useRef({ conversationId: opened, sessionId: null as string | null, seen: 0, turn: 0, moved: null as number | null });
  const following = useRef<AbortController | null>(null);
  useEffect(() => () => following.current?.abort(), []);

  const heard = useCallback((event: TalkEvent) => {
    const now = at.current;
    if (event.kind === "session" && event.data.session_id !== now.sessionId) {
      Object.assign(now, { sessionId: event.data.session_id ?? null, seen: 0 });
    }
    if (event.kind === "end") {
      now.conversationId = event.data.conversation_id ?? null;
      setConversationId(now.conversationId);
    }
    if (event.kind === "shown") setShown({ drafts: event.data.drafts ?? [], held: event.data.held ?? null });
    const number = event.data.number ?? 0;
    if (number <= now.seen) return;
    now.seen = number;
    const words = event.data.words ?? "";
    if (event.kind === "moved") now.moved = now.turn;
    if (event.kind === "you") now.turn += 1;
    const { turn } = now; // React asks below when more has come
    if (event.kind === "you") setLines((all) => [...all, said("you", words, turn)]);
    if (event.kind === "words") setLines((all) => withMore(all, words, turn));
    if (event.kind === "over") setNote(WHY_OVER[words] ?? "");
    if (event.kind === "turn_ended") now.turn += 1;
  }, []);

  const follow = useCallback(() => {
    const { sessionId, seen } = at.current;
    if (sessionId === null || following.current !== null) return;
    const until = new AbortController();
    following.current = until;
    void server.follow(sessionId, seen, heard, until.signal).finally(() => {
      if (following.current === until) following.current = null;
    });
  }, [server, heard]);

  const showWhereItWent = useCallback(async () => {
    const { moved, conversationId, turn } = at.current;
    if (moved === null || conversationId === null) return;
    at.current.moved = null;
    const there = await server.said(conversationId);
    setMoved(there);
    // What came meanwhile is not in it, and perhaps not what went there.
    setLines((all) => all.filter((line) => line.turn >= turn || (line.turn === moved && !isStored(all, moved, there))));
  }, [server]);

  const type = useCallback(
    (line: string, pressed?: PaneShows) => {
      setNote("");
      setBusy((all) => all + 1);
      at.current.moved = null; // a line of another page may have gone elsewhere; this one is typed here
      const { conversationId, sessionId, seen } = at.current;
      following.current?.abort();
      following.current = null;
      void server
        .type({ line, conversation_id: conversationId, session_id: sessionId, seen, ...about(pressed) }, heard)
        .then(showWhereItWent)
        .catch((error: unknown) => {
          if (!(error instanceof ServerError)) throw error;
          setNote(error.sentence);
        })
        .then(follow)
        .finally(() => setBusy((all) => all - 1));
    },
    [server, heard, follow, showWhereItWent],
  );
  return { lines, busy: busy > 0, note, conversationId, moved, shown, show: setShown, type };
}

function about(pressed: PaneShows | undefined): Pick<TypedLine, "draft_id" | "draft_version"> {
  return pressed === undefined ? { draft_id: null } : { draft_id: pressed.draft_id, draft_version: pressed.version };
}

/** Whether what was said in this turn is in the conversation as it was loaded: it may be stored later than that, or never. */
function isStored(all: readonly TypedSaid[], turn: number, { lines }: ShownTalk): boolean {
  const own = all.find((line) => line.turn === turn && line.by === "you");
  const newest = lines.filter((line) => line.by === "you").slice(-NEWEST);
  return own === undefined || newest.some((line) => line.heard.trim() === own.heard.trim());
}

interface TypedSaid extends Said {
  turn: number;
}

function said(by: Said["by"], heard: string, turn: number): TypedSaid {
  return { by, at: "", heard, unheard: "", turn };
}

/** What is said in one turn is one line, which grows. */
function withMore(all: readonly TypedSaid[], words: string, turn: number): readonly TypedSaid[] {
  const last = all.at(-1);
  if (last?.by === "aloud" && last.turn === turn) return [...all.slice(0, -1), { ...last, heard: last.heard + words }];
  return [...all, said("aloud", words, turn)];
}

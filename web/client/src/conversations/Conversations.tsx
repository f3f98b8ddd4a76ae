import { type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { type Server, ServerError } from "../api";
import { ageOf } from "../board/age";
import { plainText } from "../board/plain_text";
import { OpenConversation } from "./OpenConversation";
import type { Conversation } from "./shown_talk";

const AT_ONCE = 30;
const TYPED_FOR_MS = 300;

interface Props {
  server: Server;
  /** The one that is opened at first, by a link or behind a call. */
  opened: string | null;
  /** Goes on with a conversation in a call. */
  call: (id: string) => void;
  /** Aloud hears in a call. */
  hears: boolean;
  /** Opens an agent, with the conversation that one has with it. */
  openAgent: (id: string) => void;
}

/** What was talked about: a list with a search in it, and the one that is open. */
export function Conversations({ server, opened, call, hears, openAgent }: Props) {
  const [open, setOpen] = useState<Conversation | "new" | null>(null);
  const [trouble, setTrouble] = useState("");
  const show = useCallback(
    (wanted: Conversation | "new") => {
      if (wanted !== "new" && wanted.agent_id !== null) openAgent(wanted.agent_id);
      else setOpen(wanted);
    },
    [openAgent],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open === null && wasOpen.current) heading.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  useEffect(() => {
    if (opened === null) return;
    server.said(opened).then(
      ({ conversation }) => show(conversation),
      (error: unknown) => {
        if (!(error instanceof ServerError)) throw error;
        setTrouble(error.sentence);
      },
    );
  }, [server, opened, show]);
  if (open !== null)
    return (
      <OpenConversation server={server} conversation={open === "new" ? null : open} close={() => setOpen(null)} call={call} hears={hears} />
    );
  return (
    <>
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      <List server={server} open={show} heading={heading} />
    </>
  );
}

interface ListProps {
  server: Server;
  open: (conversation: Conversation | "new") => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

function List({ server, open, heading }: ListProps) {
  const { found, more, said, search, setSearch, showMore } = useFound(server);
  const title = useId();
  return (
    <section className="talks" aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        Conversations
      </h2>
      <button type="button" className="plain-button talk-new" onClick={() => open("new")}>
        Type without a call
      </button>
      <input
        type="search"
        className="talk-search"
        aria-label="Search conversations"
        placeholder="Search what was said"
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="talks-said" role="status">
        {said}
      </p>
      <ul role="list">
        {found?.map((each) => (
          <li key={each.id}>
            <button type="button" className="talk" onClick={() => open(each)}>
              <bdi className="talk-title">{plainText(each.title, 80)}</bdi>
              <span className="hint">{ageOf(each.last_activity_at, new Date())}</span>
              {each.agent_id !== null && <span className="hint">with your team</span>}
              {each.by_mail && <span className="hint">by mail</span>}
              {each.waits && <span className="talk-waits">A draft waits in it</span>}
              {each.summary !== "" && <bdi className="talk-summary">{plainText(each.summary, 280)}</bdi>}
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className="plain-button" onClick={showMore}>
          Show older ones
        </button>
      )}
    </section>
  );
}

function useFound(server: Server) {
  const [found, setFound] = useState<readonly Conversation[] | null>(null);
  const [more, setMore] = useState(false);
  const [said, setSaid] = useState("");
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(AT_ONCE);
  useEffect(() => {
    let wanted = true;
    const ask = () =>
      server.conversations(search.trim(), limit).then(
        (answer) => {
          if (!wanted) return;
          setFound(answer.conversations);
          setMore(answer.more);
          setSaid(wordsFor(answer.conversations.length, search.trim()));
        },
        (error: unknown) => {
          if (!(error instanceof ServerError)) throw error;
          if (wanted) setSaid(error.sentence);
        },
      );
    const timer = setTimeout(() => void ask(), search === "" ? 0 : TYPED_FOR_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [server, search, limit]);
  const showMore = useCallback(() => setLimit((now) => now + AT_ONCE), []);
  return { found, more, said, search, setSearch, showMore };
}

/** What a screen reader is told of the list; without a search, nothing but that it is empty. */
function wordsFor(found: number, search: string): string {
  if (found === 0) return search === "" ? "Nothing was talked about yet. What is, is kept here." : "Nothing like that was said.";
  if (search === "") return "";
  return found === 1 ? "One conversation." : `${found} conversations.`;
}

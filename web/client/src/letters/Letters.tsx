import { useEffect, useId, useRef, useState } from "react";
import { type Correspondence, type OpenedCorrespondence, type Server, ServerError } from "../api";
import { ageOf } from "../board/age";
import { plainLines, plainText } from "../board/plain_text";

const LONGEST = 20_000;
const NOT_SENT: Readonly<Record<string, string>> = {
  leaving: "It is on its way.",
  failed: "It could not be sent.",
  unknown: "Nobody can say whether it was sent.",
  none: "Nothing mattered, so no mail was sent.",
};

/** Why a mail did nothing, by the kind of the reason. */
const WHY: Readonly<Record<string, string>> = {
  no_sender: "it does not name one sender",
  other_sender: "it comes from another address",
  sent_for_them: "somebody else sent it in your name",
  own_mail: "it is one of Aloud’s own",
  automatic: "it was sent automatically",
  list: "it came over a mailing list",
  twice: "a field stands in it twice that may be there once",
  no_reply_of_ours: "it replies to no mail of Aloud’s to you",
  forwarded: "it was passed on",
  to_others: "it went to others, too",
  no_id: "it has no id of its own",
  seen: "it was there before",
  not_authenticated: "your mail server does not say who sent it",
  failed: "your mail server says that it is not from where it claims to be",
  replayable: "it was passed on, and its signature does not cover the reply",
};

/** The briefings by mail, and one of them with its replies and answers; nothing where there are none. */
export function Letters({ server }: { server: Server }) {
  const [found, setFound] = useState<readonly Correspondence[]>([]);
  const [open, setOpen] = useState<string | null>(null);
  const title = useId();
  useEffect(() => {
    server.correspondences().then(setFound, (error: unknown) => {
      if (!(error instanceof ServerError)) throw error;
    });
  }, [server]);
  if (open !== null) return <Record server={server} id={open} close={() => setOpen(null)} />;
  if (found.length === 0) return null;
  return (
    <section className="talks" aria-labelledby={title}>
      <h2 id={title}>Briefings by mail</h2>
      <ul role="list">
        {found.map((each) => (
          <li key={each.id}>
            <button type="button" className="talk" onClick={() => setOpen(each.id)}>
              <bdi className="talk-title">{plainText(each.subject, 80)}</bdi>
              <span className="hint">{each.replies === 1 ? "one reply" : `${each.replies} replies`}</span>
              {each.waiting > 0 && <span className="talk-waits">A reply waits for its answer</span>}
              {NOT_SENT[each.state] !== undefined && <span className="hint">{NOT_SENT[each.state]}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One correspondence as a person would read it, and what was not taken for theirs. */
function Record({ server, id, close }: { server: Server; id: string; close: () => void }) {
  const [whole, setWhole] = useState<OpenedCorrespondence | null>(null);
  const [trouble, setTrouble] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    server.correspondence(id).then(setWhole, (error: unknown) => {
      if (!(error instanceof ServerError)) throw error;
      setTrouble(error.sentence);
    });
  }, [server, id]);
  return (
    <section className="talks" aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        <bdi>{plainText(whole?.correspondence.subject ?? "Briefing by mail", 80)}</bdi>
      </h2>
      <button type="button" className="plain-button" onClick={close}>
        Back to all
      </button>
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      <ul role="list" className="talk-lines letters">
        {whole?.letters.map((letter) => (
          <li key={`${letter.by}-${letter.number}`} data-by={letter.by}>
            <span className="talk-by">
              {nameOf(letter)}
              {letter.at !== null && <span className="hint"> {ageOf(letter.at, new Date())}</span>}
              {letter.new && <span className="talk-waits"> New</span>}
            </span>
            <bdi>{plainLines(letter.text, LONGEST)}</bdi>
            {letter.state !== null && NOT_SENT[letter.state] !== undefined && <span className="hint">{NOT_SENT[letter.state]}</span>}
          </li>
        ))}
      </ul>
      {whole !== null && whole.not_from_you.length > 0 && <Strangers mails={whole.not_from_you} />}
    </section>
  );
}

function nameOf(letter: OpenedCorrespondence["letters"][number]): string {
  if (letter.by === "you") return `Your reply ${letter.number}`;
  return letter.number === 0 ? "The briefing" : `Answer to reply ${letter.number}`;
}

function Strangers({ mails }: { mails: OpenedCorrespondence["not_from_you"] }) {
  return (
    <>
      <h3>Not from you</h3>
      <p className="hint">These came in the same thread. They did nothing.</p>
      <ul role="list">
        {mails.map((mail, place) => (
          <li key={`${mail.at}-${place}`}>
            <bdi className="talk-title">{plainText(mail.sender, 80)}</bdi> <bdi>{plainText(mail.subject, 80)}</bdi>{" "}
            <span className="hint">
              {WHY[mail.why] ?? "it is not from you"}, {ageOf(mail.at, new Date())}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

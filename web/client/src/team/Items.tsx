import { type RefObject, useId, useRef, useState } from "react";
import { ageOf } from "../board/age";
import { plainLines, plainText } from "../board/plain_text";
import { sentenceOf } from "./live";
import type { Agent, Item, ItemState, TeamServer } from "./team_api";

const LONGEST_TEXT = 20_000;

const LISTS: readonly { state: ItemState; label: string; empty: string }[] = [
  { state: "unread", label: "Unread", empty: "Nothing new." },
  { state: "open", label: "Open", empty: "Nothing is open." },
  { state: "done", label: "Done", empty: "Nothing is done yet." },
];

interface Props {
  server: TeamServer;
  items: readonly Item[];
  agents: readonly Agent[];
  attempt: (act: () => Promise<void>) => Promise<boolean>;
  /** Opens the conversation with an agent. */
  open: (agent: string) => void;
}

/** What the team has for the user: unread, open, which are seen and not dealt with, and done. */
export function Items({ server, items, agents, attempt, open }: Props) {
  const [list, setList] = useState<ItemState>("unread");
  /** Whoever reads an item keeps it in sight, though it is not unread any more. */
  const [reading, setReading] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const shown = items.filter((each) => each.state === list || each.id === reading);
  const unread = items.filter((each) => each.state === "unread").length;
  return (
    <div className="team-part">
      <h3 id={title} ref={heading} tabIndex={-1}>
        From your team
      </h3>
      <p className="visually-hidden" role="status">
        {unread === 1 ? "One unread item." : `${unread || "No"} unread items.`}
      </p>
      <div className="team-lists" role="group" aria-label="Which of them">
        {LISTS.map(({ state, label }) => (
          <button
            key={state}
            type="button"
            className="plain-button"
            aria-pressed={list === state}
            onClick={() => {
              setReading(null);
              setList(state);
            }}
          >
            {label}
            {state !== "done" && ` ${items.filter((each) => each.state === state).length}`}
          </button>
        ))}
      </div>
      {shown.length === 0 && <p className="empty">{LISTS.find((each) => each.state === list)?.empty}</p>}
      <ul role="list" aria-labelledby={title}>
        {shown.map((each) => (
          <Row
            key={each.id}
            server={server}
            item={each}
            by={agents.find((agent) => agent.id === each.agentId)}
            reads={reading === each.id}
            read={(reads) => setReading(reads ? each.id : null)}
            mark={(state) => attempt(() => server.mark(each.id, state))}
            heading={heading}
            open={open}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  server: TeamServer;
  item: Item;
  by: Agent | undefined;
  reads: boolean;
  read: (reads: boolean) => void;
  mark: (state: ItemState) => Promise<boolean>;
  heading: RefObject<HTMLHeadingElement | null>;
  open: (agent: string) => void;
}

function Row({ server, item, by, reads, read, mark, heading, open }: RowProps) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const whole = useId();
  const toggle = () => {
    read(!reads);
    if (reads) return;
    setTrouble("");
    server.whole(item.id).then(setText, (error: unknown) => setTrouble(sentenceOf(error)));
    if (item.state === "unread") void mark("open");
  };
  const file = (state: ItemState) =>
    void mark(state).then((done) => {
      if (!done) return;
      read(false);
      heading.current?.focus();
    });
  return (
    <li className="team-item" data-unread={item.state === "unread"}>
      <button type="button" className="talk" aria-expanded={reads} aria-controls={reads ? whole : undefined} onClick={toggle}>
        <bdi className="talk-title">{plainText(item.summary, 280)}</bdi>{" "}
        <span className="hint">
          <bdi>{by === undefined ? "Somebody who has left" : plainText(by.name, 80)}</bdi>
          {`, ${ageOf(item.createdAt, new Date())}`}
        </span>
      </button>
      {reads && (
        <div id={whole}>
          <p className="team-text">
            <bdi>{plainLines(text, LONGEST_TEXT)}</bdi>
          </p>
          <p className="talks-said" role="alert">
            {trouble}
          </p>
          <div className="talk-acts">
            {item.state !== "done" && (
              <button type="button" className="text-button" onClick={() => file("done")}>
                Mark as done
              </button>
            )}
            {item.state !== "unread" && (
              <button type="button" className="text-button" onClick={() => file(item.state === "done" ? "open" : "unread")}>
                {item.state === "done" ? "Not done after all" : "Keep it unread"}
              </button>
            )}
            {by !== undefined && (
              <button type="button" className="text-button" onClick={() => open(by.id)}>
                Answer
              </button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

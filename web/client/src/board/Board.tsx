import { useEffect, useState } from "react";
import { Commands } from "./Commands";
import { CurrentMail } from "./CurrentMail";
import type { Edit } from "./draft_editor";
import type { PressPane } from "./DraftPane";
import { Drafts, NoDrafts } from "./Drafts";
import { Ahead, Arrivals, Done } from "./MailLists";
import type { Board as Message, Counts } from "./message";
import { Progress } from "./Progress";
import { Topics } from "./Topics";

interface Props {
  board: Message | null;
  /** There is a call, or will be: there is something to press. */
  going: boolean;
  /** The agent can be reached: the buttons work. */
  ready: boolean;
  shortcuts: boolean;
  press: PressPane;
  edit: Edit;
}

/** What the agent has in mind: drawn from its message alone, so that voice and hand never disagree. */
export function Board({ board, going, ready, shortcuts, press, edit }: Props) {
  const now = useMinute();
  return (
    <section className="board" aria-label="Briefing">
      {board && <Progress board={board} />}
      {(board !== null || going) && <Stage board={board} now={now} />}
      {board && <Drafts drafts={board.drafts} held={board.held} now={now} ready={ready} edit={edit} press={press} />}
      {going && <Commands board={board} ready={ready} shortcuts={shortcuts} press={press} />}
      {board && (
        <div className="lists">
          <div className="column">
            <Arrivals mails={board.arrivals} total={board.arrivals_total} />
            <Ahead mails={board.next} />
            <Done mails={board.done} />
          </div>
          <div className="column">
            <Topics topics={board.topics} total={board.topics_total} />
            {board.drafts.length === 0 && <NoDrafts />}
          </div>
        </div>
      )}
    </section>
  );
}

function Stage({ board, now }: { board: Message | null; now: Date }) {
  if (board?.current) return <CurrentMail mail={board.current} now={now} />;
  if (board?.phase === "done") return <AllDone counts={board.counts} />;
  return (
    <div className="card placeholder">
      <p>{board === null ? "Your briefing will appear here." : "Looking through your mail."}</p>
    </div>
  );
}

function AllDone({ counts }: { counts: Counts }) {
  const parts = [
    counts.briefed > 0 && `${counts.briefed} heard`,
    counts.actioned > 0 && `${counts.actioned} dealt with`,
    counts.skipped > 0 && `${counts.skipped} skipped`,
    counts.remaining > 0 && `${counts.remaining} left for next time`,
  ].filter((part) => part !== false);
  return (
    <div className="card all-done">
      <h2 className="subject">{counts.total === 0 ? "Nothing unread" : "That is everything"}</h2>
      <p className="snippet">{parts.length === 0 ? "There is nothing to brief you on." : `${parts.join(", ")}.`}</p>
    </div>
  );
}

/** The time, to the minute: ages of mails need no more. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, 60_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

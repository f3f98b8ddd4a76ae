import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Commands } from "./Commands";
import { CurrentMail } from "./CurrentMail";
import type { Edit } from "./draft_editor";
import type { Press } from "./DraftPane";
import { Drafts, NoDrafts } from "./Drafts";
import { Ahead, Arrivals, Done } from "./MailLists";
import type { Board as Message, Counts } from "./message";
import { Nudge } from "./Nudge";
import { Progress } from "./Progress";
import { Topics } from "./Topics";

interface Props {
  board: Message | null;
  /** There is a call, or will be: there is something to press. */
  going: boolean;
  /** The agent can be reached: the buttons work. */
  ready: boolean;
  shortcuts: boolean;
  press: Press;
  edit: Edit;
  /** Begins a line in the text box, to be said to its end there. */
  begin: (words: string) => void;
  /** What turns the microphone on, for the bar under the thumb. */
  talk?: ReactNode;
}

/** What the agent has in mind: drawn from its message alone, so that voice and hand never disagree. */
export function Board({ board, going, ready, shortcuts, press, edit, begin, talk }: Props) {
  const now = useMinute();
  const { open, go, refusal } = usePointing(press);
  return (
    <section className="board" aria-label="Briefing">
      {board && <Progress board={board} />}
      {(board !== null || going) && <Stage board={board} now={now} />}
      {board && <Drafts drafts={board.drafts} held={board.held} now={now} ready={ready} edit={edit} press={press} />}
      {going && board?.offer === "take_nudge" && (
        <Nudge key={board.asked} offers={board.question} ready={ready} shortcuts={shortcuts} take={() => press("yes")} />
      )}
      {going && <Commands board={board} ready={ready} shortcuts={shortcuts} press={press} begin={begin} talk={talk} />}
      {board && (
        <div className="lists">
          <div className="column">
            {refusal !== "" && (
              <p className="refusal" role="status">
                {refusal}
              </p>
            )}
            <Arrivals mails={board.arrivals} total={board.arrivals_total} open={ready ? open : undefined} />
            <Ahead mails={board.next} open={ready ? open : undefined} />
            <Done mails={board.done} open={ready ? open : undefined} />
          </div>
          <div className="column">
            <Topics topics={board.topics} total={board.topics_total} go={ready ? go : undefined} />
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

/** The rows of the lists: each says what it is about itself. */
function usePointing(press: Press) {
  const [refusal, setRefusal] = useState("");
  const open = useCallback((row: string) => void press("open", { row }).then(setRefusal), [press]);
  const go = useCallback((topic: number, label: string) => void press("topic", { topic, label }).then(setRefusal), [press]);
  return { open, go, refusal };
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

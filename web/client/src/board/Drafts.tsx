import { useState } from "react";
import { DraftPane, type PressPane } from "./DraftPane";
import type { Edit } from "./draft_editor";
import type { DraftOnBoard, HeldOnBoard } from "./message";

const SOON_MS = 120_000;
const LEAVES_SOON = "Your mail is held for a few seconds before it leaves.";
const GOES_NOWHERE = "In this trial nothing leaves: your mail goes among your sent mails, and to nobody.";

interface Props {
  drafts: readonly DraftOnBoard[];
  held: HeldOnBoard | null;
  now: Date;
  /** The agent can be reached. */
  ready: boolean;
  edit: Edit;
  press: PressPane;
}

/** What is being written, and what is about to leave. */
export function Drafts({ drafts, held, now, ready, edit, press }: Props) {
  return (
    <div className="drafts">
      <Leaving held={held} now={now} ready={ready} press={press} />
      {drafts.map((draft) => (
        <DraftPane key={draft.draft_id} draft={draft} ready={ready} edit={edit} press={press} />
      ))}
    </div>
  );
}

/** Where drafts will be. */
export function NoDrafts() {
  return (
    <section className="list" aria-labelledby="drafts-title">
      <h2 id="drafts-title">Drafts</h2>
      <p className="empty">Whatever Aloud writes for you opens here first, for you to read and change. Nothing is sent by itself.</p>
    </section>
  );
}

/** The words stand in a region that is always there, so that they are announced when they come. */
function Leaving({ held, now, ready, press }: Omit<Props, "drafts" | "edit">) {
  const [refusal, setRefusal] = useState("");
  return (
    <div className="leaving" data-held={held !== null}>
      <p role="status">{held === null ? "" : refusal || leaves(held, now)}</p>
      {held !== null && (
        <button
          type="button"
          className="button"
          aria-disabled={!ready}
          onClick={() => {
            // Not "cancel", which throws away the draft of a pane: this is about the mail.
            if (ready) void press("stop").then(setRefusal);
          }}
        >
          Stop
        </button>
      )}
    </div>
  );
}

/** No countdown: the clock of the server is not this one. */
function leaves(held: HeldOnBoard, now: Date): string {
  if (held.dry_run) return GOES_NOWHERE;
  const at = new Date(held.leaves_at);
  return at.getTime() - now.getTime() > SOON_MS ? `Your mail leaves on ${at.toLocaleString()}.` : LEAVES_SOON;
}

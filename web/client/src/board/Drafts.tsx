import { useId } from "react";
import type { Draft } from "./message";
import { plainText } from "./plain_text";

/** Texts that the agent wrote, to be read and changed before anything leaves. */
export function Drafts({ drafts }: { drafts: readonly Draft[] }) {
  return (
    <section className="list drafts" aria-labelledby="drafts-title">
      <h2 id="drafts-title">Drafts</h2>
      {drafts.length === 0 ? (
        <p className="empty">Whatever Aloud writes for you opens here first, for you to read and change. Nothing is sent by itself.</p>
      ) : (
        drafts.map((draft) => <Pane key={draft.draft_id} draft={draft} />)
      )}
    </section>
  );
}

function Pane({ draft }: { draft: Draft }) {
  const id = useId();
  return (
    <div className="draft">
      <label htmlFor={id}>{plainText(draft.subject, 120) || "(no subject)"}</label>
      <textarea id={id} rows={6} dir="auto" defaultValue={draft.text} />
    </div>
  );
}

import { useCallback, useEffect, useId, useRef, useState } from "react";
import { ageOf } from "../board/age";
import { KnownList } from "./KnownList";
import { sentenceOf } from "./live";
import type { Memory, TeamServer } from "./team_api";

const LONGEST = 500;

/** What is known about the user, by their own words. */
export function Memories({ server, close }: { server: TeamServer; close: () => void }) {
  const [memories, setMemories] = useState<readonly Memory[] | null>(null);
  const [trouble, setTrouble] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const load = useCallback(
    () =>
      server.memories().then(setMemories, (error: unknown) => {
        setTrouble(sentenceOf(error));
      }),
    [server],
  );
  useEffect(() => {
    heading.current?.focus();
    void load();
  }, [load]);
  const attempt = async (act: () => Promise<void>) => {
    setTrouble("");
    try {
      await act();
      await load();
      return true;
    } catch (error) {
      setTrouble(sentenceOf(error));
      return false;
    }
  };
  return (
    <section className="talks team" aria-labelledby={title}>
      <button type="button" className="text-button" onClick={close}>
        Back to your team
      </button>
      <h2 id={title} ref={heading} tabIndex={-1}>
        What Aloud knows about you
      </h2>
      <p className="hint">You have said all of this yourself. It is for talking with you alone: your team does not see it.</p>
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      {memories?.length === 0 && <p className="empty">Nothing yet. Say “remember that …” in a call.</p>}
      <KnownList
        label="Known about you"
        known={(memories ?? []).map((each) => ({ id: each.id, content: each.content, about: ageOf(each.changed_at, new Date()) }))}
        longest={LONGEST}
        correct={(id, content) => attempt(() => server.correctMemory(id, content))}
        forget={(id) => attempt(() => server.forgetMemory(id))}
      />
    </section>
  );
}

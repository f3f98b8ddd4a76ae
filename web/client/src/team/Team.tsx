import { useEffect, useId, useRef, useState } from "react";
import { Items } from "./Items";
import { useLiveTeam } from "./live";
import { Memories } from "./Memories";
import { OpenAgent } from "./OpenAgent";
import { Rests } from "./Rests";
import { Teams } from "./Teams";
import type { TeamServer } from "./team_api";

interface Props {
  server: TeamServer;
  /** The agent that is open. */
  agent: string | null;
  open: (agent: string | null) => void;
}

/** What works in the background: what it has for the user, who is in it, and a place to talk with each. */
export function Team({ server, agent, open }: Props) {
  const { now, trouble, attempt } = useLiveTeam(server);
  const [memories, setMemories] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const elsewhere = agent !== null || memories;
  const was = useRef(false);
  useEffect(() => {
    if (!elsewhere && was.current) heading.current?.focus();
    was.current = elsewhere;
  }, [elsewhere]);
  const agents = now?.teams.flatMap((team) => team.agents) ?? [];
  const opened = agents.find((each) => each.id === agent);
  if (now !== null && opened !== undefined)
    return (
      <OpenAgent
        key={opened.id}
        server={server}
        agent={opened}
        team={now.teams.find((team) => team.id === opened.teamId)}
        now={now}
        trouble={trouble}
        attempt={attempt}
        close={() => open(null)}
      />
    );
  if (memories) return <Memories server={server} close={() => setMemories(false)} />;
  return (
    <section className="talks team" aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        Your team
      </h2>
      <p className="hint">
        It works in the background, also when you have hung up. It reads and writes drafts; it changes and sends nothing.
      </p>
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      {now !== null && !now.works && <Rests />}
      {now !== null && <Items server={server} items={now.items} agents={agents} attempt={attempt} open={open} />}
      {now !== null && <Teams server={server} now={now} attempt={attempt} open={open} />}
      <button type="button" className="plain-button talk-new" onClick={() => setMemories(true)}>
        What Aloud knows about you
      </button>
    </section>
  );
}

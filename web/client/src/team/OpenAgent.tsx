import { useEffect, useId, useRef } from "react";
import { plainLines, plainText } from "../board/plain_text";
import { SaidLine } from "../conversations/SaidLine";
import { TypingBox } from "../conversations/TypingBox";
import { AgentTasks } from "./AgentTasks";
import { doingOf } from "./doing";
import { Insights } from "./Insights";
import { Sure } from "./Sure";
import { useAgentTalk } from "./talk";
import { Rests } from "./Rests";
import type { Agent, Team, TeamNow, TeamServer } from "./team_api";

interface Props {
  server: TeamServer;
  agent: Agent;
  team: Team | undefined;
  now: TeamNow;
  trouble: string;
  attempt: (act: () => Promise<void>) => Promise<boolean>;
  close: () => void;
}

/** One agent: what it is at, the conversation with it, and what it knows. */
export function OpenAgent({ server, agent, team, now, trouble, attempt, close }: Props) {
  const talk = useAgentTalk(server, agent, now.version);
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useId();
  useEffect(() => heading.current?.focus(), []);
  const name = plainText(agent.name, 80);
  return (
    <section className="talks team" aria-labelledby={label}>
      <button type="button" className="text-button" onClick={close}>
        Back to your team
      </button>
      <h2 id={label} ref={heading} tabIndex={-1}>
        <bdi>{name}</bdi>
      </h2>
      <p className="hint">
        {agent.role === "lead" ? "Lead of " : "Worker of "}
        <bdi>{plainText(team?.name ?? "", 80)}</bdi>
      </p>
      {agent.prompt !== "" && (
        <p className="team-text">
          <bdi>{plainLines(agent.prompt, 2000)}</bdi>
        </p>
      )}
      {!now.works && <Rests />}
      <p className="team-doing">
        <bdi>{doingOf(agent, now.works, new Date())}</bdi>
      </p>
      <div className="talk-acts">
        <button type="button" className="text-button" onClick={() => void attempt(() => server.pause(agent.id, !agent.paused))}>
          {agent.paused ? "Let it go on" : "Pause"}
        </button>
        {agent.role === "worker" && (
          <Sure
            act="Remove"
            question="Remove it with its tasks and what it knows? Your conversation stays."
            yes="Yes, remove it"
            go={() => attempt(() => server.removeWorker(agent.id)).then((gone) => (gone ? close() : undefined))}
          />
        )}
      </div>
      <p className="talks-said" role="alert">
        {trouble || talk.trouble}
      </p>
      <AgentTasks server={server} agent={agent} version={now.version} attempt={attempt} />
      <h3>Conversation</h3>
      {talk.lines.length === 0 && <p className="empty">Nothing was said yet.</p>}
      <div role="log" aria-label={`Conversation with ${name}`} aria-busy={talk.busy}>
        <ol className="talk-lines" role="list">
          {talk.lines.map((line, place) => (
            <SaidLine key={place} line={line} aloud={name} />
          ))}
        </ol>
      </div>
      <TypingBox label={`Type to ${name}`} placeholder="Hand something over" busy={false} fresh={false} type={talk.say} />
      <Insights server={server} agent={agent} version={now.version} />
    </section>
  );
}

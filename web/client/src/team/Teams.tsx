import { useState } from "react";
import { plainText } from "../board/plain_text";
import { doingOf } from "./doing";
import { NewTeamForm, NewWorkerForm } from "./TeamForms";
import { Sure } from "./Sure";
import type { Agent, Team, TeamNow, TeamServer } from "./team_api";

interface Props {
  server: TeamServer;
  now: TeamNow;
  attempt: (act: () => Promise<void>) => Promise<boolean>;
  open: (agent: string) => void;
}

/** The teams, what they are there for, who is in them and what each is at. */
export function Teams({ server, now, attempt, open }: Props) {
  const [making, setMaking] = useState(false);
  return (
    <div className="team-part">
      {now.teams.map((team) => (
        <OneTeam key={team.id} server={server} team={team} begun={now.begun} works={now.works} attempt={attempt} open={open} />
      ))}
      {making ? (
        <NewTeamForm
          make={async (wanted) => {
            const made = await attempt(async () => {
              await server.makeTeam(wanted);
            });
            if (made) setMaking(false);
          }}
          cancel={() => setMaking(false)}
        />
      ) : (
        <button type="button" className="plain-button talk-new" onClick={() => setMaking(true)}>
          Make a team
        </button>
      )}
    </div>
  );
}

interface OneTeamProps extends Omit<Props, "now"> {
  team: Team;
  begun: boolean;
  works: boolean;
}

function OneTeam({ server, team, begun, works, attempt, open }: OneTeamProps) {
  const [adding, setAdding] = useState(false);
  const name = plainText(team.name, 80);
  return (
    <section className="team-one" aria-label={name}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p>
        <bdi>{plainText(team.mission, 2000)}</bdi>
      </p>
      {team.description !== "" && (
        <p className="hint">
          <bdi>{plainText(team.description, 2000)}</bdi>
        </p>
      )}
      {team.isFirst && !begun && <Begin begin={() => attempt(() => server.begin())} />}
      <ul role="list">
        {team.agents.map((agent) => (
          <AgentRow key={agent.id} agent={agent} works={works} open={() => open(agent.id)} />
        ))}
      </ul>
      {adding ? (
        <NewWorkerForm
          add={async (called, prompt) => {
            const added = await attempt(async () => {
              await server.addWorker(team.id, called, prompt);
            });
            if (added) setAdding(false);
          }}
          cancel={() => setAdding(false)}
        />
      ) : (
        <div className="talk-acts">
          <button type="button" className="text-button" aria-label={`Add a worker to ${name}`} onClick={() => setAdding(true)}>
            Add a worker
          </button>
          {!team.isFirst && (
            <Sure
              act="Delete the team"
              label={`Delete the team ${name}`}
              question="Delete it with its agents, their tasks and what they know? Your conversations with them stay."
              yes="Yes, delete it"
              go={() => attempt(() => server.deleteTeam(team.id))}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** The user has to agree before anything is done unasked. */
function Begin({ begin }: { begin: () => Promise<boolean> }) {
  return (
    <div className="team-begin">
      <p>
        So far it does what you hand over, and nothing by itself. If you let it, it looks through your mail once an hour for what waits for
        an answer, and tells you only what matters.
      </p>
      <button type="button" className="plain-button" onClick={() => void begin()}>
        Let it begin
      </button>
    </div>
  );
}

function AgentRow({ agent, works, open }: { agent: Agent; works: boolean; open: () => void }) {
  return (
    <li>
      <button type="button" className="talk" onClick={open}>
        <bdi className="talk-title">{plainText(agent.name, 80)}</bdi>{" "}
        <span className="hint">{agent.role === "lead" ? "Lead" : "Worker"}</span>{" "}
        <bdi className="talk-summary">{doingOf(agent, works, new Date())}</bdi>
      </button>
    </li>
  );
}

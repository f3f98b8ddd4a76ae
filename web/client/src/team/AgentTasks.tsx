import { useEffect, useState } from "react";
import { plainText } from "../board/plain_text";
import { sentenceOf } from "./live";
import type { Agent, TeamServer, TeamTask } from "./team_api";

const LONGEST = 400;

const SOURCES: Readonly<Record<TeamTask["source"], string>> = {
  user: "from you",
  delegation: "from its lead",
  system: "its first task",
  self: "its own idea",
};

interface Props {
  server: TeamServer;
  agent: Agent;
  /** Another one when something has changed. */
  version: string;
  attempt: (act: () => Promise<void>) => Promise<boolean>;
}

/** What an agent is at and what waits for it, each with a way to stop it. */
export function AgentTasks({ server, agent, version, attempt }: Props) {
  const [tasks, setTasks] = useState<readonly TeamTask[]>([]);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let wanted = true;
    server.tasks(agent.id).then(
      (found) => wanted && setTasks(found.filter((each) => each.status === "running" || each.status === "pending")),
      (error: unknown) => wanted && setTrouble(sentenceOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [server, agent.id, version]);
  if (tasks.length === 0 && trouble === "") return null;
  return (
    <>
      <h3>To do</h3>
      <p className="talks-said" role="alert">
        {trouble}
      </p>
      <ul role="list">
        {tasks.map((task) => {
          const text = plainText(task.text, LONGEST);
          return (
            <li key={task.id} className="team-task">
              <p>
                <bdi>{text}</bdi>{" "}
                <span className="hint">{`${task.status === "running" ? "at work" : "waits"}, ${SOURCES[task.source]}`}</span>
              </p>
              <button
                type="button"
                className="text-button"
                aria-label={`Stop: ${text}`}
                onClick={() => void attempt(() => server.stop(task.id))}
              >
                Stop
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

import { plainText } from "../board/plain_text";
import type { Agent } from "./team_api";

const LONGEST = 160;

/** What an agent is at, in a line. */
export function doingOf(agent: Agent, works: boolean, now: Date): string {
  const waits = agent.waiting === 0 ? "" : agent.waiting === 1 ? "One task waits." : `${agent.waiting} tasks wait.`;
  if (agent.paused) return said("Paused.", waits);
  if (agent.doing !== null) return said(`Working on: ${plainText(agent.doing.text, LONGEST)}`, waits);
  if (!works) return said("Resting.", waits);
  if (waits !== "") return waits;
  return said("Nothing to do.", nextLook(agent, now));
}

/** When a lead looks for work by itself; a clock without its day is enough, since that is within an hour or so. */
function nextLook(agent: Agent, now: Date): string {
  if (agent.nextRunAt === null) return "";
  const at = new Date(agent.nextRunAt);
  if (at <= now) return "Looks for work now.";
  return `Looks for work at ${at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}.`;
}

function said(...sentences: string[]): string {
  return sentences.filter((each) => each !== "").join(" ");
}

import type { TalkEvent } from "../conversations/event_stream";
import type { ShownTalk } from "../conversations/shown_talk";

/** The server's part of the team, and of what is known; every failure is a `ServerError`. */

export type ItemState = "unread" | "open" | "done";

export interface TeamTask {
  id: string;
  agentId: string;
  text: string;
  source: "delegation" | "user" | "system" | "self";
  status: "pending" | "running" | "done" | "failed" | "stopped";
  result: string | null;
  outOfMail: boolean;
  createdAt: string;
  endedAt: string | null;
}

export interface Agent {
  id: string;
  teamId: string;
  name: string;
  /** What it knows and does, in the user's words. */
  prompt: string;
  role: "lead" | "worker";
  paused: boolean;
  conversationId: string;
  doing: TeamTask | null;
  /** How many tasks wait behind that. */
  waiting: number;
  /** When a lead looks for work by itself. */
  nextRunAt: string | null;
  lastCompletedAt: string | null;
}

export interface Team {
  id: string;
  name: string;
  description: string;
  mission: string;
  leadId: string;
  /** The one that comes with every user. */
  isFirst: boolean;
  /** The lead first. */
  agents: Agent[];
}

export interface Item {
  id: string;
  kind: "briefing" | "result";
  state: ItemState;
  summary: string;
  agentId: string;
  conversationId: string;
  taskId: string | null;
  createdAt: string;
}

export interface TeamNow {
  version: string;
  /** A language model is set; without one the team rests. */
  works: boolean;
  /** The first team may look for work by itself. */
  begun: boolean;
  teams: Team[];
  items: Item[];
}

export interface Insight {
  id: string;
  agentId: string;
  kind: "fact" | "technique" | "pattern" | "lesson";
  content: string;
  createdAt: string;
}

export interface Memory {
  id: string;
  content: string;
  changed_at: string;
}

export interface NewTeam {
  name: string;
  description: string;
  mission: string;
  leadAgentName: string;
  leadAgentPrompt: string;
}

export type TokenScope = "team:read" | "team:write";

export interface ApiToken {
  id: string;
  label: string;
  scopes: TokenScope[];
  created_at: string;
}

export interface TeamServer {
  /** As soon as it is not what was seen; null if that was not for a while. */
  now(seen: string, until?: AbortSignal): Promise<TeamNow | null>;
  /** The first team may look for work by itself from now on. */
  begin(): Promise<void>;
  makeTeam(wanted: NewTeam): Promise<{ teamId: string; teamLeadId: string }>;
  deleteTeam(id: string): Promise<void>;
  addWorker(teamId: string, name: string, prompt: string): Promise<Agent>;
  removeWorker(agentId: string): Promise<void>;
  pause(agentId: string, paused: boolean): Promise<void>;
  /** The newest first. */
  tasks(agentId: string): Promise<TeamTask[]>;
  stop(taskId: string): Promise<void>;
  /** What was said to an agent and by it. */
  said(agentId: string): Promise<ShownTalk>;
  /** Hands it over; returns when it was acknowledged, not when it is done. */
  say(agent: Agent, content: string, heard: (event: TalkEvent) => void): Promise<void>;
  /** All of an item. */
  whole(itemId: string): Promise<string>;
  mark(itemId: string, state: ItemState): Promise<void>;
  insights(agentId: string): Promise<Insight[]>;
  correctInsight(id: string, content: string): Promise<void>;
  forgetInsight(id: string): Promise<void>;
  memories(): Promise<Memory[]>;
  correctMemory(id: string, content: string): Promise<void>;
  forgetMemory(id: string): Promise<void>;
  tokens(): Promise<ApiToken[]>;
  /** The token itself, which is told once. */
  makeToken(label: string, scopes: TokenScope[]): Promise<string>;
  revokeToken(id: string): Promise<void>;
}

type Write = "POST" | "PATCH" | "DELETE";

/** How requests are sent, which is the page's own matter. */
export interface Wire {
  read(path: string, until?: AbortSignal): Promise<unknown>;
  write(method: Write, path: string, body?: object): Promise<unknown>;
  stream(path: string, body: object, heard: (event: TalkEvent) => void): Promise<void>;
}

export class HttpTeam implements TeamServer {
  constructor(private readonly wire: Wire) {}

  async now(seen: string, until?: AbortSignal): Promise<TeamNow | null> {
    const asked = new URLSearchParams({ seen });
    return (await this.wire.read(`/api/team?${asked.toString()}`, until)) as TeamNow | null;
  }

  async begin(): Promise<void> {
    await this.wire.write("POST", "/api/teams/first/begin");
  }

  async makeTeam(wanted: NewTeam): Promise<{ teamId: string; teamLeadId: string }> {
    return (await this.wire.write("POST", "/api/teams", wanted)) as { teamId: string; teamLeadId: string };
  }

  async deleteTeam(id: string): Promise<void> {
    await this.wire.write("DELETE", `/api/teams/${part(id)}`);
  }

  async addWorker(teamId: string, name: string, prompt: string): Promise<Agent> {
    return (await this.wire.write("POST", `/api/teams/${part(teamId)}/workers`, { name, prompt })) as Agent;
  }

  async removeWorker(agentId: string): Promise<void> {
    await this.wire.write("DELETE", `/api/agents/${part(agentId)}`);
  }

  async pause(agentId: string, paused: boolean): Promise<void> {
    await this.wire.write("PATCH", `/api/agents/${part(agentId)}`, { paused });
  }

  async tasks(agentId: string): Promise<TeamTask[]> {
    const asked = new URLSearchParams({ agentId });
    return ((await this.wire.read(`/api/tasks?${asked.toString()}`)) as { tasks: TeamTask[] }).tasks;
  }

  async stop(taskId: string): Promise<void> {
    await this.wire.write("POST", `/api/tasks/${part(taskId)}/stop`);
  }

  async said(agentId: string): Promise<ShownTalk> {
    return (await this.wire.read(`/api/conversations/${part(agentId)}`)) as ShownTalk;
  }

  async say(agent: Agent, content: string, heard: (event: TalkEvent) => void): Promise<void> {
    await this.wire.stream("/api/messages", { teamId: agent.teamId, agentId: agent.id, content }, heard);
  }

  async whole(itemId: string): Promise<string> {
    return ((await this.wire.read(`/api/items/${part(itemId)}`)) as { text: string }).text;
  }

  async mark(itemId: string, state: ItemState): Promise<void> {
    await this.wire.write("PATCH", `/api/items/${part(itemId)}`, { state });
  }

  async insights(agentId: string): Promise<Insight[]> {
    return ((await this.wire.read(`/api/agents/${part(agentId)}/insights`)) as { insights: Insight[] }).insights;
  }

  async correctInsight(id: string, content: string): Promise<void> {
    await this.wire.write("PATCH", `/api/insights/${part(id)}`, { content });
  }

  async forgetInsight(id: string): Promise<void> {
    await this.wire.write("DELETE", `/api/insights/${part(id)}`);
  }

  async memories(): Promise<Memory[]> {
    return ((await this.wire.read("/api/memories")) as { memories: Memory[] }).memories;
  }

  async correctMemory(id: string, content: string): Promise<void> {
    await this.wire.write("PATCH", `/api/memories/${part(id)}`, { content });
  }

  async forgetMemory(id: string): Promise<void> {
    await this.wire.write("DELETE", `/api/memories/${part(id)}`);
  }

  async tokens(): Promise<ApiToken[]> {
    return ((await this.wire.read("/api/tokens")) as { tokens: ApiToken[] }).tokens;
  }

  async makeToken(label: string, scopes: TokenScope[]): Promise<string> {
    return ((await this.wire.write("POST", "/api/tokens", { label, scopes })) as { token: string }).token;
  }

  async revokeToken(id: string): Promise<void> {
    await this.wire.write("DELETE", `/api/tokens/${part(id)}`);
  }
}

function part(id: string): string {
  return encodeURIComponent(id);
}

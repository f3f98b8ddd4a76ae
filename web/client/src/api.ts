import type { DraftEdit, ShownDrafts } from "./board/message";
import { readEvents, type TalkEvent } from "./conversations/event_stream";
import type { Conversation, Conversations, ShownTalk } from "./conversations/shown_talk";
import { HttpTeam, type TeamServer } from "./team/team_api";

/** The server's part of a call, same origin. Every failure is a `ServerError` with a sentence that can be shown. */

/** What can be done about an account; `connected` needs nothing. */
export type Health = "connected" | "sign_in_needed" | "key_missing" | "unreadable";

export interface Account {
  slug: string;
  label: string;
  provider: string;
  /** Empty where it is not known. */
  address: string;
  state: Health;
  /** False for what the server's settings name. */
  removable: boolean;
}

export interface Accounts {
  accounts: Account[];
  /** Providers at which another account can be connected. */
  can_connect: string[];
}

/** Who and what matters: VIPs and own addresses are mail addresses. */
export type Matter = "vip" | "keyword" | "address";

export interface Preference {
  value: string;
  /** False for what the server's settings name. */
  removable: boolean;
}

export type Preferences = Record<Matter, Preference[]>;

export interface Me {
  user: { id: string; name: string };
  csrf: string;
  /** One local user, and nobody signs in. */
  demo: boolean;
  /** A speech service is set, so that the agent can hear. */
  speech: boolean;
  accounts: Account[];
}

export interface Ticket {
  url: string;
  token: string;
  room: string;
  identity: string;
  expires_at: string;
}

/** A draft that was changed without a call. */
export interface DraftEdited {
  version: number;
  shown: ShownDrafts;
}

/** What the page knows when a line is typed; without a conversation, that is a new one. An empty line asks what there is. */
export interface TypedLine {
  line: string;
  conversation_id: string | null;
  session_id: string | null;
  seen: number;
  /** The draft in whose pane a button was pressed, which stands for the line. */
  draft_id: string | null;
  /** The version of it that stands there. */
  draft_version?: number;
}

/** How the user wants to be briefed by mail. */
export interface MailWishes {
  on: boolean;
  /** By the user's clock: "07:30". */
  at: string;
  /** Monday is 0. */
  days: readonly number[];
  length: "short" | "usual" | "long";
  /** Slugs; all accounts where it is empty. */
  accounts: readonly string[];
  /** From an account of the user's, or from the installation's address. */
  /** Where it is left out, it stays as it was. */
  way?: Way;
  /** No mail where nothing matters. */
  quiet: boolean;
  /** A reply that only thanks is answered too. */
  acknowledges: boolean;
}

export type Way = "own" | "installation";

export interface ShownMailWishes extends MailWishes {
  /** The one that is wanted. */
  way: Way;
  /** The one in which it comes; null where there is none, or nobody knows. */
  in_force: Way | null;
  /** Those there are, with the address that a briefing comes from; null where that cannot be found out now. */
  ways: readonly { way: Way; address: string }[] | null;
}

/** One briefing by mail. */
export interface Correspondence {
  id: string;
  day: string;
  subject: string;
  state: string;
  sent_at: string | null;
  replies: number;
  /** Replies that are not answered yet. */
  waiting: number;
}

/** One of them, with all its mails in their order. */
export interface OpenedCorrespondence {
  correspondence: Correspondence;
  letters: readonly { by: "aloud" | "you"; number: number; at: string | null; text: string; new: boolean; state: string | null }[];
  /** What came in the thread and did nothing. */
  not_from_you: readonly { sender: string; subject: string; why: string; at: string }[];
}

export class ServerError extends Error {
  override readonly name = "ServerError";

  /** `status` 0: no answer at all. `waitS`: how long the server wants to be left alone, 0 if it did not say. */
  constructor(
    readonly sentence: string,
    readonly status: number,
    readonly waitS = 0,
  ) {
    super(sentence);
  }
}

export interface Server {
  readonly team: TeamServer;
  me(): Promise<Me>;
  /** With a conversation, another call in it; without, the one that this browser is in. */
  call(conversation: string | null): Promise<Ticket>;
  /** The agent is no longer heard in this room. */
  alone(room: string): Promise<void>;
  signOut(): Promise<void>;
  accounts(): Promise<Accounts>;
  /** Where the browser has to go to connect a Gmail account, or to sign one in again under its label. */
  connectGoogle(label: string | null): Promise<string>;
  /** Whether the provider knows of it too. */
  disconnect(slug: string): Promise<boolean>;
  preferences(): Promise<Preferences>;
  /** All there are then. */
  addPreference(kind: Matter, value: string): Promise<Preferences>;
  removePreference(kind: Matter, value: string): Promise<Preferences>;
  /** The newest first. */
  correspondences(): Promise<readonly Correspondence[]>;
  correspondence(id: string): Promise<OpenedCorrespondence>;
  mailWishes(): Promise<ShownMailWishes>;
  /** From the next briefing on. */
  wishForMail(wanted: MailWishes): Promise<ShownMailWishes>;
  /** At most so many; with words, those in which all of them were said. */
  conversations(search: string, limit: number): Promise<Conversations>;
  said(id: string): Promise<ShownTalk>;
  rename(id: string, title: string): Promise<Conversation>;
  forget(id: string): Promise<void>;
  /** Change the draft that waits in it. */
  edit(id: string, edit: DraftEdit): Promise<DraftEdited>;
  /** Say this without a call; returns when it was answered. */
  type(line: TypedLine, heard: (event: TalkEvent) => void): Promise<void>;
  /** What is said unasked, until the session is over or nobody wants to know. */
  follow(sessionId: string, after: number, heard: (event: TalkEvent) => void, until: AbortSignal): Promise<void>;
}

/** Where signing in begins. */
export const SIGN_IN = "/sign-in";

const PATIENCE_MS = 10_000;
/** An answer that waits for news comes within twenty seconds. */
const NEWS_WITHIN_MS = 40_000;
/** For all of an answer that is streamed. */
const ANSWERS_WITHIN_MS = 120_000;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export class HttpServer implements Server {
  /** Proves that a write comes from this page; told by `me`, and anew after a sign-in in another tab. */
  private csrf = "";

  readonly team: TeamServer = new HttpTeam({
    read: (path, until) =>
      this.answer("GET", path, undefined, until === undefined ? undefined : AbortSignal.any([until, AbortSignal.timeout(NEWS_WITHIN_MS)])),
    write: (method, path, body) => this.write(method, path, body),
    stream: (path, body, heard) => this.stream(path, body, heard),
  });

  async me(): Promise<Me> {
    const me = (await this.answer("GET", "/api/me")) as Me;
    this.csrf = me.csrf;
    return me;
  }

  async call(conversation: string | null): Promise<Ticket> {
    const body = conversation === null ? undefined : { conversation_id: conversation };
    return (await this.write("POST", "/api/call", body)) as Ticket;
  }

  async alone(room: string): Promise<void> {
    await this.write("POST", "/api/call/alone", { room });
  }

  async signOut(): Promise<void> {
    await this.write("POST", "/api/sign-out");
  }

  async accounts(): Promise<Accounts> {
    return (await this.answer("GET", "/api/accounts")) as Accounts;
  }

  async connectGoogle(label: string | null): Promise<string> {
    return ((await this.write("POST", "/api/accounts/google", { label })) as { redirect: string }).redirect;
  }

  async disconnect(slug: string): Promise<boolean> {
    return ((await this.write("DELETE", `/api/accounts/${encodeURIComponent(slug)}`)) as { revoked: boolean }).revoked;
  }

  async preferences(): Promise<Preferences> {
    return (await this.answer("GET", "/api/preferences")) as Preferences;
  }

  async addPreference(kind: Matter, value: string): Promise<Preferences> {
    return (await this.write("POST", "/api/preferences", { kind, value })) as Preferences;
  }

  async removePreference(kind: Matter, value: string): Promise<Preferences> {
    const asked = new URLSearchParams({ value });
    return (await this.write("DELETE", `/api/preferences/${kind}?${asked.toString()}`)) as Preferences;
  }

  async correspondences(): Promise<readonly Correspondence[]> {
    return ((await this.answer("GET", "/api/correspondences")) as { correspondences: Correspondence[] }).correspondences;
  }

  async correspondence(id: string): Promise<OpenedCorrespondence> {
    return (await this.answer("GET", `/api/correspondences/${encodeURIComponent(id)}`)) as OpenedCorrespondence;
  }

  async mailWishes(): Promise<ShownMailWishes> {
    return (await this.answer("GET", "/api/briefing-by-mail")) as ShownMailWishes;
  }

  async wishForMail(wanted: MailWishes): Promise<ShownMailWishes> {
    return (await this.write("PUT", "/api/briefing-by-mail", wanted)) as ShownMailWishes;
  }

  async conversations(search: string, limit: number): Promise<Conversations> {
    const asked = new URLSearchParams({ search, limit: String(limit) });
    return (await this.answer("GET", `/api/conversations?${asked.toString()}`)) as Conversations;
  }

  async said(id: string): Promise<ShownTalk> {
    return (await this.answer("GET", `/api/conversations/${encodeURIComponent(id)}`)) as ShownTalk;
  }

  async rename(id: string, title: string): Promise<Conversation> {
    return (await this.write("PATCH", `/api/conversations/${encodeURIComponent(id)}`, { title })) as Conversation;
  }

  async forget(id: string): Promise<void> {
    await this.write("DELETE", `/api/conversations/${encodeURIComponent(id)}`);
  }

  async edit(id: string, edit: DraftEdit): Promise<DraftEdited> {
    return (await this.write("PATCH", `/api/conversations/${encodeURIComponent(id)}/draft`, edit)) as DraftEdited;
  }

  async type(line: TypedLine, heard: (event: TalkEvent) => void): Promise<void> {
    await this.stream("/api/typing", line, heard);
  }

  async follow(sessionId: string, after: number, heard: (event: TalkEvent) => void, until: AbortSignal): Promise<void> {
    const asked = new URLSearchParams({ session_id: sessionId, after: String(after) });
    try {
      const answer = await fetch(`/api/typing?${asked.toString()}`, { credentials: "same-origin", cache: "no-store", signal: until });
      if (answer.status === 200 && answer.body !== null) await readEvents(answer.body, heard);
    } catch {
      // Nobody waits for it: the next line says what is wrong.
    }
  }

  private async stream(path: string, body: object, heard: (event: TalkEvent) => void): Promise<void> {
    let answer = await this.begun(path, body);
    if (answer.status === 403) {
      await this.me();
      answer = await this.begun(path, body);
    }
    if (!answer.ok || answer.body === null) {
      const problem = await parsed(answer);
      throw new ServerError(sentenceOf(problem, answer.status), answer.status, Number(answer.headers.get("Retry-After")) || 0);
    }
    await readEvents(answer.body, heard);
  }

  private begun(path: string, body: object): Promise<Response> {
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": this.csrf };
    return fetched(path, { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
  }

  private async write(method: Method, path: string, body?: object): Promise<unknown> {
    try {
      return await this.answer(method, path, body);
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 403) throw error;
      await this.me();
      return this.answer(method, path, body);
    }
  }

  private async answer(method: Method, path: string, body?: object, until?: AbortSignal): Promise<unknown> {
    const headers: Record<string, string> = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRF-Token"] = this.csrf;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetched(path, { method, headers, ...sent, ...(until === undefined ? {} : { signal: until }) });
    const answer = await parsed(response);
    if (response.ok) return answer;
    throw new ServerError(sentenceOf(answer, response.status), response.status, Number(response.headers.get("Retry-After")) || 0);
  }
}

async function fetched(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS), ...request, credentials: "same-origin", cache: "no-store" });
  } catch {
    throw new ServerError("The server does not answer. It may be starting, or away for a moment.", 0);
  }
}

async function parsed(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function sentenceOf(problem: unknown, status: number): string {
  const { detail, title } = (problem ?? {}) as { detail?: unknown; title?: unknown };
  if (typeof detail === "string" && detail !== "") return detail;
  if (typeof title === "string" && title !== "") return title;
  return status === 429 ? "Too many calls in a short time. Please wait a minute." : `The server answered with error ${status}.`;
}

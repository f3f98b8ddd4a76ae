/** A room without a network, a server without a wire, and time that stands still until it is told to pass. */

import {
  type Accounts,
  type Correspondence,
  type DraftEdited,
  type Matter,
  type Me,
  type OpenedCorrespondence,
  type Preferences,
  type Server,
  type MailWishes,
  type ShownMailWishes,
  ServerError,
  type Ticket,
  type TypedLine,
} from "../src/api";
import type { DraftEdit, Press, ShownDrafts, VoiceWish } from "../src/board/message";
import { Caller } from "../src/call/caller";
import type { Clock } from "../src/call/clock";
import type { Line } from "../src/call/captions";
import type { TalkEvent } from "../src/conversations/event_stream";
import type { Conversation, Conversations, Said, ShownTalk } from "../src/conversations/shown_talk";
import { madeUpTeam } from "../fixtures/team";
import { type Link, MicrophoneError, NotDoneError, ScreenError, type Told } from "../src/call/link";

export const ME: Me = { user: { id: "1", name: "Mira" }, csrf: "token", demo: false, speech: true, accounts: [] };

export class StillClock implements Clock {
  private time = 0;
  private due: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.time + ms, run };
    this.due.push(entry);
    return () => {
      this.due = this.due.filter((each) => each !== entry);
    };
  }

  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settled();
      const next = this.due.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.due = this.due.filter((each) => each !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
    await settled();
  }

  get waiting(): number {
    return this.due.length;
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export class StillServer implements Server {
  readonly team = madeUpTeam();
  calls = 0;
  readonly asked: string[] = [];
  /** What the next calls answer instead of a ticket. */
  readonly failures: ServerError[] = [];

  readonly opened: (string | null)[] = [];

  async call(conversation: string | null): Promise<Ticket> {
    this.calls += 1;
    this.opened.push(conversation);
    const failure = this.failures.shift();
    if (failure) throw failure;
    return { url: "ws://room", token: "t", room: `room-${this.calls}`, identity: "caller", expires_at: "" };
  }

  async alone(room: string): Promise<void> {
    this.asked.push(room);
  }

  async me(): Promise<Me> {
    return ME;
  }

  async signOut(): Promise<void> {
    await Promise.resolve();
  }

  async accounts(): Promise<Accounts> {
    return { accounts: ME.accounts, can_connect: [] };
  }

  async connectGoogle(): Promise<string> {
    return "https://accounts.google.example/";
  }

  kept: Preferences = { vip: [], keyword: [], address: [] };

  async preferences(): Promise<Preferences> {
    return this.kept;
  }

  async addPreference(kind: Matter, value: string): Promise<Preferences> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.kept = { ...this.kept, [kind]: [...this.kept[kind], { value, removable: true }] };
    return this.kept;
  }

  async removePreference(kind: Matter, value: string): Promise<Preferences> {
    this.kept = { ...this.kept, [kind]: this.kept[kind].filter((each) => each.value !== value) };
    return this.kept;
  }

  readonly wished: MailWishes[] = [];
  wishes: ShownMailWishes = {
    on: false,
    at: "05:00",
    days: [0, 1, 2, 3, 4, 5, 6],
    length: "usual",
    accounts: [],
    way: "own",
    in_force: "own",
    quiet: false,
    acknowledges: true,
    ways: [{ way: "own", address: "anna@example.com" }],
  };

  async mailWishes(): Promise<ShownMailWishes> {
    return this.wishes;
  }

  async wishForMail(wanted: MailWishes): Promise<ShownMailWishes> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.wished.push(wanted);
    const way = wanted.way ?? this.wishes.way;
    const among = this.wishes.ways ?? [];
    const inForce = among.find((each) => each.way === way) ?? among[0];
    this.wishes = { ...this.wishes, ...wanted, way, in_force: inForce?.way ?? null };
    return this.wishes;
  }

  letters: OpenedCorrespondence | null = null;
  listed = 0;

  async correspondences(): Promise<readonly Correspondence[]> {
    this.listed += 1;
    return this.letters === null ? [] : [this.letters.correspondence];
  }

  async correspondence(): Promise<OpenedCorrespondence> {
    if (this.letters === null) throw new ServerError("There is no such correspondence.", 404);
    return this.letters;
  }

  talks: Conversation[] = [];
  lines: Said[] = [];

  async conversations(search: string, limit: number): Promise<Conversations> {
    const found = this.talks.filter((each) => each.title.includes(search));
    return { conversations: found.slice(0, limit), more: found.length > limit };
  }

  async said(id: string): Promise<ShownTalk> {
    const there = this.talks.find((each) => each.id === id);
    if (there === undefined) throw new ServerError("There is no such conversation; it may have been forgotten.", 404);
    return { conversation: there, lines: this.lines, shown: this.shown };
  }

  shown: ShownDrafts = { drafts: [], held: null };
  readonly edits: DraftEdit[] = [];

  async edit(_: string, edit: DraftEdit): Promise<DraftEdited> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.edits.push(edit);
    return { version: edit.version + 1, shown: this.shown };
  }

  /** What the next typed lines are answered with. */
  answers: TalkEvent[][] = [];
  readonly typed: TypedLine[] = [];

  async type(line: TypedLine, heard: (event: TalkEvent) => void): Promise<void> {
    this.typed.push(line);
    const failure = this.failures.shift();
    if (failure) throw failure;
    for (const event of this.answers.shift() ?? []) heard(event);
  }

  async follow(): Promise<void> {
    await Promise.resolve();
  }

  async rename(id: string, title: string): Promise<Conversation> {
    this.talks = this.talks.map((each) => (each.id === id ? { ...each, title } : each));
    return { id, title, summary: "", last_activity_at: "", waits: false, agent_id: null, by_mail: false };
  }

  async forget(id: string): Promise<void> {
    this.talks = this.talks.filter((each) => each.id !== id);
  }

  readonly disconnected: string[] = [];

  async disconnect(slug: string): Promise<boolean> {
    this.disconnected.push(slug);
    return true;
  }
}

export class StillLink implements Link {
  joined = 0;
  left = 0;
  readonly said: string[] = [];
  readonly presses: Press[] = [];
  readonly edits: DraftEdit[] = [];
  readonly sounds: VoiceWish[] = [];
  microphoneTrouble: MicrophoneError["why"] | null = null;
  refusal = "";
  boards: string[] = [];
  /** What was said before, for each time that it is asked for. */
  earlier: Line[][] = [];

  constructor(readonly tell: Told) {}

  async join(): Promise<void> {
    this.joined += 1;
  }

  async leave(): Promise<void> {
    this.left += 1;
  }

  async say(line: string): Promise<void> {
    this.said.push(line);
  }

  async press(press: Press): Promise<void> {
    if (this.refusal !== "") throw new NotDoneError(this.refusal);
    this.presses.push(press);
  }

  async edit(edit: DraftEdit): Promise<number> {
    if (this.refusal !== "") throw new NotDoneError(this.refusal);
    this.edits.push(edit);
    return edit.version + 1;
  }

  async sound(wish: VoiceWish): Promise<void> {
    if (this.refusal !== "") throw new NotDoneError(this.refusal);
    this.sounds.push(wish);
  }

  async askForBoard(): Promise<boolean> {
    const text = this.boards.shift();
    if (text === undefined) return false;
    this.tell({ kind: "board", from: "agent-1", text });
    return true;
  }

  async askForCaptions(): Promise<boolean> {
    const lines = this.earlier.shift();
    if (lines === undefined) return false;
    this.tell({ kind: "earlier", lines });
    return true;
  }

  async microphone(): Promise<void> {
    if (this.microphoneTrouble) throw new MicrophoneError(this.microphoneTrouble);
  }

  readonly shared: boolean[] = [];
  screenTrouble = false;

  async share(on: boolean): Promise<void> {
    if (this.screenTrouble) throw new ScreenError();
    this.shared.push(on);
  }

  async allowSound(): Promise<void> {
    this.tell({ kind: "sound", blocked: false });
  }
}

export function stillCall(me: Me = ME, opens: string | null = null) {
  const clock = new StillClock();
  const server = new StillServer();
  const links: StillLink[] = [];
  const caller = new Caller(
    server,
    me,
    clock,
    () => ({ cleaned: true, device: "" }),
    (tell) => {
      const link = new StillLink(tell);
      links.push(link);
      return link;
    },
    opens,
  );
  const link = links[0];
  if (link === undefined) throw new Error("a caller makes its link");
  return { clock, server, link, caller, pulse: () => caller.tell({ kind: "happened", what: "pulse" }) };
}

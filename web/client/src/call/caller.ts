/**
 * One call, from the click to the end: gets a ticket, joins, joins again when the line breaks, watches the agent's pulse, and keeps the state
 * that the screen shows. It knows the room only as a `Link`, and time only through the `Clock` it was given.
 */

import { type Me, type Server, ServerError } from "../api";
import type { PaneShows, RowShows } from "../board/DraftPane";
import type { Button, DraftEdit, Press, VoiceWish } from "../board/message";
import type { Acts } from "./acts";
import type { Clock } from "./clock";
import { type Capture, type Link, MicrophoneError, NotDoneError, ScreenError, type Told } from "./link";
import { type Happening, inCall } from "./phases";
import { PulseWatch, SILENT_AFTER_MS, UNANSWERED_AFTER_MS } from "./pulse_watch";
import { BEFORE_THE_CALL, type CallState, type News, told } from "./state";

const LOOK_EVERY_MS = 250;
const BOARD_AGAIN_MS = 700;
const JOIN_AGAIN_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

export class Caller implements Acts {
  private state: CallState = BEFORE_THE_CALL;
  private readonly watchers = new Set<() => void>();
  private readonly link: Link;
  private watch: PulseWatch;
  private room = "";
  private attempts = 0;
  private typed = 0;
  /** The user's wish, which outlives a broken line. */
  private wantsMicrophone = false;
  /** What was said before this page came is not known yet. */
  private wantsCaptions = false;
  private timers = new Map<string, () => void>();

  constructor(
    private readonly server: Server,
    private readonly me: Me,
    private readonly clock: Clock,
    private readonly capture: () => Capture,
    connect: (tell: Told) => Link,
    /** The conversation that the call begins in; null is the one of the call before, or a new one. */
    private opens: string | null = null,
  ) {
    this.link = connect(this.tell);
    this.watch = new PulseWatch(clock.now());
  }

  readonly current = (): CallState => this.state;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly start = async (): Promise<void> => {
    this.happened("start");
    this.attempts = 0;
    this.wantsCaptions = true;
    if (this.state.phase === "joining") await this.join();
  };

  readonly hangUp = async (): Promise<void> => {
    this.happened("closed");
    await this.link.leave();
  };

  readonly say = async (line: string): Promise<void> => {
    this.typed += 1;
    this.tell({ kind: "line", line: { id: `typed-${this.typed}`, speaker: "you", text: line, final: true } });
    await this.link.say(line);
  };

  readonly press = async (command: Button, shows?: PaneShows | RowShows): Promise<string> => {
    const { board } = this.state;
    const mail_id = board?.current?.mail_id ?? null;
    const answers = command === "yes" || command === "no";
    try {
      await this.link.press({ command, mail_id, ...(answers && { about: board?.asked ?? "" }), ...pointedAt(shows) });
      return "";
    } catch (error) {
      if (error instanceof NotDoneError) return error.message;
      throw error;
    }
  };

  readonly edit = async (edit: DraftEdit): Promise<number | string> => {
    try {
      return await this.link.edit(edit);
    } catch (error) {
      if (error instanceof NotDoneError) return error.message;
      throw error;
    }
  };

  readonly sound = async (wish: VoiceWish): Promise<string> => {
    try {
      await this.link.sound(wish);
      return "";
    } catch (error) {
      if (error instanceof NotDoneError) return error.message;
      throw error;
    }
  };

  readonly microphone = async (on: boolean): Promise<void> => {
    this.wantsMicrophone = on;
    if (on && this.state.microphone !== "muted") this.tell({ kind: "microphone", is: "asking" });
    try {
      await this.link.microphone(on, this.capture());
      this.tell({ kind: "microphone", is: on ? "on" : "muted" });
    } catch (error) {
      if (!(error instanceof MicrophoneError)) throw error;
      this.tell({ kind: "microphone", is: error.why });
    }
  };

  readonly share = async (on: boolean): Promise<void> => {
    if (on) this.tell({ kind: "screen", is: "asking" });
    try {
      await this.link.share(on);
      this.tell({ kind: "screen", is: on ? "on" : "off" });
    } catch (error) {
      if (!(error instanceof ScreenError)) throw error;
      this.tell({ kind: "screen", is: "refused" });
    }
  };

  readonly allowSound = (): Promise<void> => {
    return this.link.allowSound();
  };

  networkChanged(online: boolean): void {
    this.happened(online ? "network_back" : "network_gone");
  }

  readonly tell = (news: News): void => {
    const before = this.state;
    this.state = told(before, news);
    if (news.kind === "happened" && news.what === "pulse") this.watch.heard(this.clock.now());
    if (this.state === before) return;
    if (this.state.phase !== before.phase) this.entered(before);
    for (const watcher of this.watchers) watcher();
  };

  private happened(what: Happening): void {
    this.tell({ kind: "happened", what });
  }

  /** What each phase sets going, wherever it was entered from. */
  private entered(before: CallState): void {
    const { phase } = this.state;
    if (!inCall(phase)) {
      this.cancelAll();
      if (inCall(before.phase)) void this.link.leave();
      return;
    }
    if (phase === "waiting") this.settleIn(before);
    if (phase === "live") {
      this.watch.heard(this.clock.now());
      if (before.phase !== "weak") void this.getBoard();
    }
    if (phase === "lost") this.joinAgainSoon();
    if (phase === "offline") this.cancel("join");
  }

  private async join(): Promise<void> {
    try {
      const ticket = await this.server.call(this.opens);
      if (!this.joining()) return;
      this.room = ticket.room;
      await this.link.join(ticket);
      // Who hung up meanwhile is not to stay in the room unseen.
      if (!this.joining()) {
        await this.link.leave();
        return;
      }
      this.attempts = 0;
      this.opens = null; // who joins again goes on in the same call, wherever its talk is by then
      this.happened("joined");
    } catch (error) {
      this.notJoined(error);
    }
  }

  private joining(): boolean {
    return this.state.phase === "joining" || this.state.phase === "lost";
  }

  private notJoined(error: unknown): void {
    const failed = error instanceof ServerError ? error : new ServerError("The call's server cannot be reached from here.", 0);
    if (failed.status === 401) this.happened("signed_out");
    else if (this.state.phase === "joining") this.tell({ kind: "refused", why: failed.sentence });
    else this.joinAgainSoon(failed.waitS * 1_000);
  }

  private joinAgainSoon(atLeastMs = 0): void {
    if (this.state.phase !== "lost") return;
    const delay = JOIN_AGAIN_MS[Math.min(this.attempts, JOIN_AGAIN_MS.length - 1)] ?? 0;
    this.attempts += 1;
    this.in("join", Math.max(delay, atLeastMs), () => void this.join());
  }

  private settleIn(before: CallState): void {
    this.watch = new PulseWatch(this.clock.now());
    this.lookForPulse();
    if (before.phase === "joining") this.wantsMicrophone = this.me.speech;
    if (this.wantsMicrophone) void this.microphone(true);
  }

  private lookForPulse(): void {
    this.in("look", LOOK_EVERY_MS, () => {
      this.lookForPulse();
      const { phase } = this.state;
      if (phase === "weak" || phase === "lost" || phase === "offline") return;
      const fresh = phase === "waiting" || phase === "unanswered";
      const { quiet, ask } = this.watch.look(this.clock.now(), fresh ? UNANSWERED_AFTER_MS : SILENT_AFTER_MS);
      if (quiet) this.happened("quiet");
      if (ask) this.tellServer();
    });
  }

  private tellServer(): void {
    this.server.alone(this.room).catch((error: unknown) => {
      if (error instanceof ServerError && error.status === 401) this.happened("signed_out");
      // Anything else: it is asked again shortly, and the notice stands meanwhile.
    });
  }

  /** A page that comes late asks for the whole board; an agent that has just begun may not have its answer ready yet. */
  private async getBoard(): Promise<void> {
    if (this.state.phase !== "live") return;
    if (!(await this.link.askForBoard())) this.in("board", BOARD_AGAIN_MS, () => void this.getBoard());
    else if (this.wantsCaptions) this.wantsCaptions = !(await this.link.askForCaptions());
  }

  private in(name: string, ms: number, run: () => void): void {
    this.cancel(name);
    this.timers.set(name, this.clock.after(ms, run));
  }

  private cancel(name: string): void {
    this.timers.get(name)?.();
    this.timers.delete(name);
  }

  private cancelAll(): void {
    for (const name of [...this.timers.keys()]) this.cancel(name);
  }
}

/** What a button in the pane of a draft is about. */
function pointedAt(shows: PaneShows | RowShows | undefined): Partial<Press> {
  return shows !== undefined && "draft_id" in shows ? { draft_id: shows.draft_id, draft_version: shows.version } : { ...shows };
}

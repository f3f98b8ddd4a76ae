/**
 * The line to a LiveKit room. Turns what LiveKit reports into the page's news, and believes boards and pulses only from an agent: LiveKit's
 * server signs who is one.
 */

import {
  ConnectionState,
  DisconnectReason,
  MediaDeviceFailure,
  type Participant,
  Room,
  RoomEvent,
  RpcError,
  Track,
  type TextStreamReader,
} from "livekit-client";
import type { Ticket } from "../api";
import {
  BOARD_TOPIC,
  CAPTIONS_METHOD,
  DRAFT_METHOD,
  type DraftEdit,
  LOOKS_METHOD,
  type Looks,
  type Missed,
  PRESS_METHOD,
  type Press,
  PULSE_TOPIC,
  VOICE_METHOD,
  type VoiceWish,
} from "../board/message";
import { plainText } from "../board/plain_text";
import { readEdited, readSaidBefore } from "../board/reading";
import { type Capture, type Link, MicrophoneError, NotDoneError, ScreenError, type Told } from "./link";
import type { AgentState } from "./state";

const CHAT_TOPIC = "lk.chat";
const CAPTIONS_TOPIC = "lk.transcription";
const SEGMENT = "lk.segment_id";
const FINAL = "lk.transcription_final";
const STATE = "lk.agent.state";
const STATES: readonly string[] = ["connecting", "initializing", "listening", "thinking", "speaking", "idle"];

const LONGEST_SENTENCE = 200;

/** More would show nothing that a glance could use: it looks at what stands still. */
const FRAMES_A_SECOND = 2;
/** As large as a picture is that a model is shown: what is larger is decoded at the other end only to be made smaller. */
const SHARED = {
  audio: false,
  contentHint: "text",
  resolution: { width: 1_280, height: 800, frameRate: FRAMES_A_SECOND },
  selfBrowserSurface: "exclude",
  surfaceSwitching: "include",
} as const;
const SENT = { simulcast: false, screenShareEncoding: { maxBitrate: 1_500_000, maxFramerate: FRAMES_A_SECOND } } as const;

export class LiveKitLink implements Link {
  readonly room = new Room({ adaptiveStream: false, dynacast: false, disconnectOnPageLeave: true });
  /** Who sent the last pulse; the agent that buttons go to. */
  private agent = "";
  private left = false;
  private joinedAt = 0;
  /** The agent that knows whether this page is looked at. */
  private toldLooks = "";

  constructor(private readonly tell: Told) {
    this.room
      .on(RoomEvent.SignalReconnecting, () => this.happened("line_weak"))
      .on(RoomEvent.Reconnecting, () => this.happened("line_weak"))
      .on(RoomEvent.Reconnected, () => this.happened("line_back"))
      .on(RoomEvent.Disconnected, this.disconnected)
      .on(RoomEvent.ParticipantConnected, this.report)
      .on(RoomEvent.ParticipantAttributesChanged, (_, participant) => this.report(participant))
      .on(RoomEvent.AudioPlaybackStatusChanged, this.reportSound)
      .on(RoomEvent.MediaDevicesError, (error) => this.tell({ kind: "microphone", is: reasonOf(error) }))
      .on(RoomEvent.LocalTrackUnpublished, ({ source }) => {
        if (source === Track.Source.ScreenShare) this.tell({ kind: "screen", is: "off" });
      })
      .on(RoomEvent.ActiveSpeakersChanged, () => this.tell({ kind: "you_speak", now: this.room.localParticipant.isSpeaking }))
      .on(RoomEvent.DataReceived, (_, participant, __, topic) => {
        if (topic === PULSE_TOPIC && participant?.isAgent) this.pulse(participant);
      });
    this.room.registerTextStreamHandler(BOARD_TOPIC, (reader, { identity }) => void this.board(reader, identity));
    this.room.registerTextStreamHandler(CAPTIONS_TOPIC, (reader, { identity }) => void this.caption(reader, identity));
  }

  async join(ticket: Ticket): Promise<void> {
    this.left = false;
    // Half mended is neither: LiveKit would wait for the line that this page has given up.
    const { state } = this.room;
    if (state !== ConnectionState.Disconnected && state !== ConnectionState.Connected) await this.room.disconnect();
    await this.room.connect(ticket.url, ticket.token);
    this.joinedAt = performance.now();
    document.addEventListener("visibilitychange", this.tellLooks);
    this.room.remoteParticipants.forEach(this.report);
    this.reportSound();
  }

  async leave(): Promise<void> {
    this.left = true;
    document.removeEventListener("visibilitychange", this.tellLooks);
    await this.room.disconnect();
  }

  async say(line: string): Promise<void> {
    await this.room.localParticipant.sendText(line, { topic: CHAT_TOPIC });
  }

  async press(press: Press): Promise<void> {
    try {
      await this.ask(PRESS_METHOD, JSON.stringify(press));
    } catch (error) {
      throw new NotDoneError(sentenceOf(error));
    }
  }

  async edit(edit: DraftEdit): Promise<number> {
    try {
      return readEdited(await this.ask(DRAFT_METHOD, JSON.stringify(edit)));
    } catch (error) {
      throw new NotDoneError(sentenceOf(error));
    }
  }

  async sound(wish: VoiceWish): Promise<void> {
    try {
      await this.ask(VOICE_METHOD, JSON.stringify(wish));
    } catch (error) {
      throw new NotDoneError(sentenceOf(error));
    }
  }

  async askForBoard(): Promise<boolean> {
    const from = this.agent;
    try {
      this.tell({ kind: "board", from, text: await this.ask(BOARD_TOPIC, "") });
      this.showsBoardOf(from);
      return true;
    } catch {
      return false;
    }
  }

  async askForCaptions(): Promise<boolean> {
    const missed: Missed = { here_for_s: (performance.now() - this.joinedAt) / 1_000 };
    try {
      const lines = readSaidBefore(await this.ask(CAPTIONS_METHOD, JSON.stringify(missed)));
      this.tell({ kind: "earlier", lines: lines.map((line, place) => ({ ...line, id: `earlier-${place}`, final: true })) });
      return true;
    } catch {
      return false;
    }
  }

  async microphone(on: boolean, { cleaned, device }: Capture): Promise<void> {
    const sound = { echoCancellation: cleaned, noiseSuppression: cleaned, autoGainControl: cleaned };
    const capture = device === "" ? sound : { ...sound, deviceId: device };
    try {
      if (on && device !== "" && this.room.localParticipant.isMicrophoneEnabled) await this.room.switchActiveDevice("audioinput", device);
      await this.room.localParticipant.setMicrophoneEnabled(on, capture);
    } catch (error) {
      throw new MicrophoneError(reasonOf(error));
    }
  }

  async share(on: boolean): Promise<void> {
    try {
      await this.room.localParticipant.setScreenShareEnabled(on, SHARED, SENT);
    } catch {
      throw new ScreenError();
    }
  }

  async allowSound(): Promise<void> {
    await this.room.startAudio();
  }

  private ask(method: string, payload: string): Promise<string> {
    return this.room.localParticipant.performRpc({ destinationIdentity: this.agent, method, payload });
  }

  private readonly disconnected = (reason?: DisconnectReason): void => {
    if (this.left) return;
    switch (reason) {
      case DisconnectReason.CLIENT_INITIATED:
        return;
      case DisconnectReason.DUPLICATE_IDENTITY:
        return this.happened("taken_over");
      case DisconnectReason.ROOM_DELETED:
      case DisconnectReason.ROOM_CLOSED:
      case DisconnectReason.PARTICIPANT_REMOVED:
        return this.happened("closed");
      default:
        this.happened("line_lost");
    }
  };

  private pulse(agent: Participant): void {
    if (this.agent !== agent.identity) {
      this.agent = agent.identity;
      this.report(agent);
    }
    this.happened("pulse");
  }

  private readonly report = (participant: Participant): void => {
    const state = participant.attributes[STATE];
    if (participant.isAgent && state !== undefined && STATES.includes(state)) this.tell({ kind: "agent", state: state as AgentState });
  };

  private readonly reportSound = (): void => {
    this.tell({ kind: "sound", blocked: !this.room.canPlaybackAudio });
  };

  private async board(reader: TextStreamReader, from: string): Promise<void> {
    if (!this.room.remoteParticipants.get(from)?.isAgent) return;
    const text = await whole(reader);
    if (text !== null) this.tell({ kind: "board", from, text });
    this.showsBoardOf(from);
  }

  /** The agent's captions come in pieces while it speaks; the caller's come whole, each a better guess than the one before. */
  private async caption(reader: TextStreamReader, from: string): Promise<void> {
    const id = reader.info.attributes?.[SEGMENT] ?? reader.info.id;
    const speaker = from === this.room.localParticipant.identity ? "you" : "aloud";
    let text = "";
    try {
      for await (const piece of reader) {
        text += piece;
        if (speaker === "aloud") this.tell({ kind: "line", line: { id, speaker, text, final: false } });
      }
    } catch {
      // The line broke in mid-sentence: what came of it stands.
    }
    const final = speaker === "aloud" || reader.info.attributes?.[FINAL] === "true";
    this.tell({ kind: "line", line: { id, speaker, text, final } });
  }

  /** An agent that has sent its board can be told. */
  private showsBoardOf(agent: string): void {
    if (agent !== this.agent || agent === this.toldLooks) return;
    this.toldLooks = agent;
    this.tellLooks();
  }

  private readonly tellLooks = (): void => {
    const looks: Looks = { looks: document.visibilityState === "visible" };
    this.ask(LOOKS_METHOD, JSON.stringify(looks)).catch(() => {
      this.toldLooks = ""; // with the next board again
    });
  };

  private happened(what: "line_weak" | "line_back" | "line_lost" | "closed" | "taken_over" | "pulse"): void {
    this.tell({ kind: "happened", what });
  }
}

async function whole(reader: TextStreamReader): Promise<string | null> {
  try {
    return await reader.readAll();
  } catch {
    return null; // The next board, or the answer to `askForBoard`, makes up for it.
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof RpcError)) return "That did not reach Aloud. Please try again.";
  if (error.code === RpcError.ErrorCode.APPLICATION_ERROR || error.code < RpcError.ErrorCode.UNSUPPORTED_METHOD)
    return plainText(error.data ?? error.message, LONGEST_SENTENCE);
  return "Aloud did not answer in time. Please try again.";
}

function reasonOf(error: unknown): MicrophoneError["why"] {
  switch (MediaDeviceFailure.getFailure(error)) {
    case MediaDeviceFailure.PermissionDenied:
      return "denied";
    case MediaDeviceFailure.NotFound:
      return "missing";
    default:
      return "busy";
  }
}

// Generated from agent/board/board_messages.py by `python -m scripts.page_types`. Not to be edited by hand.

export const BOARD_TOPIC = "aloud.board";
export const PRESS_METHOD = "aloud.do";
export const CAPTIONS_METHOD = "aloud.captions";
export const DRAFT_METHOD = "aloud.draft";
export const VOICE_METHOD = "aloud.voice";
export const LOOKS_METHOD = "aloud.looks";
export const PULSE_TOPIC = "aloud.pulse";
export const BOARD_VERSION = 1;

/** A mail that came in during the call and is neither accepted nor declined. */
export interface ArrivedMail {
  mail_id: string;
  sender_name: string;
  subject: string;
  urgent: boolean;
}

/** All that the page shows of the briefing. `number` rises with each board that differs from the one before, within one agent. */
export interface Board {
  version: 1;
  number: number;
  phase: Phase;
  counts: Counts;
  /** Those around the current one. */
  topics: TopicOnBoard[];
  topics_total: number;
  current: CurrentMail | null;
  next: NextMail[];
  done: DoneMail[];
  arrivals: ArrivedMail[];
  arrivals_total: number;
  /** What an undo would take back, in a few words; empty where nothing, or where nobody knows. */
  undo: string;
  /** What a yes would mean now; null where yes and no mean nothing. */
  offer: Offer | null;
  /** With the offer `agree`: what exactly was asked. */
  question: string;
  /** Which question that is: what the buttons that answer it are pressed about. */
  asked: string;
  drafts: DraftOnBoard[];
  held: HeldOnBoard | null;
  /** The agent can speak. */
  speaks: boolean;
  /** The agent can hear. */
  hears: boolean;
  voice: VoiceOnBoard | null;
  likes: LikesOnBoard;
  /** Whether the shared screen is looked at; null where it cannot be. */
  screen: Sharing | null;
  /** This machine computes speech so slowly that spoken answers come late. */
  slow: boolean;
}

/** What a button of the page asks for. */
export type Button =
  | "next"
  | "back"
  | "skip"
  | "skip_topic"
  | "archive"
  | "mark_read"
  | "flag"
  | "repeat"
  | "read"
  | "stop"
  | "yes"
  | "no"
  | "send"
  | "cancel"
  | "undo"
  | "delete"
  | "reply"
  | "snooze_to_evening"
  | "snooze_to_tomorrow"
  | "snooze_to_next_week"
  | "stop_looking"
  | "look_again"
  | "open"
  | "topic"
  | "mails";

/** One line of the conversation. */
export interface Caption {
  speaker: Speaker;
  text: string;
}

/** True counts of mails: the first four add up to the total. */
export interface Counts {
  briefed: number;
  actioned: number;
  skipped: number;
  remaining: number;
  total: number;
}

/** The mail that "it" means now. `heard` is the share of its presentation that was played, 0 to 1; `reading`: it is read in full. */
export interface CurrentMail {
  mail_id: string;
  sender_name: string;
  sender_address: string;
  subject: string;
  /** Empty where there is only one. */
  account: string;
  /** Why it matters, in a few words each, the weightiest first. */
  reasons: string[];
  /** ISO 8601; null while the mail has not loaded. */
  received_at: string | null;
  attachments: string[];
  snippet: string;
  heard: number;
  flagged: boolean;
  reading: boolean;
}

/** A mail that is settled, and how; newest first. `outcome` is shown as it stands: `HEARD`, `SKIPPED`, or what was done. */
export interface DoneMail {
  mail_id: string;
  sender_name: string;
  subject: string;
  outcome: string;
}

/** The user has typed in a draft, in that version of it; null stays as it is. `read`, where nothing else is: they have scrolled through its text to the end. */
export interface DraftEdit {
  draft_id: string;
  version: number;
  to?: string[] | null;
  cc?: string[] | null;
  subject?: string | null;
  text?: string | null;
  read?: boolean;
}

/** What is being written. `whole` is false where the text is too long to be shown, and so to be edited, here. `asked`: the open question is whether it may leave as it is here, or to whom. `dry_run`: it would go to nobody. */
export interface DraftOnBoard {
  draft_id: string;
  version: number;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  whole: boolean;
  asked: boolean;
  dry_run: boolean;
}

/** The edit is written down; the draft has this version now. */
export interface Edited {
  version: number;
}

/** A mail that the user has agreed to and that can still be held back, until `leaves_at`. In a `dry_run` it goes to nobody. */
export interface HeldOnBoard {
  leaves_at: string;
  dry_run: boolean;
}

/** Mail that is not to be told until then: `what` is a sender, words of a subject, or a sort of mail, and nothing that is understood. */
export interface LeaveOut {
  what: string;
  until: LeaveOutUntil;
}

/** When it is to be told again, by the user's own clock. */
export type LeaveOutUntil = "tomorrow" | "monday" | "next month";

/** Mail that the user does not want to hear of for now; `until` is empty for what is left out in this call alone. `comes`: in this call it comes all the same, because all mail was asked for. */
export interface LeftOutOnBoard {
  what: string;
  until: string;
  comes: boolean;
}

/** How much of a mail is told, from little to much. */
export type Length = "headlines" | "shorter" | "usual";

/** How the user likes to be told. In flow, the next mail comes without a question; `prods` is how often a silent user is spoken to, for the first time after `prod_after_s`. `only` says which mails alone come for now, as the user would; empty for all. `zone` is the name of the time zone that is the user's, and `zone_chosen` whether they have chosen it. */
export interface LikesOnBoard {
  length: Length;
  flows: boolean;
  prods: number;
  prod_after_s: number;
  only: string;
  zone: string;
  zone_chosen: boolean;
  /** Codes of those that the user understands beside English. */
  languages: string[];
  left_out: LeftOutOnBoard[];
}

/** Whether the page is looked at: who does not see a draft is told where it is. */
export interface Looks {
  looks: boolean;
}

/** A page has just come, and asks for what was said before. */
export interface Missed {
  /** Seconds since it joined; it knows what was said since then. */
  here_for_s: number;
}

/** A mail that moving on will come to, nearest first. */
export interface NextMail {
  mail_id: string;
  sender_name: string;
  subject: string;
  account: string;
}

/** What a "yes" would mean now. */
export type Offer =
  | "hear_arrivals"
  | "hear_skipped"
  | "hear_all_accounts"
  | "hear_rest"
  | "hold_back"
  | "discard"
  | "take_nudge"
  | "forget_talk"
  | "hear_result"
  | "forget_noted"
  | "let_go"
  | "agree";

/** Where the briefing as a whole is. While it is loading, numbers may still grow and the order of what is ahead may change. */
export type Phase = "loading" | "briefing" | "done";

/** A button was pressed. With `mail_id`, the mail the page showed then, nothing is done to another one that "it" means by now. `about` is `Board.asked` as it was shown: a yes or a no answers that question and no other. A button in a draft's pane names the draft and the version that the pane showed; the row of a list is `open` with the mail in it, or `topic` with the number and the label that it showed. With `mails`, `row` says which mails are wanted, as it is said in words. */
export interface Press {
  command: Button;
  mail_id?: string | null;
  about?: string;
  draft_id?: string;
  draft_version?: number;
  row?: string;
  topic?: number;
  label?: string;
}

/** The press was taken; what came of it is said, and shows on the board. */
export interface Pressed {
  done: true;
}

/** The last lines of both sides from before the page came, oldest first. */
export interface SaidBefore {
  lines: Caption[];
}

export type Sharing = "nothing" | "looking" | "paused";

/** What is being written, and what is about to leave. */
export interface ShownDrafts {
  drafts: DraftOnBoard[];
  held: HeldOnBoard | null;
}

export type Speaker = "you" | "aloud";

/** One topic by its number as spoken. `done` of its `mails` need not be told any more. */
export interface TopicOnBoard {
  number: number;
  label: string;
  mails: number;
  done: number;
  state: TopicState;
}

/** `past` has nothing left to be told, `ahead` has. */
export type TopicState = "past" | "current" | "ahead";

/** How Aloud speaks, where that can be changed. `speed` is so many times the normal one; one voice alone is no choice. */
export interface VoiceOnBoard {
  voices: string[];
  voice: string;
  speed: number;
}

/** Speak, and tell, like this from now on; null stays as it is. An empty `zone` is that of the server; `bring_back` is told again. `heeds`: who or what matters was changed where it is kept. */
export interface VoiceWish {
  voice?: string | null;
  speed?: number | null;
  length?: Length | null;
  flows?: boolean | null;
  prods?: number | null;
  prod_after_s?: number | null;
  zone?: string | null;
  languages?: string[] | null;
  leave_out?: LeaveOut | null;
  bring_back?: string | null;
  heeds?: boolean;
}

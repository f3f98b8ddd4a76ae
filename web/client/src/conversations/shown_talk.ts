import type { ShownDrafts } from "../board/message";

export interface Conversation {
  id: string;
  title: string;
  /** One line on what was talked about last; may be empty. */
  summary: string;
  last_activity_at: string;
  /** A draft of it was not sent yet. */
  waits: boolean;
  /** The agent that one talks with there; null where that is Aloud. */
  agent_id: string | null;
  /** A briefing by mail, with its replies and answers. */
  by_mail: boolean;
}

export interface Conversations {
  /** The newest first. */
  conversations: Conversation[];
  more: boolean;
}

/** What was said at once. The words of a mail or draft that was read out are not kept. */
export interface Said {
  by: "you" | "aloud" | "mail_read" | "draft_read";
  at: string;
  heard: string;
  /** What was cut off, or played to nobody. */
  unheard: string;
}

/** One conversation, what was said in it, oldest first, and the draft that waits in it. */
export interface ShownTalk {
  conversation: Conversation;
  lines: readonly Said[];
  shown: ShownDrafts;
}

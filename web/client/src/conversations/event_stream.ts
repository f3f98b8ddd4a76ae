/** Server-sent events out of the body of an answer; `EventSource` can neither post nor prove where a line comes from. */

import type { DraftOnBoard, HeldOnBoard } from "../board/message";

export interface TalkEvent {
  kind: string;
  data: {
    number?: number;
    words?: string;
    session_id?: string;
    conversation_id?: string | null;
    drafts?: DraftOnBoard[];
    held?: HeldOnBoard | null;
  };
}

/** Calls `heard` with each event as it comes; returns when the stream ends, however it does. */
export async function readEvents(body: ReadableStream<Uint8Array>, heard: (event: TalkEvent) => void): Promise<void> {
  const reader = body.getReader();
  const text = new TextDecoder();
  let held = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      held += text.decode(value, { stream: true });
      const blocks = held.split("\n\n");
      held = blocks.pop() ?? "";
      for (const block of blocks) tell(block, heard);
    }
  } catch {
    // It broke off; what was said stands in the conversation.
  }
}

function tell(block: string, heard: (event: TalkEvent) => void) {
  const [kind, data] = block.split("\n");
  if (!kind?.startsWith("event: ") || !data?.startsWith("data: ")) return;
  heard({ kind: kind.slice("event: ".length), data: JSON.parse(data.slice("data: ".length)) as TalkEvent["data"] });
}

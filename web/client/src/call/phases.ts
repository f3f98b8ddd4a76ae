/**
 * Where a call is, from the page's side, as one table.
 *
 *     idle -> joining -> waiting -> live <-> silent
 *                           |        |
 *                       unanswered   +-> weak -> live        (LiveKit mends the line itself)
 *                                    +-> lost -> waiting     (the page joins again by itself)
 *                                    +-> offline -> lost     (this device has no network)
 *     any of them -> ended | taken_over | signed_out; joining -> failed
 *
 * What happens in a browser is not in our hands: a pulse may arrive after hanging up, a line may break while it is being mended. So news
 * that has no edge here is late, not wrong, and leaves the phase as it is. Only `start` leaves the four last ones.
 */

export type Phase =
  | "idle"
  | "joining"
  | "waiting"
  | "unanswered"
  | "live"
  | "silent"
  | "weak"
  | "lost"
  | "offline"
  | "ended"
  | "taken_over"
  | "signed_out"
  | "failed";

export type Happening =
  | "start"
  | "joined"
  | "refused"
  | "pulse"
  | "quiet"
  | "line_weak"
  | "line_back"
  | "line_lost"
  | "network_gone"
  | "network_back"
  | "closed"
  | "taken_over"
  | "signed_out";

type Edges = Partial<Record<Happening, Phase>>;

const OVER: Edges = { closed: "ended", taken_over: "taken_over", signed_out: "signed_out" };
const IN_THE_ROOM: Edges = { ...OVER, line_weak: "weak", line_lost: "lost", network_gone: "offline" };

export const TABLE: Readonly<Record<Phase, Edges>> = {
  idle: { start: "joining", signed_out: "signed_out" },
  joining: { ...OVER, joined: "waiting", refused: "failed", network_gone: "offline" },
  waiting: { ...IN_THE_ROOM, pulse: "live", quiet: "unanswered" },
  unanswered: { ...IN_THE_ROOM, pulse: "live" },
  live: { ...IN_THE_ROOM, quiet: "silent" },
  silent: { ...IN_THE_ROOM, pulse: "live" },
  // A pulse proves that the line is back, whatever LiveKit has reported so far.
  weak: { ...OVER, line_back: "live", pulse: "live", line_lost: "lost", network_gone: "offline" },
  lost: { ...OVER, joined: "waiting", network_gone: "offline" },
  offline: { ...OVER, network_back: "lost" },
  ended: { start: "joining" },
  taken_over: { start: "joining" },
  signed_out: {},
  failed: { start: "joining", signed_out: "signed_out" },
};

export function advance(phase: Phase, happening: Happening): Phase {
  return TABLE[phase][happening] ?? phase;
}

/** The agent can be spoken to: its buttons work. */
export function reachesAgent(phase: Phase): boolean {
  return phase === "live";
}

/** There is a call, or the page is busy getting it back. */
export function inCall(phase: Phase): boolean {
  return TABLE[phase].start === undefined && phase !== "signed_out";
}

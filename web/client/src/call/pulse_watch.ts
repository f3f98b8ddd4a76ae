/**
 * Whether the agent is still heard. It sends a pulse every second; four seconds without one mean that it died, hangs, or is out of reach,
 * long before LiveKit itself notices.
 */

export const SILENT_AFTER_MS = 4_000;
/** A fresh agent needs a moment to be sent and to start. */
export const UNANSWERED_AFTER_MS = 10_000;
/** How often the server is asked again while nobody is heard. */
export const ASK_AGAIN_MS = 8_000;
/** A page whose own clock stood still (a closed lid, a frozen tab) has missed pulses that were sent. */
const SLEPT_MS = 2_500;

export class PulseWatch {
  private heardAt: number;
  private lookedAt: number;
  private askedAt = -Infinity;

  constructor(now: number) {
    this.heardAt = now;
    this.lookedAt = now;
  }

  heard(now: number): void {
    this.heardAt = now;
    this.askedAt = -Infinity;
  }

  /** Look at the clock. `quiet`: the agent counts as silent. `ask`: the server is to be told, now. */
  look(now: number, patienceMs: number): { quiet: boolean; ask: boolean } {
    if (now - this.lookedAt > SLEPT_MS) this.heardAt = now;
    this.lookedAt = now;
    const quiet = now - this.heardAt >= patienceMs;
    const ask = quiet && now - this.askedAt >= ASK_AGAIN_MS;
    if (ask) this.askedAt = now;
    return { quiet, ask };
  }
}

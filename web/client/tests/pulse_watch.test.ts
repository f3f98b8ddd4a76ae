import { describe, expect, test } from "vitest";
import { ASK_AGAIN_MS, PulseWatch, SILENT_AFTER_MS } from "../src/call/pulse_watch";

/** Look every half second until `end`; the times at which something was the case. */
function looks(watch: PulseWatch, from: number, end: number) {
  const quiet: number[] = [];
  const asked: number[] = [];
  for (let now = from; now <= end; now += 500) {
    const seen = watch.look(now, SILENT_AFTER_MS);
    if (seen.quiet) quiet.push(now);
    if (seen.ask) asked.push(now);
  }
  return { quiet, asked };
}

describe("the agent's pulse", () => {
  test("four seconds without one mean silence, and the server is asked at once and then now and then", () => {
    const { quiet, asked } = looks(new PulseWatch(0), 0, 21_000);
    expect(quiet[0]).toBe(4_000);
    expect(asked).toEqual([4_000, 4_000 + ASK_AGAIN_MS, 4_000 + 2 * ASK_AGAIN_MS]);
  });

  test("one that comes in time keeps the agent alive", () => {
    const watch = new PulseWatch(0);
    for (let now = 0; now < 60_000; now += 3_000) {
      watch.heard(now);
      expect(looks(watch, now, now + 2_500).quiet).toEqual([]);
    }
  });

  test("a page that slept blames nobody", () => {
    const watch = new PulseWatch(0);
    watch.look(500, SILENT_AFTER_MS);
    expect(watch.look(3_600_000, SILENT_AFTER_MS).quiet).toBe(false);
    expect(looks(watch, 3_600_500, 3_605_000).quiet[0]).toBe(3_604_000);
  });
});

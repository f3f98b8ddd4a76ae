import { describe, expect, test } from "vitest";
import { STATES } from "../fixtures/states";
import { noticesOf } from "../src/call/notices";
import { TABLE, type Phase } from "../src/call/phases";
import { BEFORE_THE_CALL, type CallState } from "../src/call/state";

const FINE: Phase[] = ["idle", "joining", "waiting", "live", "ended"];
const at = (phase: Phase, more: Partial<CallState> = {}) => noticesOf({ ...BEFORE_THE_CALL, phase, microphone: "on", ...more });

describe("what is wrong", () => {
  test.each(Object.keys(TABLE) as Phase[])("in phase %s is said in words, or nothing is wrong", (phase) => {
    const notices = at(phase, { refusal: "No server." });
    expect(notices).toHaveLength(FINE.includes(phase) ? 0 : 1);
    for (const notice of notices) {
      expect(notice.title).not.toBe("");
      expect(notice.text).toMatch(/[.?]$/);
    }
  });

  test("of the microphone is said in a call only", () => {
    expect(at("live", { microphone: "denied" }).map((each) => each.about)).toEqual(["microphone"]);
    expect(at("lost", { microphone: "denied" }).map((each) => each.about)).toEqual(["call"]);
  });

  test("each trouble has its own words", () => {
    const titles = ["denied", "missing", "silent", "lost", "offline", "taken-over", "signed-out", "unanswered"].map(
      (name) => noticesOf(STATES[name] ?? BEFORE_THE_CALL)[0]?.title,
    );
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).not.toContain(undefined);
  });

  test("sound that is held back can be let through", () => {
    expect(at("live", { soundBlocked: true })[0]?.remedy?.does).toBe("sound");
  });
});

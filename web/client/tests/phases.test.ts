import { describe, expect, test } from "vitest";
import { advance, type Happening, inCall, type Phase, reachesAgent, TABLE } from "../src/call/phases";

const PHASES = Object.keys(TABLE) as Phase[];
const HAPPENINGS = [...new Set(PHASES.flatMap((phase) => Object.keys(TABLE[phase])))] as Happening[];

describe("the table", () => {
  test("a call that goes well", () => {
    const way: Happening[] = ["start", "joined", "pulse", "closed"];
    expect(way.reduce<Phase>(advance, "idle")).toBe("ended");
  });

  test.each([
    [["line_weak", "line_back"], "live"],
    [["line_weak", "pulse"], "live"],
    [["line_weak", "line_lost", "joined", "pulse"], "live"],
    [["network_gone", "network_back", "joined", "pulse"], "live"],
    [["network_gone", "pulse"], "offline"],
    [["quiet", "pulse"], "live"],
    [["quiet", "line_lost", "joined"], "waiting"],
    [["taken_over", "network_back", "pulse", "joined"], "taken_over"],
    [["taken_over", "start"], "joining"],
    [["signed_out", "start"], "signed_out"],
  ] as [Happening[], Phase][])("from a running call, %j leads to %s", (way, end) => {
    expect(way.reduce<Phase>(advance, "live")).toBe(end);
  });

  test("every edge leads where it says, and whatever has none changes nothing", () => {
    for (const phase of PHASES)
      for (const what of HAPPENINGS) expect(advance(phase, what), `${phase} ${what}`).toBe(TABLE[phase][what] ?? phase);
  });

  test("late news wakes no call that is over", () => {
    for (const phase of ["ended", "taken_over", "signed_out", "failed"] as const)
      for (const what of HAPPENINGS.filter((each) => each !== "start" && each !== "signed_out")) expect(advance(phase, what)).toBe(phase);
  });

  test("wherever a call is, it can be closed, taken over and signed out of", () => {
    for (const phase of PHASES.filter(inCall)) {
      expect(advance(phase, "closed")).toBe("ended");
      expect(advance(phase, "taken_over")).toBe("taken_over");
      expect(advance(phase, "signed_out")).toBe("signed_out");
    }
  });

  test("buttons work only while the agent is heard", () => {
    expect(PHASES.filter(reachesAgent)).toEqual(["live"]);
  });
});

import { describe, expect, test } from "vitest";
import { BRIEFING } from "../fixtures/mails";
import { KEPT_LINES, type Line, withLine } from "../src/call/captions";
import { BEFORE_THE_CALL, type News, told } from "../src/call/state";

const board = (number: number, from = "agent-1"): News => ({ kind: "board", from, text: JSON.stringify({ ...BRIEFING, number }) });
const after = (...news: News[]) => news.reduce(told, BEFORE_THE_CALL);

describe("boards", () => {
  test("the highest number stays, in whatever order they come", () => {
    expect(after(board(2), board(3), board(1)).board?.number).toBe(3);
  });

  test("another agent counts from one again", () => {
    expect(after(board(40), board(1, "agent-2")).board?.number).toBe(1);
  });

  test("a newer version is named, and the old board stays", () => {
    const newer: News = { kind: "board", from: "agent-1", text: JSON.stringify({ ...BRIEFING, version: 2, number: 9 }) };
    const state = after(board(3), newer);
    expect(state.outdated).toBe(true);
    expect(state.board?.number).toBe(3);
  });

  test.each(["", "null", "[]", "{}", "no json", '{"version":1}', '{"version":"1"}', '{"version":1,"number":1,"counts":{},"topics":"x"}'])(
    "what is no board changes nothing: %s",
    (text) => {
      expect(after({ kind: "board", from: "agent-1", text })).toBe(BEFORE_THE_CALL);
    },
  );
});

describe("captions", () => {
  const line = (id: string, text: string, final = true): Line => ({ id, speaker: "aloud", text, final });

  test("a sentence that stopped after its first words and comes again stands there once", () => {
    const said = [line("a", "Welcome."), line("b", "Good"), line("c", "Go", false), line("c", "Good evening.")];
    expect(said.reduce<readonly Line[]>(withLine, []).map((each) => each.text)).toEqual(["Welcome.", "Good evening."]);
  });

  test("whole sentences stand there as often as they were said", () => {
    const said = [line("a", "Archived."), line("b", "Archived."), line("c", "Archived. A mail from Mira")];
    expect(said.reduce<readonly Line[]>(withLine, [])).toHaveLength(3);
  });

  test("a later report of a segment replaces the earlier one, in its place", () => {
    const lines = [line("a", "Good", false), line("b", "next"), line("a", "Good morning.")].reduce<readonly Line[]>(withLine, []);
    expect(lines.map((each) => each.text)).toEqual(["Good morning.", "next"]);
  });

  test("a guess that came to nothing goes", () => {
    const lines = [line("a", "n", false), line("a", "")].reduce<readonly Line[]>(withLine, []);
    expect(lines).toEqual([]);
  });

  test("a long call keeps the newest lines only", () => {
    const lines = Array.from({ length: 500 }, (_, place) => line(`${place}`, `line ${place}`)).reduce<readonly Line[]>(withLine, []);
    expect(lines).toHaveLength(KEPT_LINES);
    expect(lines.at(-1)?.text).toBe("line 499");
  });

  test("who was cut off by a broken line is done", () => {
    const talking = after(
      { kind: "happened", what: "start" },
      { kind: "happened", what: "joined" },
      { kind: "happened", what: "pulse" },
      { kind: "line", line: line("a", "First topic: Boi", false) },
      { kind: "happened", what: "line_lost" },
    );
    expect(talking.lines.map((each) => each.final)).toEqual([true]);
  });
});

test("a new call begins with nothing of the last one", () => {
  const again = after(
    { kind: "happened", what: "start" },
    board(3),
    { kind: "happened", what: "closed" },
    { kind: "happened", what: "start" },
  );
  expect(again).toEqual({ ...BEFORE_THE_CALL, phase: "joining" });
});

test("who is signed out in mid-call sees no mail any more", () => {
  const out = after({ kind: "happened", what: "start" }, board(3), { kind: "happened", what: "signed_out" });
  expect(out).toEqual({ ...BEFORE_THE_CALL, phase: "signed_out" });
});

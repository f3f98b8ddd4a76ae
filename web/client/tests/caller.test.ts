import { describe, expect, test } from "vitest";
import { BRIEFING } from "../fixtures/mails";
import { ServerError } from "../src/api";
import type { Caller } from "../src/call/caller";
import type { Line } from "../src/call/captions";
import { ME, stillCall } from "./doubles";

async function live(me = ME) {
  const call = stillCall(me);
  await call.caller.start();
  call.pulse();
  await call.clock.pass(0);
  return call;
}

describe("beginning", () => {
  test("joins, turns the microphone on, and is in the call with the first pulse", async () => {
    const { caller } = await live();
    expect(caller.current()).toMatchObject({ phase: "live", microphone: "on" });
  });

  test("where Aloud has no speech recognition, the microphone is not asked for", async () => {
    const { caller } = await live({ ...ME, speech: false });
    expect(caller.current().microphone).toBe("off");
  });

  test.each(["denied", "missing", "busy"] as const)("a microphone that is %s leaves the call standing", async (why) => {
    const call = stillCall();
    call.link.microphoneTrouble = why;
    await call.caller.start();
    call.pulse();
    await call.clock.pass(0);
    expect(call.caller.current()).toMatchObject({ phase: "live", microphone: why });
  });

  test("begins in the conversation that was opened, tries again there, and is joined again wherever the talk is by then", async () => {
    const { caller, server, clock, pulse } = stillCall(ME, "c1");
    server.failures.push(new ServerError("No LiveKit server is set.", 503));
    await caller.start();
    await caller.start();
    pulse();
    await clock.pass(0);
    caller.tell({ kind: "happened", what: "line_lost" });
    await clock.pass(2_000);
    expect(server.opened).toEqual(["c1", "c1", null]);
  });

  test("a server that refuses is quoted", async () => {
    const call = stillCall();
    call.server.failures.push(new ServerError("No LiveKit server is set.", 503));
    await call.caller.start();
    expect(call.caller.current()).toMatchObject({ phase: "failed", refusal: "No LiveKit server is set." });
  });

  test("who is signed out is told so, and nothing is tried again", async () => {
    const call = stillCall();
    call.server.failures.push(new ServerError("", 401));
    await call.caller.start();
    await call.clock.pass(60_000);
    expect(call.caller.current().phase).toBe("signed_out");
    expect(call.server.calls).toBe(1);
  });

  test("the board is asked for until the agent has it", async () => {
    const { caller, link, clock, pulse } = await live();
    expect(caller.current().board).toBeNull();
    link.boards.push(JSON.stringify(BRIEFING));
    for (let second = 0; second < 2; second += 1) {
      await clock.pass(1_000);
      pulse();
    }
    expect(caller.current().board?.number).toBe(BRIEFING.number);
  });
});

describe("an agent that is not heard", () => {
  test("is named within five seconds, and the server is asked at once", async () => {
    const { caller, server, clock } = await live();
    await clock.pass(4_600);
    expect(caller.current().phase).toBe("silent");
    expect(server.asked).toEqual(["room-1"]);
  });

  test("the call goes on with the next pulse", async () => {
    const { caller, clock, pulse } = await live();
    await clock.pass(6_000);
    pulse();
    await clock.pass(1_000);
    expect(caller.current().phase).toBe("live");
  });

  test("one that never came is asked for, too", async () => {
    const { caller, server, clock } = stillCall();
    await caller.start();
    await clock.pass(11_000);
    expect(caller.current().phase).toBe("unanswered");
    expect(server.asked).toEqual(["room-1"]);
  });

  test("a broken line is no silence of the agent's", async () => {
    const { caller, server, clock } = await live();
    caller.tell({ kind: "happened", what: "line_weak" });
    await clock.pass(20_000);
    expect(caller.current().phase).toBe("weak");
    expect(server.asked).toEqual([]);
  });
});

describe("a page that comes late", () => {
  const earlier: Line[] = [
    { id: "earlier-0", speaker: "aloud", text: "First topic.", final: true },
    { id: "earlier-1", speaker: "you", text: "next", final: true },
  ];

  async function late() {
    const call = stillCall();
    call.link.boards = [JSON.stringify(BRIEFING), JSON.stringify(BRIEFING)];
    await call.caller.start();
    call.caller.tell({ kind: "line", line: { id: "SG_1", speaker: "aloud", text: "Welcome back.", final: true } });
    return call;
  }
  const texts = (caller: Caller) => caller.current().lines.map((line) => line.text);

  test("shows what was said before it came in front of what it has heard itself", async () => {
    const { caller, link, clock, pulse } = await late();
    link.earlier = [earlier];
    pulse();
    await clock.pass(100);
    expect(texts(caller)).toEqual(["First topic.", "next", "Welcome back."]);
  });

  test("asks once, however often its line breaks after that", async () => {
    const { caller, link, clock, pulse } = await late();
    link.earlier = [earlier, earlier];
    pulse();
    await clock.pass(100);
    caller.tell({ kind: "happened", what: "line_lost" });
    await clock.pass(1_000);
    pulse();
    await clock.pass(100);
    expect(caller.current().phase).toBe("live");
    expect(texts(caller)).toHaveLength(3);
  });

  test("shows nothing of it to somebody who is signed out by then", async () => {
    const { caller } = await late();
    caller.tell({ kind: "happened", what: "signed_out" });
    caller.tell({ kind: "earlier", lines: earlier });
    expect(texts(caller)).toEqual([]);
  });
});

describe("a line that breaks", () => {
  test("is joined again, later each time, with the microphone as it was", async () => {
    const { caller, server, link, clock } = await live();
    server.failures.push(new ServerError("", 0), new ServerError("", 503));
    caller.tell({ kind: "happened", what: "line_lost" });
    await clock.pass(400);
    expect(server.calls).toBe(1);
    await clock.pass(200);
    expect(server.calls).toBe(2);
    await clock.pass(5_000);
    expect(server.calls).toBe(4);
    expect(link.joined).toBe(2);
    expect(caller.current()).toMatchObject({ phase: "waiting", microphone: "on" });
  });

  test("waits as long as the server asks to", async () => {
    const { caller, server, clock } = await live();
    server.failures.push(new ServerError("", 429, 30));
    caller.tell({ kind: "happened", what: "line_lost" });
    await clock.pass(20_000);
    expect(server.calls).toBe(2);
    await clock.pass(15_000);
    expect(server.calls).toBe(3);
  });

  test("without a network nothing is tried until it is back", async () => {
    const { caller, server, clock } = await live();
    caller.networkChanged(false);
    caller.tell({ kind: "happened", what: "line_lost" });
    await clock.pass(60_000);
    expect(server.calls).toBe(1);
    caller.networkChanged(true);
    await clock.pass(1_000);
    expect(caller.current().phase).toBe("waiting");
  });

  test("a newer tab that took over is left alone", async () => {
    const { caller, server, clock } = await live();
    caller.tell({ kind: "happened", what: "taken_over" });
    await clock.pass(60_000);
    expect(server.calls).toBe(1);
    expect(clock.waiting).toBe(0);
  });
});

describe("the user's hand", () => {
  test("a button carries the mail that was on the page", async () => {
    const { caller, link } = await live();
    caller.tell({ kind: "board", from: "agent-1", text: JSON.stringify(BRIEFING) });
    expect(await caller.press("archive")).toBe("");
    expect(link.presses).toEqual([{ command: "archive", mail_id: "home:4" }]);
  });

  test("a yes is pressed about the question that is shown", async () => {
    const { caller, link } = await live();
    caller.tell({
      kind: "board",
      from: "agent-1",
      text: JSON.stringify({ ...BRIEFING, offer: "agree", question: "Send it?", asked: "f3a1" }),
    });
    await caller.press("yes");
    await caller.press("stop");
    expect(link.presses.map((press) => press.about)).toEqual(["f3a1", undefined]);
  });

  test("a button in the pane of a draft names what the pane showed", async () => {
    const { caller, link } = await live();
    await caller.press("send", { draft_id: "d1", version: 3 });
    expect(link.presses).toEqual([{ command: "send", mail_id: null, draft_id: "d1", draft_version: 3 }]);
  });

  test("an edit is handed over with its version, and what is refused is said in the agent's words", async () => {
    const { caller, link } = await live();
    expect(await caller.edit({ draft_id: "d1", version: 3, text: "Tuesday" })).toBe(4);
    expect(link.edits).toEqual([{ draft_id: "d1", version: 3, text: "Tuesday" }]);
    link.refusal = "One of the addresses is not complete.";
    expect(await caller.edit({ draft_id: "d1", version: 4, to: ["anna"] })).toBe(link.refusal);
  });

  test("what the agent refuses is said in its words", async () => {
    const { caller, link } = await live();
    link.refusal = "The briefing has moved on to another mail meanwhile.";
    expect(await caller.press("archive")).toBe(link.refusal);
  });

  test("a typed line is sent, and stands among the captions", async () => {
    const { caller, link } = await live();
    await caller.say("archive it");
    expect(link.said).toEqual(["archive it"]);
    expect(caller.current().lines).toMatchObject([{ speaker: "you", text: "archive it", final: true }]);
  });

  test("who hangs up while the call is being joined does not stay in the room", async () => {
    const { caller, link, server, clock } = stillCall();
    const joined = caller.start();
    await caller.hangUp();
    await joined;
    await clock.pass(1_000);
    expect(caller.current().phase).toBe("ended");
    expect(server.calls).toBe(1);
    expect(link.joined).toBe(0);
  });

  test("hanging up leaves the room and no timer", async () => {
    const { caller, link, clock } = await live();
    await caller.hangUp();
    expect(caller.current().phase).toBe("ended");
    expect(link.left).toBeGreaterThan(0);
    expect(clock.waiting).toBe(0);
  });
});

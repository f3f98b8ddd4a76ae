import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, describe, expect, test } from "vitest";
import { DRAFT } from "../fixtures/mails";
import { SAID_THEN, TALKS } from "../fixtures/talks";
import { ServerError } from "../src/api";
import { Conversations } from "../src/conversations/Conversations";
import { StillServer } from "./doubles";

let server: StillServer;
let opens: string | null;
let called: string[];
let agents: string[];
const user = userEvent.setup();

beforeEach(() => {
  server = new StillServer();
  server.talks = TALKS;
  server.lines = SAID_THEN;
  opens = null;
  called = [];
  agents = [];
});

async function listed() {
  const page = render(
    <Conversations server={server} opened={opens} call={(id) => called.push(id)} hears openAgent={(id) => agents.push(id)} />,
  );
  await screen.findByRole("heading", { name: "Conversations" });
  return page;
}

async function opened() {
  await listed();
  await user.click(await screen.findByRole("button", { name: /What did Tomasz say/ }));
  await screen.findByText("Good morning. You have 50 unread mails; 12 look important.");
}

describe("the list", () => {
  test("has a title, one line and when for each, and no fault that axe finds", async () => {
    const { baseElement } = await listed();
    const first = await screen.findByRole("button", { name: /What did Tomasz say/ });
    expect(first.textContent).toContain("Mr Grant can come on Thursday");
    expect(first.textContent).toContain("4 min ago");
    const found = await axe.run(baseElement, { rules: { "color-contrast": { enabled: false } } });
    expect(found.violations).toEqual([]);
  });

  test("shows older ones when asked to", async () => {
    await listed();
    const before = (await screen.findAllByRole("listitem")).length;
    await user.click(screen.getByRole("button", { name: "Show older ones" }));
    await waitFor(() => expect(screen.getAllByRole("listitem").length).toBe(TALKS.length));
    expect(before).toBe(30);
    expect(screen.queryByRole("button", { name: "Show older ones" })).toBeNull();
  });

  test("is searched while one types, and says how many there are", async () => {
    await listed();
    await user.type(screen.getByRole("searchbox", { name: "Search conversations" }), "Tomasz");
    await screen.findByText("One conversation.");
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    await user.type(screen.getByRole("searchbox", { name: "Search conversations" }), " nobody");
    await screen.findByText("Nothing like that was said.");
  });

  test("marks a briefing by mail, which opens with all of its lines", async () => {
    const long = `Good morning. ${"One more mail. ".repeat(400)}The end.`;
    server.talks = TALKS.slice(0, 1).map((each) => ({ ...each, title: "This morning", by_mail: true }));
    server.lines = [{ by: "aloud", at: new Date().toISOString(), heard: long, unheard: "" }];
    await listed();
    const button = await screen.findByRole("button", { name: /This morning/ });
    expect(button.textContent).toContain("by mail");
    await user.click(button);
    expect((await screen.findByText(/Good morning/)).textContent).toContain("The end.");
  });

  test("says why it cannot be shown", async () => {
    server.conversations = () => Promise.reject(new ServerError("The database does not answer.", 503));
    await listed();
    await screen.findByText("The database does not answer.");
  });
});

describe("one of them", () => {
  test("has both sides, what was not heard, and no words of what was read", async () => {
    await opened();
    const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
    expect(lines[1]).toBe("YouWhat did Tomasz say about the boiler?");
    expect(lines[2]).toBe("AloudMr Grant can come on Thursday between 8 and 10; he has to know by tomorrow evening. (not heard)");
    expect(lines[4]).toContain("read a mail out");
    expect(document.activeElement?.textContent).toBe("What did Tomasz say about the boiler?");
  });

  test("is called something else", async () => {
    await opened();
    await user.click(screen.getByRole("button", { name: "Rename" }));
    await user.clear(screen.getByLabelText("Name"));
    await user.type(screen.getByLabelText("Name"), "The boiler{Enter}");
    await screen.findByRole("heading", { name: "The boiler" });
    await user.click(screen.getByRole("button", { name: "Back to all conversations" }));
    await screen.findByRole("button", { name: /The boiler/ });
    expect(document.activeElement?.textContent).toBe("Conversations");
  });

  test("is forgotten after a yes, and only then", async () => {
    await opened();
    await user.click(screen.getByRole("button", { name: "Forget" }));
    await user.click(within(screen.getByRole("group", { name: "Forget it?" })).getByRole("button", { name: "No" }));
    expect(server.talks).toHaveLength(TALKS.length);
    await user.click(screen.getByRole("button", { name: "Forget" }));
    await user.click(screen.getByRole("button", { name: "Yes, forget it" }));
    await screen.findByRole("heading", { name: "Conversations" });
    expect(screen.queryByRole("button", { name: /What did Tomasz say/ })).toBeNull();
  });

  test("stays open with the reason where that fails", async () => {
    server.forget = () => Promise.reject(new ServerError("The server does not answer.", 0));
    await opened();
    await user.click(screen.getByRole("button", { name: "Forget" }));
    await user.click(screen.getByRole("button", { name: "Yes, forget it" }));
    await screen.findByText("The server does not answer.");
  });
});

describe("typing in it", () => {
  const answer = (from: number, ...words: string[]) => [
    { kind: "session", data: { session_id: "s1" } },
    { kind: "you", data: { number: from, words: "archive it" } },
    ...words.map((each, place) => ({ kind: "words", data: { number: from + 1 + place, words: each } })),
    { kind: "turn_ended", data: { number: from + 1 + words.length } },
    { kind: "end", data: { conversation_id: "new-id" } },
  ];
  const box = () => screen.getByRole("textbox", { name: "Type to Aloud, without a call" });

  test("answers in one line that grows, and the next line names what this page has seen", async () => {
    await opened();
    server.answers = [answer(1, "Archived. ", "The next mail is from Ruth."), answer(5, "Archived.")];
    await user.type(box(), "archive it{Enter}");
    await screen.findByText("Archived. The next mail is from Ruth.");
    expect(within(screen.getByRole("log")).getAllByRole("listitem")).toHaveLength(2);
    await user.type(box(), "archive it{Enter}");
    await waitFor(() => expect(within(screen.getByRole("log")).getAllByRole("listitem")).toHaveLength(4));
    expect(server.typed[1]).toMatchObject({ session_id: "s1", seen: 4, conversation_id: "new-id" });
    expect(server.typed[0]).toMatchObject({ session_id: null, seen: 0, conversation_id: TALKS[0]?.id });
  });

  test("tells what was said unasked right behind an answer as a line of its own", async () => {
    await opened();
    const unasked = [
      { kind: "words", data: { number: 4, words: "Your mail is among your sent mails." } },
      { kind: "turn_ended", data: { number: 5 } },
    ];
    const answered = answer(1, "Flagged.");
    server.answers = [[...answered.slice(0, -1), ...unasked, ...answered.slice(-1)]];
    await user.type(box(), "flag it{Enter}");
    await screen.findByText("Flagged.");
    await screen.findByText("Your mail is among your sent mails.");
  });

  test("begins a new one, without a fault that axe finds, which can be named once it is there", async () => {
    const { baseElement } = await listed();
    await user.click(screen.getByRole("button", { name: "Type without a call" }));
    expect(screen.queryByRole("button", { name: "Rename" })).toBeNull();
    server.answers = [answer(1, "Good morning.")];
    await user.click(screen.getByRole("button", { name: "Tell me what there is" }));
    await screen.findByText("Good morning.");
    expect(server.typed[0]).toMatchObject({ line: "", conversation_id: null });
    expect(screen.getByRole("button", { name: "Rename" })).toBeDefined();
    const found = await axe.run(baseElement, { rules: { "color-contrast": { enabled: false } } });
    expect(found.violations).toEqual([]);
  });

  test("goes on in a new one behind one that was forgotten, of which nothing is shown any more", async () => {
    await opened();
    server.answers = [
      [...answer(1, "It is forgotten.").slice(0, -1), { kind: "end", data: { conversation_id: null } }],
      answer(5, "Archived."),
    ];
    await user.type(box(), "yes{Enter}");
    await screen.findByText("It is forgotten.");
    await screen.findByRole("heading", { name: "New conversation" });
    expect(screen.queryByText("Good morning. You have 50 unread mails; 12 look important.")).toBeNull();
    await user.type(box(), "archive it{Enter}");
    await screen.findByText("Archived.");
    expect(server.typed[1]).toMatchObject({ session_id: "s1", conversation_id: null });
  });

  test("shows the older conversation that a line went to, with all that was said in it", async () => {
    await listed();
    await user.click(screen.getByRole("button", { name: "Type without a call" }));
    const there = TALKS[0]?.id ?? "";
    const moved = { kind: "moved", data: { number: 2, words: there } };
    server.lines = [
      ...SAID_THEN,
      { by: "you", at: "", heard: "archive it", unheard: "" },
      { by: "aloud", at: "", heard: "On Thursday.", unheard: "" },
    ];
    server.answers = [
      [...answer(1).slice(0, 2), moved, ...answer(2, "On Thursday.").slice(2, -1), { kind: "end", data: { conversation_id: there } }],
    ];
    await user.type(box(), "what did Tomasz say{Enter}");
    await screen.findByRole("heading", { name: /What did Tomasz say/ });
    await screen.findByText("Good morning. You have 50 unread mails; 12 look important.");
    expect(within(screen.getByRole("log")).queryAllByRole("listitem")).toHaveLength(0);
    server.answers = [answer(9, "Archived.")];
    await user.type(box(), "archive it{Enter}");
    await screen.findByText("Archived.");
    expect(server.typed[1]).toMatchObject({ session_id: "s1", conversation_id: there, seen: 4 });
  });

  test("keeps a turn that is not stored yet behind the older conversation that it went to", async () => {
    await listed();
    await user.click(screen.getByRole("button", { name: "Type without a call" }));
    const there = TALKS[0]?.id ?? "";
    const moved = { kind: "moved", data: { number: 2, words: there } };
    server.answers = [
      [...answer(1).slice(0, 2), moved, ...answer(2, "On Thursday.").slice(2, -1), { kind: "end", data: { conversation_id: there } }],
    ];
    await user.type(box(), "next{Enter}");
    await screen.findByText("Good morning. You have 50 unread mails; 12 look important.");
    expect(
      within(screen.getByRole("log"))
        .getAllByRole("listitem")
        .map((line) => line.textContent),
    ).toEqual(["Youarchive it", "AloudOn Thursday."]);
  });

  test("says what went wrong, and that it goes on elsewhere", async () => {
    await opened();
    server.failures.push(new ServerError("The database does not answer.", 503));
    await user.type(box(), "next{Enter}");
    await screen.findByText("The database does not answer.");
    server.answers = [[{ kind: "over", data: { number: 9, words: "elsewhere" } }]];
    await user.type(box(), "next{Enter}");
    await screen.findByText("It goes on in a call, or on another page. Type to go on here.");
  });

  test("loses nothing that is said while the conversation to which a line went is loaded, also where that fails", async () => {
    await opened();
    const [there, other] = [TALKS[1]?.id ?? "", TALKS[2]?.id ?? ""];
    server.lines = [...SAID_THEN, { by: "you", at: "", heard: "archive it", unheard: "" }];
    const moves = (number: number, to: string) => [
      ...answer(number).slice(0, 2),
      { kind: "moved", data: { number: number + 1, words: to } },
      { kind: "turn_ended", data: { number: number + 2, words: "" } },
      { kind: "end", data: { conversation_id: to } },
    ];
    let followed = 0;
    server.follow = () => Promise.resolve(void (followed += 1));
    let load: () => void = () => undefined;
    const loading = new Promise<void>((loaded) => (load = loaded));
    const said = server.said.bind(server);
    server.said = async (id) => loading.then(() => said(id));
    server.answers = [moves(1, there)];
    await user.type(box(), "what is it about{Enter}");
    server.answers = [answer(9, "Archived.")];
    await user.type(box(), "archive it{Enter}");
    await screen.findByText("Archived.");
    const log = () => within(screen.getByRole("log"));
    expect(log().getAllByText("archive it")).toHaveLength(2);
    load();
    await waitFor(() => expect(log().getAllByText("archive it")).toHaveLength(1));
    expect(screen.getByText("Archived.")).toBeDefined();
    const before = followed;
    server.said = () => Promise.reject(new ServerError("The database does not answer.", 503));
    server.answers = [moves(20, other)];
    await user.type(box(), "and the other{Enter}");
    await screen.findByText("The database does not answer.");
    await waitFor(() => expect(followed).toBeGreaterThan(before));
  });

  test("is stopped while it answers", async () => {
    await opened();
    server.type = (line) => {
      server.typed.push(line);
      return line.line === "stop" ? Promise.resolve() : new Promise(() => undefined);
    };
    await user.type(box(), "what is it about{Enter}");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(server.typed.map((each) => each.line)).toEqual(["what is it about", "stop"]);
  });
});

describe("a draft that waits in it", () => {
  const draft = { ...DRAFT, draft_id: "0a0b" };

  test("is named in the list, and shown, changed, sent and thrown away there, without a call", async () => {
    server.shown = { drafts: [draft], held: null };
    await listed();
    expect(await screen.findAllByText("A draft waits in it")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /What did Tomasz say/ }));
    const text = await screen.findByLabelText("Text");
    const { baseElement } = { baseElement: document.body };
    const found = await axe.run(baseElement, { rules: { "color-contrast": { enabled: false } } });
    expect(found.violations).toEqual([]);
    await user.type(text, " Ok");
    await waitFor(() => expect(server.edits.at(-1)).toMatchObject({ draft_id: "0a0b", version: draft.version }));
    server.answers = [[{ kind: "shown", data: { drafts: [{ ...draft, version: draft.version + 1, asked: true }], held: null } }]];
    await user.click(within(screen.getByRole("region", { name: "Draft" })).getByRole("button", { name: "Send" }));
    await screen.findByText("Aloud asks whether exactly this is sent; what you change here, it asks about again.");
    server.answers = [[{ kind: "shown", data: { drafts: [], held: null } }]];
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Draft" })).toBeNull());
    const saved = draft.version + 1;
    expect(server.typed.map((each) => [each.line, each.draft_id, each.draft_version])).toEqual([
      ["send it", "0a0b", saved],
      ["throw the draft away", "0a0b", saved],
    ]);
  });

  test("says why a change of it was not taken", async () => {
    server.shown = { drafts: [draft], held: null };
    await opened();
    server.failures.push(new ServerError("The draft was changed meanwhile.", 409));
    await user.type(await screen.findByLabelText("Text"), "!");
    await screen.findByText("The draft was changed meanwhile.");
  });
});

describe("a link to one, and a call in one", () => {
  test("opens it at once, and begins the call in it", async () => {
    opens = TALKS[0]?.id ?? "";
    render(<Conversations server={server} opened={opens} call={(id) => called.push(id)} hears openAgent={(id) => agents.push(id)} />);
    await screen.findByRole("heading", { name: /What did Tomasz say/ });
    await user.click(screen.getByRole("button", { name: "Continue by voice" }));
    expect(called).toEqual([opens]);
  });

  test("to one that is not there says so beside the list", async () => {
    opens = "gone";
    await listed();
    await screen.findByText("There is no such conversation; it may have been forgotten.");
  });
});

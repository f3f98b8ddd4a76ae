import { describe, expect, test } from "vitest";
import { DRAFT } from "../fixtures/mails";
import { DraftEditor, PAUSE_MS } from "../src/board/draft_editor";
import { conflicts } from "../src/board/draft_words";
import type { DraftOnBoard, DraftEdit } from "../src/board/message";
import { StillClock } from "./doubles";

/** An agent with one draft, as strict about versions as the real one. `refuses` answers with its sentence instead. */
class Agent {
  draft: DraftOnBoard = DRAFT;
  refuses = "";
  readonly edits: DraftEdit[] = [];
  /** While set, answers wait for it. */
  answers: Promise<void> = Promise.resolve();

  readonly edit = async (edit: DraftEdit): Promise<number | string> => {
    this.edits.push(edit);
    await this.answers;
    if (this.refuses !== "") return this.refuses;
    if (edit.version !== this.draft.version) return "The draft was changed meanwhile.";
    if (edit.read === true) return edit.version;
    return this.write({ ...(edit.to && { to: edit.to }), ...(edit.text != null && { text: edit.text }) });
  };

  write(change: Partial<DraftOnBoard>): number {
    this.draft = { ...this.draft, ...change, version: this.draft.version + 1 };
    return this.draft.version;
  }
}

function editing() {
  const agent = new Agent();
  const clock = new StillClock();
  const editor = new DraftEditor(agent.draft, agent.edit, clock);
  return { agent, clock, editor, fields: () => editor.current().words, board: () => editor.come(agent.draft, true) };
}

describe("a text whose end was seen", () => {
  const reads = (agent: Agent) => agent.edits.filter((edit) => edit.read === true);

  test("is told as read, in the version that was saved", async () => {
    const { agent, editor } = editing();
    editor.type("text", "Tuesday works.");
    expect(await editor.flush("Tuesday works.")).toBe(true);
    expect(reads(agent)).toEqual([{ draft_id: "d1", version: 4, read: true }]);
  });

  test("is not told as read where another one stands there by now", async () => {
    const { agent, editor } = editing();
    editor.type("text", "Tuesday works.");
    await editor.flush("Tuesday");
    expect(reads(agent)).toEqual([]);
  });
});

describe("what is typed", () => {
  test("is saved by itself after a pause, once, with the version it was made of", async () => {
    const { agent, clock, editor } = editing();
    for (const words of ["T", "Tu", "Tue"]) {
      editor.type("text", words);
      await clock.pass(PAUSE_MS - 1);
    }
    expect(agent.edits).toEqual([]);
    await clock.pass(1);
    expect(agent.edits).toEqual([{ draft_id: "d1", version: 3, text: "Tue" }]);
    expect(clock.waiting).toBe(0);
  });

  test("while a save is under way is saved behind it, with the version that came of it", async () => {
    const { agent, clock, editor } = editing();
    let answer: () => void = () => undefined;
    agent.answers = new Promise((resolve) => (answer = resolve));
    editor.type("text", "Tuesday");
    await clock.pass(PAUSE_MS);
    editor.type("text", "Tuesday works.");
    await clock.pass(PAUSE_MS);
    expect(agent.edits).toHaveLength(1);
    answer();
    await clock.pass(0);
    expect(agent.edits.map(({ version, text }) => [version, text])).toEqual([
      [3, "Tuesday"],
      [4, "Tuesday works."],
    ]);
    expect(agent.draft.text).toBe("Tuesday works.");
  });

  test("is saved at once when the draft is sent, left, or closed", async () => {
    const { agent, editor } = editing();
    editor.type("text", "one");
    expect(await editor.flush("")).toBe(true);
    editor.type("text", "two");
    await editor.save();
    editor.type("text", "three");
    editor.close();
    await editor.save();
    expect(agent.edits.map((edit) => edit.text)).toEqual(["one", "two", "three"]);
  });

  test("an address is not judged before it is whole, unless the field is left", async () => {
    const { agent, clock, editor } = editing();
    editor.type("to", "luca@ferretti.example, anna");
    await clock.pass(PAUSE_MS);
    expect(agent.edits).toEqual([]);
    await editor.save();
    expect(agent.edits).toEqual([{ draft_id: "d1", version: 3, to: ["luca@ferretti.example", "anna"] }]);
  });

  test("waits while the agent cannot be reached, and is saved when it can be again", async () => {
    const { agent, clock, editor } = editing();
    editor.come(agent.draft, false);
    editor.type("text", "Tuesday");
    await clock.pass(PAUSE_MS);
    expect(agent.edits).toEqual([]);
    expect(await editor.flush("")).toBe(false);
    editor.come(agent.draft, true);
    await clock.pass(PAUSE_MS);
    expect(agent.draft.text).toBe("Tuesday");
  });

  test("before a question makes it void at once", async () => {
    const { agent, editor } = editing();
    editor.type("text", "Tuesday");
    editor.come({ ...agent.draft, asked: true }, true);
    await editor.save();
    expect(agent.edits).toHaveLength(1);
    expect(editor.current().askedOf).toBe(3);
    editor.come(agent.draft, true);
    expect(editor.current().askedOf).toBe(3);
  });

  test("a question that was answered is void for nobody", () => {
    const { agent, editor } = editing();
    editor.come({ ...agent.draft, asked: true }, true);
    editor.come(agent.draft, true);
    expect(editor.current().askedOf).toBeNull();
  });
});

describe("what is refused", () => {
  test("stands at its field, keeps nothing else from being saved, and is not tried again by itself", async () => {
    const { agent, clock, editor } = editing();
    agent.refuses = "One of the addresses is not complete.";
    editor.type("to", "anna");
    await editor.save();
    agent.refuses = "";
    editor.type("text", "Tuesday");
    await clock.pass(PAUSE_MS);
    expect(editor.current().refused).toEqual({ to: "One of the addresses is not complete." });
    expect(agent.edits.map((edit) => Object.keys(edit).at(-1))).toEqual(["to", "text"]);
    expect(agent.draft.text).toBe("Tuesday");
  });

  test("is forgotten as soon as something else is typed, and tried again when it is to be sent", async () => {
    const { agent, editor } = editing();
    agent.refuses = "I cannot keep a draft just now.";
    editor.type("text", "Tuesday");
    await editor.save();
    expect(await editor.flush("")).toBe(false);
    expect(editor.current().refused.text).toBe(agent.refuses);
    agent.refuses = "";
    expect(await editor.flush("")).toBe(true);
    agent.refuses = "No.";
    editor.type("text", "Wednesday");
    await editor.save();
    editor.type("text", "Thursday");
    expect(editor.current().refused).toEqual({});
  });
});

describe("a newer version", () => {
  test("replaces what is shown where nothing was typed", () => {
    const { agent, editor, fields, board } = editing();
    agent.write({ text: "Tuesday at ten.", cc: ["hanna@lindqvist.example"] });
    board();
    expect(editor.current().version).toBe(4);
    expect(fields()).toMatchObject({ text: "Tuesday at ten.", cc: "hanna@lindqvist.example" });
  });

  test("of another field leaves the words that were typed, which are saved on top of it", async () => {
    const { agent, clock, editor, fields, board } = editing();
    editor.type("text", "Tuesday");
    agent.write({ subject: "Tuesday" });
    board();
    expect(fields()).toMatchObject({ text: "Tuesday", subject: "Tuesday" });
    await clock.pass(PAUSE_MS);
    expect(agent.draft).toMatchObject({ text: "Tuesday", subject: "Tuesday", version: 5 });
  });

  test("of the field that is typed in keeps both until the user has chosen", async () => {
    const { agent, clock, editor, fields, board } = editing();
    editor.type("text", "mine");
    agent.write({ text: "theirs" });
    board();
    await clock.pass(PAUSE_MS);
    expect(conflicts(editor.current())).toEqual(["text"]);
    expect([fields().text, editor.current().newer?.text]).toEqual(["mine", "theirs"]);
    expect(agent.edits).toEqual([]);
    expect(await editor.flush("")).toBe(false);
  });

  test("gives way to the user's words where they choose these", async () => {
    const { agent, editor, board } = editing();
    editor.type("text", "mine");
    agent.write({ text: "theirs", subject: "Tuesday" });
    board();
    editor.keepMine();
    await editor.save();
    expect(agent.draft).toMatchObject({ text: "mine", subject: "Tuesday", version: 5 });
    expect(editor.current().newer).toBeNull();
  });

  test("takes the place of the user's words where they choose that", async () => {
    const { agent, editor, fields, board } = editing();
    editor.type("text", "mine");
    editor.type("subject", "my subject");
    agent.write({ text: "theirs" });
    board();
    editor.takeTheirs();
    await editor.save();
    expect(fields()).toMatchObject({ text: "theirs", subject: "my subject" });
    expect(agent.edits).toMatchObject([{ version: 4, subject: "my subject" }]);
  });

  test("that came during a save is weighed when the save has come back", async () => {
    const { agent, clock, editor, fields, board } = editing();
    let answer: () => void = () => undefined;
    agent.answers = new Promise((resolve) => (answer = resolve));
    editor.type("text", "mine");
    await clock.pass(PAUSE_MS);
    agent.write({ text: "theirs" });
    board();
    expect(fields().text).toBe("mine");
    answer();
    await clock.pass(0);
    expect(editor.current().refused).toEqual({});
    expect(conflicts(editor.current())).toEqual(["text"]);
  });

  test("that is the user's own save is no news, and an older one is none either", async () => {
    const { agent, editor, fields, board } = editing();
    const before = agent.draft;
    editor.type("text", "mine");
    await editor.save();
    board();
    editor.come(before, true);
    expect(fields().text).toBe("mine");
    expect(editor.current().version).toBe(4);
  });

  test("leaves an address that is being typed as it is typed, and shows what became of one", async () => {
    const { agent, editor, fields, board } = editing();
    editor.type("to", "Luca@Ferretti.example, ");
    agent.write({ to: ["luca@ferretti.example"] });
    board();
    expect(fields().to).toBe("Luca@Ferretti.example, ");
    editor.type("to", "anna at example dot com");
    await editor.save();
    agent.draft = { ...agent.draft, to: ["anna@example.com"] };
    board();
    expect(fields().to).toBe("anna@example.com");
  });
});

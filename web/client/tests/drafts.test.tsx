import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { ASKED, BRIEFING, DRAFT, DRAFTING, HOSTILE } from "../fixtures/mails";
import { Board } from "../src/board/Board";
import type { PaneShows, RowShows } from "../src/board/DraftPane";
import type { Board as Message, Button, DraftOnBoard, DraftEdit } from "../src/board/message";

interface Given {
  edit?: (edit: DraftEdit) => Promise<number | string>;
  refusal?: string;
  ready?: boolean;
}

function shown(board: Message, given: Given = {}) {
  const pressed: Button[] = [];
  const shows: unknown[] = [];
  const edits: DraftEdit[] = [];
  const press = (button: Button, about?: PaneShows | RowShows) => {
    pressed.push(button);
    shows.push(about);
    return Promise.resolve(given.refusal ?? "");
  };
  const edit = (edit: DraftEdit) => {
    edits.push(edit);
    return given.edit?.(edit) ?? Promise.resolve(edit.version + 1);
  };
  const page = (of: Message) => (
    <Board board={of} going ready={given.ready ?? true} shortcuts press={press} edit={edit} begin={() => undefined} />
  );
  const { rerender, baseElement } = render(page(board));
  return { pressed, shows, edits, baseElement, becomes: (next: Message) => rerender(page(next)) };
}

const field = (name: string) => within(pane()).getByLabelText<HTMLTextAreaElement>(name);
const pane = () => screen.getByRole("region", { name: "Draft" });
const button = (name: string) => within(pane()).getByRole("button", { name });
const withDraft = (change: Partial<DraftOnBoard>, board: Message = DRAFTING): Message => ({ ...board, drafts: [{ ...DRAFT, ...change }] });

async function rewrite(name: string, words: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), words);
}

describe("a draft", () => {
  test("opens with its recipients, its subject and its text, each in a field with a name", () => {
    shown(withDraft({ cc: ["hanna@lindqvist.example", "ada@okafor.example"] }));
    expect(field("To").value).toBe("luca@ferretti.example");
    expect(field("Cc").value).toBe("hanna@lindqvist.example, ada@okafor.example");
    expect(field("Subject").value).toBe(DRAFT.subject);
    expect(field("Text").value).toBe(DRAFT.text);
  });

  test("stands before the answers to what is asked about it, and takes the place of the hint", () => {
    shown(ASKED);
    const yes = screen.getByRole("button", { name: "Yes" });
    expect(pane().compareDocumentPosition(yes) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.queryByText(/opens here first/)).toBeNull();
  });

  test("is saved by itself, and says so", async () => {
    const { edits } = shown(DRAFTING);
    await rewrite("Text", "Tuesday");
    expect(within(pane()).getByText("Not saved yet")).toBeDefined();
    await waitFor(() => expect(within(pane()).getByText("Saved")).toBeDefined(), { timeout: 5_000 });
    expect(edits.at(-1)?.text).toBe("Tuesday");
  });

  test("is saved before the question whether to send it is asked for", async () => {
    const order: string[] = [];
    const { pressed } = shown(DRAFTING, {
      edit: ({ version }) => {
        order.push(`edit, ${pressed.length} pressed`);
        return Promise.resolve(version + 1);
      },
    });
    await rewrite("Text", "Tuesday");
    await userEvent.click(button("Send"));
    expect(new Set(order)).toEqual(new Set(["edit, 0 pressed"]));
    expect(pressed).toEqual(["send"]);
  });

  test("longer than its field counts as read where it was scrolled to its end", async () => {
    const { edits } = shown(DRAFTING);
    Object.defineProperty(field("Text"), "scrollHeight", { value: 400 });
    Object.defineProperty(field("Text"), "clientHeight", { value: 100 });
    await userEvent.click(button("Send"));
    expect(edits).toEqual([]);
    fireEvent.scroll(field("Text"), { target: { scrollTop: 300 } });
    await userEvent.click(button("Send"));
    expect(edits).toEqual([{ draft_id: "d1", version: DRAFT.version, read: true }]);
  });

  test("is thrown away by its button", async () => {
    const { pressed } = shown(DRAFTING);
    await userEvent.click(button("Discard"));
    expect(pressed).toEqual(["cancel"]);
  });

  test("is pressed in the version that its pane shows, which is saved before", async () => {
    const { shows, becomes } = shown(DRAFTING, { edit: ({ version }) => Promise.resolve(version + 1) });
    await userEvent.click(button("Discard"));
    await userEvent.type(field("Text"), "!");
    await userEvent.click(button("Discard"));
    becomes(withDraft({ version: 9, text: "Wednesday" }));
    await userEvent.click(button("Send"));
    expect(shows).toEqual([DRAFT.version, DRAFT.version + 1, 9].map((version) => ({ draft_id: DRAFT.draft_id, version })));
  });

  test("of which something could not be saved is not sent, and the reason stands at the field", async () => {
    const why = "One of the addresses is not complete. It looks like anna@example.com.";
    const { pressed } = shown(DRAFTING, { edit: () => Promise.resolve(why) });
    await rewrite("To", "anna");
    await userEvent.click(button("Send"));
    expect(pressed).toEqual([]);
    const described = document.getElementById(field("To").getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe(why);
    expect(described?.getAttribute("role")).toBe("alert");
    expect(field("To").getAttribute("aria-invalid")).toBe("true");
    expect(field("Text").getAttribute("aria-invalid")).toBe("false");
    expect(pane().textContent).toContain("It was not sent: something in it could not be saved.");
  });

  test("what the agent answers to the button is said", async () => {
    shown(DRAFTING, { refusal: "There is no draft open." });
    await userEvent.click(button("Send"));
    expect(await within(pane()).findByText("There is no draft open.")).toBeDefined();
  });

  test("cannot be sent, thrown away or saved while the agent cannot be reached", async () => {
    const { pressed, edits } = shown(DRAFTING, { ready: false });
    await rewrite("Text", "Tuesday");
    await userEvent.click(button("Send"));
    await userEvent.click(button("Discard"));
    expect([pressed, edits]).toEqual([[], []]);
    expect(field("Text").value).toBe("Tuesday");
  });

  test("that is too long to be shown whole can be read and sent, not changed", () => {
    shown(withDraft({ whole: false }));
    expect(field("Text").readOnly).toBe(true);
    expect(pane().textContent).toContain("too long to be changed here");
    expect(button("Send").getAttribute("aria-disabled")).toBe("false");
  });
});

describe("a draft that the agent has changed", () => {
  test("is shown as it is now", () => {
    const { becomes } = shown(DRAFTING);
    becomes(withDraft({ version: 4, text: "Tuesday at ten." }));
    expect(field("Text").value).toBe("Tuesday at ten.");
  });

  test("while somebody typed is shown twice, with one sentence and two ways out of it", async () => {
    const { becomes, edits, pressed, baseElement } = shown(DRAFTING);
    fireEvent.change(field("Text"), { target: { value: `${DRAFT.text}!` } });
    becomes(withDraft({ version: 4, text: "Tuesday at ten." }));
    expect(field("Text").value).toBe(`${DRAFT.text}!`);
    expect(within(pane()).getByRole("group", { name: "Text, as Aloud has it" }).textContent).toContain("Tuesday at ten.");
    expect(
      within(pane())
        .getByText(/keep your words, or take Aloud’s/)
        .getAttribute("role"),
    ).toBe("alert");
    const found = await axe.run(baseElement, { rules: { "color-contrast": { enabled: false } } });
    expect(found.violations).toEqual([]);
    await userEvent.click(button("Send"));
    expect(pressed).toEqual([]);
    expect(pane().textContent).toContain("first choose whose words stay");
    await userEvent.click(button("Take Aloud’s"));
    expect(field("Text").value).toBe("Tuesday at ten.");
    expect(edits).toEqual([]);
  });

  test("is overwritten where the user chooses their own words, from the version that they have seen", async () => {
    const { becomes, edits } = shown(DRAFTING);
    fireEvent.change(field("Text"), { target: { value: `${DRAFT.text}!` } });
    becomes(withDraft({ version: 4, text: "Tuesday at ten." }));
    await userEvent.click(button("Keep mine"));
    expect(edits).toEqual([{ draft_id: "d1", version: 4, text: `${DRAFT.text}!` }]);
    expect(within(pane()).queryByRole("group")).toBeNull();
  });
});

describe("the question whether to send it", () => {
  test("stands in full beside yes and no", async () => {
    const { pressed } = shown(ASKED);
    const asks = screen.getByRole("group", { name: "Aloud asks" });
    expect(asks.textContent).toContain(ASKED.question);
    expect(pane().textContent).toContain("whether exactly this is sent");
    await userEvent.click(button("Send"));
    await userEvent.click(within(asks).getByRole("button", { name: "No" }));
    expect(pressed).toEqual(["no"]);
  });

  test("lets what it is about be changed, which is saved at the first letter so that it is void at once", async () => {
    const { edits } = shown(ASKED);
    await userEvent.type(field("Text"), "!");
    expect(edits).toEqual([expect.objectContaining({ text: `${DRAFT.text}!` })]);
  });

  test("that a change has made void is gone, which is said", () => {
    const { becomes } = shown(ASKED);
    becomes(withDraft({ version: 4, text: "Tuesday at ten." }));
    expect(screen.queryByRole("group", { name: "Aloud asks" })).toBeNull();
    expect(pane().textContent).toContain("a yes does not send it");
    expect(field("Text").readOnly).toBe(false);
  });

  test("that was answered with no leaves nothing behind", () => {
    const { becomes } = shown(ASKED);
    becomes(DRAFTING);
    expect(pane().textContent).not.toContain("question");
    expect(field("Text").readOnly).toBe(false);
  });
});

describe("a mail that is held", () => {
  const soon = () => new Date(Date.now() + 10_000).toISOString();

  test("is said to be, with a button that holds it back", async () => {
    const { pressed } = shown({ ...BRIEFING, held: { leaves_at: soon(), dry_run: false } });
    expect(screen.getByText("Your mail is held for a few seconds before it leaves.").getAttribute("role")).toBe("status");
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(pressed).toEqual(["stop"]);
  });

  test("for long is said to leave at its time", () => {
    shown({ ...BRIEFING, held: { leaves_at: "2999-03-10T09:00:00+00:00", dry_run: false } });
    expect(screen.getByText(/^Your mail leaves on .*2999/)).toBeDefined();
  });

  test("in a trial is said to go to nobody, whenever its time is", () => {
    shown({ ...BRIEFING, held: { leaves_at: "2999-03-10T09:00:00+00:00", dry_run: true } });
    expect(screen.getByText("In this trial nothing leaves: your mail goes among your sent mails, and to nobody.")).toBeDefined();
    expect(screen.queryByText(/leaves on/)).toBeNull();
  });

  test.each([true, false])("a draft of a trial says so, asked about or not", (asked) => {
    shown(withDraft({ dry_run: true, asked }));
    expect(screen.getByText(/^In this trial nothing leaves: what you agree to goes among your sent mails, and to nobody\./)).toBeDefined();
  });

  test("takes no button from another draft, which is thrown away by itself", async () => {
    const { pressed, shows } = shown({ ...DRAFTING, held: { leaves_at: soon(), dry_run: false } });
    expect(button("Discard").getAttribute("aria-disabled")).toBe("false");
    await userEvent.click(button("Discard"));
    expect(pressed).toEqual(["cancel"]);
    expect(shows).toEqual([{ draft_id: DRAFT.draft_id, version: DRAFT.version }]);
  });

  test("is not said to be when there is none", () => {
    shown(DRAFTING);
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });
});

test("hostile words in a draft stay words", () => {
  const { baseElement } = shown(HOSTILE);
  expect(field("To").value).toBe("<img src=x onerror=window.harmed=1>");
  expect(field("Text").value).toContain("</textarea><script>");
  expect(baseElement.querySelectorAll("script, img, iframe")).toHaveLength(0);
});

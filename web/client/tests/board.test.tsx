import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { BRIEFING, DONE, HOSTILE } from "../fixtures/mails";
import { Board } from "../src/board/Board";
import type { Board as Message } from "../src/board/message";

function shown(board: Message | null) {
  return render(
    <Board board={board} going ready shortcuts press={() => Promise.resolve("")} edit={() => Promise.resolve(9)} begin={() => undefined} />,
  ).container;
}

describe("the briefing board", () => {
  test("shows the mail that is talked about, and why", () => {
    shown(BRIEFING);
    const card = screen.getByRole("article", { name: "Your application as an interaction designer" });
    for (const words of ["Luca Ferretti", "luca@ferretti.example", "Work", "62 % heard", "Ferretti, Case study.pdf"])
      expect(within(card).getByText(words)).toBeDefined();
    expect(card.textContent).toContain("answers you · asks a question");
  });

  test("says of a mail that has not loaded that it has not, and not that it has no subject", () => {
    const empty = { sender_name: "", sender_address: "", subject: "", received_at: null, snippet: "", reasons: [], attachments: [] };
    const { current, done } = BRIEFING;
    if (current === null) throw new Error("there is a mail");
    const page = shown({ ...BRIEFING, current: { ...current, ...empty }, done: done.map((mail) => ({ ...mail, ...empty })) });
    expect(screen.getByRole("article", { name: "This mail is being loaded" })).toBeDefined();
    expect(screen.getByRole("region", { name: "Done" }).textContent).toContain("A mail that has not loaded");
    expect(page.textContent).not.toContain("(no subject)");
  });

  test("lists what comes, what is done and what became of it", () => {
    shown(BRIEFING);
    expect(screen.getByRole("region", { name: "Coming up" }).querySelectorAll("li")).toHaveLength(4);
    expect(screen.getByRole("region", { name: "Done" }).textContent).toContain("Archived");
    expect(screen.getByRole("region", { name: /Just arrived/ }).textContent).toContain("Urgent");
  });

  test("marks the topic where the briefing is", () => {
    shown(BRIEFING);
    const topics = screen.getByRole("list", { name: /Topics/ });
    expect(topics.querySelector("[aria-current=step]")?.textContent).toContain("1 of 3");
    expect(screen.getByText("Topic 2 of 13")).toBeDefined();
  });

  test("says how it went when all is done", () => {
    shown(DONE);
    expect(screen.getByText("31 heard, 14 dealt with, 5 skipped.")).toBeDefined();
  });

  test("has a place before there is anything", () => {
    shown(null);
    expect(screen.getByText("Your briefing will appear here.")).toBeDefined();
  });

  test("has a place for drafts", () => {
    shown(BRIEFING);
    expect(screen.getByRole("region", { name: "Drafts" }).textContent).toContain("Nothing is sent by itself.");
  });

  test("a mail that has not loaded has no age and no reasons", () => {
    shown({
      ...BRIEFING,
      current: BRIEFING.current && { ...BRIEFING.current, received_at: null, reasons: [], attachments: [], snippet: "" },
    });
    expect(screen.queryByText("Why it matters")).toBeNull();
  });
});

function first(all: readonly HTMLElement[]): HTMLElement {
  const [one] = all;
  if (one === undefined) throw new Error("there is a row");
  return one;
}

describe("the lists", () => {
  test("open the mail and go to the topic that stands in a row, and say why not", async () => {
    const pressed: unknown[] = [];
    const press = (...what: unknown[]) => {
      pressed.push(what);
      return Promise.resolve(pressed.length > 1 ? "The topics have another order by now." : "");
    };
    render(<Board board={BRIEFING} going ready shortcuts press={press} edit={() => Promise.resolve(9)} begin={() => undefined} />);
    await userEvent.click(first(within(screen.getByRole("region", { name: "Coming up" })).getAllByRole("button")));
    await userEvent.click(first(within(screen.getByRole("list", { name: /Topics/ })).getAllByRole("button")));
    const [topic] = BRIEFING.topics;
    expect(pressed).toEqual([
      ["open", { row: BRIEFING.next[0]?.mail_id }],
      ["topic", { topic: topic?.number, label: topic?.label }],
    ]);
    expect(screen.getByText("The topics have another order by now.")).toBeDefined();
  });

  test("do nothing while the agent cannot be reached", async () => {
    const press = () => {
      throw new Error("nobody is there");
    };
    const quiet = { press, edit: () => Promise.resolve(9), begin: () => undefined };
    render(<Board board={BRIEFING} going ready={false} shortcuts {...quiet} />);
    await userEvent.click(first(within(screen.getByRole("region", { name: "Done" })).getAllByRole("button")));
  });
});

describe("a hostile mail", () => {
  test("stays text: no script, no image, no frame, no link, no handler", () => {
    const page = shown(HOSTILE);
    expect(page.querySelectorAll("script, img, iframe, a, style, object, embed, link, form")).toHaveLength(0);
    for (const element of page.querySelectorAll("*"))
      for (const attribute of element.attributes) {
        // Words in a field of a draft are there to be read.
        if (element instanceof HTMLInputElement && attribute.name === "value") continue;
        expect(attribute.name).not.toMatch(/^on/);
        expect(attribute.value).not.toMatch(/javascript:|data:|tracker/);
      }
    expect((window as { harmed?: unknown }).harmed).toBeUndefined();
  });

  test("is readable as what it is", () => {
    shown(HOSTILE);
    expect(screen.getByText('<img src=x onerror="window.harmed=1">')).toBeDefined();
    expect(screen.getByText("javascript:window.harmed=1").tagName).toBe("BDI");
  });

  test("fills no more than its place", () => {
    const page = shown(HOSTILE);
    expect(page.querySelector("#current-subject")?.textContent.length).toBeLessThanOrEqual(240);
    expect(page.textContent.length).toBeLessThan(20_000);
  });

  test("turns no text around and hides none", () => {
    expect(shown(HOSTILE).textContent).not.toMatch(/[\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/u);
  });

  test("words of ours stand apart from words of others", () => {
    const page = shown(HOSTILE);
    for (const row of page.querySelectorAll(".row")) expect(row.querySelectorAll("bdi")).toHaveLength(2);
  });
});

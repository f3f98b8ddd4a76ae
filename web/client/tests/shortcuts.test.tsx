import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { BRIEFING, DONE } from "../fixtures/mails";
import { Commands } from "../src/board/Commands";
import type { Button } from "../src/board/message";
import { ANSWERS, BEGUN, COMMANDS, MORE } from "../src/board/shortcuts";

const ALL = [...COMMANDS.flat(), ...MORE.filter((command) => command.key !== "")];

function shown({ board = BRIEFING, ready = true, shortcuts = true, answer = "", begin = (words: string): unknown => words } = {}) {
  const pressed: Button[] = [];
  const press = (button: Button) => {
    pressed.push(button);
    return Promise.resolve(answer);
  };
  render(
    <>
      <label>
        Text <input />
      </label>
      <Commands board={board} ready={ready} shortcuts={shortcuts} press={press} begin={begin} />
    </>,
  );
  return pressed;
}

describe("keys", () => {
  test("each belongs to one button", () => {
    const keys = [...ALL, ...ANSWERS].map((command) => command.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(ALL.map((command) => [command.key, command.button]))("%s presses %s", async (key, button) => {
    const pressed = shown();
    await userEvent.keyboard(key.toLowerCase());
    expect(pressed).toEqual([button]);
  });

  test("stand on the buttons, and are told to screen readers", () => {
    shown();
    const next = screen.getByRole("button", { name: "Next" });
    expect(next.querySelector("kbd")?.textContent).toBe("N");
    expect(next.getAttribute("aria-keyshortcuts")).toBe("N");
  });

  test("mean letters while somebody types", async () => {
    const pressed = shown();
    await userEvent.type(screen.getByLabelText("Text"), "archive all banking notes");
    expect(pressed).toEqual([]);
  });

  test("with a modifier belong to the browser", async () => {
    const pressed = shown();
    await userEvent.keyboard("{Control>}a{/Control}{Alt>}n{/Alt}{Meta>}r{/Meta}");
    expect(pressed).toEqual([]);
  });

  test("can be turned off", async () => {
    const pressed = shown({ shortcuts: false });
    await userEvent.keyboard("n");
    expect(pressed).toEqual([]);
    expect(document.querySelector("kbd")).toBeNull();
  });

  test("do nothing while the agent cannot be reached", async () => {
    const pressed = shown({ ready: false });
    await userEvent.keyboard("na");
    expect(pressed).toEqual([]);
  });
});

describe("buttons", () => {
  test.each(COMMANDS.flat().map((command) => [command.label, command.button]))("%s presses %s", async (label, button) => {
    const pressed = shown();
    await userEvent.click(screen.getByRole("button", { name: label }));
    expect(pressed).toEqual([button]);
  });

  test("that mean nothing now can be reached and do nothing", async () => {
    const pressed = shown({ board: { ...DONE, offer: null } });
    const archive = screen.getByRole("button", { name: "Archive" });
    expect(archive.getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(archive);
    expect(pressed).toEqual([]);
  });

  test("a refusal is said, until the next press", async () => {
    shown({ answer: "This is the first mail." });
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByRole("status").textContent).toBe("This is the first mail.");
  });

  test("a question of Aloud's can be answered by hand and by key", async () => {
    const pressed = shown({ board: { ...BRIEFING, offer: "agree", question: "Archive this mail?" } });
    expect(screen.getByText("Archive this mail?")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "No" }));
    await userEvent.keyboard("y");
    expect(pressed).toEqual(["no", "yes"]);
  });

  test("without a question there is no yes", async () => {
    const pressed = shown();
    await userEvent.keyboard("yx");
    expect(pressed).toEqual([]);
    expect(screen.queryByRole("button", { name: "Yes" })).toBeNull();
  });

  test("are one stop of the keyboard, and arrows go along them", async () => {
    shown();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toContain("Back");
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement?.textContent).toContain("Next");
  });
});

describe("what is wanted less often", () => {
  test("stands behind one button, and is pressed like the others", async () => {
    const pressed = shown();
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    for (const { label } of MORE) expect(screen.getByRole("button", { name: new RegExp(`^${label}`) })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Snooze until tomorrow" }));
    expect(pressed).toEqual(["snooze_to_tomorrow"]);
    expect(screen.queryByRole("button", { name: "Snooze until tomorrow" })).toBeNull();
  });

  test("does nothing without a mail", async () => {
    const pressed = shown({ board: DONE });
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(screen.getByRole("button", { name: /^Delete/ }));
    expect(pressed).toEqual([]);
  });

  test("begins what needs words of one's own", async () => {
    const begun: string[] = [];
    shown({ begin: (words) => begun.push(words) });
    for (const { label } of BEGUN) {
      await userEvent.click(screen.getByRole("button", { name: "More" }));
      await userEvent.click(screen.getByRole("button", { name: label }));
    }
    expect(begun).toEqual(BEGUN.map(({ words }) => words));
  });
});

test("undo names what it takes back", () => {
  shown();
  expect(screen.getByText("Undo takes back: Archived: Tomasz Wolski")).toBeDefined();
});

import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { STATES } from "../fixtures/states";
import type { Button } from "../src/board/message";
import type { Acts } from "../src/call/acts";
import { CallScreen } from "../src/call/CallScreen";
import { BEFORE_THE_CALL, type CallState } from "../src/call/state";
import { Bars } from "../src/start/Bars";
import { ME, stillCall, StillServer } from "./doubles";

const pressed: Button[] = [];
const shared: boolean[] = [];
let answer = "";

const acts: Acts = {
  start: () => Promise.resolve(),
  hangUp: () => Promise.resolve(),
  say: () => Promise.resolve(),
  press: (button) => {
    pressed.push(button);
    return Promise.resolve(answer);
  },
  edit: ({ version }) => Promise.resolve(version + 1),
  sound: () => Promise.resolve(""),
  share: (on) => {
    shared.push(on);
    return Promise.resolve();
  },
  microphone: () => Promise.resolve(),
  allowSound: () => Promise.resolve(),
};

const stateOf = (name: string): CallState => STATES[name] ?? BEFORE_THE_CALL;

const screenOf = (state: CallState) => (
  <CallScreen me={ME} server={new StillServer()} state={state} visualiser={<Bars />} acts={acts} signOut={() => undefined} />
);

function callIn(name: string) {
  return render(screenOf(stateOf(name)));
}

beforeEach(() => {
  answer = "";
  pressed.length = 0;
  shared.length = 0;
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: { getDisplayMedia: () => Promise.reject(new Error("no screen here")) },
  });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "mediaDevices");
});

test("where nothing can look there is no button, and none where the browser cannot share", () => {
  callIn("in-call");
  expect(screen.queryByRole("button", { name: "Share screen" })).toBeNull();
  Reflect.deleteProperty(navigator, "mediaDevices");
  callIn("screen-offered");
  expect(screen.queryByRole("button", { name: "Share screen" })).toBeNull();
});

test("the button says what sharing does and does not do", async () => {
  callIn("screen-offered");
  const button = screen.getByRole("button", { name: "Share screen", description: /keeps no picture; it does nothing by itself/ });
  await userEvent.click(button);
  expect(shared).toEqual([true]);
});

test("a sign shows while it looks, and one button pauses it", async () => {
  callIn("screen-looked-at");
  expect(screen.getByText("Aloud is looking at your screen.").getAttribute("role")).toBe("status");
  await userEvent.click(screen.getByRole("button", { name: "Pause looking" }));
  await userEvent.click(screen.getByRole("button", { name: "Stop sharing" }));
  expect([pressed, shared]).toEqual([["stop_looking"], [false]]);
});

test("shared, and not looked at yet, it does not say that it is", () => {
  render(screenOf({ ...stateOf("screen-offered"), screen: "on" }));
  expect(screen.getByText("Aloud is about to look at your screen.")).toBeDefined();
  expect(screen.queryByText("Aloud is looking at your screen.")).toBeNull();
});

test("paused, it says so and can look again", async () => {
  callIn("screen-paused");
  expect(screen.getByText("Aloud is not looking at your screen.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Look again" }));
  expect(pressed).toEqual(["look_again"]);
});

test("an offer is a card with one button, by hand or by key", async () => {
  callIn("nudge");
  const card = screen.getByRole("region", { name: "Aloud offers" });
  expect(card.querySelectorAll("button")).toHaveLength(1);
  expect(card.textContent).toContain("Anna needs the signed lease by five; shall I draft the answer?");
  expect(screen.queryByRole("group", { name: "Aloud asks" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Yes, please" }));
  await userEvent.keyboard("y");
  expect(pressed).toEqual(["yes", "yes"]);
});

test("the keyboard stays on the button while a screen is picked, shared and no longer shared", async () => {
  const { rerender } = callIn("screen-offered");
  const button = screen.getByRole("button", { name: "Share screen" });
  button.focus();
  for (const shares of ["asking", "on", "off"] as const) {
    rerender(screenOf({ ...stateOf("screen-offered"), screen: shares }));
    expect(document.activeElement).toBe(button);
    if (shares === "asking") {
      expect(button.getAttribute("aria-disabled")).toBe("true");
      await userEvent.keyboard("{Enter}");
    }
  }
  expect(shared).toEqual([]);
});

test("while the agent cannot be reached, no button does anything, and the keyboard stays", async () => {
  render(screenOf({ ...stateOf("nudge"), screen: "on", phase: "weak" }));
  for (const name of ["Yes, please", "Pause looking"]) {
    screen.getByRole("button", { name }).focus();
    await userEvent.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name }));
  }
  expect(pressed).toEqual([]);
});

test("an offer that is taken, withdrawn or followed by another does not leave the keyboard at the top of the page", () => {
  const { rerender } = callIn("nudge");
  const offered = stateOf("nudge");
  screen.getByRole("button", { name: "Yes, please" }).focus();
  rerender(
    screenOf({ ...offered, board: offered.board && { ...offered.board, question: "Anna asks for the key; shall I?", asked: "nudge-2" } }),
  );
  expect(document.activeElement).toBe(screen.getByRole("main"));
  screen.getByRole("button", { name: "Yes, please" }).focus();
  rerender(screenOf({ ...offered, board: offered.board && { ...offered.board, offer: null, question: "" } }));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a question that is answered does not leave the keyboard at the top of the page either", () => {
  const asked = stateOf("question");
  const { rerender } = callIn("question");
  within(screen.getByRole("group", { name: "Aloud asks" }))
    .getByRole("button", { name: "Yes" })
    .focus();
  rerender(screenOf({ ...asked, board: asked.board && { ...asked.board, offer: null, question: "" } }));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("an offer names its key, and says why a yes was not taken", async () => {
  answer = "That was about another question.";
  callIn("nudge");
  const button = screen.getByRole("button", { name: "Yes, please" });
  expect(button.getAttribute("aria-keyshortcuts")).toBe("Y");
  await userEvent.click(button);
  expect((await screen.findByText(answer)).getAttribute("role")).toBe("alert");
});

test("why it does not stop looking is told where it is shown that it looks", async () => {
  answer = "That did not reach Aloud. Please try again.";
  callIn("screen-looked-at");
  await userEvent.click(screen.getByRole("button", { name: "Pause looking" }));
  expect((await screen.findByText(/That did not reach Aloud/)).textContent).toContain("Aloud is looking at your screen.");
});

test.each(["screen-offered", "screen-looked-at", "screen-paused", "nudge"])("axe finds nothing in %s", async (name) => {
  const { baseElement } = callIn(name);
  const found = await axe.run(baseElement, { rules: { "color-contrast": { enabled: false } } });
  expect(found.violations.map((each) => each.id)).toEqual([]);
});

test("a screen that is shared, refused and stopped is what the call says", async () => {
  const { caller, link } = stillCall();
  await caller.share(true);
  expect([caller.current().screen, link.shared]).toEqual(["on", [true]]);
  caller.tell({ kind: "screen", is: "off" });
  expect(caller.current().screen).toBe("off");
  link.screenTrouble = true;
  await caller.share(true);
  expect(caller.current().screen).toBe("refused");
});

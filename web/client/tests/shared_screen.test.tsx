import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { STATES } from "../fixtures/states";
import type { Button } from "../src/board/message";
import type { Acts } from "../src/call/acts";
import { CallScreen } from "../src/call/CallScreen";
import { BEFORE_THE_CALL } from "../src/call/state";
import { Bars } from "../src/start/Bars";
import { ME, stillCall, StillServer } from "./doubles";

const pressed: Button[] = [];
const shared: boolean[] = [];

const acts: Acts = {
  start: () => Promise.resolve(),
  hangUp: () => Promise.resolve(),
  say: () => Promise.resolve(),
  press: (button) => {
    pressed.push(button);
    return Promise.resolve("");
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

function callIn(name: string) {
  const state = STATES[name] ?? BEFORE_THE_CALL;
  return render(
    <CallScreen me={ME} server={new StillServer()} state={state} visualiser={<Bars />} acts={acts} signOut={() => undefined} />,
  );
}

beforeEach(() => {
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

import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { STATES } from "../fixtures/states";
import { type Me, ServerError } from "../src/api";
import { App } from "../src/App";
import type { Acts } from "../src/call/acts";
import { CallScreen } from "../src/call/CallScreen";
import { BEFORE_THE_CALL } from "../src/call/state";
import { settings } from "../src/settings/settings";
import { Bars } from "../src/start/Bars";
import { ME, stillCall, StillServer } from "./doubles";

const acts: Acts = {
  start: () => Promise.resolve(),
  hangUp: () => Promise.resolve(),
  say: () => Promise.resolve(),
  press: () => Promise.resolve(""),
  edit: ({ version }) => Promise.resolve(version + 1),
  sound: () => Promise.resolve(""),
  share: () => Promise.resolve(),
  microphone: () => Promise.resolve(),
  allowSound: () => Promise.resolve(),
};

/** Contrast needs colours, which this document has none of: tests/web_page looks at every state in a browser, which is quicker, too. */
async function faults(page: Element): Promise<string[]> {
  const found = await axe.run(page, { rules: { "color-contrast": { enabled: false } } });
  return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`);
}

function callIn(name: string, changed: Partial<Acts> = {}) {
  const state = STATES[name] ?? BEFORE_THE_CALL;
  return render(
    <CallScreen
      me={ME}
      server={new StillServer()}
      state={state}
      visualiser={<Bars />}
      acts={{ ...acts, ...changed }}
      signOut={() => undefined}
    />,
  );
}

class KnownServer extends StillServer {
  constructor(private readonly answer: Me | ServerError) {
    super();
  }

  override async me(): Promise<Me> {
    if (this.answer instanceof ServerError) throw this.answer;
    return this.answer;
  }
}

describe("axe finds nothing", () => {
  test("in the call", async () => {
    const { baseElement } = callIn("in-call");
    expect(await faults(baseElement)).toEqual([]);
  });

  test.each([
    ["Start the call", ME],
    ["Sign in", new ServerError("", 401)],
    ["Try again", new ServerError("The server does not answer.", 0)],
  ])("before the call, where one can %s", async (name, answer) => {
    const { baseElement } = render(<App server={new KnownServer(answer)} />);
    await waitFor(() => expect(screen.getByText(name)).toBeDefined());
    expect(await faults(baseElement)).toEqual([]);
  });
});

describe("the first visit", () => {
  test("has one button for the call, one for typing without it, and one for the settings", async () => {
    render(<App server={new KnownServer(ME)} />);
    expect(await screen.findByRole("button", { name: "Start the call" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Type without a call" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Settings" })).toBeDefined();
  });

  test("says that no microphone is asked for where Aloud has no speech recognition", async () => {
    render(<App server={new KnownServer({ ...ME, speech: false })} />);
    expect(await screen.findByText(/No speech service is set up/)).toBeDefined();
  });

  test("who is signed out sees nothing but the way in", async () => {
    render(<App server={new KnownServer(new ServerError("", 401))} />);
    expect((await screen.findByRole("link", { name: "Sign in" })).getAttribute("href")).toBe("/sign-in");
  });
});

describe("the call", () => {
  test("captions are a live region, and a line is announced when it is whole", () => {
    callIn("in-call");
    const log = screen.getByRole("log", { name: "Captions" });
    expect(log.getAttribute("aria-live")).toBe("polite");
    const lines = [...log.querySelectorAll(".line")];
    expect(lines.map((line) => line.getAttribute("aria-hidden"))).toEqual([...Array.from({ length: 7 }, () => "false"), "true"]);
  });

  test("what is typed is sent, and the box is empty again", async () => {
    const said: string[] = [];
    callIn("in-call", {
      say: (line) => {
        said.push(line);
        return Promise.resolve();
      },
    });
    const box = screen.getByLabelText<HTMLInputElement>("Type to Aloud");
    await userEvent.type(box, "archive it{Enter}");
    expect(said).toEqual(["archive it"]);
    expect(box.value).toBe("");
  });

  test("a line that could not be sent is not lost", async () => {
    callIn("in-call", { say: () => Promise.reject(new Error("no line")) });
    const box = screen.getByLabelText<HTMLInputElement>("Type to Aloud");
    await userEvent.type(box, "archive it{Enter}");
    expect(box.value).toBe("archive it");
    expect(screen.getByText("That line was not sent. Please try again.")).toBeDefined();
  });

  test("the slash key leads to the text box, escape leads out of it", async () => {
    callIn("in-call");
    await userEvent.keyboard("/");
    expect(document.activeElement).toBe(screen.getByLabelText("Type to Aloud"));
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).not.toBe(screen.getByLabelText("Type to Aloud"));
  });

  test("without speech recognition it says so, has no microphone button, and typing comes first", () => {
    callIn("no-stt");
    expect(screen.getByRole("heading", { name: "Aloud cannot hear you here" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Microphone" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Type to Aloud"));
    expect(screen.getByText(/so type: that does everything that speaking does/)).toBeDefined();
  });

  test("a machine that is slow at speech says so once, and offers typing", () => {
    callIn("slow");
    expect(screen.getByText("Spoken answers come late here. Type, and you are answered at once.")).toBeDefined();
    expect(screen.getAllByText(/This machine is slow at speech/)).toHaveLength(1);
  });

  test("a trouble is an alert with its remedy", async () => {
    let started = 0;
    callIn("taken-over", {
      start: () => {
        started += 1;
        return Promise.resolve();
      },
    });
    expect(screen.getAllByRole("alert")[0]?.textContent).toContain("The call goes on somewhere else");
    await userEvent.click(screen.getByRole("button", { name: "Continue here instead" }));
    expect(started).toBe(1);
  });
});

describe("settings", () => {
  test("accounts are listed with how they are, and can be taken back", async () => {
    const server = new StillServer();
    server.accounts = () =>
      Promise.resolve({
        accounts: [
          { slug: "work", label: "Work", provider: "google", address: "mira@work.example", state: "sign_in_needed", removable: true },
        ],
        can_connect: ["google"],
      });
    const state = STATES["in-call"] ?? BEFORE_THE_CALL;
    render(<CallScreen me={ME} server={server} state={state} visualiser={<Bars />} acts={acts} signOut={() => undefined} />);
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    expect(await screen.findByText("Needs a new sign-in")).toBeDefined();
    expect(screen.getByRole("button", { name: "Sign in again" })).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Disconnect Work" }));
    expect(server.disconnected).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Yes" }));
    expect(server.disconnected).toEqual(["work"]);
  });

  test("voice and speed are chosen there, and what Aloud cannot do it says", async () => {
    const { caller, link, pulse } = stillCall();
    await caller.start();
    pulse();
    const state = { ...caller.current(), board: STATES["in-call"]?.board ?? null };
    const { baseElement } = render(
      <CallScreen me={ME} server={new StillServer()} state={state} visualiser={<Bars />} acts={caller} signOut={undefined} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    await userEvent.selectOptions(screen.getByLabelText("Voice"), "en_GB-alba-medium");
    await userEvent.selectOptions(screen.getByLabelText(/Speed/), "Slower");
    expect(link.sounds).toEqual([{ voice: "en_GB-alba-medium" }, { speed: 0.85 }]);
    expect(await faults(baseElement)).toEqual([]);
    link.refusal = "I do not have that voice.";
    await userEvent.selectOptions(screen.getByLabelText("Voice"), "en_GB-alba-medium");
    expect(await screen.findByText("I do not have that voice.")).toBeDefined();
  });

  test("how much is told, without a question, and what is said into a silence, are chosen there", async () => {
    const { caller, link, pulse } = stillCall();
    await caller.start();
    pulse();
    const state = { ...caller.current(), board: STATES["in-call"]?.board ?? null };
    const { baseElement } = render(
      <CallScreen me={ME} server={new StillServer()} state={state} visualiser={<Bars />} acts={caller} signOut={undefined} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    await userEvent.selectOptions(screen.getByLabelText(/How much of a mail/), "Headlines");
    await userEvent.click(screen.getByRole("switch", { name: /Go on without asking/ }));
    await userEvent.selectOptions(screen.getByLabelText(/When I am silent/), "Say nothing");
    await userEvent.selectOptions(screen.getByLabelText(/^After/), "30 seconds");
    expect(link.sounds).toEqual([{ length: "headlines" }, { flows: true }, { prods: 0 }, { prod_after_s: 30 }]);
    await userEvent.selectOptions(screen.getByLabelText(/Which mails/), "Only what is important");
    expect(link.presses.map(({ command, row }) => [command, row])).toEqual([["mails", "only what is important"]]);
    expect(await faults(baseElement)).toEqual([]);
    link.refusal = "The call is over.";
    await userEvent.click(screen.getByRole("switch", { name: /Go on without asking/ }));
    expect(await screen.findByText("The call is over.")).toBeDefined();
  });

  test("the time zone is chosen there, that of the browser too, and what is left out is brought back", async () => {
    const { caller, link, pulse } = stillCall();
    await caller.start();
    pulse();
    const state = { ...caller.current(), board: STATES["in-call"]?.board ?? null };
    const { baseElement } = render(
      <CallScreen me={ME} server={new StillServer()} state={state} visualiser={<Bars />} acts={caller} signOut={undefined} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    const zone = screen.getByLabelText<HTMLSelectElement>(/Time zone/);
    expect(zone.value).toBe("");
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await userEvent.selectOptions(zone, here);
    await userEvent.selectOptions(zone, "Lisbon");
    await userEvent.click(screen.getByRole("button", { name: "Bring back github" }));
    await userEvent.selectOptions(screen.getByLabelText("Leave out until"), "until Monday");
    await userEvent.type(screen.getByLabelText(/^Left out for now/, { selector: "input" }), "newsletters{Enter}");
    expect(link.presses).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText(/Languages I understand/, { selector: "select" }), "French");
    await userEvent.click(screen.getByRole("button", { name: "Remove German" }));
    const LETTERS = { leave_out: { what: "newsletters", until: "monday" } };
    expect(link.sounds).toEqual([
      { zone: here },
      { zone: "Europe/Lisbon" },
      { bring_back: "github" },
      LETTERS,
      { languages: ["de", "fr"] },
      { languages: [] },
    ]);
    expect(await faults(baseElement)).toEqual([]);
  });

  test("who and what matters is listed, added and removed there, and what is refused says why", async () => {
    const server = new StillServer();
    server.kept = { vip: [{ value: "chief@example.com", removable: false }], keyword: [{ value: "QBR", removable: true }], address: [] };
    const { baseElement } = render(
      <CallScreen me={ME} server={server} state={BEFORE_THE_CALL} visualiser={<Bars />} acts={acts} signOut={undefined} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    expect(await screen.findByText("chief@example.com")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Remove chief@example.com" })).toBeNull();
    await userEvent.type(screen.getByRole("textbox", { name: /People who matter/ }), "anna@example.com{Enter}");
    expect(await screen.findByText("anna@example.com")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Remove QBR" }));
    await waitFor(() => {
      expect(server.kept.keyword).toEqual([]);
    });
    expect(await faults(baseElement)).toEqual([]);
    server.failures.push(new ServerError("That is no mail address: it should be like anna@example.com.", 422));
    await userEvent.type(screen.getByRole("textbox", { name: /My addresses/ }), "anna{Enter}");
    expect(await screen.findByText(/That is no mail address/)).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: /My addresses/ }).value).toBe("anna");
    screen.getByRole("button", { name: "Remove anna@example.com" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole("list", { name: "People who matter" }));
    });
  });

  test("what is not left out stays in the line with the reason, a double click leaves out once, and what comes all the same says so", async () => {
    const { caller, link, pulse } = stillCall();
    await caller.start();
    pulse();
    const board = STATES["in-call"]?.board ?? null;
    const until = "2026-11-30T09:00:00+00:00";
    const likes = board && { ...board.likes, left_out: [{ what: "next", until, comes: true }] };
    const state = { ...caller.current(), board: board && likes && { ...board, likes } };
    render(<CallScreen me={ME} server={new StillServer()} state={state} visualiser={<Bars />} acts={caller} signOut={undefined} />);
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    expect(screen.getByText(/^in later calls, until Mon.* 09:00/)).toBeDefined();
    const line = screen.getByLabelText<HTMLInputElement>(/^Left out for now/, { selector: "input" });
    link.refusal = "Name a sender.";
    await userEvent.type(line, "Undo{Enter}");
    expect(await screen.findByText("Name a sender.")).toBeDefined();
    expect(line.value).toBe("Undo");
    link.refusal = "";
    await userEvent.dblClick(screen.getByRole("button", { name: "Leave out" }));
    expect(link.sounds).toEqual([{ leave_out: { what: "Undo", until: "tomorrow" } }]);
    expect(line.value).toBe("");
    expect(screen.queryByText("Name a sender.")).toBeNull();
  });

  test("one voice alone is no choice, and before the call there is none", async () => {
    const live = STATES["in-call"] ?? BEFORE_THE_CALL;
    const board = live.board && { ...live.board, voice: { voices: ["en_US-joe-medium"], voice: "en_US-joe-medium", speed: 1.18 } };
    render(
      <CallScreen me={ME} server={new StillServer()} state={{ ...live, board }} visualiser={<Bars />} acts={acts} signOut={undefined} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    expect(screen.queryByLabelText("Voice")).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>(/Speed/).value).toBe("1.2");
  });

  test("captions are left to Aloud's own voice where that is wished", async () => {
    callIn("in-call");
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    await userEvent.click(screen.getByRole("switch", { name: /Announce captions/ }));
    expect(screen.getByRole("log", { hidden: true }).getAttribute("aria-live")).toBe("off");
    await userEvent.click(screen.getByRole("switch", { name: /Announce captions/ }));
  });
});

test("buttons and lines of a real call reach the room", async () => {
  const { caller, link, pulse } = stillCall();
  await caller.start();
  pulse();
  render(
    <CallScreen me={ME} server={new StillServer()} state={caller.current()} visualiser={<Bars />} acts={caller} signOut={undefined} />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.type(screen.getByLabelText("Type to Aloud"), "archive it{Enter}");
  expect(link.presses).toEqual([{ command: "next", mail_id: null }]);
  expect(link.said).toEqual(["archive it"]);
});

describe("this browser's sound", () => {
  test("is as loud as it is set, and that is kept", async () => {
    callIn("in-call");
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    fireEvent.change(screen.getByLabelText("Volume"), { target: { value: "35" } });
    expect(settings().volume).toBe(0.35);
    expect(localStorage.getItem("aloud.settings")).toContain('"volume":0.35');
  });

  test("comes from the microphone that is chosen, at once", async () => {
    const found = ["a", "b"].map((deviceId) => ({ deviceId, kind: "audioinput", label: `Desk ${deviceId}` }));
    const devices = Object.assign(new EventTarget(), { enumerateDevices: () => Promise.resolve(found) });
    Object.defineProperty(navigator, "mediaDevices", { value: devices, configurable: true });
    const listened: boolean[] = [];
    const microphone = (on: boolean) => Promise.resolve(void listened.push(on));
    callIn("in-call", { microphone });
    await userEvent.click(screen.getByRole("button", { name: "Settings" }));
    await userEvent.selectOptions(await screen.findByLabelText("Microphone"), "Desk b");
    expect([settings().microphone, listened]).toEqual(["b", [true]]);
    Reflect.deleteProperty(navigator, "mediaDevices");
  });
});

import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { useState } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { type MadeUpTeam, madeUpTeam } from "../fixtures/team";
import { ServerError } from "../src/api";
import { TokenList } from "../src/settings/TokenList";
import { doingOf } from "../src/team/doing";
import { Team } from "../src/team/Team";

let server: MadeUpTeam;
const user = userEvent.setup();

beforeEach(() => {
  server = madeUpTeam();
});

function Page() {
  const [agent, setAgent] = useState<string | null>(null);
  return <Team server={server} agent={agent} open={setAgent} />;
}

async function shown() {
  const page = render(<Page />);
  await screen.findByRole("heading", { name: "From your team" });
  return page;
}

const press = (name: string | RegExp) => user.click(screen.getByRole("button", { name }));
const summary = /The supplier owes you 240 euros/;

async function noFault(page: Element) {
  const found = await axe.run(page, { rules: { "color-contrast": { enabled: false } } });
  expect(found.violations).toEqual([]);
}

describe("items", () => {
  test("that are unread stand first, and no fault that axe finds", async () => {
    const { baseElement } = await shown();
    expect(screen.getByRole("button", { name: "Unread 2" }).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByRole("button", { name: summary }).textContent).toMatch(/Assistant, \d+ min ago/);
    expect(screen.queryByText("The lease ends in May.")).toBeNull();
    await noFault(baseElement);
  });

  test("are open once they are read in full, and stay in sight meanwhile", async () => {
    await shown();
    await press(summary);
    await screen.findByText(/All of i1/);
    await waitFor(() => expect(server.did).toEqual(["i1 is open"]));
    await screen.findByRole("button", { name: "Unread 1" });
    expect(screen.getByRole("button", { name: summary }).getAttribute("aria-expanded")).toBe("true");
  });

  test("are filed as done, which the keyboard outlives", async () => {
    await shown();
    await press(summary);
    await press("Mark as done");
    await waitFor(() => expect(screen.queryByRole("button", { name: summary })).toBeNull());
    expect(document.activeElement?.textContent).toBe("From your team");
  });

  test("come without a reload", async () => {
    await shown();
    const [first] = server.items;
    if (first !== undefined) server.items = [{ ...first, id: "i9", summary: "The plumber has answered." }, ...server.items];
    server.tell();
    await screen.findByRole("button", { name: /The plumber has answered/ });
    await screen.findByText("3 unread items.");
  });
});

describe("teams", () => {
  test("have a mission, and agents with what they are at", async () => {
    await shown();
    const house = screen.getByRole("region", { name: "House" });
    within(house).getByText("Keep the boiler running and its bills in order.");
    expect(screen.getByRole("button", { name: /Assistant Lead/ }).textContent).toContain("Working on: Find out what the boiler supplier");
    expect(within(house).getByRole("button", { name: /Bo/ }).textContent).toContain("Paused.");
  });

  test("are said to rest where no model is set", async () => {
    server.works = false;
    await shown();
    screen.getByText(/The team rests: no language model is set/);
  });

  test("begin when the user agrees, and are asked no more", async () => {
    await shown();
    await press("Let it begin");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Let it begin" })).toBeNull());
    expect(server.did).toEqual(["begin"]);
  });

  test("are made once they have what they need", async () => {
    await shown();
    await press("Make a team");
    await user.type(screen.getByLabelText("Name"), "Garden");
    expect(screen.getByRole("button", { name: "Make the team" }).getAttribute("aria-disabled")).toBe("true");
    await user.type(screen.getByLabelText(/^Mission/), "Keep the garden green.");
    await user.type(screen.getByLabelText("Name of its lead"), "Ida");
    await press("Make the team");
    await screen.findByRole("region", { name: "Garden" });
  });

  test("keep what was typed where they could not be made", async () => {
    await shown();
    await press("Make a team");
    await user.type(screen.getByLabelText("Name"), "Garden");
    await user.type(screen.getByLabelText(/^Mission/), "Keep it green.");
    await user.type(screen.getByLabelText("Name of its lead"), "Ida");
    server.failure = new ServerError("That cannot be done: there are too many teams.", 409);
    await press("Make the team");
    await screen.findByText("That cannot be done: there are too many teams.");
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Garden");
  });

  test("get workers, and are deleted after a yes only", async () => {
    await shown();
    await press("Add a worker to House");
    await user.type(screen.getByLabelText("Name"), "Una");
    await press("Add the worker");
    await screen.findByRole("button", { name: /Una/ });
    await press("Delete the team House");
    await press("No");
    await press("Delete the team House");
    await press("Yes, delete it");
    await waitFor(() => expect(screen.queryByRole("region", { name: "House" })).toBeNull());
    expect(server.did).toEqual(["add to house", "delete house"]);
  });
});

describe("an agent", () => {
  async function opened() {
    const page = await shown();
    await press(/Assistant Lead/);
    await screen.findByText("I'll look into what the boiler supplier owes you.");
    return page;
  }

  test("is opened with its conversation, and goes back to where one was", async () => {
    const { baseElement } = await opened();
    expect(document.activeElement?.textContent).toBe("Assistant");
    await noFault(baseElement);
    await press("Back to your team");
    expect(document.activeElement?.textContent).toBe("Your team");
  });

  test("is told something and acknowledges it", async () => {
    await opened();
    await user.type(screen.getByRole("textbox", { name: "Type to Assistant" }), "Ask the plumber{Enter}");
    await screen.findByText("I'll look into that for you, says Assistant.");
    expect(screen.getAllByText("Ask the plumber")).toHaveLength(1);
    expect(server.did).toEqual(["say Ask the plumber"]);
  });

  test("says why a message did not arrive", async () => {
    await opened();
    server.failure = new ServerError("That was asked for too often.", 429);
    await user.type(screen.getByRole("textbox", { name: "Type to Assistant" }), "Ask the plumber{Enter}");
    await screen.findByText("That was asked for too often.");
  });

  test("is paused, goes on, and stops working on something", async () => {
    await opened();
    await press("Pause");
    await press(await screen.findByRole("button", { name: "Let it go on" }).then(() => "Let it go on"));
    await press(/^Stop: Find out what/);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Stop: Find out what/ })).toBeNull());
    expect(server.did).toEqual(["pause lead", "resume lead", "stop t1"]);
  });

  test("is corrected, and forgets after a yes", async () => {
    await opened();
    await press(/^Correct: That supplier/);
    await user.clear(screen.getByLabelText("What is right"));
    await user.type(screen.getByLabelText("What is right"), "They invoice on Mondays.");
    await press("Save");
    await press(
      await screen.findByRole("button", { name: "Forget: They invoice on Mondays." }).then(() => "Forget: They invoice on Mondays."),
    );
    await press("Yes, forget it");
    await screen.findByText("Nothing yet: it learns from what it does.");
    expect(server.did).toEqual(["correct k1", "forget k1"]);
  });

  test("that is removed is gone", async () => {
    await shown();
    await press(/^Bo/);
    await press("Remove");
    await press("Yes, remove it");
    await screen.findByRole("heading", { name: "Your team" });
    expect(screen.queryByRole("button", { name: /^Bo/ })).toBeNull();
  });
});

test("what Aloud knows about the user is read, corrected and forgotten", async () => {
  const { baseElement } = await shown();
  await press("What Aloud knows about you");
  await screen.findByText("Likes to be told the short version.");
  await noFault(baseElement);
  await press(/^Forget: Likes/);
  await press("Yes, forget it");
  await screen.findByText(/Nothing yet/);
  expect(server.did).toEqual(["forget m1"]);
});

test("a token is made, shown once, and revoked", async () => {
  const { baseElement } = render(
    <main>
      <TokenList server={server} />
    </main>,
  );
  await user.type(screen.getByLabelText("What the token is for"), "My script");
  await user.selectOptions(screen.getByLabelText("It may"), "read, and hand work over");
  await press("Make a token");
  expect(await screen.findByLabelText(/not shown again/)).toHaveProperty("value", "aloud_made-up-token-that-opens-nothing");
  await noFault(baseElement);
  await press("I have it");
  expect(screen.queryByLabelText(/not shown again/)).toBeNull();
  await press("Revoke My script");
  await press("Yes, revoke it");
  await waitFor(() => expect(screen.queryByText("My script")).toBeNull());
  expect(server.did).toEqual(["token team:read team:write", "revoke tok"]);
});

describe("what an agent is at", () => {
  const now = new Date("2026-03-04T09:00:00Z");
  const at = (place: number) => {
    const agent = server.teams.flatMap((team) => team.agents)[place];
    if (agent === undefined) throw new Error("there is no such agent");
    return agent;
  };

  test("is told with what waits", () => {
    expect(doingOf(at(0), true, now)).toBe(
      "Working on: Find out what the boiler supplier still owes us, and tell me tomorrow. One task waits.",
    );
    expect(doingOf({ ...at(0), paused: true, waiting: 2 }, true, now)).toBe("Paused. 2 tasks wait.");
    expect(doingOf({ ...at(0), doing: null }, false, now)).toBe("Resting. One task waits.");
    expect(doingOf({ ...at(0), doing: null, waiting: 0 }, true, now)).toBe("Nothing to do.");
    expect(doingOf({ ...at(1), nextRunAt: "2026-03-04T08:00:00Z" }, true, now)).toBe("Nothing to do. Looks for work now.");
  });
});

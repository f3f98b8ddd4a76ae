import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ServerError } from "../src/api";
import { ByMail } from "../src/settings/ByMail";
import { StillServer, ME } from "./doubles";

const TWO = [
  { ...ME.accounts[0], slug: "work", label: "work" },
  { ...ME.accounts[0], slug: "home", label: "home" },
] as typeof ME.accounts;

test("it is off until the user turns it on, and shows its hour and days then", async () => {
  const server = new StillServer();
  render(<ByMail server={server} accounts={[]} />);
  const on = await screen.findByRole("switch", { name: /Mail me the briefing/ });
  expect(screen.queryByLabelText(/^At/)).toBeNull();
  fireEvent.click(on);
  fireEvent.change(await screen.findByLabelText(/^At/), { target: { value: "07:30" } });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Sunday" }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes).toMatchObject({ on: true, at: "07:30", days: [0, 1, 2, 3, 4, 5] });
});

test("all accounts are told of unless some are chosen, and one at least stays", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true };
  render(<ByMail server={server} accounts={TWO} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "home" }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes.accounts).toEqual(["work"]);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "work" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "home" }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes.accounts).toEqual([]);
});

test("what the server refuses is said, and stands as before", async () => {
  const server = new StillServer();
  server.failures.push(new ServerError("That is none of your accounts.", 422));
  render(<ByMail server={server} accounts={[]} />);
  fireEvent.click(await screen.findByRole("switch", { name: /Mail me the briefing/ }));
  expect(await screen.findByText("That is none of your accounts.")).toBeTruthy();
  expect(server.wishes.on).toBe(false);
});

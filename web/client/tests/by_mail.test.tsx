import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Account, type Server, ServerError } from "../src/api";
import { ByMail } from "../src/settings/ByMail";
import { useMailWishes } from "../src/settings/kept";
import { SettingsMenu } from "../src/settings/SettingsMenu";
import { ME, StillServer } from "./doubles";

const TWO = [
  { ...ME.accounts[0], slug: "work", label: "work" },
  { ...ME.accounts[0], slug: "home", label: "home" },
] as typeof ME.accounts;

function Shown({ server, accounts = [] }: { server: Server; accounts?: readonly Account[] }) {
  return <ByMail server={server} kept={useMailWishes(server)} accounts={accounts} />;
}

/** Lets what is sent wait until it is told to go on. */
function held() {
  let goOn: (now: null) => void = () => undefined;
  return { gone: new Promise<null>((resolve) => (goOn = resolve)), goOn: () => goOn(null) };
}

test("it is off until the user turns it on, and shows its hour and days then", async () => {
  const server = new StillServer();
  render(<Shown server={server} />);
  const on = await screen.findByRole("switch", { name: /Mail me the briefing/ });
  expect(screen.queryByLabelText(/^At/)).toBeNull();
  fireEvent.click(on);
  fireEvent.change(await screen.findByLabelText(/^At/), { target: { value: "07:30" } });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Sunday" }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes).toMatchObject({ on: true, at: "07:30", days: [0, 1, 2, 3, 4, 5] });
  expect(server.wished.map(({ way }) => way)).toEqual([undefined, undefined, undefined]);
});

test("of two changes made before the first is answered, neither undoes the other", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true };
  const { gone, goOn } = held();
  const wishForMail = server.wishForMail.bind(server);
  server.wishForMail = (wanted) => gone.then(() => wishForMail(wanted));
  render(<Shown server={server} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Saturday" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Sunday" }));
  fireEvent.click(screen.getByRole("switch", { name: /Only when something matters/ }));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Saturday" }).checked).toBe(false);
  goOn();
  await screen.findByText("From the next briefing on.");
  expect(server.wishes).toMatchObject({ quiet: true, days: [0, 1, 2, 3, 4] });
});

test("what is refused among several changes is said, and the others hold", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true };
  server.failures.push(new ServerError("That is no hour.", 422));
  render(<Shown server={server} />);
  fireEvent.change(await screen.findByLabelText(/^At/), { target: { value: "07:30" } });
  fireEvent.click(screen.getByRole("switch", { name: /Only when something matters/ }));
  expect(await screen.findByText("That is no hour.")).toBeTruthy();
  expect(server.wishes).toMatchObject({ at: "05:00", quiet: true });
  expect(screen.getByLabelText<HTMLInputElement>(/^At/).value).toBe("05:00");
});

test("all accounts are told of unless some are chosen, and one at least stays", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true };
  render(<Shown server={server} accounts={TWO} />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "home" }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes.accounts).toEqual(["work"]);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "work" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "home" }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes.accounts).toEqual([]);
});

test("where it can come from two places the user chooses, and is shown the address", async () => {
  const server = new StillServer();
  const ways = [
    { way: "own", address: "anna@example.com" },
    { way: "installation", address: "briefing@aloud.example" },
  ] as const;
  server.wishes = { ...server.wishes, on: true, way: "installation", in_force: "installation", ways };
  render(<Shown server={server} />);
  const from = await screen.findByLabelText<HTMLSelectElement>(/^From/);
  expect(from.value).toBe("installation");
  expect(screen.getByText("briefing@aloud.example")).toBeTruthy();
  fireEvent.change(from, { target: { value: "own" } });
  await screen.findByText("From the next briefing on.");
  expect(server.wishes.way).toBe("own");
  expect(screen.getByText("anna@example.com")).toBeTruthy();
});

test.each([
  ["own", "anna@example.com", "It comes from your own account, anna@example.com."],
  ["installation", "briefing@aloud.example", "It comes from Aloud's address, briefing@aloud.example."],
] as const)("where it can come from one place, it says which: %s", async (way, address, said) => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true, way, in_force: way, ways: [{ way, address }] };
  render(<Shown server={server} />);
  expect((await screen.findByText(address)).parentElement?.textContent).toBe(said);
  expect(screen.queryByLabelText(/^From/)).toBeNull();
});

test("where it cannot come as it was chosen, it says so, and the choice stays", async () => {
  const server = new StillServer();
  const ways = [{ way: "installation", address: "briefing@aloud.example" }] as const;
  server.wishes = { ...server.wishes, on: true, way: "own", in_force: "installation", ways };
  render(<Shown server={server} />);
  expect((await screen.findByText("briefing@aloud.example")).parentElement?.textContent).toBe(
    "Your own account, which you chose, cannot send now. It comes from Aloud's address, briefing@aloud.example.",
  );
  fireEvent.click(screen.getByRole("switch", { name: /Only when something matters/ }));
  await screen.findByText("From the next briefing on.");
  expect(server.wishes).toMatchObject({ quiet: true, way: "own" });
});

test("where nobody knows from where it can come, it says nothing of it", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true, in_force: null, ways: null };
  render(<Shown server={server} />);
  await screen.findByLabelText(/^At/);
  expect(screen.queryByText(/come/)).toBeNull();
});

test("where nothing can send it, it says so", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true, in_force: null, ways: [] };
  render(<Shown server={server} />);
  expect(await screen.findByText("Nothing is set up to send it from, so none will come.")).toBeTruthy();
});

test("what the server refuses is said, and stands as before", async () => {
  const server = new StillServer();
  server.failures.push(new ServerError("That is none of your accounts.", 422));
  render(<Shown server={server} />);
  fireEvent.click(await screen.findByRole("switch", { name: /Mail me the briefing/ }));
  expect(await screen.findByText("That is none of your accounts.")).toBeTruthy();
  expect(server.wishes.on).toBe(false);
});

test("a menu that was closed and opened again before the answer shows what was changed, then and afterwards", async () => {
  const server = new StillServer();
  const { gone, goOn } = held();
  const wishForMail = server.wishForMail.bind(server);
  server.wishForMail = (wanted) => gone.then(() => wishForMail(wanted));
  render(<SettingsMenu me={ME} server={server} signOut={undefined} />);
  const menu = screen.getByRole("button", { name: "Settings" });
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole("switch", { name: /Mail me the briefing/ }));
  await userEvent.click(await screen.findByRole("switch", { name: /Only when something matters/ }));
  await userEvent.keyboard("{Escape}");
  await userEvent.click(menu);
  expect(screen.getByRole("switch", { name: /Mail me the briefing/ }).ariaChecked).toBe("true");
  goOn();
  expect(await screen.findByText("From the next briefing on.")).toBeTruthy();
  expect(screen.getByRole("switch", { name: /Only when something matters/ }).ariaChecked).toBe("true");
  expect(server.wishes).toMatchObject({ on: true, quiet: true });
});

test("so does one in which somebody was named who matters, and what was said in a call meanwhile stands there too", async () => {
  const server = new StillServer();
  const { gone, goOn } = held();
  const addPreference = server.addPreference.bind(server);
  server.addPreference = (kind, value) => gone.then(() => addPreference(kind, value));
  render(<SettingsMenu me={ME} server={server} signOut={undefined} />);
  const menu = screen.getByRole("button", { name: "Settings" });
  await userEvent.click(menu);
  await userEvent.type(await screen.findByRole("textbox", { name: /People who matter/ }), "anna@example.com{Enter}");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(menu);
  server.kept = { ...server.kept, keyword: [{ value: "QBR", removable: true }] };
  goOn();
  expect(await screen.findByText("anna@example.com")).toBeTruthy();
  await waitFor(() => expect(screen.getByText("QBR")).toBeTruthy());
});

test("where it cannot be read anew, what was read before is shown no longer and can undo nothing", async () => {
  const server = new StillServer();
  server.wishes = { ...server.wishes, on: true };
  const mailWishes = server.mailWishes.bind(server);
  render(<SettingsMenu me={ME} server={server} signOut={undefined} />);
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await screen.findByRole("switch", { name: /Only when something matters/ });
  await userEvent.keyboard("{Escape}");
  server.mailWishes = () => Promise.reject(new Error("away"));
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await screen.findByText("The briefing by mail cannot be shown just now.");
  expect(screen.queryByRole("switch", { name: /Only when something matters/ })).toBeNull();
  await userEvent.keyboard("{Escape}");
  server.mailWishes = mailWishes;
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await screen.findByRole("switch", { name: /Only when something matters/ });
});

test("what is refused while the menu is closed is said when it is opened again", async () => {
  const server = new StillServer();
  const { gone, goOn } = held();
  server.wishForMail = () => gone.then(() => Promise.reject(new ServerError("That is no hour.", 422)));
  render(<SettingsMenu me={ME} server={server} signOut={undefined} />);
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await userEvent.click(await screen.findByRole("switch", { name: /Mail me the briefing/ }));
  await userEvent.keyboard("{Escape}");
  goOn();
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await screen.findByText("That is no hour.");
});

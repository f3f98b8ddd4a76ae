import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Correspondence } from "../src/api";
import { Letters } from "../src/letters/Letters";
import { StillServer } from "./doubles";

const ONE: Correspondence = {
  id: "a1",
  day: "2026-11-26",
  subject: "Your briefing for Thursday, 26 November",
  state: "sent",
  sent_at: "2026-11-26T05:00:00Z",
  replies: 1,
  waiting: 1,
};

test("nothing is shown where nobody was briefed by mail", async () => {
  const server = new StillServer();
  const { container } = render(<Letters server={server} />);
  await waitFor(() => expect(server.listed).toBe(1));
  expect(container.childElementCount).toBe(0);
});

test("one correspondence is read as it went, and what is not the user's stands apart", async () => {
  const server = new StillServer();
  server.letters = {
    correspondence: ONE,
    letters: [
      { by: "aloud", number: 0, at: ONE.sent_at, text: "1. Anna: Lease\n<b>no tag</b>", new: false, state: "sent" },
      { by: "you", number: 1, at: ONE.sent_at, text: "1 archive", new: true, state: null },
    ],
    not_from_you: [{ sender: "eve@evil.example", subject: "Re: briefing", why: "other_sender", at: "2026-11-26T06:00:00Z" }],
  };
  render(<Letters server={server} />);
  fireEvent.click(await screen.findByRole("button", { name: /Your briefing for Thursday/ }));
  expect(await screen.findByText("The briefing")).toBeTruthy();
  expect(screen.getByText(/<b>no tag<\/b>/)).toBeTruthy();
  expect(screen.getByText(/Your reply 1/).textContent).toContain("New");
  expect(screen.getByText("Not from you")).toBeTruthy();
  expect(screen.getByText(/it comes from another address/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Back to all" }));
  expect(await screen.findByText("A reply waits for its answer")).toBeTruthy();
});

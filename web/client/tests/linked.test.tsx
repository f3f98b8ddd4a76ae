import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SAID_THEN, TALKS } from "../fixtures/talks";
import { App } from "../src/App";
import { rememberCall, wasInCall } from "../src/call/remembered";
import { forgetLinked, linked, rememberLinked } from "../src/start/linked";
import { StillServer } from "./doubles";

const THERE = TALKS[0]?.id ?? "";

function come(address: string): void {
  history.replaceState(null, "", address);
}

afterEach(() => {
  come("/");
  vi.restoreAllMocks();
});

describe("a link to a conversation", () => {
  test.each([
    ["/", null],
    ["/?conversation=c1&draft=d1", "c1"],
    ["/?conversation=a%2Fb", "a/b"],
    ["/?conversation=", null],
    ["/?draft=d1", null],
  ])("%s names %s, and leaves the address as it would be without", (address, named) => {
    come(address);
    expect(linked()).toBe(named);
    if (named !== null) expect(location.search).toBe("");
  });

  test("outlives a sign-in, once", () => {
    come("/?conversation=c1");
    rememberLinked();
    expect([linked(), linked()]).toEqual(["c1", "c1"]);
    forgetLinked();
    expect(linked()).toBeNull();
  });

  test("is newer than the one from before a sign-in", () => {
    come("/?conversation=c1");
    rememberLinked();
    come("/?conversation=c2");
    expect(linked()).toBe("c2");
  });

  test("is read where the browser keeps nothing", () => {
    const none = () => {
      throw new Error("denied");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(none);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(none);
    vi.spyOn(Storage.prototype, "removeItem").mockImplementation(none);
    expect(linked()).toBeNull();
    come("/?conversation=c1");
    rememberLinked();
    forgetLinked();
    come("/?conversation=c1");
    expect(linked()).toBe("c1");
  });

  test("opens also in a tab that was in a call, which it has left by that", async () => {
    rememberCall(true);
    come(`/?conversation=${THERE}`);
    const server = new StillServer();
    [server.talks, server.lines] = [TALKS, SAID_THEN];
    render(<App server={server} />);
    await screen.findByText("Good morning. You have 50 unread mails; 12 look important.");
    expect([server.calls, wasInCall()]).toEqual([0, false]);
  });
});

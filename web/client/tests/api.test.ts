import { afterEach, describe, expect, test, vi } from "vitest";
import { HttpServer, ServerError } from "../src/api";
import { ME } from "./doubles";

/** Answers in turn; what was asked is kept. */
function wire(...answers: (Response | Error)[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
    asked.push(`${request.method ?? ""} ${path} ${new Headers(request.headers).get("X-CSRF-Token") ?? "-"}`);
    const answer = answers.shift() ?? new Error("nothing is left to answer");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return asked;
}

const me = (csrf: string) => Response.json({ ...ME, csrf });
const problem = (status: number, detail: string, headers = {}) => Response.json({ title: "Problem", detail }, { status, headers });

afterEach(() => vi.unstubAllGlobals());

describe("the server", () => {
  test("a write carries the token that me told", async () => {
    const asked = wire(me("one"), Response.json({ room: "call-1" }));
    const server = new HttpServer();
    await server.me();
    await server.call(null);
    expect(asked).toEqual(["GET /api/me -", "POST /api/call one"]);
  });

  test("a token that is no longer good is asked for anew, once", async () => {
    const asked = wire(me("old"), problem(403, ""), me("new"), new Response(null, { status: 202 }));
    const server = new HttpServer();
    await server.me();
    await server.alone("call-1");
    expect(asked.at(-1)).toBe("POST /api/call/alone new");
  });

  test.each([
    [problem(503, "The LiveKit server does not answer.", { "Retry-After": "5" }), "The LiveKit server does not answer.", 503, 5],
    [problem(429, "Try again in 30 seconds.", { "Retry-After": "30" }), "Try again in 30 seconds.", 429, 30],
    [new Response("<html>gateway</html>", { status: 502 }), "The server answered with error 502.", 502, 0],
    [new TypeError("Failed to fetch"), "The server does not answer. It may be starting, or away for a moment.", 0, 0],
  ])("a failure is a sentence", async (answer, sentence, status, waitS) => {
    wire(answer);
    const error = await new HttpServer().call(null).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ sentence, status, waitS });
  });
});

import { afterEach, describe, expect, test, vi } from "vitest";
import { Hearing, placeOfRecognition, type Trouble } from "../src/hearing/recognition";

class Recognition extends EventTarget {
  static made: Recognition[] = [];
  static available?: () => Promise<string>;
  starts = 0;
  processLocally = false;

  constructor() {
    super();
    Recognition.made.push(this);
  }

  start(): void {
    this.starts += 1;
  }

  abort(): void {
    this.dispatchEvent(new Event("end"));
  }

  hears(words: string, isFinal: boolean): void {
    this.dispatchEvent(Object.assign(new Event("result"), { resultIndex: 0, results: [{ 0: { transcript: words }, isFinal }] }));
  }
}

function listening() {
  vi.stubGlobal("SpeechRecognition", Recognition);
  const heard: string[] = [];
  const troubles: Trouble[] = [];
  const hearing = new Hearing("service", {
    heard: (words) => heard.push(words),
    guessed: () => undefined,
    failed: (why) => troubles.push(why),
  });
  const recognition = Recognition.made.at(-1);
  if (recognition === undefined) throw new Error("hearing makes a recognition");
  return { hearing, recognition, heard, troubles };
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete Recognition.available;
});

describe("where the sound goes", () => {
  test("nowhere, in a browser without recognition", async () => {
    expect(await placeOfRecognition()).toBe("none");
  });

  test.each([
    ["available", "device"],
    ["downloadable", "installable"],
    ["unavailable", "service"],
  ])("a browser that calls it %s is said to use: %s", async (answer, place) => {
    vi.stubGlobal("SpeechRecognition", Recognition);
    Recognition.available = () => Promise.resolve(answer);
    expect(await placeOfRecognition()).toBe(place);
  });

  test("a browser that does not say is not trusted to keep it", async () => {
    vi.stubGlobal("webkitSpeechRecognition", Recognition);
    expect(await placeOfRecognition()).toBe("service");
  });
});

describe("hearing", () => {
  test("hands on what is certain, not what is guessed", () => {
    const { recognition, heard } = listening();
    recognition.hears("arch", false);
    recognition.hears(" archive it ", true);
    expect(heard).toEqual(["archive it"]);
  });

  test("goes on after a silence", () => {
    const { recognition } = listening();
    recognition.hears("next", true);
    recognition.dispatchEvent(new Event("end"));
    expect(recognition.starts).toBe(2);
  });

  test("gives up where it ends at once, again and again", () => {
    const { recognition, troubles } = listening();
    for (let time = 0; time < 10; time += 1) recognition.dispatchEvent(new Event("end"));
    expect(troubles).toEqual(["away"]);
    expect(recognition.starts).toBeLessThan(6);
  });

  test("says when it is not allowed", () => {
    const { recognition, troubles } = listening();
    recognition.dispatchEvent(Object.assign(new Event("error"), { error: "not-allowed" }));
    expect(troubles).toEqual(["denied"]);
  });

  test("hears nothing after it was stopped", () => {
    const { hearing, recognition, heard } = listening();
    hearing.stop();
    recognition.hears("archive it", true);
    expect(heard).toEqual([]);
    expect(recognition.starts).toBe(1);
  });
});

import { describe, expect, test } from "vitest";
import { plainLines, plainText } from "../src/board/plain_text";

describe("text of a mail", () => {
  test.each([
    ["a direction override", "invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["isolates and marks", "\u2067\u200Fabc\u2069\u200E", "abc"],
    ["zero-width characters", "pay\u200Bpal\uFEFF.example", "paypal.example"],
    ["soft hyphens", "pass\u00ADword", "password"],
    ["tag characters", "hello\u{E0041}\u{E0042}", "hello"],
    ["controls and lines", "one\r\ntwo\u0000\u0007\u2028three", "one two three"],
    ["stacked accents", `Z${"\u0310".repeat(100)}`, `Z${"\u0310".repeat(4)}`],
  ])("loses %s", (_, sent, shown) => {
    expect(plainText(sent, 100)).toBe(shown);
  });

  test.each(["Grüße aus Łódź", "مرحبا بالعالم", "می‌خواهم", "👨‍👩‍👧 family", "日本語のメール", "<b>not bold</b> & javascript:alert(1)"])(
    "keeps %s",
    (text) => {
      expect(plainText(text, 100)).toBe(text);
    },
  );

  test("is of bounded length, and says that there was more", () => {
    const shown = plainText("A subject without end. ".repeat(500), 240);
    expect(Array.from(shown)).toHaveLength(240);
    expect(shown.endsWith("…")).toBe(true);
  });

  test("is cut between letters, never within one", () => {
    expect(plainText("👍".repeat(50), 10)).toBe(`${"👍".repeat(9)}…`);
  });

  test("ten megabytes cost no more than a line", () => {
    const began = performance.now();
    plainText("x\u200B".repeat(5_000_000), 240);
    expect(performance.now() - began).toBeLessThan(200);
  });
});

test("words of several lines stay lines, each of them plain, and are cut at the end", () => {
  expect(plainLines("They owe you:\r\n- 240\u202E euros\n\n- a credit\u2028note\n", 200)).toBe(
    "They owe you:\n- 240 euros\n\n- a credit note",
  );
  expect(plainLines("one\ntwo", 5)).toBe("one\nt…");
});

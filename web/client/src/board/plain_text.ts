/**
 * Text of a mail as it may stand on the page: one line, of bounded length, without characters that hide or reorder others.
 *
 * React already keeps it from becoming markup. What is left are characters that make text read differently from what it is (direction
 * overrides turn "exe.pdf" around, zero-width ones split words that a person compares) and text that only exists to fill the screen.
 */

// Direction marks and overrides, zero-width characters, soft hyphens, tag characters. The joiners U+200C and U+200D stay: Persian words
// and many emoji need them.
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]/gu;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
// Stacked accents climb over the lines above; no language needs more than four on one letter.
const STACKED = /(\p{M}{4})\p{M}+/gu;

export function plainText(text: string, limit: number): string {
  // Cut before cleaning, so that the cost does not depend on what was sent; four times leaves room for what is taken out.
  const bounded = text.length > limit * 4 ? text.slice(0, limit * 4) : text;
  const clean = bounded.replace(CONTROL, " ").replace(HIDDEN, "").replace(STACKED, "$1").replace(/\s+/gu, " ").trim();
  const letters = Array.from(clean);
  if (letters.length <= limit && bounded.length === text.length) return clean;
  return `${letters
    .slice(0, limit - 1)
    .join("")
    .trimEnd()}…`;
}

/** The same for words of several lines, which stay lines. */
export function plainLines(text: string, longest: number): string {
  const lines = text.slice(0, longest).split(/\r?\n/);
  const clean = lines.map((line) => plainText(line, longest)).join("\n");
  return `${clean.trim()}${text.length > longest ? "…" : ""}`;
}

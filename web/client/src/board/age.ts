/** How old a mail is, in the few words one would use. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function ageOf(receivedAt: string, now: Date): string {
  const passed = now.getTime() - new Date(receivedAt).getTime();
  if (Number.isNaN(passed)) return "";
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  if (passed < 2 * DAY) return "yesterday";
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} days ago`;
  return new Date(receivedAt).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });
}

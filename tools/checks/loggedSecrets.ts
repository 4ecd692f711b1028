// Finds secrets in a log: by known values and hashes, and by their form, because some are in no database in clear text.
import { createHash } from "node:crypto";
import type { Secrets } from "./secrets.ts";

/** A line with a secret; `what` is the source or the form of the secret. */
export type LoggedSecret = { what: string; line: string };

/** These fields are not checked, because their values can look like PINs or cards. */
const uncheckedFields = ["level", "time", "pid", "hostname", "reqId", "ms"];

/** The start prints the demo's accounts and test card numbers between these lines. */
const announcementStart = /^Foyer is at /;
const announcementEnd = /^Ctrl-C stops it/;

const forms: [what: string, form: RegExp][] = [
  ["a token", /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)(door_)?[\w-]{43}(?![\w-])/],
  ["an e-mail address", /[^\s"'<>@/(]+@[^\s"'<>@/]+\.[a-z]{2,}/i],
  ["a key or secret of Stripe", /\b[sr]k_(test|live)_\w+|\bwhsec_\w+|_secret_\w+/],
  ["an address with a password", /\w+:\/\/[^\s/:@]*:[^\s/@]+@/],
  ["the hash of a password", /\$argon2/],
  ["a PIN, or a code of a second factor", /(?<![\w.:-])\d{6}(?![\w.:-])/],
  ["the number of a card", /(?<![\w.-])(\d{4}[ -]?){3}\d{4}(?![\w.-])/],
  ["a query parameter that gives access", /[?&](access_?key|key|code|token|email|pin|secret)=[^&\s]/i],
];

/** Shorter values are not searched for, because they occur in other words by chance. */
export const minValueLength = 3;
const minTokenLength = 8;

/**
 * Lists the secrets found, each with its line. Of lines that differ only in unchecked fields, only the first is listed.
 */
export function loggedSecrets(lines: readonly string[], { values, hashes }: Secrets): LoggedSecret[] {
  const lineOfText = new Map<string, string>();
  let isInAnnouncement = false;
  for (const line of lines) {
    if (announcementStart.test(line)) isInAnnouncement = true;
    const isSkipped = isInAnnouncement && !line.startsWith("{");
    if (announcementEnd.test(line)) isInAnnouncement = false;
    if (isSkipped || line.trim() === "") continue;
    const text = textOf(line);
    if (!lineOfText.has(text)) lineOfText.set(text, line);
  }
  const secrets: LoggedSecret[] = [];
  for (const [text, line] of lineOfText)
    for (const [what, form] of forms) if (form.test(text)) secrets.push({ what, line });

  const textsWithWord = new Map<string, Set<string>>();
  for (const text of lineOfText.keys())
    for (const word of wordsOf(text))
      textsWithWord.set(word, (textsWithWord.get(word) ?? new Set()).add(text));
  for (const [value, what] of values) {
    const [first, ...otherWords] = wordsOf(value);
    if (first === undefined || value.length < minValueLength) continue;
    for (const text of textsWithWord.get(first) ?? [])
      if (otherWords.every((word) => textsWithWord.get(word)?.has(text)) && text.includes(value))
        secrets.push({ what, line: lineOfText.get(text)! });
  }
  for (const [word, texts] of textsWithWord) {
    const what = word.length >= minTokenLength && hashes.get(createHash("sha256").update(word).digest("hex"));
    if (what) for (const text of texts) secrets.push({ what, line: lineOfText.get(text)! });
  }
  return secrets;
}

/** Returns the text of a line without unchecked fields, and without the escapes of JSON and URLs. */
function textOf(line: string): string {
  const fields = checkedFields(line);
  const text = fields === null ? line : partsIn(fields).join("\n");
  if (!text.includes("%")) return text;
  return text.replaceAll(/(%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** Returns null if the line is not an object in JSON. */
function checkedFields(line: string): object | null {
  try {
    const fields: unknown = JSON.parse(line);
    if (typeof fields !== "object" || fields === null) return null;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !uncheckedFields.includes(name)));
  } catch {
    return null;
  }
}

function partsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, part]) => [name, ...partsIn(part)]);
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== "");
}

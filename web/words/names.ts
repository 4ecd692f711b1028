/** A name is split by a guess. First and last name together read as the name that was entered. */

/** A single word is a first name. */
export interface NameParts {
  readonly firstName: string;
  readonly lastName: string;
}

const particles = new Set(
  "al bin da dal de del della den der des di do dos du e el la le ten ter van von y zu na".split(" "),
);
const suffix = /^(jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq)\.?$/i;

/** The last name includes particles before it and one suffix, but never the first word. */
export function splitName(fullName: string): NameParts {
  const words = fullName.trim().split(/\s+/).filter(Boolean);
  if (words.length <= 1) return { firstName: words[0] ?? "", lastName: "" };
  let start = words.length - 1;
  if (start > 1 && suffix.test(words[start]!)) start -= 1;
  while (start > 1 && particles.has(words[start - 1]!.toLowerCase())) start -= 1;
  return { firstName: words.slice(0, start).join(" "), lastName: words.slice(start).join(" ") };
}

export function fullNameOf({ firstName, lastName }: NameParts): string {
  return `${firstName} ${lastName}`.trim();
}

import { textLine } from "../../contract/scalars.ts";

/** A laxer rule than `isEmail`, so that an old address such as `<mia@example.org>` does not stop an import. */
export function isArchivedEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

export const archivedEmail = textLine(254).refine(isArchivedEmail, "must be an e-mail address");

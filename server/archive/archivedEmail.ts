/**
 * E-mail addresses of archives. The rule is laxer than isEmail in contract/rules/email.ts, so that an old address such as
 * `<mia@example.org>` does not keep an event from being imported.
 */
import { textLine } from "../../contract/scalars.ts";

/** Whether a text in an archive is an e-mail address. */
export function isArchivedEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** An address in a row of an archive. */
export const archivedEmail = textLine(254).refine(isArchivedEmail, "must be an e-mail address");

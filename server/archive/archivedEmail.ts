/**
 * E-mail addresses of archives. Forms once took addresses that no mail reaches, such as `<mia@example.org>`. An archive
 * may still have them: one of them must not keep a whole event from being imported.
 */
import { textLine } from "../../contract/scalars.ts";

/** Whether a text in an archive is an e-mail address. */
export function isArchivedEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** An address in a row of an archive. */
export const archivedEmail = textLine(254).refine(isArchivedEmail, "must be an e-mail address");
